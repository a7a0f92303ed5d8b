import type { Database, Db, Query } from '../db.ts';
import { appliedMigrations, CREATE_TABLES, type Migration } from '../migrate.ts';
import { schemaFor } from '../portable.ts';
import type { DatabaseKind } from './tables.ts';

type SchemaObject = Readonly<Record<'name' | 'sql', string>>;

interface SchemaDifference {
  /** Objects that no migration made, or that were altered. */
  readonly foreign: readonly string[];
  readonly missing: readonly string[];
  /** Names of indexes that no migration made: operators may add them. */
  readonly addedIndexes: readonly string[];
}

export async function compareSchema(
  db: Db,
  kind: DatabaseKind,
  known: readonly Migration[],
): Promise<SchemaDifference> {
  const schema = await appliedMigrations(db, known);
  return kind === 'SQLite' ? compareSqlite(db, schema) : comparePostgres(db, schema);
}

type AppliedSchema = Awaited<ReturnType<typeof appliedMigrations>>;

export function schemaKindOf({ shared }: Database): DatabaseKind {
  return shared ? 'PostgreSQL' : 'SQLite';
}

const OBJECT = ['name', 'sql'];

// Indexes without SQL belong to a constraint, and ANALYZE creates tables of its own: both are left out.
const SQLITE_OBJECTS: Query<SchemaObject> = {
  columns: OBJECT,
  text: `select type || ' ' || name as name, sql from sqlite_schema
   where sql is not null and not (type = 'table' and name in ('sqlite_stat1', 'sqlite_stat4'))
   order by type = 'index', type = 'table', name`,
};

async function compareSqlite(db: Db, { applied, isNewer }: AppliedSchema): Promise<SchemaDifference> {
  const found = await db.all(SQLITE_OBJECTS, []);
  const key = applied.map(({ name }) => name).join();
  const expected = await (expectedAfter[key] ??= expectedInSqlite(applied.map(({ sql }) => sql)));
  // Newer versions may add tables and operators may add indexes; triggers and views run code and must match the migrations.
  const wanted = new Map(expected.map(({ name, sql }) => [name, squeeze(sql)]));
  const judged = isNewer
    ? found.filter(({ name }) => /^(?:trigger|view) /.test(name))
    : found.filter(({ name }) => !name.startsWith('index ') || wanted.has(name));
  const names = new Set(found.map(({ name }) => name));
  return {
    foreign: judged.filter(({ name, sql }) => wanted.get(name) !== squeeze(sql)).map(({ name }) => name),
    missing: expected.map(({ name }) => name).filter((name) => !names.has(name)),
    addedIndexes: isNewer ? [] : indexesIn(names).filter((name) => !wanted.has(`index ${name}`)),
  };
}

function indexesIn(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.startsWith('index ')).map((name) => name.slice('index '.length));
}

/** Expected schemas by names of migrations. Building one takes 25 ms, half the time of auditing a small database. */
const expectedAfter: Record<string, Promise<SchemaObject[]>> = {};

async function expectedInSqlite(migrations: readonly string[]): Promise<SchemaObject[]> {
  // Imported on demand: SQLite is not loaded when the database is PostgreSQL.
  const { SqliteConnection } = await import('../sqlite.ts');
  using connection = new SqliteConnection(':memory:', 'write');
  connection.script(CREATE_TABLES);
  for (const sql of migrations) connection.script(sql);
  return connection.all(SQLITE_OBJECTS, []);
}

// Views differ between versions, so only the functions they call are compared. Objects of extensions are ignored.
const POSTGRES_OBJECTS: Query<SchemaObject> = {
  columns: OBJECT,
  text: `with ours as (select oid from pg_namespace where nspname = current_schema()),
   found as (
     select 'trigger ' || tgname || case when tgenabled in ('D', 'R') then ' (disabled)' else '' end as name,
       pg_get_triggerdef(pg_trigger.oid, true) as sql, tgrelid as owner from pg_trigger
       join pg_class on pg_class.oid = tgrelid where relnamespace in (select oid from ours) and not tgisinternal
     union all
     select 'rule ' || rulename, '', ev_class from pg_rewrite
       join pg_class on pg_class.oid = ev_class
       where relnamespace in (select oid from ours) and rulename <> '_RETURN'
     union all
     select 'view ' || relname, pg_get_viewdef(oid), oid from pg_class
       where relnamespace in (select oid from ours) and relkind in ('v', 'm')
     union all
     select 'function ' || proname, case when prokind = 'a' then '' else pg_get_functiondef(oid) end, oid from pg_proc
       where pronamespace in (select oid from ours))
   select name, replace(sql, quote_ident(current_schema()) || '.', '') as sql from found
   where not exists (select 1 from pg_depend where objid = owner and deptype = 'e')
   order by name like 'function %', name`,
};

// Indexes of constraints and of partitions are made with their table.
const POSTGRES_INDEXES: Query<{ readonly name: string }> = {
  columns: ['name'],
  text: `select relname as name from pg_class
   where relkind in ('i', 'I') and not relispartition
     and relnamespace = (select oid from pg_namespace where nspname = current_schema())
     and not exists (select 1 from pg_constraint where conindid = pg_class.oid)
     and not exists (select 1 from pg_depend where objid = pg_class.oid and deptype = 'e')
   order by relname`,
};

async function comparePostgres(db: Db, { applied, isNewer }: AppliedSchema): Promise<SchemaDifference> {
  const schema = applied.map(({ sql }) => schemaFor('PostgreSQL', sql)).join('\n');
  const expected = expectedInPostgres(schema);
  const created = new Set([...schema.matchAll(/\bindex (\w+) on\b/g)].map(([, name = '']) => name));
  const found = await db.all(POSTGRES_OBJECTS, []);
  const isOurs = ({ name, sql }: SchemaObject) => {
    const wanted = expected.get(name);
    if (wanted === undefined) return false;
    if (!name.startsWith('view ')) return asDefined(sql) === asDefined(wanted);
    return callsIn(sql).isSubsetOf(callsIn(wanted));
  };
  const names = new Set(found.map(({ name }) => name));
  const indexes = isNewer ? [] : await db.all(POSTGRES_INDEXES, []);
  return {
    foreign: found.filter((each) => !isOurs(each)).map(({ name }) => name),
    missing: [...expected.keys()].filter((name) => !names.has(name)),
    addedIndexes: indexes.map(({ name }) => name).filter((name) => !created.has(name)),
  };
}

function expectedInPostgres(schema: string): ReadonlyMap<string, string> {
  const made = new Map<string, string>();
  for (const each of squeeze(schema).split(/\bcreate (?:or replace )?/)) {
    const name = /^(?:function|trigger|view) \w+/.exec(each)?.[0];
    if (name === undefined) continue;
    const [head = '', body = ''] = each.split('$$');
    const [statement = ''] = each.split(';');
    made.set(name, `create ${name.startsWith('function ') ? `${head}$$${body}$$` : statement}`);
  }
  return made;
}

function asDefined(sql: string): string {
  const [head = '', body = ''] = squeeze(sql).replaceAll('$function$', '$$$$').split('$$');
  const alike = head
    .toLowerCase()
    .replace('create or replace ', 'create ')
    .replace(" to 'off'", ' = off')
    .replace(' before update or delete on ', ' before delete or update on ');
  return `${alike}$$${body}`;
}

function callsIn(sql: string): ReadonlySet<string> {
  const words = sql.toLowerCase().split(/[^\w"(]/);
  return new Set(words.flatMap((word) => word.split('(').slice(0, -1)).filter((called) => called !== ''));
}

function squeeze(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}
