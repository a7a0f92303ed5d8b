import { expect, test } from 'vitest';

import type { Auth, Route } from '../../src/api/route.ts';
import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import { buildHouse, type House } from '../../src/features/house.ts';
import { hashKey, newKey } from '../../src/features/agents/api-keys.ts';
import {
  authenticate,
  authenticateOrHear,
  hasKeyInUrl,
  recogniseAgent,
} from '../../src/server/authenticate.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { DatabaseUnavailableError } from '../../src/db/portable.ts';
import { insertAgent } from '../../src/features/agents/agents.store.ts';
import { anAgent } from '../engine/examples.ts';
import { onSqlite } from '../support/databases.ts';
import { handClock } from '../support/hand-clock.ts';
import { plainParts } from '../support/parts.ts';
import { storeWith } from '../support/store-with.ts';
import { aRequest, aRow, countedFor, DOOR_IP, DOOR_NOW } from './door-request.ts';

const ADMIN_KEY = 'the key of the operator';
const STRANGE_KEY = newKey(systemRandom);
const SECRET_WORD = '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e';

const bearing = (key: string) => ({ authorization: `Bearer ${key}` });
const refused = (code: string) => expect.objectContaining({ code });

onSqlite(({ fresh }) => {
  async function aDoor(failure?: Error) {
    const store = await fresh();
    const agent = anAgent({ username: 'wren' });
    const key = newKey(systemRandom);
    await insertAgent(store, agent, { keyHash: hashKey(key), now: DOOR_NOW });
    const asked = failure ? storeWith(store, { one: () => Promise.reject(failure) }) : store;
    const house: House = buildHouse(plainParts(asked, handClock()));
    const enter = async (
      row: Pick<Route, 'auth' | 'limit'> & Partial<Route>,
      headers: Record<string, string> = {},
      { adminKey, url = '/' }: { adminKey?: string; url?: string } = {},
    ) => {
      const request = aRequest({ headers, url });
      await authenticate({ house, adminKey }, row as Route, request);
      return request.context;
    };
    return { house, key, agent: { id: agent.id, username: 'wren', blocked: false }, enter };
  }

  const auths: readonly Auth[] = ['none', 'optional', 'required'];

  test.each(auths)('a valid key is recognised where a key is %s', async (auth) => {
    const { key, agent, enter } = await aDoor();
    const context = await enter({ auth, limit: 'hall' }, bearing(key));
    expect(context.agent).toEqual(agent);
    expect(context.key).toBe(auth === 'none' ? undefined : key);
  });

  test('on routes with shared answers no caller is recognised', async () => {
    const { key, enter } = await aDoor();
    const context = await enter({ auth: 'none', limit: 'hall', cache: 'public' }, bearing(key));
    expect(context).not.toHaveProperty('agent');
  });

  test('without a key, routes that require one refuse and all others answer', async () => {
    const { enter } = await aDoor();
    await expect(enter({ auth: 'required', limit: 'hall' })).rejects.toThrow(refused('missing_key'));
    for (const auth of ['none', 'optional'] as const)
      expect(await enter({ auth, limit: 'hall' })).not.toHaveProperty('agent');
  });

  test.each([
    ['by address is counted once, before authentication', 'hall', [0, 2, 1]],
    ['by agent is counted for the agent after authentication', 'care', [1, 0, 1]],
  ] as const)('a limit %s', async (_, limit, counts) => {
    const { house, key, agent, enter } = await aDoor();
    await enter({ auth: 'required', limit }, bearing(key));
    await expect(enter({ auth: 'required', limit }, bearing(STRANGE_KEY))).rejects.toThrow(
      refused('unknown_key'),
    );
    expect([
      await countedFor(house, limit, agent.id),
      await countedFor(house, limit, DOOR_IP),
      await countedFor(house, 'failed_key', DOOR_IP),
    ]).toEqual(counts);
  });

  test('an unavailable database does not make a key wrong', async () => {
    const { house, key, enter } = await aDoor(new Error('no database'));
    await expect(enter({ auth: 'required', limit: 'care' }, bearing(key))).rejects.toThrow('no database');
    expect(await countedFor(house, 'failed_key', DOOR_IP)).toBe(0);
  });

  test('operator routes accept only the admin key', async () => {
    const { key, enter } = await aDoor();
    const row = { auth: 'admin', limit: 'admin' } as const;
    const own = { adminKey: ADMIN_KEY };
    expect(await enter(row, bearing(ADMIN_KEY), own)).not.toHaveProperty('agent');
    expect(await enter(row, { 'x-admin-key': ADMIN_KEY }, own)).not.toHaveProperty('key');
    for (const headers of [{}, bearing(key), bearing('another'), { 'x-admin-key': ' ' }])
      await expect(enter(row, headers, own)).rejects.toThrow(refused('unknown_admin_key'));
    for (const headers of [{}, bearing(ADMIN_KEY), bearing('undefined')])
      await expect(enter(row, headers)).rejects.toThrow(refused('unknown_admin_key'));
  });

  test('a key in the URL is refused on every route that takes a key, and only there', async () => {
    const { key, enter } = await aDoor();
    const inUrl = { adminKey: ADMIN_KEY, url: `/?key=${key}` };
    for (const auth of ['optional', 'required', 'admin'] as const)
      await expect(enter({ auth, limit: 'hall' }, bearing(key), inUrl)).rejects.toThrow(
        refused('key_in_address'),
      );
    await enter({ auth: 'none', limit: 'hall' }, bearing(key), inUrl);
  });

  test('a misplaced key is reported as misplaced, before it is reported as missing', async () => {
    const { key, enter } = await aDoor();
    const row = { auth: 'required', limit: 'hall' } as const;
    await expect(enter(row, { authorization: `Bearer "${key}"` })).rejects.toMatchObject({
      code: 'misplaced_key',
      facts: { place: 'wrapped' },
    });
    await expect(enter(row, { 'x-token': key })).rejects.toMatchObject({
      code: 'misplaced_key',
      facts: { place: 'header', name: 'x-token' },
    });
    await enter(row, { authorization: ` bearer  ${key}`, 'x-token': key });
  });

  test('a payment for our offer counts with purchases, any other with resurrections', async () => {
    const { house, key, agent } = await aDoor();
    const read = (text: string) => ({ key: text, check: () => (text === 'ours' ? OFFER : 'expired') });
    const paid = { ...house, cashier: { mode: 'off', mpp: { read } } } as unknown as House;
    const enter = (sent: Record<string, string>) =>
      authenticate(
        { house: paid, adminKey: undefined },
        aRow({ auth: 'required', limit: 'resurrect' }),
        aRequest({ headers: { 'x-api-key': key, ...sent } }),
      );
    const counted = async () => [
      await countedFor(house, 'credits', agent.id),
      await countedFor(house, 'resurrect', agent.id),
    ];
    await enter({});
    expect(await counted()).toEqual([0, 1]);
    await enter({ 'payment-authorization': 'Payment theirs' });
    expect(await counted()).toEqual([0, 2]);
    await enter({ 'payment-authorization': 'Payment ours' });
    expect(await counted()).toEqual([1, 2]);
  });

  const OFFER = { cents: 100, credits: 100 };

  test('a caller with an unknown key may ask for a replay, five times a minute', async () => {
    const { house } = await aDoor();
    const hear = async (headers: Record<string, string>) => {
      const request = aRequest({ headers: { ...bearing(STRANGE_KEY), ...headers } });
      const row = aRow({ auth: 'required', limit: 'rotate_key' });
      await authenticateOrHear({ house, adminKey: undefined }, row, request);
      return request.context.authProblem;
    };
    await expect(hear({})).rejects.toThrow(refused('unknown_key'));
    expect(await hear({ 'idempotency-key': SECRET_WORD })).toMatchObject({ code: 'unknown_key' });
    expect(await countedFor(house, 'lost_answer', DOOR_IP)).toBe(1);
    const { max } = RATE_LIMITS.lost_answer;
    for (let nth = 1; nth < max; nth += 1)
      await house.limiter.take('lost_answer', RATE_LIMITS.lost_answer, DOOR_IP, DOOR_NOW);
    await expect(hear({ 'idempotency-key': SECRET_WORD })).rejects.toThrow(refused('too_many_requests'));
  });

  test('an internal error is thrown instead of reported as an auth problem, and a valid key has none', async () => {
    const broken = await aDoor(new Error('no database'));
    const row = aRow({ auth: 'required', limit: 'rotate_key' });
    const headers = { ...bearing(broken.key), 'idempotency-key': SECRET_WORD };
    const failing = authenticateOrHear(
      { house: broken.house, adminKey: undefined },
      row,
      aRequest({ headers }),
    );
    await expect(failing).rejects.toThrow('no database');
    const { house, key, agent } = await aDoor();
    const request = aRequest({ headers: bearing(key) });
    await authenticateOrHear({ house, adminKey: undefined }, row, request);
    expect(request.context).toMatchObject({ agent });
    expect(request.context).not.toHaveProperty('authProblem');
  });

  test('where no key is required, an invalid key or one that cannot be looked up is ignored', async () => {
    const { house, key, agent } = await aDoor();
    expect(await recogniseAgent(house, bearing(key))).toEqual(agent);
    expect(await recogniseAgent(house, {})).toBeUndefined();
    expect(await recogniseAgent(house, bearing(STRANGE_KEY))).toBeUndefined();
    const away = await aDoor(new DatabaseUnavailableError('away'));
    expect(await recogniseAgent(away.house, bearing(key))).toBeUndefined();
    const broken = await aDoor(new Error('a mistake of ours'));
    await expect(recogniseAgent(broken.house, bearing(key))).rejects.toThrow('a mistake of ours');
  });
});

test('a key is found in the query of a URL, and only there', () => {
  for (const url of ['/?key=ah_1', '/?a=b&key=AH_1', '/?token=ah%5F1', '/?=ah_1', '/?a?b=ah_1'])
    expect(hasKeyInUrl(url), url).toBe(true);
  for (const url of ['/', '/key=ah_1', '/ah_1?name=wren', '/?key=ah_', '/?key=xah_1', '/?key=a=ah_1'])
    expect(hasKeyInUrl(url), url).toBe(false);
});
