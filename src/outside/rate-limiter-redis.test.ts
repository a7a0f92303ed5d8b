import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as after } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';

import { openUntilTestEnds } from '../../test/support/local-server.ts';
import { forgetKeys, keysOf, REDIS_URL, redisAnswers, withRedis } from '../../test/support/real-redis.ts';
import { redisLimiter, type RedisLimiterSettings } from './rate-limiter-redis.ts';
import type { Limiter } from './rate-limiter.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const TEN = { max: 10, windowSeconds: 60 };
const RUN = randomUUID();
const redisIsHere = await redisAnswers();

const toClose: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(toClose.splice(0).map((each) => each.close()));
});

afterAll(async () => {
  if (redisIsHere) await forgetKeys(`arkhouse:limit:*:${RUN}*`);
});

describe.skipIf(!redisIsHere)('limits shared through Redis', () => {
  test('sixty-four concurrent requests on two nodes: exactly the limit is accepted', async () => {
    const nodes = [await limiter(), await limiter()];
    const all = Array.from({ length: 64 }, async (_, at) => nodes[at % 2]?.take(RUN, TEN, 'crowd', NOON));
    const windows = await Promise.all(all);
    expect(windows.filter((window) => window?.allowed)).toHaveLength(10);
    expect(windows.filter((window) => window?.remaining === 0)).toHaveLength(55);
  });

  test('nodes with clocks minutes apart share windows, and each reports their end by its own clock', async () => {
    const [ahead, behind] = [await limiter({ time: 'own' }), await limiter({ time: 'own' })];
    const [late, early] = [NOON + 300_000, NOON - 300_000];
    const twice = { max: 2, windowSeconds: 60 };
    const first = await ahead.take(RUN, twice, 'skewed', late);
    const second = await behind.take(RUN, twice, 'skewed', early);
    expect([first, second].map(({ remaining }) => remaining)).toEqual([1, 0]);
    expect(await ahead.take(RUN, twice, 'skewed', late)).toMatchObject({ allowed: false });
    expect(first.resetsAt).toBe(late + 60_000);
    expect(second.resetsAt).toBeGreaterThan(early);
    expect(second.resetsAt).toBeLessThanOrEqual(early + 60_000);
    expect(await behind.peek(RUN, twice, 'skewed', early)).toMatchObject({ remaining: 0, allowed: false });
    await behind.giveBack(RUN, 'skewed', second);
    expect(await ahead.take(RUN, twice, 'skewed', late)).toMatchObject({ allowed: true });
  });

  test('a window ends by the clock of Redis', async () => {
    const node = await limiter({ time: 'own' });
    const brief = { max: 1, windowSeconds: 0.2 };
    expect((await node.take(RUN, brief, 'brief', NOON)).resetsAt).toBe(NOON + 200);
    const isOver = async () => (await node.peek(RUN, brief, 'brief', NOON)) === undefined;
    await expect.poll(() => isOver()).toBe(true);
    expect(await node.take(RUN, brief, 'brief', NOON)).toMatchObject({ allowed: true });
  });

  test('a counter expires in Redis no sooner than its window', async () => {
    const node = await limiter();
    await node.take(RUN, TEN, 'passer-by', NOON);
    const [key = ''] = await keysOf(`arkhouse:limit:{passer-by}:${RUN}`);
    const livesMs = await withRedis((redis) => redis.pTTL(key));
    expect(livesMs).toBeGreaterThan(60_000);
    expect(livesMs).toBeLessThanOrEqual(120_000);
  });

  test('in a Redis Cluster all counters of a caller share a slot, apart from other callers', async () => {
    const node = await limiter();
    for (const who of ['2001:db8::/64', 'neighbour'])
      for (const name of [`${RUN}-care`, `${RUN}-status`]) await node.take(name, TEN, who, NOON);
    const keys = await keysOf(`arkhouse:limit:*:${RUN}-*`);
    // The part in the first braces, or the whole key.
    const tags = keys.map((key) => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key);
    expect(tags.toSorted().join(' ')).toBe('2001:db8::/64 2001:db8::/64 neighbour neighbour');
  });

  test('counting works after Redis has lost its scripts', async () => {
    const wire = await cuttable();
    const { node, onTrouble } = await watched(wire.url);
    wire.garbleScriptNames();
    expect(await node.take(RUN, TEN, 'forgetful', NOON)).toMatchObject({ remaining: 9 });
    expect(await node.take(RUN, TEN, 'forgetful', NOON)).toMatchObject({ remaining: 8 });
    expect(await keysOf(`arkhouse:limit:{forgetful}:${RUN}`)).toHaveLength(1);
    expect(onTrouble).not.toHaveBeenCalled();
  });

  test('when Redis fails, the node counts locally and reports it once; when it is back, the shared count continues', async () => {
    const wire = await cuttable();
    const { node, onTrouble, onRecovered } = await watched(wire.url);
    await node.take(RUN, TEN, 'cut', NOON);
    await wire.cut();
    const asked = Array.from({ length: 20 }, async () => node.take(RUN, TEN, 'cut', NOON));
    expect((await Promise.all(asked)).filter(({ allowed }) => allowed)).toHaveLength(10);
    await after(1500);
    expect(onTrouble).toHaveBeenCalledOnce();
    expect(onRecovered).not.toHaveBeenCalled();
    await wire.mend();
    await expect.poll(() => onRecovered).toHaveBeenCalledOnce();
    expect(await node.take(RUN, TEN, 'cut', NOON)).toMatchObject({ remaining: 8 });
    await wire.cut();
    await expect.poll(() => onTrouble).toHaveBeenCalledTimes(2);
  });

  test('an unresponsive Redis delays one request by a quarter of a second, and the next not at all', async () => {
    const wire = await cuttable();
    const { node, onTrouble, onRecovered } = await watched(wire.url, AS_SHIPPED);
    wire.silence();
    expect(await node.take(RUN, TEN, 'silent', NOON)).toMatchObject({ remaining: 9 });
    const next = node.take(RUN, TEN, 'silent', NOON);
    expect(await Promise.race([next, nextTurn()])).toMatchObject({ remaining: 8 });
    expect(onTrouble).toHaveBeenCalledOnce();
    expect(onTrouble.mock.calls[0]?.[0].message).toBe('Redis: no answer within 250 ms');
    wire.speak();
    await expect.poll(() => onRecovered).toHaveBeenCalledOnce();
  });

  test('a paused process does not count its own pause as a Redis timeout', async () => {
    const { node, onTrouble } = await watched(REDIS_URL, AS_SHIPPED);
    const asked = node.take(RUN, TEN, 'still', NOON);
    setImmediate(() => {
      for (const until = performance.now() + 400; performance.now() < until;);
    });
    expect(await asked).toMatchObject({ remaining: 9 });
    expect(onTrouble).not.toHaveBeenCalled();
  });

  test('a node that starts without Redis uses it as soon as it is reachable', async () => {
    const wire = await cuttable();
    await wire.cut();
    const { node, onTrouble, onRecovered } = await watched(wire.url);
    expect(onTrouble).toHaveBeenCalledOnce();
    expect(await node.take(RUN, TEN, 'early', NOON)).toMatchObject({ remaining: 9 });
    await wire.mend();
    await expect.poll(() => onRecovered).toHaveBeenCalledOnce();
    await node.take(RUN, TEN, 'early', NOON);
    expect(await keysOf(`arkhouse:limit:{early}:${RUN}`)).toHaveLength(1);
  });

  test('a wrong password is reported without the password', async () => {
    const { onTrouble } = await watched('redis://ghost:s%C3%A9cret@127.0.0.1:6379');
    const said = String(onTrouble.mock.calls[0]?.[0].stack);
    expect(said).toContain('Redis: WRONGPASS');
    expect(said).not.toMatch(/s%C3%A9cret|sécret/);
  });
});

