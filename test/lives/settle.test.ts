import { Client } from 'pg';
import { expect, onTestFinished, test, afterEach, vi } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { DatabaseUnavailableError } from '../../packages/database/portable.ts';
import { HOUR, MINUTE, DAY } from '../../src/rules/base/clock.ts';
import { findBuiltIn } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import {
  isSameBeing,
  noLifeRecords,
  recordHappenings,
  withConsistency,
} from '../../src/features/creatures/save-change.ts';
import {
  settle,
  settleRound,
  findFirstDue,
  readBacklog,
  settleForReading,
  settleLivingOf,
  SettlingProgress,
} from '../../src/features/creatures/settle.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { buildHouse, type House } from '../../src/app/house.ts';
import { startSettlingDue } from '../../src/app/jobs.ts';
import { openLog } from '../../src/app/log.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { inhabited } from '../pages/inhabited.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { addDueCreatures, everyone, settleDue } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';
import { seededInts } from '../support/seeded.ts';
import { storeWith } from '../support/store-with.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

// More than two batches, with creatures of each keeper in all of them.
const MANY = { creatures: 450, keepers: 30 };

function aNode(store: Database, now = 0): House {
  const house = buildHouse(plainParts(store, handClock(now)));
  onTestFinished(() => house.rasterizer?.close());
  return house;
}

async function idsDue(store: Database, now: number): Promise<string[]> {
  const due = (await everyone(store)).filter(({ nextEventAt = Infinity }) => nextEventAt <= now);
  return due.map(({ creature }) => creature.id).toSorted();
}

eachDatabase((place) => {
  test('two settlers share the due creatures, and each is settled once', async () => {
    const store = await place.fresh();
    const { now, ids } = await addDueCreatures(store, MANY);
    const nodes = [aNode(store), aNode(await place.again(store))];
    expect(await Promise.all(nodes.map((house) => settleDue(house, now)))).toEqual([[], []]);
    expect(nodes.reduce((sum, { settling }) => sum + settling.settled, 0)).toBe(ids.length);
    expect(new Set((await everyone(store)).map(({ version }) => version))).toEqual(new Set([2]));
    expect(await idsDue(store, now)).toEqual([]);
  });

  test('the longest due are settled first, and a round over its time leaves the rest', async () => {
    const store = await place.fresh();
    const { now, ids } = await addDueCreatures(store, MANY);
    let looks = 0;
    // The first batch uses up the time.
    const house = { ...aNode(store), monotonicMs: () => (looks++ === 0 ? 0 : 1000) };
    expect(await settleRound(house, { now, until: 500 })).toEqual({ now, complete: false, failures: [] });
    expect(await idsDue(store, now)).toEqual(ids.slice(200).toSorted());
  });

  test('a stopped settler finishes its batch, and the next one settles the rest', async () => {
    const store = await place.fresh();
    const { now, ids } = await addDueCreatures(store, MANY);
    const house = aNode(store, now);
    const stopped = startSettlingDue(house, openLog('silent'));
    stopped.begin();
    await stopped.stop();
    expect(house.settling.settled).toBeLessThanOrEqual(200);
    expect(await idsDue(store, now)).toEqual(ids.slice(house.settling.settled).toSorted());
    const next = startSettlingDue(house, openLog('silent'));
    next.begin();
    await expect.poll(() => idsDue(store, now)).toEqual([]);
    await next.stop();
    expect(house.settling.settled).toBe(ids.length);
  });

  test('an invalid creature does not block others of its batch', async () => {
    const store = await place.fresh();
    const { now, ids } = await addDueCreatures(store, { creatures: 5, keepers: 2 });
    const [broken = ''] = ids;
    const spoil = `update creatures set body = replace(body, '"trust":20', '"trust":900') where id = $1`;
    expect(await store.run({ text: spoil }, [broken])).toBe(1);
    const failures = await settleDue(aNode(store), now);
    const err = { message: expect.stringContaining('a stat is not between 0 and 100') };
    expect(failures).toMatchObject([{ creature: broken, err }]);
    expect(await idsDue(store, now)).toEqual([broken]);
  });

  test('a creature inserted with an old due time is found by the full scan', async () => {
    const store = await place.fresh();
    const house = aNode(store);
    const START = Date.UTC(2026, 0, 20);
    await settleDue(house, START);
    const { ids } = await addDueCreatures(store, { creatures: 3, keepers: 1 });
    await settleDue(house, START);
    expect(await idsDue(store, START)).toEqual(ids.toSorted());
    house.settling.lookEverywhere();
    await settleDue(house, START);
    expect(await idsDue(store, START)).toEqual([]);
  });

  test('settling in batches gives the same result as settling one by one', async () => {
    const roll = seededInts();
    const lives = { creatures: 16, days: 3, seed: roll(1, 1_000_000) };
    const [together, oneByOne] = [
      await inhabited(await place.fresh(), lives),
      await inhabited(await place.fresh(), lives),
    ];
    const later = together.now + roll(1, 90) * HOUR;
    const due = await idsDue(together.house.store, later);
    expect(await settleDue(together.house, later)).toEqual([]);
    const queue = (await everyone(oneByOne.house.store)).toSorted(
      (one, other) =>
        (one.nextEventAt ?? Infinity) - (other.nextEventAt ?? Infinity) ||
        (one.creature.id < other.creature.id ? -1 : 1),
    );
    for (const stored of queue) await settle(oneByOne.house, stored, later);
    expect(together.house.settling.settled).toBe(due.length);
    for (const table of Object.keys(TABLES)) {
      const [one, other] = [together, oneByOne].map(({ house }) => rowsOf(house.store, table));
      expect(await one, table).toEqual(await other);
    }
    for (const { house } of [together, oneByOne]) await house.rasterizer?.close();
  }, 120_000);

  if (place.kind === 'SQLite') return;
  test('rows locked by another transaction, creature or keeper, are skipped without waiting', async () => {
    const store = await place.fresh();
    const { now, ids, keepers } = await addDueCreatures(store, { creatures: 250, keepers: 50 });
    const held = new Client(String(place.addressOf(store).databaseUrl));
    await held.connect();
    await held.query('begin');
    await held.query('select 1 from creatures where id = $1 for no key update', [ids[0]]);
    await held.query('select 1 from keepers where agent_id = $1 for no key update', [keepers[1]]);
    const house = aNode(store);
    const round = settleRound(house, { now, until: Infinity });
    const left = ids.filter((_, nth) => nth === 0 || nth % 50 === 1);
    await expect.poll(() => idsDue(store, now)).toEqual(left.toSorted());
    await held.query('rollback');
    await held.end();
    expect(await round).toEqual({ now, complete: true, failures: [] });
    expect(await idsDue(store, now)).toEqual([]);
    expect(house.settling.settled).toBe(ids.length);
  });
});

