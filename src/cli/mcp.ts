import { parseArgs } from 'node:util';

import { careGuide } from '../agent-docs/care-guide.ts';
import { httpTransport, withRetries, type Transport } from '../client/client.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import type { McpConnection } from '../mcp/connection.ts';
import { serveOverStdio } from '../mcp/stdio.ts';
import { systemRandom } from '../outside/engine/random.ts';
import { withDurableKeys } from './durable-keys.ts';
import { openKeyRing, type KeyRing } from './key-ring.ts';

/** A sentence for whoever configures a client; nothing is offered to it. */
class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

// Whoever waits for a tool waits a minute at most, as a rule.
const PATIENCE = { timeoutMs: 15_000, waitAtMostMs: 20_000 };

const FOR_PEOPLE =
  'This speaks MCP on standard input and output, for a program to start: docs/mcp.md has the configuration. Ctrl-C ends it.\n';

/** Offers the tools of a house, here or anywhere, to the MCP client that started this. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { 'base-url': { type: 'string' }, 'key-file': { type: 'string' } },
  });
  const ring = await openKeyRing({
    file: values['key-file'] ?? defaultKeyFile(),
    baseUrl: addressFrom(values['base-url'] ?? process.env['ARKHOUSE_BASE_URL']),
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
  return async (request) => withRetries(httpTransport(ring.baseUrl, await ring.key()), PATIENCE)(request);
}

function addressFrom(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return new URL(given).origin;
  throw new ConnectionError(
    '--base-url is the http or https address of a house, such as http://127.0.0.1:3000.',
  );
}
