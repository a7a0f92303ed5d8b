import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, afterAll, beforeAll } from 'vitest';

import { connect, type DatabaseAddress } from '../../packages/database/connect.ts';
import type { Database, Query } from '../../packages/database/db.ts';
import { compareSchema } from '../../packages/database/move/compare-schema.ts';
import { copyRows, moveHouse, type Pen, restoreHouse } from '../../packages/database/move/move.ts';
import { readTables } from '../../packages/database/move/tables.ts';
import { isUnavailable } from '../../packages/database/portable.ts';
import { readOrKeepSecret, readSetting, writeSetting } from '../../packages/database/settings.ts';
import { lockFolder } from '../../packages/database/sqlite.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { knownMigrations, migrate } from '../../src/db/migrations.ts';
import { inhabited } from '../pages/inhabited.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { takeIn } from './examples.ts';

const ANY_BYTES = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const PUT_PICTURE = {
  text: 'insert into pictures (sitter, occasion, type, encoding, bytes, drawn_by) values ($1, $2, $3, null, $4, $5)',
};

const plainMove = {
  known: knownMigrations(),
  now: 9,
  audit: async () => [],
  onProgress: () => {},
};

const COUNT_AGENTS: Query<{ n: number }> = { text: 'select count(*) as n from agents', columns: ['n'] };

/** This trigger changes every stored value. */
const PAINT_IT_BLUE = `
  create function paint() returns trigger language plpgsql as $$ begin new.value := 'blue'; return new; end $$;
  create trigger painted before insert on settings for each row execute function paint();`;

async function auditOf(database: Database, now: number): Promise<string[]> {
  return (await auditHouse(database, now)).map(
    ({ check, subject, found }) => `${check}: ${subject}: ${found}`,
  );
}

