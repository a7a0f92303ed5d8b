import type { Server } from 'node:net';

import { readConfig } from '../../../src/config/config.ts';
import type { House } from '../../../src/features/house.ts';
import { register } from '../../../src/features/agents/register.ts';
import { openServer } from '../../../src/server/open-server.ts';
import { openLog } from '../../../src/log.ts';
import { openHouse } from '../../../src/open-house.ts';
import { KEYED_ROWS } from './keyed-rows.ts';

/** Number of agents that share the requests, so that the real limits are counted but not reached. */
export const AGENTS = 2000;

/** The whole house as it runs in production, on a database in this folder, with two rows more. */
export async function openBenchHouse(dataDir: string): Promise<{ server: Server; keys: string[] }> {
  const config = readConfig({ PORT: '0', ARKHOUSE_DATA_DIR: dataDir, ARKHOUSE_TRUST_PROXY: '1' });
  const log = openLog(config.logLevel ?? 'info');
  const house = await openHouse(config, log);
  const keys = await Promise.all(Array.from({ length: AGENTS }, (_, nth) => keyOf(house, `agent-${nth}`)));
  const app = await openServer(house, { ...config, log, extraRoutes: KEYED_ROWS });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { server: app.server, keys };
}

async function keyOf(house: House, username: string): Promise<string> {
  const profile = { username, displayName: username, socialLinks: [] };
  const { value } = await register(house, { profile }, house.clock.now());
  return value.key;
}
