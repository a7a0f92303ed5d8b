/**
 * What a schema text says to one database. Triggers have no common words: `-- only on SQLite` and `-- only on PostgreSQL`
 * each begin such a part, and `-- on both` ends it.
 */
export function schemaFor(database: 'SQLite' | 'PostgreSQL', schema: string): string {
  let heard = true;
  return schema
    .split('\n')
    .filter((line) => {
      const only = /^-- (?:only on (\w+)|on both)$/.exec(line);
      if (only) heard = only[1] === undefined || only[1] === database;
      return heard;
    })
    .join('\n');
}
