import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { client, type Client } from '../../src/contract/client.ts';
import { build, type House } from '../../src/house/house.ts';
import { openDoor } from '../../src/http/open-door.ts';
import { newWatch, type Watch } from '../../src/http/watch.ts';
import { openLog } from '../../src/log.ts';
import { openCashier } from '../../src/outside/cashier.ts';
import { trueChance } from '../../src/outside/chance.ts';
import { connect } from '../../src/store/connect.ts';
import { migrate } from '../../src/store/migrate.ts';
import { ADMIN_KEY } from '../admin/desk.ts';
import { NO_LIMITS } from '../asking.ts';
import { handClock, type HandClock } from '../hand-clock.ts';
import type { Ask, Told } from '../house.ts';
import { plainParts } from '../parts.ts';

export type Asking = (request: Ask) => Promise<Told>;

export interface Unlimited {
  readonly house: House;
  readonly clock: HandClock;
  readonly watch: Watch;
  readonly address: string;
  readonly ask: Asking;
  close(): Promise<void>;
}

/** An empty house on SQLite whose clock is turned by hand and whose limits are nobody's business, for a whole file of tests. */
export async function openDoorWithoutLimits(): Promise<Unlimited> {
  const folder = await mkdtemp(join(tmpdir(), 'arkhouse-payloads-'));
  const store = await connect({ dataDir: folder });
  await migrate(store, 0);
  const baseUrl = new URL('http://127.0.0.1:1');
  const clock = handClock();
  const house = build({
    ...plainParts(store, clock),
    limiter: NO_LIMITS,
    cashier: await openCashier({ mode: 'sandbox', chosen: 'by itself', baseUrl, chance: trueChance }),
    baseUrl,
  });
  const watch = newWatch(house);
  const app = await openDoor(house, { log: openLog('silent'), baseUrl, adminKey: ADMIN_KEY, watch });
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl.port = String((app.server.address() as AddressInfo).port);
  const close = async () => {
    await app.close();
    await house.press.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { house, clock, watch, address: baseUrl.origin, ask: asking(app), close };
}

/** The typed client, with this key. */
export function clientOf(ask: Asking, key?: string): Client {
  return client(async ({ method, path, headers, body }) =>
    ask({
      method: method === 'GET' ? 'GET' : 'POST',
      path,
      headers,
      ...(key !== undefined && { key }),
      ...(body !== undefined && { body }),
    }),
  );
}

function asking(app: FastifyInstance): Asking {
  return async ({ method = 'GET', path, key, headers, body }) => {
    const response = await app.inject({
      method,
      url: path,
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const json = String(response.headers['content-type']).startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: json && response.body !== '' ? response.json<Record<string, unknown>>() : {},
    };
  };
}
