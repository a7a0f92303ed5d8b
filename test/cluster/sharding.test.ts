import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';

import type { Query } from '../../src/db/db.ts';
import { StatementBatch } from '../../src/db/postgres/statement-batch.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';

// What docs/scaling.md says of a house that is spread over many servers by its keepers is true of the SQL of this one.

/** Where the rows of a table would lie: with their keeper, whom its statements name by a column; elsewhere nobody has to be named. */
interface Place {
  readonly table: string;
  /** The column by which statements name their keeper, or what is the keeper's. */
  readonly named: string | undefined;
}

const places = readPlaces();

/** Statements of hot routes that name no keeper, and where docs/scaling.md says what becomes of them. */
const EXCEPTIONS: readonly { readonly text: RegExp; readonly because: string }[] = [
  { text: /from agents .*where key_hash = \$1/, because: 'whose key it is' },
  { text: /idempotent_replies/, because: 'registrations that are repeated' },
  { text: /from \(select \* from care_log order by/, because: 'what others did' },
  { text: /with recursive life .* where creatures\.id = \$1/, because: 'a life from its log' },
];

eachDatabase(({ kind, fresh }) => {
  describe.runIf(kind === 'PostgreSQL')('spread over servers by keepers', () => {
    test('every table has its place in the document', async () => {
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
      // Lest nothing is found because nothing was looked at.
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

/** One statement, and whose ids would lead it to the one server where its rows lie. */
interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly owned: ReadonlySet<unknown>;
}

/** Everything that is sent for a keeper who registers, adopts, looks and cares, through hatching, growing and dying. */
async function statementsOfHotRoutes({ ask, clock }: TestHouse): Promise<Asked[]> {
  const sent = recordStatements();
  const post = (path: string, body: unknown, key?: string) =>
    ask({
      method: 'POST',
      path,
      body,
      // Where the answer holds a key, the word must be random.
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
    // Two at once: the one that comes too late tries again under a lock.
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

/** From now on everything this process sends to PostgreSQL. */
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

/** Whether all it is about lies where its keeper does: every such table is asked by a column whose value is the keeper's. */
function namesItsKeeper({ text, values, owned }: Asked): boolean {
  return tablesIn(text).every((table) => {
    const column = places.get(table)?.named;
    return column === undefined || valuesOf(column, text, values).some((value) => isOwned(value, owned));
  });
}

/** One of theirs, or many rows of theirs alone. */
function isOwned(value: unknown, owned: ReadonlySet<unknown>): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every((each) => owned.has(each)) : owned.has(value);
}

function tablesIn(text: string): string[] {
  const named = [...text.matchAll(/\b(?:from|join|into|update) (\w+)/g)].map(([, name = '']) => name);
  return named.filter((name) => places.has(name));
}

/** What a column must be equal to, or is written as. */
function valuesOf(column: string, text: string, values: readonly unknown[]): unknown[] {
  const equal = new RegExp(String.raw`\b${column} = (?:any ?\()?\$(\d+)`, 'g');
  const numbers = [...text.matchAll(equal)].map(([, number]) => Number(number));
  return [...numbers, ...writtenAs(column, text)].map((number) => values[number - 1]);
}

/** The number of the parameter that an insertion writes to a column: in its list of values, or column by column for many rows. */
function writtenAs(column: string, text: string): number[] {
  const [, columns = '', written] = /^insert into \w+ \(([^)]*)\) (?:values \(([^)]*)\))?/.exec(text) ?? [];
  const at = columns.split(',').findIndex((name) => name.trim() === column);
  if (at === -1) return [];
  if (written === undefined) return [at + 1];
  return [Number(/^\s*\$(\d+)\s*$/.exec(written.split(',')[at] ?? '')?.[1])];
}

/** The table of docs/scaling.md: which tables, by what they are spread, and by what statements name it today. */
function readPlaces(): ReadonlyMap<string, Place> {
  const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
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
