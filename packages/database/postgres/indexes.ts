import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseError, type ClientBase } from 'pg';

import { schemaFor } from '../portable.ts';

export async function buildIndexes(client: ClientBase, sql: string): Promise<void> {
  for (const statement of statementsIn(sql)) {
    const name = INDEX_NAME.exec(statement)?.[1];
    if (name === undefined)
      throw new Error(`only indexes can be made concurrently, and this is not: ${statement}`);
    if (isDrop(statement)) await client.query(concurrently(statement));
    else await build(client, name, statement);
  }
}

const INDEX_NAME = /^(?:create (?:unique )?|drop )index (\w+)/i;

function statementsIn(sql: string): string[] {
  return schemaFor('PostgreSQL', sql)
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function isDrop(statement: string): boolean {
  return /^drop/i.test(statement);
}

function concurrently(statement: string): string {
  return statement.replace(/\bindex\b/i, `index concurrently${isDrop(statement) ? ' if exists' : ''}`);
}

const LOOK_AGAIN_MS = 250;

async function build(client: ClientBase, name: string, statement: string): Promise<void> {
  let before: IndexState | undefined;
  for (;;) {
    const { rows } = await client.query<{ state: IndexState }>(STATE, [name]);
    const found = rows[0]?.state ?? 'missing';
    if (found === 'whole') return;
    if (found === 'missing') await tryTo(client, concurrently(statement));
    // An interrupted build left an invalid index, which PostgreSQL maintains but never uses.
    else if (found === 'broken' && before === 'broken')
      await tryTo(client, `drop index concurrently if exists ${name}`);
    // Another process is building the index or has just finished, which briefly looks broken.
    else await pause(LOOK_AGAIN_MS);
    before = found;
  }
}

type IndexState = 'missing' | 'whole' | 'growing' | 'broken';

const STATE = `
  select case when indisvalid then 'whole'
    when exists (select 1 from pg_stat_progress_create_index where relid = indrelid) then 'growing'
    else 'broken' end as state
  from pg_index where indexrelid = to_regclass($1)`;

async function tryTo(client: ClientBase, statement: string): Promise<void> {
  try {
    await client.query(statement);
  } catch (error) {
    if (!isOvertaken(error)) throw error;
  }
}

function isOvertaken(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false;
  const { code, constraint, message } = error;
  return (
    code === '42P07' ||
    constraint === 'pg_class_relname_nsp_index' ||
    (code === 'XX000' && message.startsWith('tuple concurrently'))
  );
}
