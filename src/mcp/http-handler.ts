import { createMcpHandler, METHOD_NOT_FOUND, type McpRequestContext } from '@modelcontextprotocol/server';

import type { McpConnection } from './connection.ts';
import { createMcpServer } from './server.ts';

/** Streamable HTTP at /mcp, stateless: one request in, one answer out, no session. */
export interface McpHttpHandler {
  answer(request: Request, parsedBody: unknown, connection: McpConnection): Promise<Response>;
  /** Called when the last answer is given. */
  close(): Promise<void>;
}

/** Serves the current revision of the protocol and those before it, whichever a request speaks. */
export function createMcpHttpHandler(report: (error: unknown) => void): McpHttpHandler {
  const handler = createMcpHandler((context) => createMcpServer(connectionIn(context)), { onerror: report });
  return {
    async answer(request, parsedBody, connection) {
      if (isListenRequest(parsedBody)) return refuseListening(parsedBody.id);
      return handler.fetch(request, {
        ...(parsedBody !== undefined && { parsedBody }),
        // The handler passes this on as it is; whose key it is, only the house finds out.
        authInfo: { token: '', clientId: 'caller', scopes: [], extra: { connection } },
      });
    },
    close: () => handler.close(),
  };
}

function connectionIn({ authInfo }: McpRequestContext): McpConnection {
  // Put there by `answer`, for every request.
  return authInfo?.extra?.['connection'] as McpConnection;
}

const LISTEN_METHOD = 'subscriptions/listen';

function isListenRequest(message: unknown): message is { readonly id: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === LISTEN_METHOD &&
    'id' in message
  );
}

/** Nothing is ever announced here, and a stream that nothing comes through would only be held open. */
function refuseListening(id: unknown): Response {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found: nothing is announced here' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