test('without any Redis a node counts locally and closes cleanly', async () => {
  const { node, onTrouble } = await watched('redis://:hunter2@127.0.0.1:1');
  const counted = await node.take(RUN, TEN, 'alone', NOON);
  expect(counted).toMatchObject({ remaining: 9, allowed: true });
  await node.giveBack(RUN, 'alone', counted);
  await node.close();
  expect(await node.take(RUN, TEN, 'alone', NOON)).toMatchObject({ allowed: true });
  expect(node.degraded).toBe(true);
  expect(onTrouble).toHaveBeenCalledOnce();
  expect(onTrouble.mock.calls[0]?.[0].message).toBe('Redis: connect ECONNREFUSED 127.0.0.1:1');
});

test('a server that accepts and never replies does not block the start', async () => {
  const { node, onTrouble } = await watched(`redis://127.0.0.1:${await openUntilTestEnds(createServer())}`);
  expect(onTrouble).toHaveBeenCalledOnce();
  expect(await node.take(RUN, TEN, 'mute', NOON)).toMatchObject({ remaining: 9 });
});

test('an invalid URL is refused at the start without being quoted', async () => {
  const secret = ['http://me:hunter2@host', 'redis://me:hunter2@host:99999999', 'redis://me:hunter2%@host'];
  for (const url of ['', 'redis', ...secret]) {
    const opening = redisLimiter({ url, time: 'own', onTrouble: () => undefined });
    const refusal = await opening.catch((error: unknown) => error);
    expect(refusal, url).toBeInstanceOf(Error);
    expect(JSON.stringify(refusal, Object.getOwnPropertyNames(refusal))).not.toContain('hunter2');
  }
});

