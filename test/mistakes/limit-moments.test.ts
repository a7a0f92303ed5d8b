import { randomInt } from 'node:crypto';
import { afterAll, expect, onTestFinished, test } from 'vitest';

import { SECOND, type Instant } from '../../src/rules/base/clock.ts';
import { RATE_LIMITS, type RateLimit, type RateLimitName } from '../../src/api/rate-limits.ts';
import { buildPath, type Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { redisLimiter } from '../../src/outside/rate-limiter-redis.ts';
import { type Limiter, memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { ADMIN_KEY } from '../moderation/desk.ts';
import { aKeeper } from '../support/asking.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { handClock, NOON } from '../support/hand-clock.ts';
import { aHouse, type Ask, type Told } from '../support/house.ts';
import { turnTo } from '../support/keeping.ts';
import { forgetKeys, REDIS_URL, redisAnswers } from '../support/real-redis.ts';

/** Requests for limits that belong to no operation of the contract. */
const ASKS: Readonly<Partial<Record<RateLimitName, Ask>>> = {
  unknown_path: { path: '/nowhere/at/all' },
  mcp: { method: 'POST', path: '/mcp', body: {} },
  pages: { path: '/guides' },
  pictures: { path: '/pictures/a/b' },
  probe: { path: '/livez' },
  callbacks: { method: 'POST', path: '/api/webhooks/payments', body: '{}' },
  admin: { path: '/api/admin/analytics', headers: { 'x-admin-key': ADMIN_KEY } },
  failed_key: { path: '/api/house/status', key: 'ah_nobody' },
  malformed: { method: 'POST', path: '/api/auth/register', body: { username: '!' } },
};
/** Limits counted without headers, only with a key, or only in a sandbox. */
const UNTOLD = 'calendar_token operator_sign_in replay lost_answer refused cards sandbox';
const NAMES = Object.keys(RATE_LIMITS) as RateLimitName[];

function askFor(name: RateLimitName): Ask | undefined {
  const route = Object.values<Route>(ROUTES).find(({ limit, auth }) => limit === name && auth !== 'admin');
  // The limit is counted before the body is parsed, so an invalid body has no effect.
  const body = route?.method === 'GET' ? {} : { body: '!' };
  return (
    ASKS[name] ?? (route && { method: route.method, path: buildPath(route, { slug: 'tabby' }), ...body })
  );
}

const REDIS = await redisAnswers();
const COUNTERS: [name: string, open: () => Promise<Limiter>, counted: readonly RateLimitName[]][] = [
  ['memory', async () => memoryLimiter(), NAMES],
];
const inRedis = () =>
  redisLimiter({ url: REDIS_URL, time: 'given', onTrouble: () => undefined, answerWithinMs: 20_000 });
// The other limits differ only in their maximum.
if (REDIS) COUNTERS.push(['Redis', inRedis, NAMES.filter((name) => RATE_LIMITS[name].max <= 5)]);

const addresses: string[] = [];

afterAll(async () => {
  if (REDIS) await Promise.all(addresses.map((who) => forgetKeys(`arkhouse:limit:{${who}}:*`)));
});

type Caller = Awaited<ReturnType<typeof aCaller>>;

async function aCaller(place: Place, open: () => Promise<Limiter>, start: Instant) {
  const limiter = await open();
  onTestFinished(() => limiter.close());
  const clock = handClock(start);
  const plain = await aHouse(await place.fresh(), { adminKey: ADMIN_KEY, house: { clock, limiter } });
  const house = { ...plain, clock };
  const { id: agentId, key } = await aKeeper(house);
  addresses.push(agentId);
  return { house, key, agentId };
}

/** Unique to this run, because runs may share a Redis. */
function someAddress(): string {
  const address = `100.${64 + randomInt(64)}.${randomInt(256)}.${randomInt(256)}`;
  addresses.push(address);
  return address;
}

async function exhaust({ house }: Caller, name: RateLimitName, who: string): Promise<Instant> {
  const limit: RateLimit = RATE_LIMITS[name];
  const now = house.clock.now();
  for (let taken = 0; taken < limit.max; taken += 1) await house.house.limiter.take(name, limit, who, now);
  return now + limit.windowSeconds * SECOND;
}

/** The times at which each header and field promises the next success. */
function promised({ headers, body }: Told, now: Instant): Readonly<Record<string, Instant>> {
  const [, after = ''] = /;t=(\d+)/.exec(String(headers['ratelimit'])) ?? [];
  return {
    'X-RateLimit-Reset': Number(headers['x-ratelimit-reset']) * SECOND,
    'Retry-After': now + Number(headers['retry-after']) * SECOND,
    retry_after_seconds: now + Number(body['retry_after_seconds'] ?? headers['retry-after']) * SECOND,
    RateLimit: now + Number(after) * SECOND,
  };
}

onSqlite((place) => {
  test('every limit has a case', () => {
    expect(NAMES.filter((name) => !askFor(name)).join(' ')).toBe(UNTOLD);
  });

  test.each(COUNTERS)(
    'counted in %s, a caller that waits as announced is accepted, and none before',
    async (_, open, names) => {
      // Fractions of a second: this is where values are rounded.
      for (const fraction of [1, 999]) {
        const caller = await aCaller(place, open, NOON + fraction);
        expect(names.length).toBeGreaterThan(3);
        for (const name of names) {
          const past = caller.house.clock.now() % SECOND;
          caller.house.clock.forward(`${(SECOND + fraction - past) % SECOND}ms`);
          await expectPromiseKept(caller, name);
        }
      }
    },
  );
});

async function expectPromiseKept(caller: Caller, name: RateLimitName): Promise<void> {
  const { house, key, agentId } = caller;
  const asked = askFor(name);
  if (!asked) return;
  const from = someAddress();
  // With a key, a malformed registration counts as refused.
  const ask = () => house.ask({ ...(name !== 'malformed' && { key }), ...asked, from });
  const until = await exhaust(caller, name, RATE_LIMITS[name].per === 'agent' ? agentId : from);
  house.clock.forward('1.5s');
  const refused = await ask();
  expect([name, refused.status]).toEqual([name, 429]);
  const moments = promised(refused, house.clock.now());
  turnTo(house, until - 1);
  const stillRefused = await ask();
  expect([name, stillRefused.status], 'a millisecond too early').toEqual([name, 429]);
  const promises = [...Object.entries(moments), ...Object.entries(promised(stillRefused, house.clock.now()))];
  for (const [header, moment] of promises) {
    expect(moment, `${name}: ${header} promises too much`).toBeGreaterThanOrEqual(until);
    expect(moment, `${name}: ${header} lets wait too long`).toBeLessThan(until + SECOND);
  }
  turnTo(house, Math.min(...promises.map(([, moment]) => moment)));
  expect([name, (await ask()).status], 'at the first promised moment').not.toEqual([name, 429]);
}