// Gravestone ids are random, and counts may be spread over several rows.
const TABLES: Readonly<Record<string, string>> = {
  creatures: `id, state, living, stage, path, age_from, died_at, cause, consistency_tenths, body, next_event_at,
    version, cared_at from creatures`,
  keepers: `agent_id, adults_raised, deaths, gravestones, living, consistency_tenths, score, last_active_at,
    has_child from keepers`,
  milestones: 'creature_id, type, threshold, reached_at, shown from milestones',
  gravestones: `creature_id, death_number, caretaker, species_name, stage_reached, path, lived_ms,
    missed_feedings, consistency, cause, died_at from gravestones`,
  picture_jobs: 'sitter, occasion, agent_id, due_at, attempts from picture_jobs',
  tallies: 'span, bucket, what, sum(n) as n from tallies group by span, bucket, what having sum(n) <> 0',
};

async function rowsOf(store: Database, table: string): Promise<readonly unknown[]> {
  const select = TABLES[table] ?? '';
  const [names = ''] = select.split(' from ');
  const columns = names.split(/,\s+/).map((column) => column.replace(/^.* as /, ''));
  return store.all<unknown>({ text: `select ${select} order by 1, 2, 3`, columns }, []);
}

afterEach(() => vi.restoreAllMocks());

/** Total wait so far in milliseconds, as requested from this process. */
function waits(): () => number[] {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  return () => timer.mock.calls.map(([, ms]) => Number(ms));
}

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

