import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { buildHouse, type House } from '../../src/features/house.ts';
import { settle, settleDue, settleRound } from '../../src/features/lives/settle.ts';
import { startSettlingDue } from '../../src/jobs/jobs.ts';
import { openLog } from '../../src/log.ts';
import type { Database } from '../../src/db/db.ts';
import { creatureIdsAfter } from '../../src/features/lives/due-creatures.store.ts';
import { findCreatures, type StoredCreature } from '../../src/features/lives/creatures.store.ts';
import { inhabited } from '../pages/inhabited.ts';
import { eachDatabase } from '../support/databases.ts';
import { addDueCreatures } from '../support/due-creatures.ts';
import { handClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';
import { seededInts } from '../support/seeded.ts';

// More than two batches, with creatures of each keeper in all of them.
const MANY = { creatures: 450, keepers: 30 };

function aNode(store: Database, now = 0): House {
  const house = buildHouse(plainParts(store, handClock(now)));
  onTestFinished(() => house.rasterizer?.close());
  return house;
}

async function everyone(store: Database): Promise<StoredCreature[]> {
  return findCreatures(store, await creatureIdsAfter(store, {}, '', 1000));
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
    const failures = await Promise.all(nodes.map((house) => settleDue(house, now)));
    expect(failures).toEqual([[], []]);
    expect(nodes.reduce((sum, { settling }) => sum + settling.settled, 0)).toBe(ids.length);
    const versions = new Set((await everyone(store)).map(({ version }) => version));
    expect(versions).toEqual(new Set([2]));
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
    await expect.poll(() => idsDue(store, now), { timeout: 60_000 }).toEqual([]);
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
    expect(failures.map(String)).toEqual([expect.stringContaining('a stat is not between 0 and 100')]);
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
    await expect.poll(() => idsDue(store, now), { timeout: 20_000 }).toEqual(left.toSorted());
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
