import { expect } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import type { HouseParts } from '../../src/app/house.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { aHouse, type Ask, type TestHouse, type Told } from '../support/house.ts';

export const ADMIN_KEY = 'an operator knows this and nobody else';
export const METRICS_TOKEN = 'prometheus knows this and nobody else';
const FORM = 'application/x-www-form-urlencoded';

export type Operator = Awaited<ReturnType<typeof operatorWith>>;

type Fields = Readonly<Record<string, string>>;

export function anOperatedHouse(store: Database, parts: Partial<HouseParts> = {}): Promise<TestHouse> {
  const house = { limiter: NO_LIMITS, ...parts };
  return aHouse(store, { adminKey: ADMIN_KEY, metricsToken: METRICS_TOKEN, house });
}

export function posted(
  { ask }: Pick<TestHouse, 'ask'>,
  path: string,
  fields: Fields,
  headers: Ask['headers'] = {},
): Promise<Told> {
  const body = new URLSearchParams(fields).toString();
  return ask({ method: 'POST', path, body, headers: { 'content-type': FORM, ...headers } });
}

export function cookieIn({ headers }: Told): string {
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  return cookie;
}

export async function signedIn(house: Pick<TestHouse, 'ask'>, key = ADMIN_KEY): Promise<Operator> {
  const told = await posted(house, '/admin/login', { key, to: '/admin' });
  expect(told.status, told.text).toBe(303);
  return operatorWith(house, cookieIn(told));
}

export async function operatorWith(house: Pick<TestHouse, 'ask'>, cookie: string) {
  const look = (path: string, headers: Ask['headers'] = {}) =>
    house.ask({ path, headers: { cookie, ...headers } });
  const [, seal = ''] = /name="seal" value="([^"]+)"/.exec((await look('/admin/log')).text) ?? [];
  return {
    cookie,
    seal,
    look,
    /** Submits a form of the operator pages with its CSRF token. */
    send: (path: string, fields: Fields, headers: Ask['headers'] = {}) =>
      posted(house, path, { seal, ...fields }, { cookie, ...headers }),
  };
}
