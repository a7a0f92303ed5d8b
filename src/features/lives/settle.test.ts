import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { addDueCreatures } from '../../../test/support/due-creatures.ts';
import { handClock } from '../../../test/support/hand-clock.ts';
import { plainParts } from '../../../test/support/parts.ts';
import { storeWith } from '../../../test/support/store-with.ts';
import type { Database } from '../../db/db.ts';
import { DatabaseUnavailableError } from '../../db/portable.ts';
import { HOUR, MINUTE } from '../../rules/base/clock.ts';
import { findBuiltIn } from '../../rules/species/catalog.ts';
import { buildHouse, type House } from '../house.ts';
import { findCreatures } from './creatures.store.ts';
import {
  findFirstDue,
  readBacklog,
  settleForReading,
  settleLivingOf,
  settleRound,
  SettlingProgress,
} from './settle.ts';

afterEach(() => vi.restoreAllMocks());

/** Total wait so far in milliseconds, as requested from this process. */
function waits(): () => number[] {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  return () => timer.mock.calls.map(([, ms]) => Number(ms));
}

function aNode(store: Database): House {
  const house = buildHouse(plainParts(store, handClock(0)));
  onTestFinished(() => house.rasterizer?.close());
  return house;
}

onSqlite(({ fresh }) => {
  type Methods = (store: Database) => Partial<Database>;

  async function behind(creatures = 3, keepers = 1, methods: Methods = () => ({})) {
    const store = await fresh();
    const due = await addDueCreatures(store, { creatures, keepers });
    const house = aNode(storeWith(store, methods(store)));
    const dueNow = () => findFirstDue(aNode(store), due.now);
    return { ...due, store, house, dueNow };
  }

  test('settling one keeper leaves the creatures of others', async () => {
    const { house, store, now, ids, keepers } = await behind(4, 2);
    await settleLivingOf(house, keepers[0] ?? '', now);
    for (const { creature, version } of await findCreatures(store, ids))
      expect(version).toBe(creature.keeperId === keepers[0] ? 2 : 1);
  });

  test.each([
    ['two full batches and a rest', 450, [3, 3]],
    ['one exactly full batch', 200, [3]],
  ])(
    'a round pauses after each full batch and never for an empty queue: %s',
    async (_, creatures, pauses) => {
      const { house, now, dueNow } = await behind(creatures, 30);
      const waited = waits();
      expect((await settleRound(house, { now, until: Infinity, restMs: 3 })).complete).toBe(true);
      expect(waited().filter((ms) => ms <= 100)).toEqual(pauses);
      expect(house.settling.settled).toBe(creatures);
      expect(await dueNow()).toBeUndefined();
    },
  );

  /** A creature that seems locked at some looks at the queue. */
  const locked = (isLocked: (look: number) => boolean): Methods => {
    let looks = 0;
    return (store) => ({
      one: async (query, values) =>
        query.text.includes('offset') && isLocked((looks += 1))
          ? ({ nextEventAt: 0, id: 'held' } as never)
          : store.one(query, values),
    });
  };

  test('locked creatures are retried with growing delays', async () => {
    const { house, now } = await behind(
      3,
      1,
      locked((look) => look <= 8),
    );
    const waited = waits();
    expect((await settleRound(house, { now, until: Infinity })).complete).toBe(true);
    expect(waited().filter((ms) => ms <= 100)).toEqual([5, 10, 20, 40, 80, 100, 100]);
  });

  test('no batch begins once the time is over', async () => {
    const { house, now, dueNow } = await behind();
    const end = await settleRound({ ...house, monotonicMs: () => 500 }, { now, until: 500 });
    expect(end.complete).toBe(false);
    expect(await dueNow()).toBeDefined();
  });

  test('a round whose time ends with the last batch is complete', async () => {
    let ms = 0;
    const { house, now } = await behind(3, 1, (store) => ({
      transaction: (work) => store.transaction(work).finally(() => (ms = 1000)),
    }));
    const end = await settleRound({ ...house, monotonicMs: () => ms }, { now, until: 500 });
    expect(end.complete).toBe(true);
  });

  test('rounds of one process run one after the other', async () => {
    let inside = 0;
    let most = 0;
    const counted = async <T>(work: () => Promise<T>): Promise<T> => {
      most = Math.max(most, (inside += 1));
      const result = await work();
      inside -= 1;
      return result;
    };
    const { house, now } = await behind(3, 1, (store) => ({
      transaction: (work) => store.transaction((db) => counted(() => work(db))),
      one: (query, values) => counted(() => store.one(query, values)),
    }));
    await Promise.all([1, 2, 3].map(() => settleRound(house, { now, until: Infinity })));
    expect(most).toBe(1);
  });

  test('a creature of a species that must be loaded first is settled and counted like the others', async () => {
    const { house, now, dueNow } = await behind();
    const species = { ...house.species, find: async () => findBuiltIn('housecat') };
    const end = await settleRound({ ...house, species }, { now, until: Infinity });
    expect(end).toEqual({ now, complete: true, failures: [] });
    expect(house.settling.settled).toBe(3);
    expect(await dueNow()).toBeUndefined();
  });

  test('a creature whose rules throw is reported, and the rest of its batch is settled', async () => {
    const { house, now, store, ids } = await behind();
    const [broken = ''] = ids;
    await store.run({ text: 'update creatures set species = $2 where id = $1' }, [broken, 'odd']);
    const find = (slug: string) => {
      if (slug === 'odd') throw new Error('an odd one');
      return house.species.find(slug);
    };
    const species = { ...house.species, find };
    const end = await settleRound({ ...house, species }, { now, until: Infinity });
    const failures = [expect.objectContaining({ message: 'an odd one' })];
    expect(end).toMatchObject({ complete: true, failures });
    expect(house.settling.settled).toBe(2);
    // Retried in the next round.
    expect(house.settling.queueStart).toBeLessThan(now - 1e9);
  });

  test('a creature that fails once and then succeeds is no failure', async () => {
    let fails = 1;
    const { house, now } = await behind(
      3,
      1,
      locked((look) => look === 2),
    );
    const find = (slug: string) => {
      // First alone and with the others.
      if (fails++ < 3) throw new Error('not yet');
      return house.species.find(slug);
    };
    const species = { ...house.species, find };
    expect((await settleRound({ ...house, species }, { now, until: Infinity })).failures).toEqual([]);
    expect(house.settling.queueStart).toBe(now - 60_000);
  });

  const lost = new DatabaseUnavailableError('gone');
  const broken = new Error('no such thing');
  const afterWork: Methods = (store) => ({
    transaction: (work) => store.transaction((db) => work(db).then(() => Promise.reject(lost))),
  });
  test.each<[string, Error, Methods]>([
    ['cannot be reached', lost, () => ({ transaction: () => Promise.reject(lost) })],
    ['fails before anybody is taken', broken, () => ({ transaction: () => Promise.reject(broken) })],
    ['is lost in the middle', lost, afterWork],
  ])('a database that %s ends the round, and no creature is reported', async (_, error, methods) => {
    const { house, now } = await behind(3, 1, methods);
    await expect(settleRound(house, { now, until: Infinity })).rejects.toBe(error);
  });

  test('losing the database while a creature is settled alone ends the round', async () => {
    let transactions = 0;
    const { house, now } = await behind(3, 1, (store) => ({
      transaction: (work) => ((transactions += 1) === 1 ? store.transaction(work) : Promise.reject(lost)),
    }));
    const species = { ...house.species, find: async () => findBuiltIn('housecat') };
    await expect(settleRound({ ...house, species }, { now, until: Infinity })).rejects.toBe(lost);
  });

  test('a reader that times out learns up to when all is settled, and later failures do not reach it', async () => {
    const gate = Promise.withResolvers<never>();
    const timers: { readonly wait: number; readonly ring: () => void }[] = [];
    let ms = 0;
    const { house, now, dueNow } = await behind(3, 1, () => ({
      transaction: () => {
        for (const { wait, ring } of timers) {
          ms += wait;
          ring();
        }
        return gate.promise;
      },
    }));
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((ring: () => void, wait: number) => {
      timers.push({ wait, ring });
      return 0;
    }) as never);
    const asOf = await settleForReading({ ...house, monotonicMs: () => ms, readerPatienceMs: 250 }, now);
    vi.restoreAllMocks();
    expect(timers.map(({ wait }) => wait)).toEqual([250]);
    expect(asOf).toBe((await dueNow())?.nextEventAt);
    gate.reject(new Error('later'));
    // An unobserved rejection would be reported as unhandled here.
    await new Promise((later) => setTimeout(later, 5));
  });

  test('the time left of a backlog is what is due divided by the pace', async () => {
    const { house, now } = await behind(30, 3);
    for (const second of [0, 1, 2]) house.settling.record(4, false, second * 1000);
    const backlogAt = (ms: number) => readBacklog({ ...house, monotonicMs: () => ms }, now + HOUR);
    expect(await backlogAt(2000)).toMatchObject({ due: 30, settledPerSecond: 4, secondsLeft: 8 });
    expect(await backlogAt(60_000)).toMatchObject({ due: 30, secondsLeft: undefined });
  });

  test('settling before a read clears its timeout when it is done', async () => {
    const { house, now } = await behind();
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    expect(await settleForReading(house, now)).toBeUndefined();
    expect(cleared).toHaveBeenCalledOnce();
  });
});

