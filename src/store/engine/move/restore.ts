import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createFileAtomically, makeFolder } from '../atomic-file.ts';
import { connect, type DatabaseAddress } from '../connect.ts';
import { restorePostgres } from '../postgres-dump.ts';
import { withDatabase } from './hold-still.ts';
import { MoveError } from './move-error.ts';
import { hasTables } from './tables.ts';

/** Brings a backup back into an empty place, and never over what is there. */
export async function restoreHouse(to: DatabaseAddress, backup: string, jobs: number): Promise<void> {
  if (to.databaseUrl === undefined) return restoreFile(to.dataDir, backup);
  const isTaken = await withDatabase(connect(to), (database) => hasTables(database, 'PostgreSQL'));
  if (isTaken)
    throw new MoveError('The database is not empty: make a new one, and let DATABASE_URL name that.');
  await restorePostgres(to.databaseUrl, backup, jobs);
  // Whoever plans a query knows nothing of rows that have just come.
  await withDatabase(connect(to), (database) => database.exclusive((db) => db.script('analyze')));
}

async function restoreFile(dataDir: string, backup: string): Promise<void> {
  await makeFolder(dataDir);
  await createFileAtomically(join(dataDir, 'arkhouse.db'), (partial) =>
    copyFile(backup, partial, constants.COPYFILE_FICLONE),
  );
}
