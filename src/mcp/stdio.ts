import { serveStdio } from '@modelcontextprotocol/server/stdio';

import type { McpConnection } from './connection.ts';
import { createMcpServer } from './server.ts';

/** Serves the one client that started this program, until it hangs up. */
export function serveOverStdio(connection: McpConnection): void {
  serveStdio(() => createMcpServer(connection), { onerror: connection.report });
}
