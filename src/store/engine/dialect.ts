/**
 * The one schema text as SQLite wants it: its own three type words, and every table strict. Rows of a table that is
 * `kept in the order of its key` lie in its key, one tree to write instead of two; PostgreSQL has no such tables.
 */
export function toSqliteSchema(schema: string): string {
  return schemaFor('SQLite', schema)
    .replace(/--(?! kept in the order of its key$).*$/gm, '')
    .replace(/\bbigint\b/gi, 'integer')
    .replace(/\bdouble precision\b/gi, 'real')
    .replace(/\bbytea\b/gi, 'blob')
    .replace(BYTE_BY_BYTE, '')
    .split(';')
    .map(asStrictTable)
    .join(';');
}

function asStrictTable(statement: string): string {
  if (!/\bcreate table\b/i.test(statement)) return statement;
  const end = statement.lastIndexOf(')') + 1;
  const options = statement.includes('-- kept in the order of its key')
    ? ' strict, without rowid'
    : ' strict';
  return statement.slice(0, end) + options + statement.slice(end);
}

/**
 * Numbered parameters are `$1` to PostgreSQL and `?1` to SQLite. With a parameter alone as its limit SQLite prepares a
 * statement anew at every call, to plan for the value; with a sum it does not look.
 */
export function toSqliteParameters(text: string): string {
  return text
    .replace(/\$(\d+)/g, '?$1')
    .replace(/\blimit \?/gi, 'limit 0 + ?')
    .replace(BYTE_BY_BYTE, '');
}

// What PostgreSQL has to be asked for, whatever language it sorts by: text in the order of its bytes. SQLite knows no other.
const BYTE_BY_BYTE = / collate "C"/g;

/** Does the text only look? What looks may be asked of the reader; what returns rows of a change may not. */
export function isReadOnly(text: string): boolean {
  // A common table expression may change rows as well: then it is a write.
  return SELECTS.test(text) && !(/^\s*with\b/i.test(text) && CHANGES.test(text));
}

const SELECTS = /^\s*(?:select|with)\b/i;
const CHANGES = /\b(?:insert|update|delete)\b/i;

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
