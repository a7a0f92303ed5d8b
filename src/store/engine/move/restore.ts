import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createFileAtomically, makeFolder } from '../atomic-file.ts';
import { connect, type DatabaseAddress } from '../connect.ts';
import type { Db } from '../db.ts';
import { lookIntoFile, statSqlite } from '../inspect/look-into-file.ts';
import { restorePostgres } from '../postgres-dump.ts';
import { compareSchema } from './compare-schema.ts';
import { withDatabase } from './hold-still.ts';
import { MoveError } from './move-error.ts';
import { hasTables, type DatabaseKind } from './tables.ts';

/** Brings a backup back into an empty place, and never over what is there. */
export async function restoreHouse(to: DatabaseAddress, backup: string, jobs: number): Promise<void> {
  if (to.databaseUrl === undefined) return restoreFile(to.dataDir, backup);
  const isTaken = await withDatabase(connect(to), (database) => hasTables(database, 'PostgreSQL'));
  if (isTaken)
    throw new MoveError('The database is not empty: make a new one, and let DATABASE_URL name that.');
  await restorePostgres(to.databaseUrl, backup, jobs);
  await withDatabase(connect(to), (database) => refuseForeign(database, 'PostgreSQL', 'Drop the database.'));
  // Whoever plans a query knows nothing of rows that have just come.
  await withDatabase(connect(to), (database) => database.exclusive((db) => db.script('analyze')));
}

async function restoreFile(dataDir: string, backup: string): Promise<void> {
  await makeFolder(dataDir);
  await createFileAtomically(join(dataDir, 'arkhouse.db'), async (partial) => {
    await copyFile(backup, partial, constants.COPYFILE_FICLONE);
    await lookIntoFile(partial, await statSqlite(partial), ({ db }) =>
      refuseForeign(db, 'SQLite', 'Nothing was kept.'),
    );
  });
}

/** Before anything is written to it: a trigger would run with the first row. */
async function refuseForeign(db: Db, kind: DatabaseKind, outcome: string): Promise<void> {
  const { foreign } = await compareSchema(db, kind);
  if (foreign.length === 0) return;
  throw new MoveError(`The backup holds what Arkhouse did not make: ${foreign.join(', ')}. ${outcome}`);
}
