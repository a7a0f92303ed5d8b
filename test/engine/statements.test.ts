import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, type Connection, type Submittable } from 'pg';
import { expect, test } from 'vitest';

import { isReadOnly, toSqliteParameters } from '../../src/db/portable.ts';
import { registeredStatements } from '../../src/db/table.ts';
import { eachDatabase, type Place } from '../support/databases.ts';

const folder = new URL('../../src/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.store\.ts$|^db\/[\w-]+\.ts$/.test(file),
);
await Promise.all(files.map((file) => import(new URL(file, folder).href)));
// Earlier test files in this process register statements for their own tables.
const registered = registeredStatements().filter(({ text }) => !text.includes('test_things'));
const statements = registered.map((statement) => named(statement));
const forMany = registered
  .flatMap((statement) => ('forMany' in statement ? [named({ text: String(statement.forMany) })] : []))
  // A statement with a parameter in `on conflict` is for single rows only.
  .filter(({ text }) => !/on conflict[^]*\$/.test(text));

function named(statement: { readonly text: string; readonly columns?: readonly string[] }) {
  const name = statement.text.trim().replaceAll(/\s+/g, ' ').slice(0, 90);
  return { text: statement.text, name, columns: statement.columns ?? [] };
}

const WALK = /^SCAN (?:agents|care_log|community_species|creatures|gravestones|keepers|milestones)$/;

eachDatabase((place) => {
  test('every statement is valid and returns exactly its declared columns', async () => {
    const columnsOf = await describer(place);
    const returned = [];
    const understood = place.kind === 'SQLite' ? statements : [...statements, ...forMany];
    for (const statement of understood) {
      // Sequential: they share one connection.
      returned.push({ ...statement, columns: await columnsOf(statement.text) });
    }
    expect(returned).toEqual(understood);
  });

  // Only SQLite's plan is independent of the number of rows.
  if (place.kind !== 'SQLite') return;
  // Exceptions: audits, the operator's list of blocked agents, and the log, which is read from its end.
  const reads = statements.filter(
    ({ text, columns }) =>
      isReadOnly(text) &&
      columns[0] !== 'subject' &&
      !text.includes('order by blocked_at desc') &&
      !text.includes('from care_log order by at desc, id desc limit'),
  );
  test('no page query scans a whole table', async () => {
    const raw = new DatabaseSync(join(place.addressOf(await place.fresh()).dataDir, 'arkhouse.db'));
    const scans = reads.flatMap(({ text, name }) => {
      const values = [...new Set(text.match(/\$\d+/g))].map(() => 1);
      const plan = raw.prepare(`explain query plan ${toSqliteParameters(text)}`).all(...values);
      expect(plan, name).not.toEqual([]);
      return plan
        .map(({ detail }) => String(detail))
        .filter((step) => WALK.test(step))
        .map((step) => ({ name, step }));
    });
    raw.close();
    expect(scans).toEqual([]);
  });
});

test('every store creates its statements with table.ts, which registers them for the checks above', () => {
  const others = files.filter((file) => /\btext: [`']/.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(others).toEqual([]);
});

async function describer(place: Place): Promise<(text: string) => Promise<string[]>> {
  const { databaseUrl, dataDir } = place.addressOf(await place.fresh());
  if (databaseUrl === undefined) {
    const raw = new DatabaseSync(join(dataDir, 'arkhouse.db'));
    return async (text) =>
      raw
        .prepare(toSqliteParameters(text))
        .columns()
        .map(({ name }) => name);
  }
  const client = new Client(databaseUrl);
  // The database is dropped while this client is connected.
  client.on('error', () => {});
  await client.connect();
  return (text) => new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)));
}

/** Makes PostgreSQL parse and describe a statement without running it. */
class Description implements Submittable {
  readonly #text: string;
  readonly #resolve: (columns: string[]) => void;
  readonly #reject: (reason: Error) => void;
  #columns: string[] = [];

  constructor(text: string, resolve: (columns: string[]) => void, reject: (reason: Error) => void) {
    this.#text = text;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: { name: string }[] }): void {
    this.#columns = fields.map(({ name }) => name);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}
