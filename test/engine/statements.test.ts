import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, type Connection, type Submittable } from 'pg';
import { describe, expect, test } from 'vitest';

import type { Command, Query } from '../../src/store/engine/db.ts';
import { toSqliteParameters } from '../../src/store/engine/sqlite-text.ts';
import { eachDatabase, type Place } from '../support/databases.ts';

type Statement = Query<unknown> | Command;

const folder = new URL('../../src/store/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map(async (file) => {
    const module: { STATEMENTS?: readonly Statement[] } = await import(new URL(file, folder).href);
    return { file, statements: module.STATEMENTS ?? [] };
  }),
);

eachDatabase((place) => {
  describe.each(modules.filter(({ statements }) => statements.length > 0))('$file', ({ statements }) => {
    test('every statement is understood and returns exactly the columns it declares', async () => {
      const columnsOf = await describer(place);
      const returned = [];
      for (const { text } of statements) {
        // One at a time: they share one connection.
        returned.push({ text, columns: await columnsOf(text) });
      }
      expect(returned).toEqual(statements.map(({ text, ...rest }) => ({ text, columns: declared(rest) })));
    });
  });
});

test('every store file that has SQL lists it', () => {
  const listed = modules.filter(({ statements }) => statements.length > 0).map(({ file }) => file);
  expect(listed).toEqual(
    expect.arrayContaining(['agents.ts', 'audit.ts', 'idempotent-replies.ts', 'settings.ts']),
  );
});

function declared(statement: object): string[] {
  return 'columns' in statement && Array.isArray(statement.columns) ? [...statement.columns] : [];
}

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
  // The place drops the database while this client still has it open.
  client.on('error', () => {});
  await client.connect();
  return (text) => new Promise((resolve, reject) => client.query(new Description(text, resolve, reject)));
}

/** Asks PostgreSQL to understand a statement without running it. */
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
