import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

import { createHouseClient, type Client } from '../../src/api/client.ts';
import { buildHouse, type House } from '../../src/features/house.ts';
import { createMonitor, type Monitor } from '../../src/server/request-metrics.ts';
import { openServer } from '../../src/server/open-server.ts';
import { openLog } from '../../src/log.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { connect } from '../../src/db/connect.ts';
import { ADMIN_KEY, METRICS_TOKEN } from '../moderation/desk.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { handClock, type HandClock } from '../support/hand-clock.ts';
import type { Ask, Told } from '../support/house.ts';
import { plainParts, SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { newHouseFolder } from '../support/stores/sqlite-template.ts';

export type Asking = (request: Ask) => Promise<Told>;

export interface Unlimited {
  readonly house: House;
  readonly clock: HandClock;
  readonly watch: Monitor;
  readonly address: string;
  readonly ask: Asking;
  close(): Promise<void>;
}

/** An empty service on SQLite with a manual clock and no limits, for a whole test file. */
export async function openDoorWithoutLimits(): Promise<Unlimited> {
  const folder = await newHouseFolder();
  const store = await connect({ dataDir: folder });
  const baseUrl = new URL('http://127.0.0.1:1');
  const clock = handClock();
  const house = buildHouse({
    ...plainParts(store, clock),
    limiter: NO_LIMITS,
    cashier: await openCashier({
      mode: 'sandbox',
      sandboxToken: SANDBOX_TOKEN,
      baseUrl,
      random: systemRandom,
    }),
    baseUrl,
  });
  const watch = createMonitor(house);
  const app = await openServer(house, {
    log: openLog('silent'),
    baseUrl,
    adminKey: ADMIN_KEY,
    metricsToken: METRICS_TOKEN,
    monitor: watch,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl.port = String((app.server.address() as AddressInfo).port);
  const close = async () => {
    await app.close();
    await house.rasterizer?.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { house, clock, watch, address: baseUrl.origin, ask: asking(app), close };
}

/** The typed client, with this key. */
export function clientOf(ask: Asking, key?: string): Client {
  return createHouseClient(async ({ method, path, headers, body }) =>
    ask({
      method: method === 'GET' ? 'GET' : 'POST',
      path,
      headers: { ...headers, ...SANDBOX_HEADERS },
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
