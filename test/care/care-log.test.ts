import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import type { Database, Query } from '../../packages/database/db.ts';
import { DAY, iso, HOUR } from '../../src/rules/base/clock.ts';
import { ACTIONS, FAMILIES } from '../../src/rules/vocabulary.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { auditHouse, type AuditStep } from '../../src/features/audit/audit.ts';
import { FamilyDeeds } from '../../src/features/care/family-deeds.ts';
import * as careLog from '../../src/features/records/care-log.store.ts';
import { findCreature } from '../../src/features/records/creatures.store.ts';
import { RefusedError } from '../../src/client/client.ts';
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { withSeed } from '../support/asking.ts';
import { logEntry } from '../support/care-entries.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopted, aHome, care, kept, lookFor, release, history } from '../support/keeping.ts';
import { seededInts } from '../support/seeded.ts';
import { storeWith, transactionWith } from '../support/store-with.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

/** Ids of log entries by plain SQL. */
async function plainly(db: Database, where: string, ...values: readonly string[]) {
  const query = { text: `select id from care_log where ${where}`, columns: ['id'] } as const;
  return (await db.all<{ id: string }>(query, values)).map(({ id }) => id);
}

const wakeful = { house: { random: withSeed(SLEEPLESS) } };

async function aLife(db: Database, name = 'Bo') {
  const { id: keeperId } = await aKeeper(db);
  return { db, keeperId, id: (await aResident(db, { keeperId, hatchedAt: 1, name })).id };
}

const threeLives = async (db: Database) => [await aLife(db), await aLife(db), await aLife(db)];
const TOLD = { agent: 'ada', creature: 'Bo', species: 'housecat', notes: undefined };
const ids = (entries: readonly careLog.CareLogEntry[]) => entries.map(({ id }) => id);

const OLDEST: Query<{ at: number }> = { text: 'select min(at) as at from care_log', columns: ['at'] };

/** SQL that does what `arkhouse archive` of 1.0.0 did: archives all entries before `at`. */
const archiveBefore = (at: number) => `
  insert into archived_months (month, entries, checksum, removed, archived_at)
    select '2026-01', count(*), '', count(*), ${at} from care_log where at < ${at};
  insert into archived_logs (creature_id, keeper_id, entries, last_at, cared_at, fed)
    select creature_id, max(keeper_id), count(*), max(at), max(case when refused is null then at end),
      max(case when action = 'feed' and refused is null then 1 else 0 end)
    from care_log where at < ${at} group by creature_id;
  insert into archived_cares (action, timing, with_item, item, counts, n)
    select action, coalesce(timing, ''), case when category is null then 0 else 1 end,
      case when ${careLog.COUNTED_BY_NAME} then lower(item) else '' end, counts, count(*)
    from care_log join keepers on agent_id = keeper_id
    where refused is null and at < ${at} group by 1, 2, 3, 4, 5;
  delete from care_log where at < ${at};`;

// Later than the end of the legacy partition on any day the tests run.
const THEN = Date.UTC(2101, 4, 31, 23, 59, 59);

const MONTHS: Query<{ name: string }> = {
  text: `select cast(inhrelid as regclass)::text as name from pg_inherits
    where inhparent = cast('care_log' as regclass) and cast(inhrelid as regclass)::text ~ '[0-9]' order by 1`,
  columns: ['name'],
};
const FILES: Query<{ file: number }> = {
  text: `select cast(pg_relation_filenode(tableoid) as bigint) as file from care_log group by 1`,
  columns: ['file'],
};

const namesOf = async (db: Database) => (await db.all(MONTHS, [])).map(({ name }) => name);

function manyEntries(count: number, creatureId: string, at: number): { text: string } {
  return {
    text: `insert into care_log (at, id, creature_id, version, keeper_id, family, action, heard)
      select ${at}, 'many' || n, '${creatureId}', n, 'k', 'cat', 'feed', 0 from generate_series(1, ${count}) n`,
  };
}

