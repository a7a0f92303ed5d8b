import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { client, overHttp, sandboxClient, type Client } from '../../src/client/client.ts';
import { readKeyFile } from '../../src/client/key-file.ts';
import type { CareEntry, Dated } from '../../src/keeper/entry.ts';
import { keep, type Ending } from '../../src/keeper/keep.ts';
import { ordersFrom } from '../../src/keeper/orders.ts';
import type { World } from '../../src/keeper/world.ts';
import { trueChance } from '../../src/outside/chance.ts';
import { sandboxClock } from '../../src/outside/clock.ts';
import { connect } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { NOON } from '../hand-clock.ts';
import { aHouse } from '../house.ts';
import { aFolder } from '../program/arkhouse.ts';

/** A keeper with a key file and a diary in a folder of its own, and its own command line. */
export function aKeeper(address: string, ...options: readonly string[]) {
  const folder = aFolder();
  const keyFile = join(folder, 'keeper', 'key.json');
  const diaryFile = join(folder, 'diary.jsonl');
  const args = ['--base-url', address, '--key-file', keyFile, '--diary', diaryFile, '--json', ...options];
  const diary = () => {
    if (!existsSync(diaryFile)) return [];
    const lines = readFileSync(diaryFile, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Dated);
  };
  return {
    keyFile,
    args,
    /** One visit, in this process; what takes a while is passed by turning the clock. */
    once: (...more: readonly string[]): Promise<Ending> =>
      keep(ordersFrom([...args, '--once', '--fast-forward', ...more], undefined), worldWith({})),
    /** Many visits, in this process, in a world the test can meddle with. */
    stay: (world: Partial<World>): Promise<Ending> =>
      keep(ordersFrom([...args, '--fast-forward'], undefined), worldWith(world)),
    /** One visit, by one that is struck down as soon as it has to wait for an answer. */
    onceMortal: (): Promise<Ending> =>
      keep(
        ordersFrom([...args, '--once', '--fast-forward'], undefined),
        worldWith({ pause: () => Promise.reject(new StruckDown()) }),
      ),
    diary,
    kinds: () => diary().map(({ kind }) => kind),
    cares: () => diary().filter((entry): entry is Dated & CareEntry => entry.kind === 'care'),
    /** The house as this keeper's agent sees it. */
    async house(): Promise<Client> {
      const saved = await readKeyFile(keyFile);
      return client(overHttp(address, saved?.key));
    },
  };
}

export class StruckDown extends Error {}

function worldWith(own: Partial<World>): World {
  return {
    now: Date.now,
    word: () => trueChance.id(),
    print: async () => undefined,
    pause: (ms) => pause(ms),
    leaving: new AbortController().signal,
    ...own,
  };
}

/** A house in this process, open on a free port, where it is noon until somebody turns the clock. */
export async function aSandboxHouse() {
  const store = await connect({ dataDir: aFolder() });
  await migrate(store, NOON);
  const sandbox = sandboxClock({ wall: Date.now(), shown: NOON, scale: 1 });
  const { app } = await aHouse(store, { house: { clock: sandbox, sandbox } });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { address, turn: turning(address) };
}

export function turning(address: string): (hours: number) => Promise<unknown> {
  const clock = sandboxClient(overHttp(address));
  return (hours) => clock.turnSandboxClock({ body: { advance_hours: hours } });
}
