import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

import { type DatedDiaryEntry, openDiary } from '../../src/keeper/diary.ts';
import { openMemory } from '../../src/keeper/keeper-context.ts';
import { makeRound } from '../../src/keeper/round.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { StruckDown } from '../keeper/keeper.ts';
import { aPlainHouse } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';

/** A fast file system: power loss is not simulated here. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const LOOKS_ONLY = /\.(?:get\w+|length)$/;

/** A keeper that crashes once, after a given number of operations with side effects, and restarts from its files. */
function aMortalKeeper(house: TestHouse, key: string, fallsAfter = Infinity) {
  const folder = mkdtempSync(join(SCRATCH, 'arkhouse-keeper-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'diary');
  const memory = () => openMemory(join(folder, 'memory'));
  const fate = { steps: 0, fell: '' };
  let alive = true;

  async function step(name: string, deed: () => Promise<unknown>): Promise<unknown> {
    if (!alive) throw new StruckDown();
    const done = await deed();
    if (LOOKS_ONLY.test(name)) return done;
    fate.steps += 1;
    if (fate.steps !== fallsAfter) return done;
    alive = false;
    fate.fell = name;
    throw new StruckDown();
  }

  /** Wraps an object so that the keeper may crash after any call. */
  function mortal<T extends object>(what: string, thing: T): T {
    return new Proxy(thing, {
      get: (_, name) => {
        const found: unknown = Reflect.get(thing, name);
        if (typeof found !== 'function') return found;
        return (...given: readonly unknown[]) =>
          step(`${what}.${String(name)}`, () => found.apply(thing, given) as Promise<unknown>);
      },
    });
  }

  const round = async () =>
    makeRound({
      house: mortal('house', house.as(key)),
      diary: mortal('diary', openDiary({ file, format: 'json', print: async () => undefined })),
      memory: mortal('memory', await memory()),
      host: {
        now: () => house.clock.now(),
        randomId: () => systemRandom.id(),
        print: async () => undefined,
        pause: async () => undefined,
        leaving: new AbortController().signal,
      },
      wishes: { species: 'housecat', afterDeath: 'adopt_again' },
      sits: false,
      fruitless: new Map(),
    });

  return {
    fate,
    memory,
    client: house.as(key),
    /** One round; after a crash, another one by a restarted keeper. */
    async makeRound(): Promise<void> {
      try {
        await round();
      } catch (error) {
        if (!(error instanceof StruckDown)) throw error;
        alive = true;
        await round();
      }
    },
    diary: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as DatedDiaryEntry),
  };
}

type MortalKeeper = ReturnType<typeof aMortalKeeper>;

async function lives(house: TestHouse, keepers: readonly MortalKeeper[]): Promise<void> {
  // Adoption, a meal, and three days of absence in which a creature dies.
  for (const span of ['0h', '4h', '60h']) {
    house.clock.forward(span);
    for (const keeper of keepers) await keeper.makeRound();
  }
}

async function storyOf(keeper: MortalKeeper) {
  const diary = keeper.diary();
  const ids = diary.flatMap((entry) => (entry.kind === 'adopted' ? [entry.creature_id] : []));
  const done: string[] = [];
  for (const creature_id of ids) {
    const { care_log: log } = await keeper.client.getCareHistory({ query: { creature_id, limit: 500 } });
    done.push(...log.map(({ action, timestamp }) => `${timestamp} ${action} ${creature_id}`));
  }
  const told = diary.flatMap((entry) =>
    entry.kind === 'care' ? [`${entry.at} ${entry.action} ${entry.creature_id}`] : [],
  );
  const count = (kind: DatedDiaryEntry['kind']) => diary.filter((entry) => entry.kind === kind).length;
  const seen = (kind: 'hatched' | 'died') =>
    ids.map((id) => diary.some((entry) => entry.kind === kind && entry.creature_id === id));
  return {
    adopted: count('adopted'),
    creatures: new Set(ids).size,
    told: told.toSorted(),
    done: done.toSorted(),
    meals: done.filter((deed) => deed.includes(' feed ')).length,
    /** Observations may be recorded twice, but at least once. */
    seen: { hatched: seen('hatched'), died: seen('died') },
    /** An adopted creature must not be recorded as found. */
    found: count('found'),
    pending: (await keeper.memory()).now.begun,
  };
}

onSqlite((place) => {
  test('after a crash at any operation, the diary has every act once, and no act is repeated', async () => {
    // The number of operations is counted in a separate house, because the clock cannot be turned back.
    const rehearsal = await aPlainHouse(await place.fresh());
    const model = aMortalKeeper(rehearsal, await rehearsal.registered('model'));
    await lives(rehearsal, [model]);
    const expected = await storyOf(model);
    expect(expected).toMatchObject({ adopted: 2, creatures: 2, found: 0 });
    expect(expected.seen).toEqual({ hatched: [true, true], died: [true, false] });
    expect(model.fate.steps).toBeGreaterThan(15);

    const house = await aPlainHouse(await place.fresh());
    const mortals: MortalKeeper[] = [];
    for (let nth = 1; nth <= model.fate.steps; nth += 1)
      mortals.push(aMortalKeeper(house, await house.registered(`mortal-${nth}`), nth));
    await lives(house, mortals);
    for (const [at, mortal] of mortals.entries()) {
      const story = await storyOf(mortal);
      const fate = `struck down after ${mortal.fate.fell}, its trace number ${at + 1}`;
      expect(mortal.fate.fell, fate).not.toBe('');
      expect(story.told, fate).toEqual(story.done);
      const { adopted, creatures, meals, seen } = expected;
      expect(story, fate).toMatchObject({ adopted, creatures, meals, seen, found: 0, pending: undefined });
    }
  });
});
