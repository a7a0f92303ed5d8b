import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { Query } from '../../src/db/db.ts';
import { StatementBatch } from '../../src/db/postgres/statement-batch.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';

// Checks the sharding key of docs/build/sharding.md against the SQL of hot routes.

/** Placement of a table's rows: with the keeper given by a column, or independent of keepers. */
interface Place {
  readonly table: string;
  /** The column whose value identifies the keeper, directly or through a row of the keeper. */
  readonly named: string | undefined;
}

const places = readPlaces();

/** Statements of hot routes without a keeper, and the section of docs/build/sharding.md that covers them. */
const EXCEPTIONS: readonly { readonly text: RegExp; readonly because: string }[] = [
  { text: /from agents .*where key_hash = \$1/, because: 'whose key it is' },
  { text: /idempotent_replies/, because: 'registrations that are repeated' },
  { text: /from \(select \* from care_log order by/, because: 'what others did' },
  { text: /with recursive life .* where creatures\.id = \$1/, because: 'a life from its log' },
];

eachDatabase(({ kind, fresh }) => {
  describe.runIf(kind === 'PostgreSQL')('sharded by keeper', () => {
    test('docs/build/sharding.md gives the placement of every table', async () => {
      const store = await fresh();
      const tables = (await store.all(TABLES, [])).map(({ name }) => name);
      expect(tables.filter((name) => !places.has(name))).toEqual([]);
      expect(tables).toContain('creatures');
    });

    test('every statement of a hot route names the keeper it is about, but for those that are listed', async () => {
      const statements = await statementsOfHotRoutes(await aHouse(await fresh()));
      const nameless = statements.filter((statement) => !namesItsKeeper(statement));
      const unlisted = nameless.filter(({ text }) => !EXCEPTIONS.some((each) => each.text.test(text)));
      expect(unlisted.map(({ text }) => text)).toEqual([]);
      const needless = EXCEPTIONS.filter((each) => !nameless.some(({ text }) => each.text.test(text)));
      expect(needless.map(({ because }) => because)).toEqual([]);
      const withSubqueries = statements.filter(({ text }) => /^insert .*\(select /.test(text));
      expect(new Set(withSubqueries.flatMap(({ text }) => tablesIn(text)))).toEqual(
        new Set(['gravestones', 'community_species']),
      );
      // Guards against an empty recording.
      expect(new Set(statements.flatMap(({ text }) => tablesIn(text))).size).toBeGreaterThan(10);
    });
  });
});

const TABLES: Query<{ name: string }> = {
  text: `
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  columns: ['name'],
};

/** A statement, and the ids that belong to its keeper. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly owned: ReadonlySet<unknown>;
}

/** All statements of a keeper that registers, adopts, checks and cares, through hatching, growth and death. */
async function statementsOfHotRoutes({ ask, clock }: TestHouse): Promise<Asked[]> {
  const sent = recordStatements();
  const post = (path: string, body: unknown, key?: string) =>
    ask({
      method: 'POST',
      path,
      body,
      // A reply that contains a key requires a random Idempotency-Key.
      headers: { 'idempotency-key': key === undefined ? randomUUID() : `${path}-${JSON.stringify(body)}` },
      ...(key !== undefined && { key }),
    });
  const { body } = await post('/api/auth/register', { username: 'wren', timezone: 'UTC' });
  const key = String(body['your_token']);
  const adopted = await post('/api/house/adopt', { name: 'Bo', family: 'cat' }, key);
  const look = (view: string) => ask({ path: `/api/house/status?view=${view}`, key });
  await look('full');
  for (const span of ['4h', '30h', '30h', '90h']) {
    clock.forward(span);
    await look('full');
    await look('brief');
    await post('/api/house/care', { action: 'feed', item: 'tuna', notes: span }, key);
    // Two at once: the later one retries under a lock.
    await Promise.all([
      post('/api/house/care', { action: 'play', notes: span }, key),
      post('/api/house/care', { action: 'reflect', notes: span }, key),
    ]);
  }
  const keeper = (body['agent'] as { id: string }).id;
  const creature = (adopted.body['creature'] as { id: string }).id;
  const owned = new Set([keeper, `agent:${keeper}`, creature]);
  return sent.map((each) => ({ ...each, owned }));
}

type AskQuery = (
  this: Client,
  asked: string | StatementBatch | { readonly text: string; readonly values?: readonly unknown[] },
  values?: readonly unknown[],
  ...rest: unknown[]
) => unknown;

/** Records every statement that this process sends to PostgreSQL from now on. */
function recordStatements(): { readonly text: string; readonly values: readonly unknown[] }[] {
  const sent: { text: string; values: readonly unknown[] }[] = [];
  const { query } = Client.prototype as unknown as { query: AskQuery };
  const recording: AskQuery = function (asked, values, ...rest) {
    const alone = typeof asked === 'string' ? { text: asked, values } : asked;
    for (const each of alone instanceof StatementBatch ? alone.statements : [alone])
      sent.push({ text: each.text.replaceAll(/\s+/g, ' ').trim(), values: each.values ?? [] });
    return Reflect.apply(query, this, [asked, values, ...rest]);
  };
  Object.assign(Client.prototype, { query: recording });
  onTestFinished(() => void Object.assign(Client.prototype, { query }));
  return sent;
}

/** Whether every keeper-owned table of the statement is filtered by a value of the keeper. */
function namesItsKeeper({ text, values, owned }: Asked): boolean {
  return tablesIn(text).every((table) => {
    const column = places.get(table)?.named;
    return column === undefined || valuesOf(column, text, values).some((value) => isOwned(value, owned));
  });
}

/** One id of the keeper, or an array that holds only such ids. */
function isOwned(value: unknown, owned: ReadonlySet<unknown>): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((each) => owned.has(each)) : owned.has(value);
}

function tablesIn(text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update) (\w+)/g)].map(([, name = '']) => name);
  return named.filter((name) => places.has(name));
}

/** The values that a column is compared with or set to. */
function valuesOf(column: string, text: string, values: readonly unknown[]): unknown[] {
  const equal = new RegExp(String.raw`\b${column} = (?:any ?\()?\$(\d+)`, 'g');
  const numbers = [...text.matchAll(equal)].map(([, number]) => Number(number));
  return [...numbers, ...writtenAs(column, text)].map((number) => values[number - 1]);
}

/** Parameter numbers that an insert writes to a column, in a values list or in unnested arrays. */
function writtenAs(column: string, text: string): number[] {
  const [, columns = '', written] = /^insert into \w+ \(([^)]*)\) (?:values \(([^)]*)\))?/.exec(text) ?? [];
  const at = columns.split(',').findIndex((name) => name.trim() === column);
  if (at === -1) return [];
  if (written === undefined) return [at + 1];
  return [Number(/^\s*\$(\d+)\s*$/.exec(written.split(',')[at] ?? '')?.[1])];
}

/** Parses the table in docs/build/sharding.md: tables, sharding key, and the column used today. */
function readPlaces(): ReadonlyMap<string, Place> {
  const page = readFileSync(new URL('../../docs/build/sharding.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| `\w+`/.test(line));
  const found = rows.flatMap((row) => {
    const [tables = '', , named = ''] = row.split('|').slice(1);
    return namesIn(tables).map((table): Place => ({ table, named: namesIn(named)[0] }));
  });
  return new Map(found.map((place) => [place.table, place]));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
