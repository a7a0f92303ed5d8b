import { serveStdio } from '@modelcontextprotocol/server/stdio';

import type { Connection } from './connection.ts';
import { houseServer } from './server.ts';

/** Speaks to the one client that started this program, until it hangs up. */
export function speakOverStdio(connection: Connection): void {
  serveStdio(() => houseServer(connection), { onerror: connection.report });
}
