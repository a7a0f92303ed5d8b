import { serveStdio } from '@modelcontextprotocol/server/stdio';

import { careGuide } from '../agent-docs/care-guide.ts';
import { ROUTES } from '../api/routes.ts';
import { httpTransport, type Transport, withRetries } from '../client/client.ts';
import { defaultKeyFile, type PendingRegistration } from '../client/key-file.ts';
import { savingRegistrations } from '../client/registration.ts';
import { withIdempotencyKey } from '../client/retry.ts';
import { findSandboxToken } from '../client/sandbox-token.ts';
import type { Given } from '../command-line/command.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { createMcpServer } from '../mcp/server.ts';
import { systemRandom } from '../outside/random.ts';
import type { MCP_OPTIONS } from './agent-commands.ts';
import { type KeyRing, openKeyRing, tryWriteKeyFile } from './key-ring.ts';

/** Serves the one client that started this program, until it hangs up. */
function serveOverStdio(connection: McpConnection): void {
  serveStdio(() => createMcpServer(connection), { onerror: connection.report });
}

/**
 * Repeats what gives out a key under one idempotency key until its answer has come. The house answers for 10 minutes, to the
 * same address. After a change of network the key is lost.
 */
function withDurableKeys(send: Transport, { file, baseUrl }: KeyRing): Transport {
  // If the key file cannot be written, the reply still holds the key.
  const write = (pending: PendingRegistration) => tryWriteKeyFile(file, pending);
  return savingRegistrations(resumingRotations(send), { file, baseUrl, write });
}

/** Asks again for a rotation whose answer got lost: the old key opens nothing else. */
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

// Whoever waits for a tool waits a minute at most, as a rule.
const PATIENCE = { timeoutMs: 15_000, waitAtMostMs: 20_000 };

const FOR_PEOPLE =
  'This speaks MCP on standard input and output, for a program to start: --help shows how. Ctrl-C ends it.\n';

/** Offers the tools of a house, here or anywhere, to the MCP client that started this. */
export async function run({ values }: Given<typeof MCP_OPTIONS>): Promise<void> {
  const house = values['base-url'];
  const ring = await openKeyRing({
    file: values['key-file'] ?? defaultKeyFile(),
    baseUrl: house === undefined ? undefined : new URL(house).origin,
    givenKey: process.env['ARKHOUSE_API_KEY'] || undefined,
  });
  if (process.stdin.isTTY) process.stderr.write(FOR_PEOPLE);
  serveOverStdio(connectionWith(ring));
}

export function connectionWith(ring: KeyRing): McpConnection {
  return {
    send: withDurableKeys(sendWith(ring), ring),
    keys: ring.keys,
    guide: careGuide,
    newIdempotencyKey: () => systemRandom.id(),
    // Standard output belongs to the protocol.
    report: (error) => void process.stderr.write(`${String(error)}\n`),
  };
}

function sendWith(ring: KeyRing): Transport {
  return async (request) => {
    const { baseUrl } = ring;
    const send = httpTransport(baseUrl, await ring.key(), await findSandboxToken(baseUrl, process.env));
    return withRetries(send, PATIENCE)(request);
  };
}
