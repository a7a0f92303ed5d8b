import { createMcpHandler, METHOD_NOT_FOUND, type McpRequestContext } from '@modelcontextprotocol/server';

import type { Connection } from './connection.ts';
import { houseServer } from './server.ts';

/** What answers at /mcp: one request in, one answer out, and nothing remembered in between. */
export interface Answering {
  answer(request: Request, parsedBody: unknown, connection: Connection): Promise<Response>;
  /** Called when the last answer is given. */
  close(): Promise<void>;
}

/** Serves the current revision of the protocol and those before it, whichever a request speaks. */
export function answering(report: (error: unknown) => void): Answering {
  const handler = createMcpHandler((context) => houseServer(connectionIn(context)), { onerror: report });
  return {
    async answer(request, parsedBody, connection) {
      if (wantsToListen(parsedBody)) return nothingToHear(parsedBody.id);
      return handler.fetch(request, {
        ...(parsedBody !== undefined && { parsedBody }),
        // The handler passes this on as it is; whose key it is, only the house finds out.
        authInfo: { token: '', clientId: 'caller', scopes: [], extra: { connection } },
      });
    },
    close: () => handler.close(),
  };
}

function connectionIn({ authInfo }: McpRequestContext): Connection {
  // Put there by `answer`, for every request.
  return authInfo?.extra?.['connection'] as Connection;
}

const LISTENING = 'subscriptions/listen';

function wantsToListen(message: unknown): message is { readonly id: unknown } {
  return (
    typeof message === 'object' &&
    message !== null &&
    'method' in message &&
    message.method === LISTENING &&
    'id' in message
  );
}

/** Nothing is ever announced here, and a stream that nothing comes through would only be held open. */
function nothingToHear(id: unknown): Response {
  const error = { code: METHOD_NOT_FOUND, message: 'Method not found: nothing is announced here' };
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 });
}
