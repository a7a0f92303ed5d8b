import {
  createMcpHandler,
  type McpRequestContext,
  McpServer,
  METHOD_NOT_FOUND,
  type Tool as ListedTool,
} from '@modelcontextprotocol/server';

import texts from '#content/agent/mcp.json' with { type: 'json' };
import { callTool } from './call-tool.ts';
import type { McpConnection } from './connection.ts';
import { passThroughSchema } from './tool-input.ts';
import { addPrompts, addResources } from './prompts.ts';
import { SERVER_INFO } from './server-card.ts';
import { type Tool, type ToolRoute, TOOLS } from './tools.ts';

const INSTRUCTIONS = texts.instructions.join('\n');
const KEY_INSTRUCTIONS = `\n${texts.keyInstructions}`;

const HOUR_MS = 3_600_000;
// The lists of tools, prompts and resources are the same for every caller and change only with a release.
const LIST_CACHE = { ttlMs: HOUR_MS, cacheScope: 'public' } as const;
const NEVER_CHANGES = { listChanged: false } as const;

export function createMcpServer(connection: McpConnection): McpServer {
  const takesKey = connection.keys.takesArgument === true;
  const server = new McpServer(SERVER_INFO, {
    instructions: takesKey ? INSTRUCTIONS + KEY_INSTRUCTIONS : INSTRUCTIONS,
    capabilities: { tools: NEVER_CHANGES, resources: NEVER_CHANGES, prompts: NEVER_CHANGES },
    cacheHints: {
      'server/discover': LIST_CACHE,
      'tools/list': LIST_CACHE,
      'resources/list': LIST_CACHE,
      'resources/templates/list': LIST_CACHE,
      'prompts/list': LIST_CACHE,
    },
  });
  for (const { tool, ...described } of TOOL_DEFINITIONS)
    for (const name of [tool.name, ...(ALIASES[tool.route] ?? [])])
      server.registerTool(name, described, (given) => callTool(connection, tool, given));
  server.server.setRequestHandler('tools/list', () => ({ tools: takesKey ? LISTED_WITH_KEY : LISTED_TOOLS }));
  addResources(server, connection);
  addPrompts(server, connection);
  return server;
}

/** Tool names that are accepted but not listed. */
const ALIASES: Partial<Record<ToolRoute, readonly string[]>> = { registerAgent: ['register'] };

/** Default values of tool hints in the MCP protocol; hints with these values are not listed. */
const USUAL_HINTS: Tool['hints'] = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

// The list has no output schemas: models read it with every request. The resource reply-schemas has them.
const TOOL_DEFINITIONS = TOOLS.map((tool) => ({
  tool,
  title: tool.title,
  description: tool.description,
  inputSchema: passThroughSchema(tool.input.schema),
  annotations: unusualHints(tool.hints),
}));

const LISTED_TOOLS: ListedTool[] = TOOL_DEFINITIONS.map(({ tool, title, description, annotations }) => ({
  name: tool.name,
  title,
  description,
  inputSchema: tool.input.schema as ListedTool['inputSchema'],
  annotations,
}));

// The argument `api_key` is described once in the instructions instead of in 17 tools.
const API_KEY = { type: 'string' };

// The tool list over HTTP: the same for every caller, so that it can be cached.
const LISTED_WITH_KEY: ListedTool[] = LISTED_TOOLS.map((listed, at) => {
  const { inputSchema } = listed;
  if (TOOLS[at]?.row.auth !== 'required') return listed;
  const properties = { ...inputSchema.properties, api_key: API_KEY };
  return { ...listed, inputSchema: { ...inputSchema, properties } };
});

function unusualHints(hints: Tool['hints']): Partial<Tool['hints']> {
  // The MCP protocol ignores the other hints of read-only tools.
  const { readOnlyHint, openWorldHint } = hints;
  const asked = readOnlyHint ? { readOnlyHint, openWorldHint } : hints;
  const unusual = Object.entries(asked).filter(
    ([name, value]) => value !== USUAL_HINTS[name as keyof Tool['hints']],
  );
  return Object.fromEntries(unusual);
}

/** Streamable HTTP at /mcp, without sessions. */
export interface McpHttpHandler {
  answer(request: Request, parsedBody: unknown, connection: McpConnection): Promise<Response>;
  close(): Promise<void>;
}

/** Handles MCP requests of all protocol revisions in PROTOCOL_VERSIONS. */
export function createMcpHttpHandler(report: (error: unknown) => void): McpHttpHandler {
  const handler = createMcpHandler((context) => createMcpServer(connectionIn(context)), { onerror: report });
  return {
    async answer(request, parsedBody, connection) {
      const { method, id } = (parsedBody ?? {}) as { readonly method?: unknown; readonly id?: unknown };
      if (method === 'subscriptions/listen' && id !== undefined) return refuseListening(id);
      return handler.fetch(request, {
        ...(parsedBody !== undefined && { parsedBody }),
        // The connection is passed on in `authInfo` unchanged; the API authenticates the key.
        authInfo: { token: '', clientId: 'caller', scopes: [], extra: { connection } },
      });
    },
    close: () => handler.close(),
  };
}

function connectionIn({ authInfo }: McpRequestContext): McpConnection {
  // `answer` sets the connection on every request.
  return authInfo?.extra?.['connection'] as McpConnection;
}

/** Refuses a subscription: there are no notifications, so it would only keep a stream open. */
function refuseListening(id: unknown): Response {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found: nothing is announced here' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
