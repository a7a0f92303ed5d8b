import { careGuide } from '../agent-docs/care-guide.ts';
import { httpTransport, withRetries, type Transport } from '../client/client.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import { findSandboxToken } from '../client/sandbox-token.ts';
import type { Given } from '../command-line/command.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { serveOverStdio } from '../mcp/stdio.ts';
import { systemRandom } from '../outside/engine/random.ts';
import type { MCP_OPTIONS } from './agent-commands.ts';
import { withDurableKeys } from './durable-keys.ts';
import { openKeyRing, type KeyRing } from './key-ring.ts';

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
