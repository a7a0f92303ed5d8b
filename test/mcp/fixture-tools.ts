import { setTimeout as pause } from 'node:timers/promises';
import {
  fromJsonSchema,
  type CallToolResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import RICH_SCHEMA from './rich-schema.json' with { type: 'json' };

/** One red pixel, and a short silent sound. */
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==';

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] });

/** The effects of the suite's tools on a list with subscribers. */
export interface Announcing {
  toolsChanged(): void;
  promptsChanged(): void;
}

/** The tools that the conformance suite calls by name, as its scenarios describe them. */
export function addFixtureTools(server: McpServer, announcing: Announcing): void {
  addContentTools(server);
  addStreamingTools(server);
  addAskingTools(server);
  addSchemaTools(server);
  const plain = { inputSchema: z.object({}) };
  server.registerTool('test_trigger_tool_change', { description: 'Announces other tools.', ...plain }, () => {
    announcing.toolsChanged();
    return text('announced');
  });
  server.registerTool(
    'test_trigger_prompt_change',
    { description: 'Announces other prompts.', ...plain },
    () => {
      announcing.promptsChanged();
      return text('announced');
    },
  );
}

function addContentTools(server: McpServer): void {
  const image = { type: 'image', data: PIXEL, mimeType: 'image/png' } as const;
  const resource = (uri: string, mimeType: string, words: string) =>
    ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const;
  const results: Record<string, CallToolResult> = {
    test_simple_text: text('This is a simple text response for testing.'),
    test_image_content: { content: [image] },
    test_audio_content: { content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] },
    test_embedded_resource: {
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    },
    test_multiple_content_types: {
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    },
  };
  for (const [name, result] of Object.entries(results))
    server.registerTool(name, { description: 'Always answers the same.' }, () => result);
  server.registerTool('test_error_handling', { description: 'Always fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

const MOMENT_MS = 50;

function addStreamingTools(server: McpServer): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs thrice on the way.' },
    async ({ mcpReq }: ServerContext) => {
      for (const words of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', words);
        await pause(MOMENT_MS);
      }
      return text('done');
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs once.' },
    async ({ mcpReq }: ServerContext) => {
      await mcpReq.log('info', 'something happened');
      return text('done');
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells how far it is.' },
    async ({ mcpReq }: ServerContext) => {
      const { _meta: about } = mcpReq;
      const progressToken = about?.progressToken;
      for (const progress of [0, 50, 100]) {
        if (progressToken !== undefined)
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          });
        await pause(MOMENT_MS);
      }
      return text('done');
    },
  );
}

/** Tools that ask the client something in the middle of a call, which only revisions of 2025 know. */
function addAskingTools(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Asks for a completion.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const { content } = await mcpReq.send({
        method: 'sampling/createMessage',
        params: { messages: [{ role: 'user', content: { type: 'text', text: prompt } }], maxTokens: 100 },
      });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const asks = (name: string, properties: Form['properties'], required: string[] = []) =>
    server.registerTool(
      name,
      { description: 'Asks the user.', inputSchema: z.object({ message: z.string().optional() }) },
      async ({ message = 'Please fill this in' }, { mcpReq }) => {
        const requestedSchema = { type: 'object', properties, required } as const;
        const { action, content } = await mcpReq.send({
          method: 'elicitation/create',
          params: { mode: 'form', message, requestedSchema },
        });
        return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
      },
    );
  asks('test_elicitation', { username: { type: 'string' }, email: { type: 'string' } }, [
    'username',
    'email',
  ]);
  asks('test_elicitation_sep1034_defaults', FORM_WITH_DEFAULTS);
  asks('test_elicitation_sep1330_enums', FORM_OF_CHOICES);
}

type Form = Parameters<ServerContext['mcpReq']['elicitInput']>[0] extends infer Params
  ? Extract<Params, { requestedSchema: unknown }>['requestedSchema']
  : never;

const FORM_WITH_DEFAULTS: Form['properties'] = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (noun: string) =>
  ['First', 'Second', 'Third'].map((nth, at) => ({ const: `value${at + 1}`, title: `${nth} ${noun}` }));

const FORM_OF_CHOICES: Form['properties'] = {
  untitledSingle: { type: 'string', enum: OPTIONS },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
};

function addSchemaTools(server: McpServer): void {
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has a schema with everything.', inputSchema: fromJsonSchema(RICH_SCHEMA) },
    () => text('fine'),
  );
  server.registerTool(
    'test_headers',
    {
      description: 'Has an argument that is also a header.',
      inputSchema: fromJsonSchema(SCHEMA_WITH_HEADER),
    },
    () => text('fine'),
  );
}

const SCHEMA_WITH_HEADER = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  required: ['region'],
};
