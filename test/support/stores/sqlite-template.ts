import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { connect } from '../../../packages/database/connect.ts';
import { migrate } from '../../../src/db/migrations.ts';

// In memory if possible, because most tests would otherwise wait for the disk. Tests that kill programs use the disk.
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** An empty data folder; the caller removes it. */
export function newFolder(): Promise<string> {
  return mkdtemp(join(SCRATCH, 'arkhouse-test-'));
}

/** A data folder with an empty migrated database; the caller removes it. */
export async function newHouseFolder(): Promise<string> {
  const dataDir = await newFolder();
  made ??= bringUp();
  await writeFile(join(dataDir, 'arkhouse.db'), await made);
  return dataDir;
}

let made: Promise<Buffer> | undefined;

/** Created once and copied for every test. */
async function bringUp(): Promise<Buffer> {
  const dataDir = await newFolder();
  try {
    const database = await connect({ dataDir });
    await migrate(database, 0);
    await database.close();
    return await readFile(join(dataDir, 'arkhouse.db'));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
