import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

import { connect } from '../../src/store/engine/connect.ts';
import type { Database } from '../../src/store/engine/db.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

export interface Listening extends TestHouse {
  /** Where it listens, on this machine. */
  readonly address: string;
}

/** A database for tests that are about something else. */
export async function aStore(): Promise<Database> {
  const dataDir = await newHouseFolder();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return connect({ dataDir });
}

/** A house on SQLite that listens on a port of its own until the test ends, and limits nobody. */
export async function aListeningHouse(settings: Parameters<typeof aHouse>[1] = {}): Promise<Listening> {
  const house = await aHouse(await aStore(), { house: { limiter: NO_LIMITS }, ...settings });
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo;
  return { ...house, address: `http://127.0.0.1:${port}` };
}
