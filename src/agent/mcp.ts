import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { careGuide } from '../agent-docs/care-guide.ts';
import { ROUTES } from '../api/routes.ts';
import { httpTransport, type Transport, withRetries } from '../client/client.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { withIdempotencyKey } from '../client/retry.ts';
import { findSandboxToken } from '../client/sandbox-token.ts';
import type { Given } from '../command-line/command.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { createMcpServer } from '../mcp/server.ts';
import { systemRandom } from '../outside/random.ts';
import type { MCP_OPTIONS } from './agent-commands.ts';
import { type KeyRing, openKeyRing, tryWriteKeyFile } from './key-ring.ts';

/** Repeats a rotation whose answer was lost: the old key is valid for nothing else. */
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

// MCP clients commonly time out after 60 seconds.
const PATIENCE = { timeoutMs: 15_000, waitAtMostMs: 20_000 };

const FOR_PEOPLE =
  'This speaks MCP on standard input and output, for a program to start: --help shows how. Ctrl-C ends it.\n';

/** Serves the MCP client that started this program, until it disconnects. */
export async function run({ values }: Given<typeof MCP_OPTIONS>): Promise<void> {
  const house = values['base-url'];
  const ring = await openKeyRing({
    file: values['key-file'] ?? defaultKeyFile(),
    baseUrl: house === undefined ? undefined : new URL(house).origin,
    givenKey: process.env['ARKHOUSE_API_KEY'] || undefined,
  });
  if (process.stdin.isTTY) process.stderr.write(FOR_PEOPLE);
  const connection = connectionWith(ring);
  serveStdio(() => createMcpServer(connection), { onerror: connection.report });
}

/**
 * Repeats registrations and rotations under one idempotency key until they are answered. The house repeats its answer for
 * 10 minutes, to the same address: after a change of network the key is lost.
 */
export function connectionWith(ring: KeyRing): McpConnection {
  const { file, baseUrl, keys } = ring;
  return {
    send: savingRegistrations(resumingRotations(sendWith(ring)), {
      file,
      baseUrl,
      // If the key file cannot be written, the reply still holds the key.
      write: (pending) => tryWriteKeyFile(file, pending),
    }),
    keys,
    guide: careGuide,
    newIdempotencyKey: () => systemRandom.id(),
    // Standard output belongs to the protocol.
    report: (error) => void process.stderr.write(`${String(error)}\n`),
  };
}

function sendWith(ring: KeyRing): Transport {
  const { baseUrl } = ring;
  return async (request) => {
    const send = httpTransport(baseUrl, await ring.key(), await findSandboxToken(baseUrl, process.env));
    return withRetries(send, PATIENCE)(request);
  };
}
