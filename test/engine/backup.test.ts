import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import { connect } from '../../src/db/connect.ts';
import type { Database, Query } from '../../src/db/db.ts';
import { restoreHouse } from '../../src/db/move/move.ts';
import { isUnavailable } from '../../src/db/portable.ts';
import { eachDatabase } from '../support/databases.ts';
import { takeIn } from './examples.ts';

const IDS: Query<{ id: string }> = { text: 'select id from agents', columns: ['id'] };

const FOREIGN = {
  SQLite: `
    create trigger thief after insert on agents begin update agents set bio = key_hash; end;
    create view spy as select key_hash from agents`,
  PostgreSQL: `
    create function steal() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger thief after insert on agents for each row execute function steal();
    create view spy as select key_hash from agents`,
};

const CHANGED = {
  SQLite: {
    script: `
      drop trigger ledger_stays; create trigger ledger_stays before update on ledger begin select 1; end;
      drop view counts_now; create view counts_now as select 1 as span, 2 as bucket, 'x' as what, 3 as n;
      drop index ledger_by_time`,
    reported: ['trigger ledger_stays: foreign', 'view counts_now: foreign', 'index ledger_by_time: missing'],
  },
  PostgreSQL: {
    script: `
      create or replace trigger ledger_stays before update on ledger
        for each row when (new.delta > 0) execute function refuse_rewriting();
      alter table operator_log disable trigger operator_log_stays;
      create or replace function refuse_rewriting_deeds() returns trigger language plpgsql security definer as
        $$ begin raise exception 'the operator''s log is never rewritten'; end $$;
      create function uncounted_now(bigint) returns bigint language sql as 'select 1::bigint';
      create or replace view providers_lately as
        select what as name, cast(sum(n + length(version())) as bigint) as agents
        from counted_lately where span = -1 group by what;
      drop view adoptions_lately`,
    reported: [
      'trigger ledger_stays: foreign',
      'trigger operator_log_stays (disabled): foreign',
      'view providers_lately: foreign',
      'function refuse_rewriting_deeds: foreign',
      'function uncounted_now: foreign',
      'trigger operator_log_stays: missing',
      'view adoptions_lately: missing',
    ],
  },
};

eachDatabase(({ kind, fresh, apart, restored, addressOf }) => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arkhouse-backup-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('a backup under load holds every write acknowledged before it began', async () => {
    const database = await apart();
    const load = writeUntilStopped(database);
    await load.until(150);
    const acknowledged = [...load.acknowledged];
    const file = join(folder, 'copy');
    await database.backup(file);
    const during = load.acknowledged.length - acknowledged.length;
    await load.stop();

    const copy = await restored(file);
    const held = new Set((await copy.all(IDS, [])).map(({ id }) => id));
    expect(acknowledged.filter((id) => !held.has(id))).toEqual([]);
    expect(during).toBeGreaterThan(0);
    expect(await auditStore(copy, 1000)).toEqual([]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('a restored backup has the same agents, and a place with data is refused', async () => {
    const database = await apart();
    const { id } = await takeIn(database);
    const copy = join(folder, 'whole');
    // On PostgreSQL several connections write it into a folder.
    const jobs = kind === 'SQLite' ? 1 : 2;
    await database.backup(copy, jobs);
    expect((await stat(copy)).mode & 0o777).toBe(kind === 'SQLite' ? 0o600 : 0o700);
    await expect(database.backup(copy, jobs)).rejects.toMatchObject({ code: 'EEXIST' });
    const address = kind === 'SQLite' ? { dataDir: join(folder, 'restored') } : addressOf(database);
    if (kind === 'PostgreSQL') await emptied(database);
    await restoreHouse(address, copy, jobs);
    const held = await connect(address);
    expect(await held.all(IDS, [])).toEqual([{ id }]);
    expect(await auditStore(held, 1000)).toEqual([]);
    await held.close();
    const again = restoreHouse(address, copy, jobs);
    await expect(again).rejects.toThrow(kind === 'SQLite' ? /EEXIST/ : /not empty/);
    if (kind === 'PostgreSQL') return;
    const none = { dataDir: join(folder, 'none') };
    await expect(restoreHouse(none, join(folder, 'typo'), 1)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(none.dataDir)).toEqual([]);
  });

  test('audit and restore report foreign triggers and views, and nothing is restored', async () => {
    const database = await apart();
    await takeIn(database);
    await database.exclusive((db) => db.script(FOREIGN[kind]));
    const named = ['trigger thief', 'view spy'].map((subject) => expect.objectContaining({ subject }));
    const findings = await auditStore(database, 1000);
    expect(findings).toEqual(expect.arrayContaining(named));
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set(['the schema is the one the code knows']),
    );
    const file = join(folder, 'foreign');
    await database.backup(file);
    const place =
      kind === 'SQLite' ? { dataDir: join(folder, 'wary') } : addressOf(await emptied(await apart()));
    await expect(restoreHouse(place, file, 1)).rejects.toThrow(/trigger thief.*view spy/);
    expect(kind === 'SQLite' ? await readdir(place.dataDir) : []).toEqual([]);
  });

  test('changed, disabled and missing schema code is reported', async () => {
    const database = await apart();
    expect(await auditStore(database, 1000)).toEqual([]);
    const { script, reported } = CHANGED[kind];
    await database.exclusive((db) => db.script(script));
    const findings = await auditStore(database, 1000);
    expect(findings.map(({ subject, found }) => `${subject}: ${found}`)).toEqual(reported);
  });

  test('a backup overwrites no file, and a failed one leaves none', async () => {
    const database = await fresh();
    const file = join(folder, 'precious');
    await writeFile(file, 'precious');
    await expect(database.backup(file)).rejects.toMatchObject({ code: 'EEXIST' });
    expect((await stat(file)).size).toBe(8);
    await database.close();
    await expect(database.backup(join(folder, 'late'))).rejects.toSatisfy(isUnavailable);
    expect(await readdir(folder)).not.toContain('late');
  });
});

/** Eight writers at once. */
function writeUntilStopped(database: Database) {
  const acknowledged: string[] = [];
  const state = { isStopped: false };
  const writers = Array.from({ length: 8 }, async () => {
    while (!state.isStopped) acknowledged.push((await takeIn(database)).id);
  });
  return {
    acknowledged,
    async until(count: number) {
      while (acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async stop() {
      state.isStopped = true;
      await Promise.all(writers);
    },
  };
}

async function emptied(database: Database): Promise<Database> {
  await database.exclusive((db) => db.script('drop schema public cascade; create schema public'));
  return database;
}
