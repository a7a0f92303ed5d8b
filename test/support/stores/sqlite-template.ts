import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { connect } from '../../../src/store/engine/connect.ts';
import { migrate } from '../../../src/store/engine/migrate.ts';

let made: Promise<Buffer> | undefined;

/** The file of a house that nobody has moved into: brought up once, and copied for every test. */
export function newHouseFile(scratch: string): Promise<Buffer> {
  made ??= bringUp(scratch);
  return made;
}

async function bringUp(scratch: string): Promise<Buffer> {
  const dataDir = await mkdtemp(join(scratch, 'arkhouse-test-'));
  try {
    const database = await connect({ dataDir });
    await migrate(database, 0);
    await database.close();
    return await readFile(join(dataDir, 'arkhouse.db'));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
