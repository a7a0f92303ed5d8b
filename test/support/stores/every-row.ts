import type { Database } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';

/** Every row of every table of an SQLite store, as JSON. */
export async function everyRow(store: Database): Promise<string> {
  const names = sql.selectValues(
    { name: sql.text },
    "select name from sqlite_master where type = 'table' and name not like 'sqlite%' order by name",
    () => [],
  );
  const tables = await Promise.all(
    (await names(store)).map(async (name) => {
      const columns = await sql.selectValues(
        { name: sql.text },
        `select name from pragma_table_info('${name}')`,
        () => [],
      )(store);
      return [name, await store.all({ text: `select * from ${name}`, columns }, [])];
    }),
  );
  return JSON.stringify(tables, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value));
}
