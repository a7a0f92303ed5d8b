import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { KEEP, type KEEP_OPTIONS } from '../../src/agent/agent-commands.ts';
import { keeperOptions } from '../../src/agent/keep.ts';
import {
  type Client,
  createHouseClient,
  createSandboxClient,
  httpTransport,
} from '../../src/client/client.ts';
import { readKeyFile } from '../../src/client/key-file.ts';
import type { OptionValues } from '../../src/command-line/command.ts';
import { parseCommand } from '../../src/command-line/run-program.ts';
import type { DiaryCareEntry, DatedDiaryEntry } from '../../src/keeper/diary.ts';
import type { KeeperHost } from '../../src/keeper/keeper-context.ts';
import { runKeeper, type KeeperOptions, type KeeperOutcome } from '../../src/keeper/run-keeper.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aFolder } from '../program/arkhouse.ts';
import { NOON } from '../support/hand-clock.ts';
import { aHouse } from '../support/house.ts';
import { localServer } from '../support/local-server.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { anyStore } from '../support/stores/any-store.ts';

export function ordersIn(args: readonly string[], usualBaseUrl?: string): KeeperOptions {
  const { values } = parseCommand(KEEP, args, { ARKHOUSE_BASE_URL: usualBaseUrl });
  const options = keeperOptions(values as OptionValues<typeof KEEP_OPTIONS>);
  return { ...options, sandboxToken: async () => SANDBOX_TOKEN };
}

export function aKeeper(address: string, ...options: readonly string[]) {
  const folder = aFolder();
  const keyFile = join(folder, 'keeper', 'key.json');
  const diaryFile = join(folder, 'diary.jsonl');
  const args = ['--base-url', address, '--key-file', keyFile, '--diary', diaryFile, '--json', ...options];
  const diary = () => {
    if (!existsSync(diaryFile)) return [];
    const lines = readFileSync(diaryFile, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as DatedDiaryEntry);
  };
  /** One visit in this process, with hooks for the test; waits turn the clock. */
  const onceWith = (world: Partial<KeeperHost>, ...more: readonly string[]): Promise<KeeperOutcome> =>
    runKeeper(ordersIn([...args, '--once', '--fast-forward', ...more]), worldWith(world));
  return {
    keyFile,
    args,
    once: (...more: readonly string[]) => onceWith({}, ...more),
    stay: (world: Partial<KeeperHost>): Promise<KeeperOutcome> =>
      runKeeper(ordersIn([...args, '--fast-forward']), worldWith(world)),
    onceWith,
    /** One visit by a keeper that is killed at its next wait for a reply. */
    onceMortal: () => onceWith({ pause: () => Promise.reject(new StruckDown()) }),
    diary,
    kinds: () => diary().map(({ kind }) => kind),
    cares: () => diary().filter((entry): entry is DatedDiaryEntry & DiaryCareEntry => entry.kind === 'care'),
    async house(): Promise<Client> {
      const saved = await readKeyFile(keyFile);
      return createHouseClient(httpTransport(address, saved?.key));
    },
  };
}

export class StruckDown extends Error {}

function worldWith(own: Partial<KeeperHost>): KeeperHost {
  const { signal: leaving } = new AbortController();
  const machine = { now: Date.now, randomId: () => systemRandom.id(), pause: (ms: number) => pause(ms) };
  return { ...machine, print: async () => undefined, leaving, ...own };
}

/** A service in this process on a free port; its clock stands at noon until turned. */
export async function aSandboxHouse() {
  const sandbox = sandboxClock({ wall: Date.now(), shown: NOON, scale: 1 });
  const { app } = await aHouse(await anyStore(), { house: { clock: sandbox, sandbox } });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, turn: turning(address) };
}

export function turning(address: string, token = SANDBOX_TOKEN): (hours: number) => Promise<unknown> {
  const clock = createSandboxClient(httpTransport(address, undefined, token));
  return (hours) => clock.turnSandboxClock({ body: { advance_hours: hours } });
}

export type Loss = 'request' | 'answer';

type Passing = Record<'method' | 'path' | 'body', string> & { word: string | undefined };

const PASSED_ON = /^(?:authorization|x-api-key|idempotency-key|content-type|x-sandbox-token)$/;

/** A proxy that drops requests or replies, or refuses by itself. The body may be changed on its way. */
export async function aProxy(
  address: string,
  drops: (request: Passing) => Loss | { status: number; after: string } | void | Promise<void>,
): Promise<string> {
  const { url } = await localServer(
    async ({ method = 'GET', url: path = '/', headers, socket }, sent, response) => {
      const passing = { method, path, word: headers['idempotency-key']?.toString(), body: sent };
      const loss = (await drops(passing)) ?? undefined;
      if (loss === 'request') return void socket.destroy();
      if (typeof loss === 'object')
        return void response.writeHead(loss.status, { 'retry-after': loss.after }).end('{"error":"Not now"}');
      const kept = Object.entries(headers).filter(([name]) => PASSED_ON.test(name));
      const sending = { method, headers: Object.fromEntries(kept) as Record<string, string> };
      const body = method === 'POST' && { body: passing.body };
      const answer = await fetch(new URL(path, address), { ...sending, ...body });
      const text = await answer.text();
      if (loss) return void socket.destroy();
      const told = ['content-type', 'retry-after'].map((name) => [name, answer.headers.get(name) ?? '']);
      return void response.writeHead(answer.status, Object.fromEntries(told)).end(text);
    },
  );
  return url;
}