test('a month includes its first moment and excludes the first moment of the next', () => {
  const may = careLog.monthOf(THEN);
  expect(may).toEqual({ name: '2101-05', from: Date.UTC(2101, 4), until: Date.UTC(2101, 5) });
  expect(careLog.monthOf(may.until)).toMatchObject({ name: '2101-06', from: may.until });
  expect(careLog.monthOf(may.until - 1)).toEqual(may);
  expect(careLog.monthOf(Date.UTC(2026, 11, 31))).toMatchObject({
    name: '2026-12',
    until: Date.UTC(2027, 0),
  });
});

const ALL = { limit: 20, offset: 0 };

eachDatabase(({ kind, fresh, blank, again, apart }) => {
  test('the log of a life holds no entries of other lives', async () => {
    const db = await fresh();
    const lives = await threeLives(db);
    await db.transaction(async (work) => {
      for (let n = 0; n < 90; n += 1) {
        const refused = n % 7 === 0 ? 'too_shy' : undefined;
        const { id = '' } = lives[(n + (n >> 2)) % 3] ?? {};
        await logEntry(work, id, { at: Math.floor(n / 4) * 1000, refused });
      }
    });
    for (const { id } of lives) {
      const plain = await plainly(db, 'creature_id = $1 order by version desc', id);
      expect(ids(await careLog.careLogOf(db, id, { limit: 500, offset: 0 }))).toEqual(plain);
      expect(ids(await careLog.careLogOf(db, id, { limit: 4, offset: 3 }))).toEqual(plain.slice(3, 7));
      expect(ids(await careLog.careLogsOfMany(db, [id]))).toEqual(plain.toReversed());
      const [, second] = await careLog.careLogOf(db, id, { limit: 2, offset: 0 });
      expect(second && ids(await careLog.careLogBefore(db, second, 5))).toEqual(plain.slice(2, 7));
    }
    expect(await careLog.careLogOf(db, 'nobody', { limit: 5, offset: 0 })).toEqual([]);
  });

  test('care is counted per day and per stage; refused care is not counted', async () => {
    const { db, id } = await aLife(await fresh());
    for (const [day, refused] of [[0], [1], [2, 'too_shy'], [2], [2], [3]] as const)
      await logEntry(db, id, { at: day * DAY + 5, refused });
    const parts = [2 * DAY, 3 * DAY + 5, 9 * DAY] as const;
    const { counts, unknownUntil } = await careLog.countCare(db, id, { days: DAY, parts });
    expect(counts.map(({ day, part, action, n, firstAt }) => [day, part, action, n, firstAt])).toEqual([
      [-1, 0, 'feed', 1, 5],
      [1, 0, 'feed', 1, DAY + 5],
      [2, 1, 'feed', 2, 2 * DAY + 5],
      [3, 2, 'feed', 1, 3 * DAY + 5],
    ]);
    expect(unknownUntil).toBeUndefined();
  });

  test.each([
    ['a creature that forgot its log', 'update creatures set last_entry_id = null, last_entry_at = null'],
    ['an entry that follows nobody', 'update care_log set previous_id = null, previous_at = null'],
    ['an entry that follows itself', 'update care_log set previous_id = id, previous_at = at'],
    ['care that its creature does not remember', 'update creatures set cared_at = null'],
  ])('the audit finds %s', async (_, text) => {
    const house = await aHouse(await fresh());
    const cat = await kept(house, 'housecat');
    for (const action of ['play', 'clean', 'reflect'] as const) await care(cat, action);
    const { store } = house.house;
    const audited = async () =>
      (await auditStore(store, house.clock.now())).filter(({ check }) => /log/.test(check));
    expect(await audited()).toEqual([]);
    await store.run({ text }, []);
    expect(await audited()).not.toEqual([]);
  });

  test('the last activity of an agent is right after care, release and adoption of any of its creatures', async () => {
    const house = await aHouse(await fresh(), wakeful);
    const home = await aHome(house, { username: 'wren' });
    const [cat, dog] = [await adopted(home, 'housecat', 'A'), await adopted(home, 'terrier', 'B')];
    const { store } = house.house;
    const findings = async () => auditStore(store, house.clock.now());
    const steps: readonly (() => Promise<unknown>)[] = [
      () => care(home, 'feed', { creature_id: cat }),
      () => care(home, 'play', { creature_id: dog }),
      () => care(home, 'clean', { creature_id: cat }),
      () => release({ ...home, id: cat }),
      () => care(home, 'feed', { creature_id: dog }),
      () => adopted(home, 'calico', 'C'),
      () => care(home, 'play', { creature_id: dog }),
      () => abandon({ ...home, id: dog }),
      () => lookFor(home, dog),
      () => adopted(home, 'tabby', 'D'),
      () => care(home, 'play'),
    ];
    for (const [nth, step] of steps.entries()) {
      await step();
      house.clock.forward('7m');
      expect(await findings(), `after step ${nth}`).toEqual([]);
    }
  });

  test('care that does not change the keeper does not write the keeper row', async () => {
    const written: string[] = [];
    const store = await fresh();
    const transaction: Database['transaction'] = (work) =>
      store.transaction((db) =>
        work(
          transactionWith(db, (command, values) => {
            written.push(command.text);
            return db.run(command, values);
          }),
        ),
      );
    const house = await aHouse(storeWith(store, { transaction }), wakeful);
    const cat = await kept(house, 'housecat');
    await care(cat, 'reflect');
    written.length = 0;
    house.clock.forward('2m');
    await care(cat, 'clean');
    await care(cat, 'reflect');
    expect(written.filter((text) => text.includes('version = version + 1'))).toHaveLength(2);
    expect(written.filter((text) => text.includes('update keepers'))).toEqual([]);
  });

  test('recent deeds exclude declined care and read at most 100 log entries', async () => {
    const { db, id: creatureId } = await aLife(await fresh());
    await logEntry(db, creatureId, { action: 'reflect' });
    for (let n = 0; n < 99; n += 1) await logEntry(db, creatureId, { refused: 'too_shy' });
    expect((await careLog.deedsInLog(db, creatureId)).map(({ action }) => action)).toEqual(['reflect']);
    await logEntry(db, creatureId, { refused: 'too_shy' });
    expect(await careLog.deedsInLog(db, creatureId)).toEqual([]);
    await logEntry(db, creatureId, { action: 'play' });
    expect((await careLog.deedsInLog(db, creatureId)).map(({ action }) => action)).toEqual(['play']);
  });

  test('the stored recent deeds equal those read from the log', async () => {
    const draw = seededInts();
    const house = await aHouse(await fresh(), wakeful);
    const { store } = house.house;
    const one = await kept(house, 'hedgehog');
    for (let n = 0; n < 30; n += 1) {
      const action = ACTIONS[draw(0, ACTIONS.length)] ?? 'feed';
      await care(one, action, draw(0, 2) === 0 ? {} : { notes: `note ${n}` });
      house.clock.forward(`${draw(1, 90)}m`);
      const stored = await findCreature(store, one.id);
      expect(stored && (await careLog.recentDeedsOf(store, stored))).toEqual(
        await careLog.deedsInLog(store, one.id),
      );
    }
    await store.run({ text: 'update creatures set recent_deeds = null' }, []);
    const told = await careLog.deedsInLog(store, one.id);
    const { your_recent: recent } = await care(one, 'reflect');
    expect(recent?.map(({ action, notes }) => [action, notes])).toEqual(
      told.map(({ action, notes }) => [action, notes ?? null]),
    );
    expect(await auditHouse(store, house.clock.now())).toEqual([]);
    await store.run({ text: `update creatures set recent_deeds = '[]'` }, []);
    expect(await auditHouse(store, house.clock.now())).toMatchObject([{ subject: one.id }]);
  });

  test('the remembered deeds of others equal those in the log, at most twenty of one keeper', async () => {
    const db = await fresh();
    const draw = seededInts();
    const lives = await threeLives(db);
    const remembered = new FamilyDeeds(storeWith(db, { shared: false }));
    const opened = async (nth: number) => {
      const { id, keeperId } = lives[Math.max(0, draw(-3, 3))] ?? { id: '', keeperId: '' };
      const deed = {
        id: randomUUID(),
        at: nth,
        family: FAMILIES[draw(0, 2)] ?? 'cat',
        action: ACTIONS[draw(0, 2)] ?? 'feed',
        heard: draw(0, 5) > 0,
      };
      await logEntry(db, id, deed);
      return { ...deed, entryId: deed.id, creatureId: id, keeperId, ...TOLD };
    };
    for (let nth = 1; nth <= 250; nth += 1) await opened(nth);
    const expectSame = async () => {
      const newest = `id in (select id from (select id, row_number() over (partition by keeper_id order by at desc, id desc) as nth
        from care_log where family = $1 and action = $2 and heard = 1) mine where nth <= 20) order by at desc, id desc limit 40`;
      for (const family of FAMILIES)
        for (const action of ACTIONS) {
          const deeds = await remembered.ofKind(family, action, 1);
          expect(deeds.map(({ entryId }) => entryId)).toEqual(await plainly(db, newest, family, action));
        }
    };
    await expectSame();
    for (let nth = 251; nth <= 300; nth += 1) {
      const { heard, ...deed } = await opened(nth);
      if (heard) remembered.add(deed);
    }
    await expectSame();
  });

  test('a deed written by another node is seen within a second, and once', async () => {
    const { db, id } = await aLife(await fresh(), 'Moss');
    const remembered = new FamilyDeeds(storeWith(db, { shared: true }));
    const heardAt = (now: number) => remembered.ofKind('cat', 'feed', now);
    expect(await heardAt(1000)).toEqual([]);
    await logEntry(db, id, { family: 'cat', at: 900, heard: true, notes: 'not for others' });
    expect(await heardAt(1999)).toEqual([]);
    const [deed, ...others] = await heardAt(2000);
    expect(others).toEqual([]);
    expect(deed).toMatchObject({ creature: 'Moss', species: 'housecat', at: 900, notes: undefined });
    if (deed) remembered.add(deed);
    expect(await heardAt(4000)).toEqual([deed]);
  });

  test('the audit accepts a log partly archived by 1.0.0, and its history says where the log begins', async () => {
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const { store } = house.house;
    const home = await aHome(house, { username: 'wren' });
    const old = await adopted(home, 'terrier', 'Old');
    await care(home, 'feed', { creature_id: old, item: 'kibble' });
    const long = await adopted(home, 'housecat', 'Long');
    for (let turn = 0; turn < 110; turn += 1) {
      for (const action of ['feed', 'clean'] as const)
        await care(home, action, {
          creature_id: long,
          ...(turn % 5 === 0 && action === 'feed' && { item: 'tuna' }),
        }).catch((error: unknown) => {
          if (!(error instanceof RefusedError) || error.status !== 409) throw error;
        });
      house.clock.forward('8h');
    }
    const young = await adopted(home, 'tabby', 'Young');
    const now = house.clock.now();
    const lastOfOld = (await history(home, old)).care_log[0]?.timestamp;
    await store.exclusive((db) => db.script(archiveBefore(now - 31 * 86_400_000)));

    let beyond = 0;
    const onStep = (step: AuditStep) => void (beyond += step.done === 'lives' ? step.beyond : 0);
    expect(await auditHouse(store, now, { onStep })).toEqual([]);
    expect(beyond).toBe(2);
    expect(await history(home, old)).toMatchObject({ care_log: [], archived_until: lastOfOld });
    const told = await history(home, long);
    const oldest = (await store.one(OLDEST, []))?.at ?? 0;
    expect(told.care_log.at(-1)?.timestamp).toBe(iso(oldest));
    expect(Date.parse(told.archived_until ?? '')).toBeLessThan(oldest);
    expect(await history(home, young)).not.toHaveProperty('archived_until');

    const leave = { method: 'DELETE', path: '/api/auth/me', body: { username: 'wren' } } as const;
    expect(await house.ask({ ...leave, key: home.key })).toMatchObject({ status: 200 });
    expect(await auditHouse(store, now)).toEqual([]);
    await store.exclusive((db) => db.script('delete from archived_logs'));
    expect(await auditHouse(store, now)).not.toEqual([]);
  }, 120_000);

  test('the log of a life is read across months, with and without a partition', async () => {
    const { db, id } = await aLife(await fresh());
    for (let n = 0; n < 12; n += 1) {
      const at = THEN + n * 20 * DAY;
      if (n % 5 === 0) await careLog.makeCareLogMonths(db, at);
      await logEntry(db, id, { at, version: n });
    }
    // No partition exists yet for this date.
    await logEntry(db, id, { at: THEN + 3000 * DAY, version: 12 });
    await careLog.makeCareLogMonths(db, THEN + 3000 * DAY);
    await logEntry(db, id, { at: THEN + 3000 * DAY + HOUR, version: 13 });
    const versions = (await careLog.careLogOf(db, id, ALL)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 14 }, (_, n) => 13 - n));
    expect(await careLog.careLogOf(db, id, { limit: 2, offset: 11 })).toMatchObject([
      { version: 2 },
      { version: 1 },
    ]);
  });

  if (kind === 'SQLite') return;
  test('partitions for this month and the next two are created once, by any number of nodes, and none for a month of the legacy partition', async () => {
    const db = await apart();
    const other = await again(db);
    await careLog.makeCareLogMonths(db, Date.UTC(2020, 0));
    const legacy = [expect.stringMatching(/^care_log_until_/)];
    expect(await namesOf(db)).toEqual(legacy);
    await Promise.all([careLog.makeCareLogMonths(db, THEN), careLog.makeCareLogMonths(other, THEN)]);
    await careLog.makeCareLogMonths(other, THEN + 1000);
    const months = ['2101_05', '2101_06', '2101_07', '2101_08'].map((month) => `care_log_${month}`);
    expect(await namesOf(db)).toEqual([...months, ...legacy]);
  });

  test('entries move from the default partition to their month only if they are few', async () => {
    const { db, id } = await aLife(await apart());
    await logEntry(db, id, { at: THEN });
    await db.run(manyEntries(10_001, id, Date.UTC(2101, 6)), []);
    await careLog.makeCareLogMonths(db, THEN);
    const tables = `select cast(tableoid as regclass)::text as name, count(*) as n from care_log group by 1 order by 1`;
    expect(await db.all({ text: tables, columns: ['name', 'n'] }, [])).toEqual([
      { name: 'care_log_2101_05', n: 1 },
      { name: 'care_log_rest', n: 10_001 },
    ]);
    expect(await namesOf(db)).not.toContain('care_log_2101_07');
  });

  test('creating a partition gives up on a long reader and does not block writers', async () => {
    const { db, id } = await aLife(await apart());
    const other = await again(db);
    await careLog.makeCareLogMonths(db, THEN);
    await db.transaction(async (reader) => {
      await reader.one({ text: 'select count(*) as n from care_log_rest', columns: ['n'] }, []);
      const made = careLog.makeCareLogMonths(other, THEN + 100 * DAY);
      await Promise.all([expect(made).rejects.toThrow(/lock timeout/), logEntry(other, id, { at: THEN })]);
    });
    await careLog.makeCareLogMonths(other, THEN + 100 * DAY);
    expect(await namesOf(db)).toContain('care_log_2101_09');
  });

  test('the audit finds a log entry without a creature, and one with another keeper', async () => {
    const db = await apart();
    await logEntry(db, 'nobody', { at: 1000, previousId: undefined });
    const { id } = await aLife(db);
    await logEntry(db, id, { at: 1500 });
    await db.run({ text: `update care_log set keeper_id = 'another' where creature_id = $1` }, [id]);
    const findings = await auditStore(db, 2000);
    const found = findings.filter(({ check }) => check === 'an entry of the care log is of a creature');
    expect(found.map((each) => each.found).toSorted()).toEqual([id, 'nobody'].toSorted());
  });

  test('a log written before partitioning stays in the legacy partition', async () => {
    const db = await blank();
    // Migrations that add the columns required to write an agent and a creature.
    const isEarly = (number: number) => [21, 25, 27, 31, 32].includes(number) || number < 14;
    const early = knownMigrations().filter(({ number }) => isEarly(number));
    await migrate(db, 1, early);
    const { id } = await aLife(db);
    for (const at of [1000, 2000, Date.UTC(2026, 10, 15)]) await logEntry(db, id, { at });
    const before = { log: await careLog.careLogOf(db, id, ALL), files: await db.all(FILES, []) };
    await migrate(db, 2);
    expect({ log: await careLog.careLogOf(db, id, ALL), files: await db.all(FILES, []) }).toEqual(before);
    await careLog.makeCareLogMonths(db, THEN);
    await logEntry(db, id, { at: THEN });
    expect(await careLog.careLogOf(db, id, ALL)).toMatchObject([{ at: THEN }, ...before.log]);
  });
});
