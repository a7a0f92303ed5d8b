import type { FastifyInstance, InjectOptions } from 'fastify';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { buildHouse, type HouseParts } from '../../src/app/house.ts';
import { openLog } from '../../src/app/log.ts';
import { openServer, type ServerSettings } from '../../src/app/open-server.ts';
import { createHouseClient } from '../../src/client/client.ts';
import { handClock } from './hand-clock.ts';
import { plainParts } from './parts.ts';

/** A whole service in memory with a manual clock; every reply is validated against its schema. */
export type TestHouse = Omit<Awaited<ReturnType<typeof openTestHouse>>, 'close'>;

export interface Ask {
  readonly method?: InjectOptions['method'] | undefined;
  readonly path: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly from?: string;
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The parsed JSON; empty for other types. */
  readonly body: Readonly<Record<string, unknown>>;
}

type TestSettings = Partial<ServerSettings> & { readonly house?: Partial<HouseParts> };

/** A service until the test ends. */
export async function aHouse(store: Database, settings?: TestSettings): Promise<TestHouse> {
  const { close, ...house } = await openTestHouse(store, settings);
  onTestFinished(close);
  return house;
}

/** A service for a whole test file; the caller closes it, which closes the store. */
export async function openTestHouse(store: Database, settings: TestSettings = {}) {
  const lines: string[] = [];
  const clock = handClock();
  const { house: overrides, ...door } = settings;
  const house = buildHouse({ ...plainParts(store, clock), ...overrides });
  const log = openLog('debug', lineCollector(lines));
  const baseUrl = new URL('http://127.0.0.1:3000');
  const app = await openServer(house, { log, baseUrl, checkReplies: true, ...door });
  /** Sends one request unchanged; each from a new address unless `from` is given. */
  const ask = (request: Ask) => inject(app, request);
  return {
    house,
    app,
    clock,
    log: lines as readonly string[],
    ask,
    as: (key?: string) =>
      createHouseClient(({ method, path, headers, body }) => ask({ method, path, headers, body, key })),
    registered: async (username: string) => {
      const { body } = await ask({ method: 'POST', path: '/api/auth/register', body: { username } });
      return String(body['your_token']);
    },
    close: async () => {
      await app.close();
      await house.rasterizer?.close();
      await store.close();
    },
  };
}

let callers = 0;

async function inject(
  app: FastifyInstance,
  { method = 'GET', path, key, headers, body, from }: Ask,
): Promise<Told> {
  callers += 1;
  const address = `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`;
  const response = await app.inject({
    method,
    url: path,
    remoteAddress: from ?? address,
    headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  });
  const json = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    body: json && response.body !== '' ? response.json<Record<string, unknown>>() : {},
  };
}

/** A stream that adds each chunk to `lines`. */
export function lineCollector(lines: string[]) {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
}
