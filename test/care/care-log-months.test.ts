import { describe, expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { careLogOf, makeCareLogMonths, monthOf } from '../../src/features/care/care-log.store.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import type { Database, Query } from '../../src/db/db.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

// Later than the end of the legacy partition on any day the tests run.
const THEN = Date.UTC(2101, 4, 31, 23, 59, 59);

const TABLES: Query<{ name: string; n: number }> = {
  text: `select cast(tableoid as regclass)::text as name, count(*) as n from care_log group by 1 order by 1`,
  columns: ['name', 'n'],
};
const MONTHS: Query<{ name: string }> = {
  text: `select cast(inhrelid as regclass)::text as name from pg_inherits
    where inhparent = cast('care_log' as regclass) and cast(inhrelid as regclass)::text ~ '[0-9]' order by 1`,
  columns: ['name'],
};
const FILES: Query<{ file: number }> = {
  text: `select cast(pg_relation_filenode(tableoid) as bigint) as file from care_log group by 1`,
  columns: ['file'],
};
const LOCK_REST: Query<{ n: number }> = { text: 'select count(*) as n from care_log_rest', columns: ['n'] };

const namesOf = async (db: Database) => (await db.all(MONTHS, [])).map(({ name }) => name);

const aLife = async (db: Database): Promise<string> =>
  (await aResident(db, { keeperId: (await aKeeper(db)).id, hatchedAt: 1 })).id;

function manyEntries(count: number, creatureId: string, at: number): { text: string } {
  return {
    text: `insert into care_log (at, id, creature_id, version, keeper_id, family, action, heard)
      select ${at}, 'many' || n, '${creatureId}', n, 'k', 'cat', 'feed', 0 from generate_series(1, ${count}) n`,
  };
}

test('a month includes its first moment and excludes the first moment of the next', () => {
  const may = monthOf(THEN);
  expect(may).toEqual({ name: '2101-05', from: Date.UTC(2101, 4), until: Date.UTC(2101, 5) });
  expect(monthOf(may.until)).toMatchObject({ name: '2101-06', from: may.until });
  expect(monthOf(may.until - 1)).toEqual(may);
  expect(monthOf(Date.UTC(2026, 11, 31))).toMatchObject({ name: '2026-12', until: Date.UTC(2027, 0) });
});

const ALL = { limit: 20, offset: 0 };

eachDatabase(({ kind, fresh, blank, again, apart }) => {
  test('the log of a life is read across months, with and without a partition', async () => {
    const db = await fresh();
    const id = await aLife(db);
    for (let n = 0; n < 12; n += 1) {
      const at = THEN + n * 20 * DAY;
      if (n % 5 === 0) await makeCareLogMonths(db, at);
      await logEntry(db, id, { at, version: n });
    }
    // No partition exists yet for this date.
    await logEntry(db, id, { at: THEN + 3000 * DAY, version: 12 });
    await makeCareLogMonths(db, THEN + 3000 * DAY);
    await logEntry(db, id, { at: THEN + 3000 * DAY + HOUR, version: 13 });
    const versions = (await careLogOf(db, id, ALL)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 14 }, (_, n) => 13 - n));
    expect(await careLogOf(db, id, { limit: 2, offset: 11 })).toMatchObject([{ version: 2 }, { version: 1 }]);
  });

  describe.runIf(kind === 'PostgreSQL')('on PostgreSQL each month is a partition', () => {
    test('partitions for this month and the next two are created once, by any number of nodes, and none for a month of the legacy partition', async () => {
      const db = await apart();
      const other = await again(db);
      await makeCareLogMonths(db, Date.UTC(2020, 0));
      const legacy = [expect.stringMatching(/^care_log_until_/)];
      expect(await namesOf(db)).toEqual(legacy);
      await Promise.all([makeCareLogMonths(db, THEN), makeCareLogMonths(other, THEN)]);
      await makeCareLogMonths(other, THEN + 1000);
      const months = ['2101_05', '2101_06', '2101_07', '2101_08'].map((month) => `care_log_${month}`);
      expect(await namesOf(db)).toEqual([...months, ...legacy]);
    });

    test('entries move from the default partition to their month only if they are few', async () => {
      const db = await apart();
      const id = await aLife(db);
      await logEntry(db, id, { at: THEN });
      await db.run(manyEntries(10_001, id, Date.UTC(2101, 6)), []);
      await makeCareLogMonths(db, THEN);
      expect(await db.all(TABLES, [])).toEqual([
        { name: 'care_log_2101_05', n: 1 },
        { name: 'care_log_rest', n: 10_001 },
      ]);
      expect(await namesOf(db)).not.toContain('care_log_2101_07');
    });

    test('creating a partition gives up on a long reader and does not block writers', async () => {
      const db = await apart();
      const id = await aLife(db);
      const other = await again(db);
      await makeCareLogMonths(db, THEN);
      await db.transaction(async (reader) => {
        await reader.one(LOCK_REST, []);
        const made = makeCareLogMonths(other, THEN + 100 * DAY);
        await Promise.all([expect(made).rejects.toThrow(/lock timeout/), logEntry(other, id, { at: THEN })]);
      });
      await makeCareLogMonths(other, THEN + 100 * DAY);
      expect(await namesOf(db)).toContain('care_log_2101_09');
    });

    test('the audit finds a log entry without a creature', async () => {
      const db = await apart();
      await logEntry(db, 'nobody', { at: 1000, previousId: undefined });
      expect((await auditStore(db, 2000)).map(({ check }) => check)).toContain(
        'an entry of the care log is of a creature',
      );
    });

    test('a log written before partitioning stays in the legacy partition', async () => {
      const db = await blank();
      // Migrations that add the columns required to write a creature.
      const isEarly = (number: number) => [21, 25, 27].includes(number) || number < 14;
      const early = knownMigrations().filter(({ number }) => isEarly(number));
      await migrate(db, 1, early);
      const id = await aLife(db);
      for (const at of [1000, 2000, Date.UTC(2026, 10, 15)]) await logEntry(db, id, { at });
      const before = { log: await careLogOf(db, id, ALL), files: await db.all(FILES, []) };
      await migrate(db, 2);
      expect({ log: await careLogOf(db, id, ALL), files: await db.all(FILES, []) }).toEqual(before);
      await makeCareLogMonths(db, THEN);
      await logEntry(db, id, { at: THEN });
      expect(await careLogOf(db, id, ALL)).toMatchObject([{ at: THEN }, ...before.log]);
    });
  });
});
