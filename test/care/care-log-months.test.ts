import { describe, expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { careLogOf, makeCareLogMonths, monthOf } from '../../src/features/care/care-log.store.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import type { Database, Query } from '../../src/db/db.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

// Far enough from any day on which this is run that the log as it was ends before.
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
const LOCK_REST: Query<{ n: number }> = {
  text: 'select count(*) as n from care_log_rest',
  columns: ['n'],
};

const namesOf = async (db: Database) => (await db.all(MONTHS, [])).map(({ name }) => name);

async function aLife(db: Database): Promise<string> {
  const { id: keeperId } = await aKeeper(db);
  return (await aResident(db, { keeperId, hatchedAt: 1 })).id;
}

function manyEntries(count: number, creatureId: string, at: number): { text: string } {
  return {
    text: `insert into care_log (at, id, creature_id, version, keeper_id, family, action, heard)
      select ${at}, 'many' || n, '${creatureId}', n, 'k', 'cat', 'feed', 0 from generate_series(1, ${count}) n`,
  };
}

test('a month begins with its first moment and ends where the next begins', () => {
  const may = monthOf(THEN);
  expect(may).toEqual({ name: '2101-05', from: Date.UTC(2101, 4), until: Date.UTC(2101, 5) });
  expect(monthOf(may.until)).toMatchObject({ name: '2101-06', from: may.until });
  expect(monthOf(may.until - 1)).toEqual(may);
  expect(monthOf(Date.UTC(2026, 11, 31))).toMatchObject({ name: '2026-12', until: Date.UTC(2027, 0) });
});

const ALL = { limit: 20, offset: 0 };

eachDatabase(({ kind, fresh, blank, again, apart }) => {
  test('a life is followed through any number of months, whether they were made in time or not', async () => {
    const db = await fresh();
    const id = await aLife(db);
    for (let n = 0; n < 12; n += 1) {
      const at = THEN + n * 20 * DAY;
      if (n % 5 === 0) await makeCareLogMonths(db, at);
      await logEntry(db, id, { at, version: n });
    }
    // The house was closed for long, and somebody was faster than the one who makes the months.
    await logEntry(db, id, { at: THEN + 3000 * DAY, version: 12 });
    await makeCareLogMonths(db, THEN + 3000 * DAY);
    await logEntry(db, id, { at: THEN + 3000 * DAY + HOUR, version: 13 });
    const versions = (await careLogOf(db, id, ALL)).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 14 }, (_, n) => 13 - n));
    expect(await careLogOf(db, id, { limit: 2, offset: 11 })).toMatchObject([{ version: 2 }, { version: 1 }]);
  });

  describe.runIf(kind === 'PostgreSQL')('on PostgreSQL a month is a table', () => {
    test('this month and the next two are made, once, by however many nodes', async () => {
      const db = await apart();
      const other = await again(db);
      await Promise.all([makeCareLogMonths(db, THEN), makeCareLogMonths(other, THEN)]);
      await makeCareLogMonths(other, THEN + 1000);
      const [oldest, ...months] = (await namesOf(db)).toReversed();
      expect(oldest).toMatch(/^care_log_until_/);
      expect(months.toReversed()).toEqual(
        ['2101_05', '2101_06', '2101_07', '2101_08'].map((month) => `care_log_${month}`),
      );
    });

    test('months that the log as it was has room for are not made', async () => {
      const db = await apart();
      await makeCareLogMonths(db, Date.UTC(2020, 0));
      expect(await namesOf(db)).toEqual([expect.stringMatching(/^care_log_until_/)]);
    });

    test('what came before its month was made moves over, as long as that takes but a moment', async () => {
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

    test('whoever reads for long is not waited for, and whoever writes does not wait', async () => {
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

    test('an entry of nobody is found by the audit', async () => {
      const db = await apart();
      await logEntry(db, 'nobody', { at: 1000, previousId: undefined });
      expect((await auditStore(db, 2000)).map(({ check }) => check)).toContain(
        'an entry of the care log is of a creature',
      );
    });

    test('a log that was written before there were months stays where it lies', async () => {
      const db = await blank();
      // With the columns that a creature is written with today.
      await migrate(
        db,
        1,
        knownMigrations().filter(({ number }) => [21, 25, 27].includes(number) || number < 14),
      );
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
