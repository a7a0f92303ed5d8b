import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { isUnavailable } from '../portable.ts';
import { ConnectionPool, type PooledConnection } from './pool.ts';
import { ServerSilentError } from './types.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FULL = Object.assign(new Error('sorry, too many clients already'), { code: '53300' });
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

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

/** A pool on a server that takes `takesMs` to connect, and fails beyond its number of lines or while it hangs. */
function aPool(mostConnections: number, { takesMs = 10, waitTimeoutMs = 5000 } = {}) {
  const opened: Line[] = [];
  const server = { lines: Infinity, failure: FULL as Error, hangs: false };
  const inUse = () => opened.filter(({ closed, usable }) => !closed && usable).length;
  const open = async (): Promise<Line> => {
    await pause(server.hangs ? 3000 : takesMs);
    if (server.hangs) throw new ServerSilentError('no answer');
    if (inUse() >= server.lines) throw server.failure;
    const line = new Line();
    opened.push(line);
    return line;
  };
  const pool = new ConnectionPool(open, { mostConnections, waitTimeoutMs });
  /** Requests a connection and keeps it until `stop`. */
  const hold = (purpose: 'read' | 'write' | 'background') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const held = { has: false, stop: resolve, outcome: Promise.resolve<unknown>(undefined) };
    const served = pool.use(purpose, async () => {
      held.has = true;
      await promise;
    });
    held.outcome = served.catch((error: unknown) => error);
    return held;
  };
  const holdMany = (count: number, purpose: 'read' | 'write' | 'background') =>
    Array.from({ length: count }, () => hold(purpose));
  return { pool, server, opened, inUse, hold, holdMany };
}

const howMany = (held: readonly { readonly has: boolean }[]) => held.filter(({ has }) => has).length;

test('requests that wait for a connection of the pool get one in order of arrival', async () => {
  const { pool } = aPool(1);
  const served: number[] = [];
  const all = [1, 2, 3, 4].map((nth) => pool.use('read', async () => void served.push(nth)));
  await pass(100);
  await Promise.all(all);
  expect(served).toEqual([1, 2, 3, 4]);
});

test('the pool reports connections in use, waiting requests and the time they waited, by purpose', async () => {
  const { pool, hold } = aPool(2);
  const held = (['read', 'write', 'read', 'read'] as const).map(hold);
  await pass(100);
  expect(pool.usage).toEqual({
    inUse: { read: 1, write: 1, background: 0 },
    waiting: { read: 2, write: 0, background: 0 },
    waits: { read: 1, write: 1, background: 0 },
    waitSeconds: { read: 0.01, write: 0.01, background: 0 },
  });
  for (const { stop } of held) stop();
  await pass(100);
  expect(pool.usage.waiting).toEqual({ read: 0, write: 0, background: 0 });
  expect(pool.usage.waits['read']).toBe(3);
  expect(pool.usage.waitSeconds['read']).toBeCloseTo(0.01 + 0.1 + 0.1);
});

test('writes never take all connections, so reads do not wait for them; background work gets few', async () => {
  const { holdMany } = aPool(8);
  const writers = holdMany(20, 'write');
  await pass(100);
  expect(howMany(writers)).toBe(6);
  const readers = holdMany(2, 'read');
  const jobs = aPool(20).holdMany(30, 'background');
  await pass(100);
  expect([howMany(readers), howMany(jobs)]).toEqual([2, 5]);
});

test('reads cannot starve a write: they alternate', async () => {
  const { hold, holdMany } = aPool(2);
  const readers = holdMany(2, 'read');
  await pass(100);
  const [writer, late] = [hold('write'), hold('read')];
  readers[0]?.stop();
  await pass(100);
  expect([writer.has, late.has]).toEqual([true, false]);
});