const HATCHED = Date.UTC(2026, 0, 15);
const NOW = HATCHED + 3 * DAY;

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
    for (const { creature, version } of await everyone(store, ids))
      expect(version).toBe(creature.keeperId === keepers[0] ? 2 : 1);
  });

  test.each([
    ['two full batches and a rest', 450, [3, 3]],
    ['one exactly full batch', 200, [3]],
  ])('a round pauses after each full batch, not for an empty queue: %s', async (_, creatures, pauses) => {
    const { house, now, dueNow } = await behind(creatures, 30);
    const waited = waits();
    expect((await settleRound(house, { now, until: Infinity, restMs: 3 })).complete).toBe(true);
    expect(waited().filter((ms) => ms <= 100)).toEqual(pauses);
    expect(house.settling.settled).toBe(creatures);
    expect(await dueNow()).toBeUndefined();
  });

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
    const lockedAtFirst = locked((look) => look <= 8);
    const { house, now } = await behind(3, 1, lockedAtFirst);
    const waited = waits();
    expect((await settleRound(house, { now, until: Infinity })).complete).toBe(true);
    expect(waited().filter((ms) => ms <= 100)).toEqual([5, 10, 20, 40, 80, 100, 100]);
  });

  test('no batch begins once the time is over, and a round whose time ends with the last batch is complete', async () => {
    const { house, now, dueNow } = await behind();
    const end = await settleRound({ ...house, monotonicMs: () => 500 }, { now, until: 500 });
    expect(end.complete).toBe(false);
    expect(await dueNow()).toBeDefined();
    let ms = 0;
    const transaction: Database['transaction'] = (work) =>
      house.store.transaction(work).finally(() => (ms = 1000));
    const busy = { ...house, store: storeWith(house.store, { transaction }), monotonicMs: () => ms };
    expect((await settleRound(busy, { now, until: 500 })).complete).toBe(true);
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
    const failures = [{ creature: broken, err: { message: 'an odd one' } }];
    expect(end).toMatchObject({ complete: true, failures });
    expect(house.settling.settled).toBe(2);
    // Retried in the next round.
    expect(house.settling.queueStart).toBeLessThan(now - 1e9);
  });

  test('a creature that fails once and then succeeds is no failure', async () => {
    let fails = 1;
    const lockedOnce = locked((look) => look === 2);
    const { house, now } = await behind(3, 1, lockedOnce);
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

  test('a lost egg has no lifetime and no missed meal', async () => {
    const store = await fresh();
    const keeper = await aKeeper(store);
    const born = await aResident(store, { keeperId: keeper.id, hatchedAt: HATCHED });
    const stored = await findOwnCreature(store, keeper.id, born.id);
    if (!stored) throw new Error('nobody there');
    const records = noLifeRecords();
    const creature = { ...stored.creature, stage: 'egg' as const, life: undefined };
    const species = findBuiltIn('housecat') as Species;
    const died = { kind: 'died', at: NOW, cause: 'hunger' } as const;
    const change = { stored, creature, species, happened: [died], now: NOW };
    await store.transaction(async (db) => {
      recordHappenings({ db, random: systemRandom, records }, change, keeper);
    });
    expect(records.gravestones).toMatchObject([{ livedMs: 0, missedFeedings: 0, consistency: 100 }]);
  });

  test('a changed stage, death, release or resurrection needs a full write of the creature; a meal does not', async () => {
    const store = await fresh();
    const { id } = await aKeeper(store);
    const cat = await aResident(store, { keeperId: id, hatchedAt: HATCHED });
    const { life } = cat;
    if (!life) throw new Error('not hatched');
    expect(isSameBeing(cat, { ...cat, life: { ...life, lastFedAt: NOW } })).toBe(true);
    expect(isSameBeing({ ...cat, life: undefined }, { ...cat, life: undefined })).toBe(true);
    for (const other of [
      { stage: 'child' as const },
      { died: { at: NOW, cause: 'hunger' as const } },
      { releasedAt: NOW },
      { life: { ...life, ageFrom: NOW } },
      { life: undefined },
    ]) {
      expect(isSameBeing(cat, { ...cat, ...other }), JSON.stringify(other)).toBe(false);
      expect(isSameBeing({ ...cat, ...other }, cat), JSON.stringify(other)).toBe(false);
    }
  });

  test('an unchanged record is the same object', async () => {
    const keeper = await aKeeper(await fresh(), { consistencyTenths: 700 });
    expect(withConsistency(keeper, 0)).toBe(keeper);
    expect(withConsistency(keeper, -30).consistencyTenths).toBe(670);
  });
});
