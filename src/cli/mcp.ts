import { parseArgs } from 'node:util';

import { overHttp, patiently, type Send } from '../client/client.ts';
import { defaultKeyFile } from '../client/key-file.ts';
import type { Connection } from '../mcp/connection.ts';
import { speakOverStdio } from '../mcp/stdio.ts';
import { trueChance } from '../outside/chance.ts';
import { careGuide } from '../papers/care-guide.ts';
import { openKeyRing, type KeyRing } from './key-ring.ts';
import { losingNoKey } from './nothing-lost.ts';

/** A sentence for whoever configures a client; nothing is offered to it. */
class CannotConnect extends Error {
  override readonly name = 'CannotConnect';
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
  speakOverStdio(connectionWith(ring));
}

export function connectionWith(ring: KeyRing): Connection {
  return {
    send: losingNoKey(sendWith(ring), ring),
    keys: ring.keys,
    guide: careGuide,
    word: () => trueChance.id(),
    // Standard output belongs to the protocol.
    report: (error) => void process.stderr.write(`${String(error)}\n`),
  };
}

function sendWith(ring: KeyRing): Send {
  return async (request) => patiently(overHttp(ring.baseUrl, await ring.key()), PATIENCE)(request);
}

function addressFrom(given: string | undefined): string | undefined {
  if (!given) return undefined;
  if (/^https?:$/.test(URL.parse(given)?.protocol ?? '')) return new URL(given).origin;
  throw new CannotConnect(
    '--base-url is the http or https address of a house, such as http://127.0.0.1:3000.',
  );
}
