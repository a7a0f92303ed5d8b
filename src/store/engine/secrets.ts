import type { Db } from './db.ts';
import { command, query, text } from './table.ts';

/** The table whose rows no backup takes along. */
export const SECRETS_TABLE = 'secrets';

/** A secret of this database: the one it has, or this one from now on. Of several who open it at once, all are told the same. */
export async function readOrKeepSecret(db: Db, name: string, fresh: string): Promise<string> {
  const kept = await db.one(READ, [name]);
  if (kept) return kept.value;
  await db.run(KEEP, [name, fresh]);
  return (await db.one(READ, [name]))?.value ?? fresh;
}

const READ = query({ value: text }, 'select value from secrets where name = $1');

const KEEP = command('insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing');
