import type { Db, Query, RowCommand, Value } from '../db.ts';
import { trustAs } from '../portable.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly ColumnShape[];
  readonly key: readonly string[];
  readonly references: readonly string[];
}

type ColumnShape = Readonly<Record<'name' | 'type', string>>;

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** Tables that are not copied: migration state, and PostgreSQL's queue of counts, which is emptied before a move. */
const STAYS: ReadonlySet<string> = new Set(['migrations', 'schema_compatibility', 'uncounted']);

export async function readTables(db: Db, kind: DatabaseKind): Promise<TableShape[]> {
  const columns = Map.groupBy(await db.all(COLUMNS[kind], []), (column) => column.table_name);
  const references = Map.groupBy(await db.all(REFERENCES[kind], []), (each) => each.table_name);
  const tables = [...columns]
    .filter(([name]) => !STAYS.has(name))
    .map(([name, own]) => ({
      name,
      columns: own.map((column) => ({ name: column.column_name, type: column.type })),
      key: own
        .filter((column) => column.place_in_key > 0)
        .toSorted((one, other) => one.place_in_key - other.place_in_key)
        .map((column) => column.column_name),
      references: (references.get(name) ?? []).map((reference) => reference.refers_to),
    }));
  return inOrder(tables);
}

export async function hasTables(db: Db, kind: DatabaseKind): Promise<boolean> {
  return (await db.all(COLUMNS[kind], [])).length > 0;
}

function inOrder(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isFree = ({ name, references }: TableShape) =>
      references.every((other) => other === name || !waiting.has(other));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error(`${[...waiting].join(', ')} refer to each other in a circle`);
    ordered.push(...free);
    left = left.filter((each) => !isFree(each));
  }
  return ordered;
}

export async function* readBatches(
  db: Pick<Db, 'all'>,
  table: TableShape,
  size: number,
): AsyncGenerator<Value[][]> {
  const { name, columns, key } = table;
  if (key.length === 0) throw new Error(`the table ${name} has no key to read it by`);
  const places = key.map((column) => columns.findIndex((each) => each.name === column));
  const after = `where (${key.join(', ')}) > (${key.map((_, at) => `$${at + 1}`).join(', ')})`;
  let last: Value[] | undefined;
  for (;;) {
    const from: Query<Value[]> = {
      text: `select ${namesOf(table)} from ${name} ${last ? after : ''} order by ${key.join(', ')} limit ${size}`,
      columns: columns.map((column) => column.name),
      decode: (values) => [...values],
    };
    const rows = await db.all(from, last ?? []);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    last = places.map((place) => trustAs<Value>(end[place]));
  }
}

export function insertInto(table: TableShape): RowCommand {
  const into = `insert into ${table.name} (${namesOf(table)})`;
  const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`);
  return {
    text: `${into} values (${table.columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    forMany: `${into} select * from unnest(${arrays.join(', ')})`,
  };
}

export async function countRows(db: Db, { name }: TableShape): Promise<number> {
  const count: Query<{ n: number }> = { text: `select count(*) as n from ${name}`, columns: ['n'] };
  return (await db.one(count, []))?.n ?? 0;
}

function namesOf({ columns }: TableShape): string {
  return columns.map(({ name }) => name).join(', ');
}

interface ColumnRow {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  /** Position of the column in the primary key, from 1; 0 if it is not part of the key. */
  readonly place_in_key: number;
}

type ReferenceRow = Readonly<Record<'table_name' | 'refers_to', string>>;
const COLUMN_ROW = ['table_name', 'column_name', 'type', 'place_in_key'];
const REFERENCE_ROW = ['table_name', 'refers_to'];

// SQL condition for our own tables. Partitioned tables are copied through their parent. Generated columns are skipped.
const OURS = `relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and relkind in ('r', 'p') and not relispartition`;

const COLUMNS: Record<DatabaseKind, Query<ColumnRow>> = {
  SQLite: {
    text: `
      select t.name as table_name, c.name as column_name, c.type as type, c.pk as place_in_key
      from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
      order by t.name, c.cid`,
    columns: COLUMN_ROW,
  },
  PostgreSQL: {
    text: `
      select t.relname::text as table_name, c.attname::text as column_name, format_type(c.atttypid, c.atttypmod) as type,
        coalesce(array_position(string_to_array(k.indkey::text, ' '), c.attnum::text), 0) as place_in_key
      from pg_class t
      join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
      left join pg_index k on k.indrelid = t.oid and k.indisprimary
      where ${OURS}
      order by t.relname::text collate "C", c.attnum`,
    columns: COLUMN_ROW,
  },
};

const REFERENCES: Record<DatabaseKind, Query<ReferenceRow>> = {
  SQLite: {
    text: `
      select t.name as table_name, f."table" as refers_to
      from sqlite_schema t join pragma_foreign_key_list(t.name) f
      where t.type = 'table'`,
    columns: REFERENCE_ROW,
  },
  PostgreSQL: {
    text: `
      select t.relname::text as table_name, f.relname::text as refers_to
      from pg_constraint join pg_class t on t.oid = conrelid join pg_class f on f.oid = confrelid
      where contype = 'f' and ${OURS.replaceAll(/\brel/g, 't.rel')}`,
    columns: REFERENCE_ROW,
  },
};

export class MoveError extends Error {
  override readonly name = 'MoveError';
}
