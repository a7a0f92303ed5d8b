import { readFile, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';

import { RefusedError } from '../../src/contract/server/client.ts';
import { DAY, iso, type Instant } from '../../src/core/engine/clock.ts';
import { archiveCareLog, type ArchiveOrders } from '../../src/house/engine/archive.ts';
import { auditHouse, type AuditStep } from '../../src/house/engine/audit.ts';
import { removeLogged } from '../../src/store/care/archived-care.ts';
import { makeCareLogMonths, monthOf } from '../../src/store/care/care-log-months.ts';
import type { Database, Query } from '../../src/store/engine/db.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, care, history } from '../support/keeping.ts';

// Long enough that at least two months lie whole before the last 31 days.
const DAYS = 80;

const LOGGED: Query<{ n: number; oldest: Instant | null }> = {
  text: 'select count(*) as n, min(at) as oldest from care_log',
  columns: ['n', 'oldest'],
};
const MONTHS: Query<{ name: string }> = {
  text: `select cast(inhrelid as regclass)::text as name from pg_inherits
    where inhparent = cast('care_log' as regclass) order by 1`,
  columns: ['name'],
};

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'arkhouse-archive-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const logged = async (store: Database) => (await store.one(LOGGED, [])) ?? { n: 0, oldest: null };

async function linesIn(folder: string): Promise<Record<string, number>> {
  const files = (await readdir(folder)).map(async (name) => {
    const text = gunzipSync(await readFile(join(folder, name))).toString();
    return [name, text.split('\n').length - 1] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/** It is fed when it is awake, and that is enough. */
function whenAsleep(error: unknown): void {
  if (!(error instanceof RefusedError) || error.status !== 409) throw error;
}

/** How many lives were lived again, and how many were not, and all that was found. */
async function audited(store: Database, now: Instant, archiveFolder?: string) {
  const lives = { lived: 0, beyond: 0 };
  const onStep = (step: AuditStep) => {
    if (step.done === 'check') return;
    lives.lived += step.lived;
    lives.beyond += step.beyond;
  };
  return { found: await auditHouse(store, now, { onStep, archiveFolder, batch: 2 }), ...lives };
}

eachDatabase(({ kind, apart }) => {
  /** Two lives: one that was neglected from the first day on, and one that goes on for so many days. */
  const aHouseWithAPast = async (days: number) => {
    const house = await aHouse(await apart(), { house: { random: withSeed(SLEEPLESS) } });
    const { store } = house.house;
    const home = await aHome(house, { username: 'wren' });
    const old = await adopted(home, 'terrier', 'Old');
    await care(home, 'feed', { creature_id: old, item: 'kibble', notes: 'the last of it' });
    const long = await adopted(home, 'housecat', 'Long');
    for (let turn = 0; turn < 3 * days; turn += 1) {
      if (turn % 60 === 0) await makeCareLogMonths(store, house.clock.now());
      const item = turn % 5 === 0 ? { item: 'tuna' } : {};
      await care(home, 'feed', { creature_id: long, ...item }).catch(whenAsleep);
      for (const action of ['play', 'clean'] as const)
        await care(home, action, { creature_id: long }).catch(whenAsleep);
      house.clock.forward('8h');
    }
    house.clock.forward(`${DAYS - days}d`);
    const now = house.clock.now();
    const before = monthOf(now - 31 * DAY);
    const archive = async (folder: string, more: Partial<ArchiveOrders> = {}) =>
      archiveCareLog(store, { before, folder, now, batch: 50, ...more });
    return { home, store, old, long, now, before, archive };
  };

  test(
    'old months leave for files that an audit reads, every count stays right, and histories say where they end',
    { timeout: 120_000 },
    async () => {
      const { home, store, old, long, now, before, archive } = await aHouseWithAPast(DAYS);
      const folder = await aFolder();
      const all = (await logged(store)).n;
      const lastOfOld = (await history(home, old)).care_log[0]?.timestamp;
      const left = await archive(folder);

      const rest = await logged(store);
      const gone = left.reduce((sum, { entries }) => sum + entries, 0);
      expect(left.length).toBeGreaterThan(1);
      expect(rest.n).toBe(all - gone);
      expect(rest.oldest).toBeGreaterThanOrEqual(before.from);
      expect(await linesIn(folder)).toEqual(
        Object.fromEntries(left.map(({ month, entries }) => [`care-log-${month}.ndjson.gz`, entries])),
      );
      expect(await audited(store, now)).toEqual({ found: [], lived: 0, beyond: 2 });
      expect(await audited(store, now, folder)).toEqual({ found: [], lived: 2, beyond: 0 });
      expect(await history(home, old)).toMatchObject({ care_log: [], archived_until: lastOfOld });
      const told = await history(home, long);
      expect(told.care_log.at(-1)?.timestamp).toBe(iso(rest.oldest ?? 0));
      expect(Date.parse(told.archived_until ?? '')).toBeLessThan(before.from);

      // Life goes on, and the next time takes nothing twice.
      await care(home, 'reflect', { creature_id: long });
      expect(await archive(folder)).toEqual([]);
      expect((await audited(store, now, folder)).found).toEqual([]);
      const tables = kind === 'PostgreSQL' ? (await store.all(MONTHS, [])).map(({ name }) => name) : [];
      for (const { month } of left) expect(tables).not.toContain(`care_log_${month.replace('-', '_')}`);

      const [first, second] = left.map(({ month }) => ({
        month,
        file: join(folder, `care-log-${month}.ndjson.gz`),
      }));
      if (!first || !second) throw new Error('two months have left');
      await truncate(first.file, (await readFile(first.file)).length - 1);
      await rm(second.file);
      const { found, beyond } = await audited(store, now, folder);
      expect(found.map(({ subject }) => subject)).toEqual([first.month, second.month]);
      expect(beyond).toBe(2);
    },
  );

  test(
    'an archiving that was interrupted is whole at every moment, and goes on from there, by however many',
    { timeout: 120_000 },
    async () => {
      const { store, now, archive } = await aHouseWithAPast(20);
      const folder = await aFolder();
      const interrupt = (at: 'written' | 'removed') => (_: string, what: string) => {
        if (what === at) throw new Error('interrupted');
      };
      await expect(archive(folder, { onProgress: interrupt('written') })).rejects.toThrow('interrupted');
      expect(await readdir(folder)).toEqual([]);
      await expect(archive(folder, { onProgress: interrupt('removed') })).rejects.toThrow('interrupted');
      expect(await audited(store, now, folder)).toMatchObject({ found: [], lived: 2 });

      await expect(archive(await aFolder())).rejects.toThrow('Name the folder that has it');
      const several = await Promise.allSettled([archive(folder), archive(folder)]);
      expect(several.map(({ status }) => status)).toContain('fulfilled');
      expect(await audited(store, now, folder)).toMatchObject({ found: [], lived: 2 });
    },
  );

  test('what is younger than 31 days stays, and a file that is there is not touched', async () => {
    const { store, now, archive } = await aHouseWithAPast(1);
    const folder = await aFolder();
    const all = await logged(store);
    await expect(archive(folder, { before: monthOf(now) })).rejects.toThrow('The last 31 days stay');
    const month = monthOf(all.oldest ?? 0);
    await writeFile(join(folder, `care-log-${month.name}.ndjson.gz`), 'of somebody else');
    await expect(archive(folder)).rejects.toThrow('move it away first');
    await expect(removeLogged(store, month, 1)).rejects.toThrow('than were archived');
    expect(await logged(store)).toEqual(all);
  });
});
