import { expect, test } from 'vitest';

import { RATE_LIMITS, type RateLimitName } from '../../src/api/rate-limits.ts';
import { USUAL_QUOTAS } from '../../src/rules/agents.ts';
import type { Database } from '../../src/db/db.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';
import { aHouse, type Ask, type TestHouse, type Told } from '../support/house.ts';

const HERE = '203.0.113.7';
const PROXY = '10.0.0.1';
const HEALTH: Ask = { path: '/api/health', from: HERE };

onSqlite(({ fresh }) => {
  test('a caller cannot pass for a hundred others by any header', async () => {
    const house = await aHouse(await fresh());
    const told = await inTurn(100, (at) =>
      house.ask({ ...HEALTH, headers: { 'x-forwarded-for': quad(at) } }),
    );
    expect(statuses(told)).toEqual({ 200: 60, 429: 40 });
    for (const headers of [
      { 'x-forwarded-for': '198.51.100.9, 127.0.0.1' },
      { forwarded: 'for=198.51.100.9' },
      ...['x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip'].map((name) => ({
        [name]: '198.51.100.9',
      })),
    ])
      expect((await house.ask({ ...HEALTH, headers })).status, JSON.stringify(headers)).toBe(429);
  });

  const FOUR = [59, 58, 57, 56];
  test.each<[string, number | string[], (at: number) => string, number[]]>([
    ['one proxy, every caller has its own window', 1, quad, [59, 59, 59, 59]],
    ['one proxy, the address added by the proxy counts', 1, (at) => `${quad(at)}, ${HERE}`, FOUR],
    ['two proxies, the last but one address counts', 2, (at) => `${quad(at)}, ${HERE}, 10.0.0.2`, FOUR],
    [
      'a proxy that adds IPv4 ports, a caller is the same at any port',
      [PROXY, '10.0.0.2'],
      (at) => (at < 3 ? `${quad(at)}, ${HERE}:${40_000 + at}, 10.0.0.2:443` : HERE),
      FOUR,
    ],
    [
      'a proxy that adds IPv6 ports, a caller is the same at any port',
      [PROXY, '10.0.0.2'],
      (at) => (at < 3 ? `${quad(at)}, [2001:db8::1]:${40_000 + at}, 10.0.0.2:443` : '[2001:db8::1]'),
      FOUR,
    ],
  ])('behind %s', async (_, trustedProxies, forwardedFor, left) => {
    const house = await aHouse(await fresh(), { trustedProxies });
    const told = await inTurn(4, (at) => house.ask(through(forwardedFor(at))));
    expect(told.map(remaining)).toEqual(left);
    expect(remaining(await house.ask(through('198.51.100.9:1')))).toBe(59);
  });

  test('behind a proxy trusted by address, only its entry counts', async () => {
    const house = await aHouse(await fresh(), { trustedProxies: [PROXY] });
    const liar = { ...HEALTH, headers: { 'x-forwarded-for': quad(1) } };
    const told = [await house.ask(through(HERE)), await house.ask(HEALTH), await house.ask(liar)];
    expect(told.map(remaining)).toEqual([59, 58, 57]);
  });

  test('one customer with a whole network of addresses is one caller', async () => {
    const house = await aHouse(await fresh());
    const told = await inTurn(61, (at) => house.ask({ ...HEALTH, from: `2001:db8:1:2::${at.toString(16)}` }));
    expect(statuses(told)).toEqual({ 200: 60, 429: 1 });
    expect((await house.ask({ ...HEALTH, from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  test('HEAD counts like GET, and a query makes no other route', async () => {
    const house = await aHouse(await fresh());
    await inTurn(60, (at) => house.ask({ ...HEALTH, method: 'HEAD', path: `/api/health?${at}` }));
    expect((await house.ask(HEALTH)).status).toBe(429);
  });

  test('every way to miss a route counts in one window, redirects and preflights too', async () => {
    const house = await aHouse(await fresh());
    const astray =
      '/api//health /api/health/ /API/health /api/v1/health /api//house/care /api/%2e /api/%zz /nowhere'.split(
        ' ',
      );
    const told = await inTurn(58, (at) => house.ask({ path: astray[at % astray.length] ?? '/', from: HERE }));
    expect(told.map(remaining)).toEqual(told.map((_, at) => 59 - at));
    expect((await house.ask({ method: 'OPTIONS', path: '/api/health', from: HERE })).status).toBe(204);
    expect((await house.ask({ method: 'PUT', path: '/api/health', from: HERE })).status).toBe(405);
    expect(await house.ask({ path: '/api/health/', from: HERE })).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded.', code: 'too_many_requests' },
    });
  });

  test('a 429 states how long to wait, which decreases with the clock and is never zero', async () => {
    const house = await aHouse(await fresh());
    expect((await house.ask(HEALTH)).headers['ratelimit']).toBe('"health";r=59;t=60');
    const { headers, body } = await exhausted(house, HEALTH, 59);
    expect(body).toEqual({
      error: 'Rate limit exceeded',
      code: 'too_many_requests',
      retry_after_seconds: 60,
      suggestion: expect.stringContaining('60 seconds') as string,
      request_id: headers['x-request-id'],
      next_steps: [
        expect.objectContaining({ method: 'GET', endpoint: '/api/health' }),
        expect.objectContaining({ action: 'look_around' }),
      ],
    });
    expect(headers).toMatchObject({
      'retry-after': '60',
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(house.clock.now() / 1000 + 60),
      'ratelimit-policy': '"health";q=60;w=60',
      ratelimit: '"health";r=0;t=60',
    });
    for (const [later, seconds] of [
      ['10s', 50],
      ['49s', 1],
      ['999ms', 1],
    ] as const) {
      house.clock.forward(later);
      expect(await house.ask(HEALTH)).toMatchObject({
        body: { retry_after_seconds: seconds },
        headers: { 'retry-after': String(seconds), ratelimit: `"health";r=0;t=${seconds}` },
      });
    }
    house.clock.forward('1ms');
    expect((await house.ask(HEALTH)).status).toBe(200);
    const redirect = await house.ask({ path: '/api/health/', from: HERE });
    expect(redirect.headers).toMatchObject({
      location: '/api/health',
      ratelimit: '"unknown_path";r=59;t=60',
    });
  });

  test('a replay does not count, and every header says so', async () => {
    const house = await aHouse(await fresh());
    const key = await house.registered('wren');
    const make = () =>
      house.ask({ method: 'POST', path: '/api/house/calendar', key, headers: { 'idempotency-key': 'one' } });
    const [first, again] = [await make(), await make()];
    expect(first.headers['ratelimit']).toBe('"calendar_feed";r=9;t=60');
    expect(again.headers['ratelimit']).toBe('"calendar_feed";r=9;t=60');
    expect(remaining(again)).toBe(9);
  });

  test('a page of another house may read every one of them', async () => {
    const house = await aHouse(await fresh());
    const { headers } = await house.ask({ ...HEALTH, headers: { origin: 'https://a.example' } });
    for (const name of ['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'Link'])
      expect(String(headers['access-control-expose-headers']).split(', ')).toContain(name);
  });

  test('only three may join from one address in an hour', async () => {
    const house = await aHouse(await fresh());
    const join = (at: number) =>
      house.ask({ method: 'POST', path: '/api/auth/register', from: HERE, body: { username: `wren-${at}` } });
    expect(statuses(await inTurn(5, join))).toEqual({ 201: 3, 429: 2 });
    house.clock.forward('59m59s');
    expect((await join(6)).body['retry_after_seconds']).toBe(1);
    house.clock.forward('1s');
    expect((await join(7)).status).toBe(201);
  });

  test('thirty malformed requests a minute have their own limit, and do not count against the three', async () => {
    const house = await aHouse(await fresh());
    const register: Ask = { method: 'POST', path: '/api/auth/register', from: HERE };
    const malformed = ['{', '[]', { username: '!' }, 'x'.repeat(70_000)];
    const told = await inTurn(30, (at) => house.ask({ ...register, body: malformed[at % 4] }));
    expect(statuses(told)).toEqual({ 400: 23, 413: 7 });
    expect(new Set(told.map(({ headers }) => headers['ratelimit']))).toEqual(
      new Set(['"register";r=3;t=3600']),
    );
    const joined = await inTurn(3, (at) => house.ask({ ...register, body: { username: `wren-${at}` } }));
    expect(statuses(joined)).toEqual({ 201: 3 });
    house.clock.forward('1h');
    const more = await exhausted(house, { ...register, body: '{' }, 30);
    expect(more).toMatchObject({ status: 429, headers: { ratelimit: '"malformed";r=0;t=60' } });
    house.clock.forward('1m');
    expect((await house.ask({ ...register, body: '{' })).status).toBe(400);
  });

  test.each([
    { path: '/api/house/care', limit: 'care', body: { action: 'eat' } },
    { path: '/api/house/species', limit: 'species_create', body: { slug: '!' } },
    { path: '/api/house/adopt', limit: 'adopt', body: { name: 'Bo', species_slug: 'unheard_of' } },
    { path: '/api/house/resurrect', limit: 'resurrect', body: {} },
  ] as const satisfies readonly { path: string; limit: RateLimitName; body: object }[])(
    'a malformed request of $path does not count against its limit',
    async ({ path, limit, body }) => {
      const house = await aHouse(await fresh());
      const key = await house.registered('wren');
      const { max } = RATE_LIMITS[limit];
      const told = await inTurn(max + 2, () => house.ask({ method: 'POST', path, key, body }));
      expect(statuses(told)).toEqual({ 400: max + 2 });
      expect(new Set(told.map(remaining))).toEqual(new Set([max]));
    },
  );

  const STRANGE_ID = '00000000-0000-4000-8000-000000000000';
  const REFUSED = [
    { what: 'care for a creature of nobody', status: 404, limit: 'care', path: '/api/house/care' },
    { what: 'care while it sleeps', status: 409, limit: 'care', path: '/api/house/care' },
    { what: 'adoption over the quota', status: 409, limit: 'adopt', path: '/api/house/adopt' },
    { what: 'resurrection of nobody', status: 404, limit: 'resurrect', path: '/api/house/resurrect' },
    { what: 'resurrection without credits', status: 402, limit: 'resurrect', path: '/api/house/resurrect' },
  ] as const satisfies readonly { what: string; status: number; path: string; limit: RateLimitName }[];

  test.each(REFUSED)(
    '$what ($status) does not count against its limit, and refusals share 30 a minute',
    async ({ what, status, path, limit }) => {
      const { house, key, body } = await aRefusal(await fresh(), what);
      const { max } = RATE_LIMITS[limit];
      const told = await inTurn(30, () => house.ask({ method: 'POST', path, key, body }));
      expect(statuses(told)).toEqual({ [status]: 30 });
      expect(new Set(told.map(remaining))).toEqual(new Set([max]));
      const more = await house.ask({ method: 'POST', path, key, body });
      expect(more).toMatchObject({ status: 429, headers: { ratelimit: '"refused";r=0;t=60' } });
      house.clock.forward('1m');
      expect((await house.ask({ method: 'POST', path, key, body })).status).toBe(status);
    },
  );

  /** A house in which this is always refused. */
  async function aRefusal(store: Database, what: (typeof REFUSED)[number]['what']) {
    const seed = what === 'care while it sleeps' ? SLEEPYHEAD : SLEEPLESS;
    const quotas = { ...USUAL_QUOTAS, livingCreatures: what === 'adoption over the quota' ? 1 : 200 };
    const house = await aPlainHouse(store, { limited: true, seed, house: { quotas } });
    const keeper = await aKeeper(house);
    const id = await keeper.hatch();
    house.clock.forward(what === 'care while it sleeps' ? '10h' : '1m');
    if (what === 'resurrection without credits') house.clock.forward('3d');
    const body = {
      'care for a creature of nobody': { action: 'feed', creature_id: STRANGE_ID },
      'care while it sleeps': { action: 'feed' },
      'adoption over the quota': { name: 'Mo' },
      'resurrection of nobody': { creature_id: STRANGE_ID },
      'resurrection without credits': { creature_id: id },
    }[what];
    return { house, key: keeper.key, body };
  }

  test.each([
    {
      path: '/api/house/care',
      times: 2,
      sent: { action: 'reflect', notes: 'My key is ah_0123456789abcdefghij', creature_id: 'Bo' },
      again: { action: 'reflect', notes: 'My key is ah_…', creature_id: 'Bo' },
    },
    { path: '/api/house/adopt', times: 5, sent: { name: 'Mo', family: 'cat' } },
  ])(
    'a 429 of $path suggests the same request after its wait first',
    async ({ path, times, sent, again = sent }) => {
      const house = await aPlainHouse(await fresh(), { limited: true });
      const keeper = await aKeeper(house);
      await keeper.hatch();
      house.clock.forward('1m');
      const { body } = await exhausted(house, { method: 'POST', path, key: keeper.key, body: sent }, times);
      const wait = Number(body['retry_after_seconds']);
      expect(body['next_steps']).toMatchObject([
        { action: 'try_again', method: 'POST', endpoint: path, body: again },
        { action: 'look_around' },
      ]);
      expect(JSON.stringify(body)).toContain(`Wait ${wait} s (retry_after_seconds)`);
    },
  );

  test('a 429 of a read suggests the same path and query first', async () => {
    const house = await aHouse(await fresh());
    const key = await house.registered('wren');
    const history: Ask = { path: '/api/house/history?limit=5&secret=word', key };
    const profile: Ask = { path: '/api/house/species/owl', from: HERE };
    expect((await exhausted(house, history, 20)).body['next_steps']).toMatchObject([
      { method: 'GET', endpoint: '/api/house/history?limit=5' },
      {},
    ]);
    expect((await exhausted(house, profile, 30)).body['next_steps']).toMatchObject([
      { method: 'GET', endpoint: '/api/house/species/owl' },
      {},
    ]);
  });

  test('an agent is counted by its key, from any address', async () => {
    const house = await aHouse(await fresh());
    const [wren, robin] = [await house.registered('wren'), await house.registered('robin')];
    let key = wren;
    const told = await inTurn(6, async () => {
      const answer = await house.ask({ method: 'POST', path: '/api/auth/rotate-key', key });
      key = typeof answer.body['your_token'] === 'string' ? answer.body['your_token'] : key;
      return answer;
    });
    expect(statuses(told)).toEqual({ 200: 5, 429: 1 });
    expect((await house.ask({ method: 'POST', path: '/api/auth/rotate-key', key: robin })).status).toBe(200);
    house.clock.forward('1h');
    expect((await house.ask({ method: 'POST', path: '/api/auth/rotate-key', key })).status).toBe(200);
  });

  test('a hundred guesses are a hundred refusals, and the good key still opens', async () => {
    const house = await aHouse(await fresh());
    const rotate: Ask = { method: 'POST', path: '/api/auth/rotate-key', from: HERE };
    const key = await house.registered('wren');
    const guess = (at: number) => house.ask({ ...rotate, headers: { 'x-api-key': `guess-${at}` } });
    expect(statuses(await inTurn(100, guess))).toEqual({ 401: 30, 429: 70 });
    expect((await house.ask({ ...rotate, from: PROXY })).status).toBe(401);
    expect((await house.ask({ ...rotate, key })).status).toBe(200);
    house.clock.forward('1m');
    expect((await guess(0)).status).toBe(401);
  });

  test('an answer has its limit in every header', async () => {
    const house = await aHouse(await fresh());
    for (const [path, limit] of [
      ['/api', 'discovery'],
      ['/api/nowhere', 'unknown_path'],
      ['/docs', 'pages'],
      ['/livez', 'probe'],
    ] as const satisfies readonly [string, RateLimitName][]) {
      const { max, windowSeconds } = RATE_LIMITS[limit];
      const { headers } = await house.ask({ path });
      expect(headers, path).toMatchObject({
        'x-ratelimit-limit': String(max),
        'x-ratelimit-remaining': String(max - 1),
        'x-ratelimit-reset': String(house.clock.now() / 1000 + windowSeconds),
        'ratelimit-policy': `"${limit}";q=${max};w=${windowSeconds}`,
        ratelimit: `"${limit}";r=${max - 1};t=${windowSeconds}`,
      });
      expect(headers).not.toHaveProperty('retry-after');
    }
  });
});

async function inTurn(count: number, ask: (at: number) => Promise<Told>): Promise<Told[]> {
  const told: Told[] = [];
  for (let at = 0; at < count; at += 1) {
    told.push(await ask(at));
  }
  return told;
}

async function exhausted(house: TestHouse, ask: Ask, max: number): Promise<Told> {
  await inTurn(max, () => house.ask(ask));
  return house.ask(ask);
}

function through(forwardedFor: string): Ask {
  return { path: '/api/health', from: PROXY, headers: { 'x-forwarded-for': forwardedFor } };
}

function statuses(told: readonly Told[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of told) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function remaining({ headers }: Told): number {
  return Number(headers['x-ratelimit-remaining']);
}

function quad(at: number): string {
  return `198.51.${at >> 8}.${at & 255}`;
}
