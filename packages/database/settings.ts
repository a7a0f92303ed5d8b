import type { Db } from './db.ts';
import { byKey, CHOSEN, command, idList, number, one, query, run, selectValue, text } from './table.ts';

export const readSetting = selectValue({ value: text }, 'select value from settings where name = $1', byKey);

export async function readSettings(db: Db, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await db.all(READ_MANY, [idList(names)])).map(({ name, value }) => [name, value]));
}

/** The table of secrets; backups leave its rows out. */
export const SECRETS_TABLE = 'secrets';

/** Returns the stored secret, or stores `fresh`. Concurrent callers all get the same value. */
export async function readOrKeepSecret(db: Db, name: string, fresh: string): Promise<string> {
  const kept = await db.one(READ_SECRET, [name]);
  if (kept) return kept.value;
  await db.run(KEEP_SECRET, [name, fresh]);
  return (await db.one(READ_SECRET, [name]))?.value ?? fresh;
}

export async function proveWritable(db: Pick<Db, 'run'>): Promise<void> {
  await db.run(PROVE_WRITABLE, []);
}

const READ_MANY = query(
  { name: text, value: text },
  `select name, value from ${CHOSEN} cross join settings where name = chosen.key`,
);

export const lockSetting = run(
  `insert into settings (name, value) values ($1, '')
    on conflict (name) do update set value = settings.value`,
  byKey,
);

export const writeSetting = run(
  `insert into settings (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value`,
  (name: string, value: string) => [name, value],
);

export const ping = one(query({ alive: number }, 'select 1 as alive'), () => []);

// SQLite skips writing an unchanged row, so the value changes each time.
const PROVE_WRITABLE = command(`
    insert into settings (name, value) values ('proof_of_writing', '0')
    on conflict (name) do update set value = case settings.value when '0' then '1' else '0' end`);

const READ_SECRET = query({ value: text }, 'select value from secrets where name = $1');

const KEEP_SECRET = command(
  'insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing',
);
