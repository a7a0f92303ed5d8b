import { expect, test } from 'vitest';

import { RATE_LIMITS } from '../../src/api/rate-limits.ts';
import type { House } from '../../src/features/house.ts';
import {
  applyRateLimit,
  countInstead,
  limitedBy,
  refundRateLimit,
  setRateLimitHeaders,
  countQuietly,
} from '../../src/server/rate-limit.ts';
import { memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { aRequest, countedFor, DOOR_IP, DOOR_NOW } from './door-request.ts';

const WREN = { id: 'wren', username: 'wren' };
const SOON = { code: 'too_many_requests' };

const countingHere = () => ({ limiter: memoryLimiter() }) as unknown as House;

/** An external limiter answers asynchronously. */
function countingElsewhere(): House {
  const limiter = memoryLimiter();
  const take = async (...given: Parameters<typeof limiter.take>) => limiter.take(...given);
  return { limiter: { ...limiter, take } } as unknown as House;
}

const HOUSES: [where: string, open: () => House][] = [
  ['here', countingHere],
  ['elsewhere', countingElsewhere],
];

test.each(HOUSES)('a limit counted %s is shown in headers, and refuses when used up', async (_, open) => {
  const house = open();
  const first = aRequest({ agent: WREN });
  await applyRateLimit(house, first, 'care');
  expect(first.context.headers).toMatchObject({ 'x-ratelimit-limit': 2, 'x-ratelimit-remaining': 1 });
  expect(first.context.counted).toMatchObject({ name: 'care', who: 'wren' });
  await applyRateLimit(house, aRequest({ agent: WREN }), 'care');
  const third = aRequest({ agent: WREN, now: DOOR_NOW + 1 });
  await expect(async () => applyRateLimit(house, third, 'care')).rejects.toMatchObject({
    ...SOON,
    facts: { retryAfterSeconds: 10 },
  });
  expect(third.context.headers).toMatchObject({ 'x-ratelimit-remaining': 0 });
});

test('limits by agent count the agent, and others its address', async () => {
  const house = countingHere();
  await applyRateLimit(house, aRequest({ agent: WREN }), 'care');
  await applyRateLimit(house, aRequest(), 'care');
  await applyRateLimit(house, aRequest({ agent: WREN }), 'hall');
  expect([
    await countedFor(house, 'care', 'wren'),
    await countedFor(house, 'care', DOOR_IP),
    await countedFor(house, 'hall', 'wren'),
    await countedFor(house, 'hall', DOOR_IP),
  ]).toEqual([1, 1, 0, 1]);
});

test.each(HOUSES)(
  'a hook or a quiet limit counted %s refuses when used up, and only hooks show it before',
  async (_, open) => {
    const { max } = RATE_LIMITS.operator_sign_in;
    const hooked = open();
    const { onRequest } = limitedBy(hooked, 'operator_sign_in');
    for (let nth = 0; nth < max; nth += 1) await onRequest(aRequest());
    await expect(onRequest(aRequest())).rejects.toMatchObject(SOON);
    const house = open();
    const request = aRequest();
    for (let nth = 0; nth < max; nth += 1) await countQuietly(house, request, 'operator_sign_in');
    expect(request.context.headers).toEqual({});
    await expect(countQuietly(house, request, 'operator_sign_in')).rejects.toMatchObject(SOON);
    expect(request.context.headers).toMatchObject({ 'x-ratelimit-limit': max, 'x-ratelimit-remaining': 0 });
  },
);

test.each(HOUSES)('a refunded count %s can be used again, and the headers show it', async (_, open) => {
  const house = open();
  const request = aRequest({ agent: WREN });
  await applyRateLimit(house, request, 'care');
  await refundRateLimit(house, request);
  expect(request.context.headers).toMatchObject({ 'x-ratelimit-remaining': 2 });
  expect(await countedFor(house, 'care', 'wren')).toBe(0);
});

test('uncounted requests and those refused by their own limit are not refunded', async () => {
  const house = countingHere();
  await refundRateLimit(house, aRequest());
  const request = aRequest({ agent: WREN });
  for (let nth = 0; nth < 2; nth += 1) await applyRateLimit(house, aRequest({ agent: WREN }), 'care');
  expect(() => applyRateLimit(house, request, 'care')).toThrow(expect.objectContaining(SOON));
  await refundRateLimit(house, request);
  await countInstead(house, request, 'replay');
  expect(await countedFor(house, 'replay', 'wren')).toBe(1);
  expect(await countedFor(house, 'care', 'wren')).toBe(2);
});

test('refusals count against their own limit, and against both once that is used up', async () => {
  const house = countingHere();
  const send = async () => {
    const request = aRequest({ agent: WREN });
    await applyRateLimit(house, request, 'status');
    await countInstead(house, request, 'refused');
    return request.context;
  };
  const { max } = RATE_LIMITS.refused;
  for (let nth = 0; nth < max; nth += 1) {
    const { headers, counted } = await send();
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([60, 60]);
    expect(counted?.name).toBe('status');
  }
  expect(await countedFor(house, 'refused', 'wren')).toBe(max);
  await expect(send()).rejects.toMatchObject(SOON);
  expect(await countedFor(house, 'status', 'wren')).toBe(1);
});

test('a window is shown to end in whole seconds, rounded up, and at least one', () => {
  const window = { max: 2, remaining: 1, startedAt: 0, resetsAt: DOOR_NOW + 500, allowed: true };
  for (const [leftMs, seconds] of [
    [10_000, 10],
    [9_001, 10],
    [9_000, 9],
    [1, 1],
    [0, 1],
    [-5_000, 1],
  ] as const) {
    const headers = {};
    setRateLimitHeaders(headers as never, 'care', window, window.resetsAt - leftMs);
    expect(headers, `${leftMs} ms`).toEqual({
      'x-ratelimit-limit': 2,
      'x-ratelimit-remaining': 1,
      'x-ratelimit-reset': DOOR_NOW / 1000 + 1,
      'ratelimit-policy': '"care";q=2;w=10',
      ratelimit: `"care";r=1;t=${seconds}`,
    });
  }
});
