import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { ROUTES } from '../api/routes.ts';
import { careGuide } from '../agent-docs/care-guide.ts';
import { httpTransport, type Transport, withRetries } from '../client/client.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { withIdempotencyKey } from '../client/retry.ts';
import { findSandboxToken } from '../client/sandbox-token.ts';
import type { Given } from '../command-line/command.ts';
import { escapeControls } from '../command-line/escape-controls.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { createMcpServer } from '../mcp/server.ts';
import { systemRandom } from '../outside/random.ts';
import type { MCP_OPTIONS } from './agent-commands.ts';
import { type KeyRing, openKeyRing, tryWriteKeyFile } from './key-ring.ts';

/** Resends a key rotation whose answer was lost: the old API key is valid only for that. */
function resumingRotations(send: Transport): Transport {
  const { method, path } = ROUTES.rotateApiKey;
  let unanswered: string | undefined;
  return async (request) => {
    if (request.method !== method || request.path !== path) return send(request);
    unanswered ??= request.headers['idempotency-key'] ?? systemRandom.id();
    const answer = await send(withIdempotencyKey(request, unanswered));
    unanswered = undefined;
    return answer;
  };
}

// Retries end well before 60 seconds, after which MCP clients commonly time out.
const PATIENCE = { timeoutMs: 15_000, waitAtMostMs: 20_000 };

const FOR_PEOPLE =
  'This speaks MCP on standard input and output, for a program to start: --help shows how. Ctrl-C ends it.\n';

export async function run({ values }: Given<typeof MCP_OPTIONS>): Promise<void> {
  const house = values['base-url'];
  const ring = await openKeyRing({
    file: values['key-file'] ?? defaultKeyFile(),
    baseUrl: house === undefined ? undefined : new URL(house).origin,
    givenKey: process.env['ARKHOUSE_API_KEY'] || undefined,
  });
  if (process.stdin.isTTY) process.stderr.write(FOR_PEOPLE);
  let server: McpServer | undefined;
  const profile = values.tools === 'care' ? 'care' : 'all';
  const connection = {
    ...connectionWith(ring, () => server?.server.getClientVersion()?.name),
    profile,
    guest: ring.guest,
    origin: () => ring.baseUrl,
  } as const;
  serveStdio(() => (server = createMcpServer(connection)), { onerror: connection.report });
}

/** Registrations and key rotations are resent under one Idempotency-Key: the server repeats its answer for 10 minutes. */
export function connectionWith(
  ring: KeyRing,
  clientName: () => string | undefined = () => undefined,
): McpConnection {
  const { file, baseUrl, keys } = ring;
  return {
    send: savingRegistrations(resumingRotations(sendWith(ring, clientName)), {
      file,
      baseUrl,
      // Registration goes on if the key file cannot be written: the reply holds the API key, too.
      write: (pending) => tryWriteKeyFile(file, pending),
    }),
    keys,
    guide: careGuide,
    newIdempotencyKey: () => systemRandom.id(),
    // Errors go to standard error: standard output carries the MCP protocol.
    report: (error) => void process.stderr.write(`${escapeControls(String(error))}\n`),
  };
}

function sendWith(ring: KeyRing, clientName: () => string | undefined): Transport {
  const { baseUrl } = ring;
  return async (request) => {
    const token = await findSandboxToken(baseUrl, process.env);
    const send = httpTransport(baseUrl, await ring.key(), token, ['mcp', clientName()]);
    return withRetries(send, PATIENCE)(request);
  };
}
