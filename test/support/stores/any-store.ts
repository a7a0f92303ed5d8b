import { rm } from 'node:fs/promises';
import { onTestFinished } from 'vitest';

import { connect } from '../../../packages/database/connect.ts';
import type { Database } from '../../../packages/database/db.ts';
import { newHouseFolder } from './sqlite-template.ts';

export async function anyStore(): Promise<Database> {
  const dataDir = await newHouseFolder();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return connect({ dataDir });
}
