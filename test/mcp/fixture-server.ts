import { randomBytes, randomUUID } from 'node:crypto';
import {
  completable,
  createMcpHandler,
  createRequestStateCodec,
  isInitializeRequest,
  isLegacyRequest,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

import type { McpHttpHandler } from '../../src/mcp/server.ts';
import { addFixtureRounds } from './fixture-rounds.ts';
import { addFixtureTools, PIXEL, type Announcing } from './fixture-tools.ts';

/**
 * The tools, resources and prompts that the conformance suite expects. Clients of 2025 get sessions, because tools that ask
 * back need them; ours never ask, and the service has none.
 */
export function fixtures(): McpHttpHandler {
  const modern = createMcpHandler(() => fixtureServer(modern.notify), { legacy: 'reject' });
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return {
    async answer(request, parsedBody) {
      if (!(await isLegacyRequest(request, parsedBody))) return modern.fetch(request, { parsedBody });
      const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
      const session = known ?? (isInitializeRequest(parsedBody) ? await opened(sessions) : undefined);
      return session?.handleRequest(request, { parsedBody }) ?? new Response(null, { status: 404 });
    },
    async close() {
      await Promise.all([modern.close(), ...[...sessions.values()].map((session) => session.close())]);
    },
  };
}

async function opened(
  sessions: Map<string, WebStandardStreamableHTTPServerTransport>,
): Promise<WebStandardStreamableHTTPServerTransport> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await fixtureServer(SILENT).connect(transport);
  return transport;
}

const SILENT: Announcing = { toolsChanged: () => {}, promptsChanged: () => {} };
const states = createRequestStateCodec<string>({ key: randomBytes(32) });

function fixtureServer(announcing: Announcing): McpServer {
  const changing = { listChanged: true };
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: changing,
        prompts: changing,
        resources: { ...changing, subscribe: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => states.verify(state, context) },
    },
  );
  addFixtureTools(server, announcing);
  addFixtureRounds(server, states);
  addResources(server);
  addPrompts(server);
  return server;
}

function addResources(server: McpServer): void {
  const add = (name: string, mimeType: string, content: { text: string } | { blob: string }) => {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { description: 'Always the same.', mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  };
  add('static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  add('static-binary', 'image/png', { blob: PIXEL });
  add('watched-resource', 'text/plain', { text: 'Watched.' });
  const mimeType = 'application/json';
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Has its name in it.', mimeType },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType,
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const user = { role: 'user' } as const;
  const says = (text: string) => ({ ...user, content: { type: 'text', text } }) as const;
  server.registerPrompt('test_simple_prompt', { description: 'Plain.' }, () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'With two words in it.',
      argsSchema: z.object({
        arg1: completable(z.string(), (begun) =>
          ['paris', 'park', 'party'].filter((word) => word.startsWith(begun)),
        ),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource in it.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        {
          ...user,
          content: {
            type: 'resource',
            resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
          },
        },
        says('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture in it.' }, () => ({
    messages: [
      { ...user, content: { type: 'image', data: PIXEL, mimeType: 'image/png' } },
      says('Please analyze the image above.'),
    ],
  }));
}