test('the pace is that of the last seconds', () => {
  const progress = new SettlingProgress();
  // The slow first minute no longer counts at the end.
  for (let second = 0; second <= 90; second += 1)
    progress.record(second <= 60 ? 10 : 500, false, second * 1000);
  expect(progress.paceAt(90_000)).toBe(500);
  expect(progress.settled).toBe(61 * 10 + 30 * 500);
});

test('a node at the end of the queue, or without recent work, has no pace', () => {
  const progress = new SettlingProgress();
  expect(progress.paceAt(0)).toBeUndefined();
  progress.record(200, false, 0);
  expect(progress.paceAt(100)).toBeUndefined();
  progress.record(200, false, 1000);
  expect(progress.paceAt(1000)).toBe(200);
  expect(progress.paceAt(60_000)).toBeUndefined();
  progress.record(17, true, 1500);
  expect(progress.paceAt(1500)).toBeUndefined();
  expect(progress.settled).toBe(417);
});

test('settled creatures are skipped, except for the last minute, until a full scan', () => {
  const progress = new SettlingProgress();
  const beginning = progress.queueStart;
  progress.settledUpTo(10 * HOUR);
  progress.settledUpTo(5 * HOUR);
  expect(progress.queueStart).toBe(10 * HOUR - MINUTE);
  progress.lookEverywhere();
  expect(progress.queueStart).toBe(beginning);
});