async function limiter(settings: Partial<RedisLimiterSettings> = {}): Promise<Limiter> {
  const usual = {
    url: REDIS_URL,
    time: 'given',
    onTrouble: () => undefined,
    answerWithinMs: 20_000,
  } as const;
  const made = await redisLimiter({ ...usual, ...settings });
  toClose.push(made);
  return made;
}

const AS_SHIPPED = { answerWithinMs: 250 };

async function watched(url = REDIS_URL, settings: Partial<RedisLimiterSettings> = {}) {
  const onTrouble = vi.fn<(error: Error) => void>();
  const onRecovered = vi.fn<() => void>();
  return { node: await limiter({ url, onTrouble, onRecovered, ...settings }), onTrouble, onRecovered };
}

/** A proxy to the real Redis that can be cut, restored, or made unresponsive. */
async function cuttable() {
  const ends = new Set<Socket>();
  let silent = false;
  let onTheWay = (bytes: Buffer | string) => bytes;
  const server = createServer((near) => {
    const far = connect(6379, '127.0.0.1');
    for (const end of [near, far]) ends.add(end.on('error', () => end.destroy()));
    near.on('data', (bytes) => silent || far.write(onTheWay(bytes))).on('close', () => far.destroy());
    far.on('data', (bytes) => silent || near.write(bytes)).on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function cut(): Promise<void> {
    if (!server.listening) return;
    server.close();
    for (const end of ends) end.destroy();
    ends.clear();
    await once(server, 'close');
  }
  toClose.push({ close: cut });

  return {
    url: `redis://127.0.0.1:${port}`,
    cut,
    mend: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
    // Redis cannot drop one script, and a flush would affect other users of this server.
    garbleScriptNames: () =>
      void (onTheWay = (bytes) => {
        const text = bytes
          .toString('latin1')
          .replaceAll(/\$40\r\n[0-9a-f]{40}/g, `$$40\r\n${'0'.repeat(40)}`);
        return Buffer.from(text, 'latin1');
      }),
    silence: () => void (silent = true),
    speak: () => void (silent = false),
  };
}