async function aFolder(): Promise<DatabaseAddress> {
  const dataDir = await mkdtemp(join(tmpdir(), 'arkhouse-move-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { dataDir };
}

/** Empty databases. Dropping one is slow, so PostgreSQL has one that is emptied each time. */
function emptyPlaces({ kind, apart, addressOf }: Place): () => Promise<DatabaseAddress> {
  if (kind === 'SQLite') return aFolder;
  let known: DatabaseAddress | undefined;
  return async () => {
    if (!known) {
      const database = await apart();
      await database.close();
      known = addressOf(database);
    }
    await withDatabase(known, emptied);
    return known;
  };
}

async function withDatabase<T>(address: DatabaseAddress, work: (store: Database) => Promise<T>): Promise<T> {
  const store = await connect(address);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function open(address: DatabaseAddress): Promise<Database> {
  const store = await connect(address);
  onTestFinished(() => store.close());
  await migrate(store, 7);
  return store;
}

async function whatIsAt(to: DatabaseAddress): Promise<unknown> {
  if (to.databaseUrl === undefined)
    return (await readdir(to.dataDir)).filter((name) => !name.startsWith('serve.'));
  const text = 'select id from agents union all select name from settings union all select what from tallies';
  return withDatabase(to, (store) => store.all({ text, columns: ['id'] }, []));
}

/** Every row of every table, read with plain SQLite; the times of migrations are left out. */
function dump({ dataDir }: DatabaseAddress): Record<string, string[]> {
  const database = new DatabaseSync(join(dataDir, 'arkhouse.db'), { readOnly: true });
  const rowsOf = (from: string) => database.prepare(`select * from ${from}`).all();
  const left = new Set(['migrations', 'schema_compatibility']);
  const names = rowsOf(`sqlite_schema where type = 'table'`).map(({ name }) => String(name));
  const kept = names.filter((name) => !left.has(name));
  const plain = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
  const asText = (row: object) => JSON.stringify(row, plain);
  const rows = kept.map((name) => [name, rowsOf(name).map(asText).toSorted()]);
  database.close();
  return Object.fromEntries(rows);
}

type Oddity = readonly [d: number | null, n: number | null, t: string | null, b: Uint8Array | null];

const ODDITIES: readonly Oddity[] = [
  [0.1 + 0.2, Number.MAX_SAFE_INTEGER, '', new Uint8Array()],
  [5e-324, Number.MIN_SAFE_INTEGER, 'null', ANY_BYTES],
  [4_503_599_627_370_495.5, 0, '"NULL", \\N {a,b} \\"', null],
  [-2.2250738585072014e-308, -1, '\u{1f40b} Zoë\r\n\t\u0001', Uint8Array.of(0)],
  [1 / 3, null, null, null],
  [null, 1, '\\x00', Uint8Array.of(0x5c, 0x78)],
];

const ALL_ODDITIES: Query<{ d: number; n: number; t: string; b: Uint8Array | null }> = {
  text: 'select d, n, t, b from oddities order by id',
  columns: ['d', 'n', 't', 'b'],
};

const PUT_ODDITY = {
  text: 'insert into oddities (id, d, n, t, b) values ($1, $2, $3, $4, $5)',
  forMany: `insert into oddities (id, d, n, t, b)
    select * from unnest($1::text[], $2::double precision[], $3::bigint[], $4::text[], $5::bytea[])`,
};

async function withOddities(database: Database): Promise<Database> {
  await database.exclusive((db) =>
    db.script('create table oddities (id text primary key, d double precision, n bigint, t text, b bytea);'),
  );
  return database;
}

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

eachDatabase((place) => {
  const { kind, fresh, apart, restored, addressOf } = place;
  const anEmptyPlace = emptyPlaces(place);

  test(`a database with data moves from SQLite to ${kind} and back without any difference`, async () => {
    const from = await aFolder();
    const now = await withDatabase(from, async (store) => {
      await migrate(store, 7);
      const lived = await inhabited(store, { creatures: 6, days: 6 });
      await writeSetting(store, 'a note', 'Zoë’s “ünïcode” \t\\N \u{1f40b} \n');
      // The sitter does not exist: the audit does not check pictures of unknown sitters.
      await store.run(PUT_PICTURE, ['nobody', 'avatar', 'image/png', ANY_BYTES, 'hand']);
      return lived.now;
    });
    const middle = await anEmptyPlace();
    const back = await aFolder();
    const audit = (database: Database) => auditOf(database, now);
    const there = await moveHouse({ ...plainMove, from, to: middle, audit });
    expect(await moveHouse({ ...plainMove, from: middle, to: back, audit })).toEqual(there);
    const first = dump(from);
    expect(Object.keys(first)).toContain('care_log');
    expect(Object.values(first).flat().length).toBe(there.rows);
    expect(dump(back)).toEqual(first);
    await withDatabase(back, async (store) => expect(await auditOf(store, now)).toEqual([]));
  }, 300_000);

  test('extreme numbers, texts and bytes are moved unchanged', async () => {
    const source = await withOddities(await connect(await aFolder()));
    onTestFinished(() => source.close());
    const target = await withOddities(await place.blank());
    const rows = ODDITIES.map((row, nth) => [`${nth}`, ...row] as const);
    await source.runEach(PUT_ODDITY, rows);
    const [[read], [write]] = [await readTables(source, 'SQLite'), await readTables(target, kind)];
    if (!read || !write) throw new Error('the table is not there');
    const pen: Pen = (step) => target.transaction(step);
    await copyRows({ from: source, read, pen, to: target, write, onRows: () => {} });
    const arrived = await target.all(ALL_ODDITIES, []);
    expect(arrived.map(({ d, n, t, b }) => [d, n, t, b && Array.from(b)])).toEqual(
      ODDITIES.map(([d, n, t, b]) => [d, n, t, b && Array.from(b)]),
    );
  });

  test('a move that changes a row or whose audit has findings is undone', async () => {
    const from = await aFolder();
    await withDatabase(from, async (store) => {
      await migrate(store, 7);
      await takeIn(store);
      await writeSetting(store, 'colour', 'red');
    });
    const to = await anEmptyPlace();
    const audited = moveHouse({ ...plainMove, from, to, audit: async () => ['one: is: wrong'] });
    await expect(audited).rejects.toThrow(/^one: is: wrong\nThe audit of the house that had moved in/);
    expect(await whatIsAt(to)).toEqual([]);
    // The same move succeeds once the audit has no findings.
    await expect(moveHouse({ ...plainMove, from, to })).resolves.toMatchObject({ rows: 5 });

    if (kind === 'SQLite') return;
    const changing = await anEmptyPlace();
    await withDatabase(changing, async (store) => {
      await migrate(store, 8);
      await store.exclusive((db) => db.script(PAINT_IT_BLUE));
    });
    const changed = moveHouse({ ...plainMove, from, to: changing });
    await expect(changed).rejects.toThrow(/settings did not arrive as it was/);
    expect(await whatIsAt(changing)).toEqual([]);
    await withDatabase(from, async (store) => expect(await readSetting(store, 'colour')).toBe('red'));
  });

  test('a move to a database with data is refused', async () => {
    const from = await aFolder();
    await withDatabase(from, (store) => migrate(store, 7));
    const to = await anEmptyPlace();
    const taken = await open(to);
    await takeIn(taken);
    await expect(moveHouse({ ...plainMove, from, to })).rejects.toThrow(
      kind === 'SQLite' ? /EEXIST/ : /is not empty: make a new database/,
    );
    expect(await taken.one(COUNT_AGENTS, [])).toEqual({ n: 1 });
  });

  test('a database in use is not moved', async () => {
    const from = await anEmptyPlace();
    const house = await open(from);
    await takeIn(house);
    const to = await aFolder();
    await expect(moveHouse({ ...plainMove, from, to })).rejects.toThrow(/Somebody has the house open/);
    expect(existsSync(join(to.dataDir, 'arkhouse.db'))).toBe(false);
    // The open database still works.
    await takeIn(house);
    expect(await house.one(COUNT_AGENTS, [])).toEqual({ n: 2 });
  });

  test('a database of an older version or a missing one is not moved, and none is created', async () => {
    const from = await anEmptyPlace();
    const old = await open(from);
    await old.run({ text: 'delete from migrations where number > 11' }, []);
    await old.close();
    await expect(moveHouse({ ...plainMove, from, to: await aFolder() })).rejects.toThrow(
      /run "arkhouse migrate" there first/,
    );
    const none = { dataDir: join((await aFolder()).dataDir, 'typo') };
    const moving = moveHouse({ ...plainMove, from: none, to: await aFolder() });
    await expect(moving).rejects.toThrow(/There is no database at/);
    expect(existsSync(none.dataDir)).toBe(false);
  });

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

  test('a restored backup has the same agents but no secrets, and a place with data is refused', async () => {
    const database = await apart();
    const { id } = await takeIn(database);
    await readOrKeepSecret(database, 'answers', 'old');
    const copy = join(folder, 'whole');
    // On PostgreSQL several connections write it into a folder.
    const jobs = kind === 'SQLite' ? 1 : 2;
    await database.backup(copy, jobs);
    expect((await stat(copy)).mode & 0o777).toBe(kind === 'SQLite' ? 0o600 : 0o700);
    await expect(database.backup(copy, jobs)).rejects.toMatchObject({ code: 'EEXIST' });
    // On PostgreSQL the first of two hosts does not answer.
    const databaseUrl = addressOf(database).databaseUrl?.replace('@', '@127.0.0.1:1,');
    const address = { dataDir: join(folder, 'restored'), databaseUrl };
    if (kind === 'PostgreSQL') await emptied(database);
    await restoreHouse(address, copy, jobs, knownMigrations());
    const held = await connect(address);
    expect(await held.all(IDS, [])).toEqual([{ id }]);
    expect(await readOrKeepSecret(held, 'answers', 'new')).toBe('new');
    expect(await auditStore(held, 1000)).toEqual([]);
    await held.close();
    const again = restoreHouse(address, copy, jobs, knownMigrations());
    await expect(again).rejects.toThrow(kind === 'SQLite' ? /EEXIST/ : /not empty/);
    if (kind === 'PostgreSQL') return;
    const none = { dataDir: join(folder, 'none') };
    await expect(restoreHouse(none, join(folder, 'typo'), 1, knownMigrations())).rejects.toMatchObject({
      code: 'ENOENT',
    });
    const [empty, inUse] = [join(folder, 'empty'), join(addressOf(database).dataDir, 'arkhouse.db')];
    await writeFile(empty, '');
    await expect(restoreHouse(none, empty, 1, knownMigrations())).rejects.toThrow(/holds no tables/);
    await expect(restoreHouse(none, inUse, 1, knownMigrations())).rejects.toThrow(/is in .*-wal\./);
    const unlock = await lockFolder(none.dataDir);
    await expect(restoreHouse(none, copy, 1, knownMigrations())).rejects.toThrow(
      /is in use by another arkhouse/,
    );
    unlock();
    expect(await readdir(none.dataDir)).toEqual(['serve.lock', 'serve.pid']);
    expect((await stat(join(none.dataDir, 'serve.lock'))).mode & 0o777).toBe(0o600);
    const stranger = new DatabaseSync(join(none.dataDir, 'serve.lock'));
    stranger.exec('begin exclusive');
    for (const ended of ['999999999', 'none'])
      await writeFile(join(none.dataDir, 'serve.pid'), ended).then(() =>
        expect(lockFolder(none.dataDir)).rejects.toThrow(
          /serve\.lock is locked by a process that is not arkhouse/,
        ),
      );
    stranger.close();
    await rm(join(none.dataDir, 'serve.pid'));
    await mkdir(join(none.dataDir, 'serve.pid'));
    (await lockFolder(none.dataDir))();
    await writeFile(join(none.dataDir, 'serve.lock'), 'damaged'.repeat(99));
    await expect(lockFolder(none.dataDir)).rejects.toThrow('not a database');
    await rm(join(none.dataDir, 'serve.lock'));
    await writeFile(join(none.dataDir, 'arkhouse.db-wal'), 'old');
    await expect(restoreHouse(none, copy, 1, knownMigrations())).rejects.toThrow(
      /arkhouse\.db-wal is left of another database/,
    );
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
    const empty =
      kind === 'SQLite' ? { dataDir: join(folder, 'wary') } : addressOf(await emptied(await apart()));
    await expect(restoreHouse(empty, file, 1, knownMigrations())).rejects.toThrow(/trigger thief.*view spy/);
    expect(existsSync(join(empty.dataDir, 'arkhouse.db'))).toBe(false);
  });

  test('restore drops indexes that no migration made', async () => {
    const database = await apart();
    const { id } = await takeIn(database);
    await database.exclusive((db) => db.script('create index "a ""spy" on agents (upper(username))'));
    const file = join(folder, 'indexed');
    await database.backup(file);
    const to = kind === 'SQLite' ? { dataDir: join(folder, 'dropped') } : addressOf(await emptied(database));
    await restoreHouse(to, file, 1, knownMigrations());
    const held = await connect(to);
    onTestFinished(() => held.close());
    expect(await held.all(IDS, [])).toEqual([{ id }]);
    expect((await compareSchema(held, kind, knownMigrations())).addedIndexes).toEqual([]);
    expect(await auditStore(held, 1000)).toEqual([]);
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
