import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/log.ts';
import { closeHouse, openHouse } from '../../src/open-house.ts';
import { multiply, type Multiplied } from './multiply.ts';
import { populate } from './populate.ts';

/** The folder of a house in which creatures live, and the keys of some of their keepers. */
export interface LivedIn {
  readonly folder: string;
  readonly keys: readonly string[];
}

/** Has so many agents live in a house through everything that agents really do there; gives its file. */
export async function aModel(folder: string, agents: number): Promise<string> {
  const house = await openHouse(readConfig({ ARKHOUSE_DATA_DIR: folder }), openLog('silent'));
  await populate(house, agents, house.clock.now());
  await closeHouse(house);
  return join(folder, FILE);
}

export async function aLivedInHouse(model: string, folder: string, size: Multiplied): Promise<LivedIn> {
  await mkdir(folder, { recursive: true });
  return { folder, keys: await multiply(model, join(folder, FILE), size) };
}

const FILE = 'arkhouse.db';
