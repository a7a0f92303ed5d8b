import { expect, test } from 'vitest';

import * as sql from '../../packages/database/table.ts';
import { DAY, SECOND } from '../../src/rules/base/clock.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { aKeeper, NO_LIMITS, withSeed } from '../support/asking.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const DAYS = 6;

type Reply = Readonly<Record<string, unknown>>;

/** Does the first step of each answer until that is to come back, for so many days; returns every answer. */
async function liveObediently(house: TestHouse, days: number, given?: { readonly key: string }) {
  const { key } = given ?? (await aKeeper(house, 'wren', { timezone: 'Europe/Berlin' }));
  const { clock } = house;
  const born = clock.now();
  const heard: Reply[] = [];
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
    const told = await house.ask({ method, path, key, ...(body && { body }) });
    expect(told.status, told.text).toBeLessThan(300);
    heard.push(told.body);
    clock.forward('6s');
    return told.body;
  };
  if (!given) await call('POST', '/api/house/adopt', { name: 'Miso', species_slug: 'tabby' });
  while (clock.now() - born < days * DAY) {
    let reply = await call('GET', '/api/house/status');
    for (;;) {
      const [step] = reply['next_steps'] as readonly NextStep[];
      if (!step?.body || !step.endpoint || step.method !== 'POST') break;
      reply = await call('POST', step.endpoint, step.body);
    }
    const { at = '' } = (reply['recommended_checkin'] ?? {}) as { at?: string };
    clock.forward(`${Math.max(60, Math.ceil((Date.parse(at) - clock.now()) / SECOND))}s`);
  }
  return { key, call, heard: JSON.stringify(heard) };
}

test('an ambition is done by obedience alone, told, and lived again by the audit', async () => {
  const store = await anyStore();
  const house = await aHouse(store, { house: { random: withSeed(5), limiter: NO_LIMITS } });
  const { call, heard } = await liveObediently(house, DAYS);
  expect(heard).toMatch(/"ambition":\{"text":"[^"]*Miso[^"]*","progress":"1 of \d"/);
  expect(heard).toMatch(/Miso did what it had set its mind on/);
  const { letters } = (await call('GET', '/api/house/letters?limit=20')) as {
    letters: readonly { readonly occasion: string }[];
  };
  expect(letters.map(({ occasion }) => occasion)).toContain('ambition');
  expect(await auditHouse(store, house.clock.now())).toEqual([]);
});

const READ_HEART = sql.query({ heart: sql.text }, 'select heart from creatures');
const WRITE_HEART = sql.command('update creatures set heart = $1');

test('a life of a version without ambitions goes on with them, and is lived again by the audit', async () => {
  const store = await anyStore();
  const house = await aHouse(store, { house: { random: withSeed(5), limiter: NO_LIMITS } });
  const { key } = await liveObediently(house, 1.7);
  const { heart = '[]' } = (await store.one(READ_HEART, [])) ?? {};
  const packed = JSON.parse(heart) as unknown[];
  await store.run(WRITE_HEART, [JSON.stringify(packed.slice(0, -1))]);
  expect(await auditHouse(store, house.clock.now())).toEqual([]);
  const { heard } = await liveObediently(house, 6, { key });
  expect(heard).toMatch(/Miso did what it had set its mind on/);
  expect(await auditHouse(store, house.clock.now())).toEqual([]);
});
