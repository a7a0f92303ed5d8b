import { expect, test } from 'vitest';

import type { Auth } from '../../src/api/route.ts';
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
    return { house, key, agent: { id: agent.id, username: 'wren', blocked: false } };
  }

  const auths: readonly Auth[] = ['none', 'optional', 'required'];

  test.each(auths)('a valid key is recognised where a key is %s', async (auth) => {
    const { house, key, agent } = await aDoor();
    const request = aRequest({ headers: bearing(key) });
    await authenticate({ house, adminKey: undefined }, aRow({ auth, limit: 'hall' }), request);
    expect(request.context.agent).toEqual(agent);
    expect(request.context.key).toBe(auth === 'none' ? undefined : key);
  });

  test('on routes with shared answers no caller is recognised', async () => {
    const { house, key } = await aDoor();
    const request = aRequest({ headers: bearing(key) });
    const row = aRow({ auth: 'none', limit: 'hall', cache: 'public' });
    await authenticate({ house, adminKey: undefined }, row, request);
    expect(request.context).not.toHaveProperty('agent');
  });

  test('without a key, routes that require one refuse and all others answer', async () => {
    const { house } = await aDoor();
    const enter = async (auth: Auth) => {
      const request = aRequest();
      await authenticate({ house, adminKey: undefined }, aRow({ auth, limit: 'hall' }), request);
      return request.context;
    };
    await expect(enter('required')).rejects.toThrow(refused('missing_key'));
    for (const auth of ['none', 'optional'] as const) expect(await enter(auth)).not.toHaveProperty('agent');
  });

  test('a limit by address is counted once, before authentication', async () => {
    const { house, key, agent } = await aDoor();
    const row = aRow({ auth: 'required', limit: 'hall' });
    await authenticate({ house, adminKey: undefined }, row, aRequest({ headers: bearing(key) }));
    const stranger = aRequest({ headers: bearing(STRANGE_KEY) });
    await expect(authenticate({ house, adminKey: undefined }, row, stranger)).rejects.toThrow(
      refused('unknown_key'),
    );
    expect([
      await countedFor(house, 'hall', DOOR_IP),
      await countedFor(house, 'hall', agent.id),
      await countedFor(house, 'failed_key', DOOR_IP),
    ]).toEqual([2, 0, 1]);
  });

  test('a limit by agent is counted for the agent after authentication', async () => {
    const { house, key, agent } = await aDoor();
    const row = aRow({ auth: 'required', limit: 'care' });
    await authenticate({ house, adminKey: undefined }, row, aRequest({ headers: bearing(key) }));
    const stranger = aRequest({ headers: bearing(STRANGE_KEY) });
    await expect(authenticate({ house, adminKey: undefined }, row, stranger)).rejects.toThrow(
      refused('unknown_key'),
    );
    expect([
      await countedFor(house, 'care', agent.id),
      await countedFor(house, 'care', DOOR_IP),
      await countedFor(house, 'failed_key', DOOR_IP),
    ]).toEqual([1, 0, 1]);
  });

  test('an unavailable database does not make a key wrong', async () => {
    const { house, key } = await aDoor(new Error('no database'));
    const row = aRow({ auth: 'required', limit: 'care' });
    const request = aRequest({ headers: bearing(key) });
    await expect(authenticate({ house, adminKey: undefined }, row, request)).rejects.toThrow('no database');
    expect(await countedFor(house, 'failed_key', DOOR_IP)).toBe(0);
  });

  test('operator routes accept only the admin key', async () => {
    const { house, key } = await aDoor();
    const row = aRow({ auth: 'admin', limit: 'admin' });
    const enter = (headers: Record<string, string>, adminKey: string | undefined = ADMIN_KEY) => {
      const request = aRequest({ headers });
      return authenticate({ house, adminKey }, row, request).then(() => request.context);
    };
    expect(await enter(bearing(ADMIN_KEY))).not.toHaveProperty('agent');
    expect(await enter({ 'x-admin-key': ADMIN_KEY })).not.toHaveProperty('key');
    for (const headers of [{}, bearing(key), bearing('another'), { 'x-admin-key': ' ' }])
      await expect(enter(headers)).rejects.toThrow(refused('unknown_admin_key'));
    const without = { house, adminKey: undefined };
    for (const headers of [{}, bearing(ADMIN_KEY), bearing('undefined')])
      await expect(authenticate(without, row, aRequest({ headers }))).rejects.toThrow(
        refused('unknown_admin_key'),
      );
  });

  test('a key in the URL is refused on every route that takes a key, and only there', async () => {
    const { house, key } = await aDoor();
    const enter = (auth: Auth) =>
      authenticate(
        { house, adminKey: ADMIN_KEY },
        aRow({ auth, limit: 'hall' }),
        aRequest({ headers: bearing(key), url: `/?key=${key}` }),
      );
    for (const auth of ['optional', 'required', 'admin'] as const)
      await expect(enter(auth)).rejects.toThrow(refused('key_in_address'));
    await enter('none');
  });

  test('a misplaced key is reported as misplaced, before it is reported as missing', async () => {
    const { house, key } = await aDoor();
    const enter = (headers: Record<string, string>) =>
      authenticate(
        { house, adminKey: undefined },
        aRow({ auth: 'required', limit: 'hall' }),
        aRequest({ headers }),
      );
    await expect(enter({ authorization: `Bearer "${key}"` })).rejects.toThrow(
      expect.objectContaining({
        code: 'misplaced_key',
        facts: expect.objectContaining({ place: 'wrapped' }),
      }),
    );
    await expect(enter({ 'x-token': key })).rejects.toThrow(
      expect.objectContaining({ code: 'misplaced_key', facts: { place: 'header', name: 'x-token' } }),
    );
    await enter({ authorization: ` bearer  ${key}`, 'x-token': key });
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

test.each([
  ['/?key=ah_1', true],
  ['/?a=b&key=AH_1', true],
  ['/?token=ah%5F1', true],
  ['/?=ah_1', true],
  ['/?a?b=ah_1', true],
  ['/', false],
  ['/key=ah_1', false],
  ['/ah_1?name=wren', false],
  ['/?key=ah_', false],
  ['/?key=xah_1', false],
  ['/?key=a=ah_1', false],
])('%s has a key in it: %s', (url, has) => {
  expect(hasKeyInUrl(url)).toBe(has);
});
