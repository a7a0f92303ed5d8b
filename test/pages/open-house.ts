import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';

import { openServer } from '../../src/server/open-server.ts';
import { openLog } from '../../src/log.ts';
import { connect } from '../../src/db/connect.ts';
import type { Lives } from '../lived-in/lived-in-lives.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';
import { inhabited, type Inhabited } from './inhabited.ts';

export interface OpenHouse extends Inhabited {
  readonly address: string;
  close(): Promise<void>;
}

/** A lived-in house that a browser can reach, for a whole file of tests. Its limits are those of a house for many. */
export async function openHouse(lives: Partial<Lives>): Promise<OpenHouse> {
  const folder = await newHouseFolder();
  const store = await connect({ dataDir: folder });
  const lived = await inhabited(store, lives);
  const baseUrl = new URL('http://127.0.0.1:1');
  const app = await openServer(lived.house, { log: openLog('silent'), baseUrl, trustedProxies: 1 });
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl.port = String((app.server.address() as AddressInfo).port);
  return {
    ...lived,
    address: baseUrl.origin,
    async close() {
      await app.close();
      await lived.house.rasterizer?.close();
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