test('a waiter that times out fails, and its connection serves the next one', async () => {
  const { hold, opened } = aPool(1, { takesMs: 6010 });
  const early = hold('read');
  await pass(5000);
  expect(await early.outcome).toSatisfy(isUnavailable);
  await pass(1100);
  const next = hold('read');
  await pass(1);
  expect([next.has, opened.length]).toEqual([true, 1]);
});

test('too many connections lowers the limit without failures, it rises again later, and a full server is retried', async () => {
  const { pool, server, opened, holdMany } = aPool(20);
  server.lines = 3;
  const work = Array.from({ length: 50 }, (_, nth) =>
    pool.use(nth % 2 === 0 ? 'read' : 'write', () => pause(50)),
  );
  await pass(4000);
  await Promise.all(work);
  expect(opened).toHaveLength(3);
  server.lines = Infinity;
  await pass(15_000);
  const held = holdMany(20, 'read');
  await pass(100);
  expect(howMany(held)).toBeGreaterThan(4);
  const full = aPool(20);
  full.server.lines = 0;
  const early = full.hold('read');
  await pass(2000);
  full.server.lines = 1;
  await pass(500);
  expect(early.has).toBe(true);
});

test('an unreachable server fails waiters at once', async () => {
  const { server, holdMany } = aPool(4);
  Object.assign(server, { lines: 0, failure: REFUSED });
  const waiting = holdMany(10, 'write');
  await pass(200);
  for (const { outcome } of waiting) expect(await outcome).toBe(REFUSED);
});

test('idle connections are closed, except for one', async () => {
  const { opened, inUse, holdMany } = aPool(10);
  const held = holdMany(10, 'read');
  await pass(100);
  for (const { stop } of held) stop();
  await pass(25_000);
  expect([opened.length, inUse()]).toEqual([10, 1]);
});

test('lost connections, or those to a previous server, are never handed out', async () => {
  const { pool, opened, holdMany } = aPool(3);
  const held = holdMany(3, 'read');
  await pass(100);
  for (const { stop } of held) stop();
  await pass(1);
  const [lost, left] = opened;
  if (lost) lost.usable = false;
  if (left) left.outdated = true;
  const use = () => pool.use('read', (line) => pause(10).then(() => line));
  const all = Promise.all([use(), use(), use()]);
  await pass(200);
  const given = await all;
  expect(given).not.toContain(lost);
  expect(given).not.toContain(left);
});

test('an unresponsive server fails all waiters within five seconds; a slow one fails none', async () => {
  const { server, opened, hold, holdMany } = aPool(4, { waitTimeoutMs: 60_000 });
  const slow = hold('write');
  await pass(30_000);
  expect([slow.has, opened[0]?.abandoned]).toEqual([true, undefined]);
  server.hangs = true;
  const waiting = holdMany(10, 'read');
  await pass(5000);
  expect(opened[0]?.abandoned).toBeInstanceOf(ServerSilentError);
  for (const { outcome } of waiting) expect(await outcome).toBeInstanceOf(ServerSilentError);
});

test('while the server is unresponsive requests fail at once, and its first response ends that', async () => {
  const { pool, server, hold } = aPool(4, { waitTimeoutMs: 60_000 });
  server.hangs = true;
  const early = hold('read');
  await pass(3000);
  expect(await early.outcome).toBeInstanceOf(ServerSilentError);
  await expect(pool.use('read', async () => 'served')).rejects.toBeInstanceOf(ServerSilentError);
  server.hangs = false;
  await pass(5000);
  const late = pool.use('read', async () => 'served');
  await pass(100);
  expect(await late).toBe('served');
});

test('closing fails waiters and closes returned connections', async () => {
  const { pool, inUse, hold } = aPool(1);
  const first = hold('write');
  await pass(20);
  const waiting = hold('read');
  await pool.close();
  expect(await waiting.outcome).toSatisfy(isUnavailable);
  first.stop();
  await pass(20);
  expect(inUse()).toBe(0);
  await expect(pool.use('read', async () => undefined)).rejects.toSatisfy(isUnavailable);
});
