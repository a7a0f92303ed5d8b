import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isUnavailable } from '../portable.ts';
import { ServerSilentError } from './types.ts';
import { ConnectionPool, type PooledConnection } from './pool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FULL = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

class Line implements PooledConnection {
  usable = true;
  outdated = false;
  closed = false;
  abandoned: Error | undefined;

  async close(): Promise<void> {
    this.closed = true;
  }

  abandon(reason: Error): void {
    this.usable = false;
    this.abandoned = reason;
  }
}

/** A server with this many connections that fails with `failure` beyond them. */
class Exchange {
  lines = Infinity;
  failure: Error = FULL;
  opened: Line[] = [];
  readonly open = async (): Promise<Line> => {
    await pause(10);
    if (this.inUse >= this.lines) throw this.failure;
    const line = new Line();
    this.opened.push(line);
    return line;
  };

  get inUse(): number {
    return this.opened.filter(({ closed, usable }) => !closed && usable).length;
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function aPool(most: number, exchange = new Exchange()) {
  const pool = new ConnectionPool(exchange.open, { mostConnections: most, waitTimeoutMs: 5000 });
  return { pool, exchange };
}

function holder(pool: ConnectionPool<Line>, purpose: 'read' | 'write' | 'background') {
  const { promise, resolve } = Promise.withResolvers<void>();
  let has = false;
  const outcome = pool.use(purpose, async () => {
    has = true;
    await promise;
  });
  outcome.catch(() => undefined);
  return { stop: resolve, outcome, has: () => has };
}

const howMany = (holders: readonly ReturnType<typeof holder>[]) => holders.filter(({ has }) => has()).length;

test('requests that wait for a connection of the pool get one in order of arrival', async () => {
  const { pool } = aPool(1);
  const served: number[] = [];
  const all = [1, 2, 3, 4].map((nth) => pool.use('read', async () => void served.push(nth)));
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(all);
  expect(served).toEqual([1, 2, 3, 4]);
});

test('the pool reports connections in use, waiting requests and the time they waited, by purpose', async () => {
  const { pool } = aPool(2);
  const holders = (['read', 'write', 'read', 'read'] as const).map((purpose) => holder(pool, purpose));
  await vi.advanceTimersByTimeAsync(100);
  expect(pool.usage).toEqual({
    inUse: { read: 1, write: 1, background: 0 },
    waiting: { read: 2, write: 0, background: 0 },
    waits: { read: 1, write: 1, background: 0 },
    waitSeconds: { read: 0.01, write: 0.01, background: 0 },
  });
  for (const { stop } of holders) stop();
  await vi.advanceTimersByTimeAsync(100);
  expect(pool.usage.waiting).toEqual({ read: 0, write: 0, background: 0 });
  expect(pool.usage.waits['read']).toBe(3);
  expect(pool.usage.waitSeconds['read']).toBeCloseTo(0.01 + 0.1 + 0.1);
});

test('writes never take all connections, so reads do not wait for them', async () => {
  const { pool } = aPool(8);
  const writers = Array.from({ length: 20 }, () => holder(pool, 'write'));
  await vi.advanceTimersByTimeAsync(100);
  expect(howMany(writers)).toBe(6);
  const readers = [holder(pool, 'read'), holder(pool, 'read')];
  await vi.advanceTimersByTimeAsync(100);
  expect(howMany(readers)).toBe(2);
});

test('background work gets few connections, however many it requests', async () => {
  const { pool } = aPool(20);
  const jobs = Array.from({ length: 30 }, () => holder(pool, 'background'));
  await vi.advanceTimersByTimeAsync(100);
  expect(howMany(jobs)).toBe(5);
});

test('reads cannot starve a write: they alternate', async () => {
  const { pool } = aPool(2);
  const readers = Array.from({ length: 2 }, () => holder(pool, 'read'));
  await vi.advanceTimersByTimeAsync(100);
  const writer = holder(pool, 'write');
  const late = holder(pool, 'read');
  readers[0]?.stop();
  await vi.advanceTimersByTimeAsync(100);
  expect([writer.has(), late.has()]).toEqual([true, false]);
});

test('a waiter that times out fails, and its connection serves the next one', async () => {
  const exchange = new Exchange();
  const slow = () => pause(6000).then(exchange.open);
  const pool = new ConnectionPool(slow, { mostConnections: 1, waitTimeoutMs: 5000 });
  const early = holder(pool, 'read');
  await vi.advanceTimersByTimeAsync(5000);
  await expect(early.outcome).rejects.toSatisfy(isUnavailable);
  await vi.advanceTimersByTimeAsync(1100);
  const next = holder(pool, 'read');
  await vi.advanceTimersByTimeAsync(1);
  expect([next.has(), exchange.opened.length]).toEqual([true, 1]);
});

test('too many connections lowers the limit without failures, and it rises again later', async () => {
  const { pool, exchange } = aPool(20);
  exchange.lines = 3;
  const done: number[] = [];
  const work = Array.from({ length: 50 }, (_, nth) =>
    pool.use(nth % 2 === 0 ? 'read' : 'write', async () => {
      await pause(50);
      done.push(nth);
    }),
  );
  await vi.advanceTimersByTimeAsync(4000);
  await Promise.all(work);
  expect([done.length, exchange.opened.length]).toEqual([50, 3]);
  exchange.lines = Infinity;
  await vi.advanceTimersByTimeAsync(15_000);
  const holders = Array.from({ length: 20 }, () => holder(pool, 'read'));
  await vi.advanceTimersByTimeAsync(100);
  expect(howMany(holders)).toBeGreaterThan(4);
});

test('without a connection the pool retries a full server until one is free', async () => {
  const { pool, exchange } = aPool(20);
  exchange.lines = 0;
  const early = holder(pool, 'read');
  await vi.advanceTimersByTimeAsync(2000);
  exchange.lines = 1;
  await vi.advanceTimersByTimeAsync(500);
  expect(early.has()).toBe(true);
});

test('an unreachable server fails waiters at once', async () => {
  const { pool, exchange } = aPool(4);
  Object.assign(exchange, { lines: 0, failure: REFUSED });
  const all = Array.from({ length: 10 }, () =>
    holder(pool, 'write').outcome.catch((error: unknown) => error),
  );
  await vi.advanceTimersByTimeAsync(200);
  expect(await Promise.all(all)).toEqual(Array.from({ length: 10 }, () => REFUSED));
});

test('idle connections are closed, except for one', async () => {
  const { pool, exchange } = aPool(10);
  const holders = Array.from({ length: 10 }, () => holder(pool, 'read'));
  await vi.advanceTimersByTimeAsync(100);
  for (const { stop } of holders) stop();
  await vi.advanceTimersByTimeAsync(25_000);
  expect([exchange.opened.length, exchange.inUse]).toEqual([10, 1]);
});

test('lost connections, or those to a previous server, are never handed out', async () => {
  const { pool, exchange } = aPool(3);
  const holders = Array.from({ length: 3 }, () => holder(pool, 'read'));
  await vi.advanceTimersByTimeAsync(100);
  for (const { stop } of holders) stop();
  await vi.advanceTimersByTimeAsync(1);
  const [lost, left] = exchange.opened;
  if (lost) lost.usable = false;
  if (left) left.outdated = true;
  const given: Line[] = [];
  const all = Array.from({ length: 3 }, () =>
    pool.use('read', async (line) => {
      given.push(line);
      await pause(10);
    }),
  );
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all(all);
  expect(given).toHaveLength(3);
  expect(given).not.toContain(lost);
  expect(given).not.toContain(left);
});

/** A pool on a server that can be made unresponsive. */
function onHangingServer() {
  const server = { hangs: false };
  const exchange = new Exchange();
  const open = async () => {
    if (!server.hangs) return exchange.open();
    await pause(3000);
    throw new ServerSilentError('no answer');
  };
  const pool = new ConnectionPool(open, { mostConnections: 4, waitTimeoutMs: 60_000 });
  return { server, exchange, pool };
}

test('an unresponsive server fails all waiters within five seconds; a slow one fails none', async () => {
  const { server, exchange, pool } = onHangingServer();
  const slow = holder(pool, 'write');
  await vi.advanceTimersByTimeAsync(30_000);
  expect([slow.has(), exchange.opened[0]?.abandoned]).toEqual([true, undefined]);
  server.hangs = true;
  const waiting = Array.from({ length: 10 }, () =>
    holder(pool, 'read').outcome.catch((error: unknown) => error),
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(exchange.opened[0]?.abandoned).toBeInstanceOf(ServerSilentError);
  for (const outcome of await Promise.all(waiting)) expect(outcome).toBeInstanceOf(ServerSilentError);
});

test('while the server is unresponsive requests fail at once, and its first response ends that', async () => {
  const { server, pool } = onHangingServer();
  server.hangs = true;
  const early = holder(pool, 'read').outcome.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await early).toBeInstanceOf(ServerSilentError);
  await expect(pool.use('read', async () => 'served')).rejects.toBeInstanceOf(ServerSilentError);
  server.hangs = false;
  await vi.advanceTimersByTimeAsync(5000);
  const late = pool.use('read', async () => 'served');
  await vi.advanceTimersByTimeAsync(100);
  expect(await late).toBe('served');
});

test('closing fails waiters and closes returned connections', async () => {
  const { pool, exchange } = aPool(1);
  const first = holder(pool, 'write');
  await vi.advanceTimersByTimeAsync(20);
  const waiting = holder(pool, 'read');
  await pool.close();
  await expect(waiting.outcome).rejects.toSatisfy(isUnavailable);
  first.stop();
  await vi.advanceTimersByTimeAsync(20);
  expect(exchange.inUse).toBe(0);
  await expect(pool.use('read', async () => undefined)).rejects.toSatisfy(isUnavailable);
});
