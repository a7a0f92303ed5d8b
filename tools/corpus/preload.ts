// Preloaded into the service (`--import`): replaces the clock, the random source and the timers.
import { createHook } from 'node:async_hooks';
import crypto from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

import { dice } from '../../src/rules/base/dice.ts';

const START = Date.UTC(2030, 0, 7, 9);
/** By so much the clock of the service moves on with every request. */
const STEP_MS = 3000;

const preloadedSeed = process.env['CORPUS_SEED'];
if (preloadedSeed !== undefined) makeRepeatable(Number(preloadedSeed));

/** Random values depend on the number of the request and its earlier draws: one more draw does not change the next request. */
function makeRepeatable(seed: number): void {
  let requests = 0;
  const drawsFrom = (base: number) => ({
    bytes: seededRandom(base),
    ids: seededRandom(base + 1),
    math: seededRandom(base + 2),
  });
  let draws = drawsFrom(seed);
  const pools = new Map<ArrayBufferView, () => void>();
  const beginRequest = () => {
    requests += 1;
    draws = drawsFrom(Math.imul(seed + requests, 0x9e3779b1));
    for (const refill of pools.values()) refill();
  };
  subscribe('http.server.request.start', beginRequest);
  replaceClock(() => START + requests * STEP_MS);
  Math.random = () => draws.math();
  const byte = () => 1 + Math.floor(draws.bytes() * 255);
  replaceCrypto(byte, () => Math.floor(draws.ids() * 256), pools);
  if (isMainThread) replaceTimers();
}

function replaceClock(now: () => number): void {
  const SystemDate = Date;
  class RepeatableDate extends SystemDate {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(now());
      else super(...given);
    }
    static override now(): number {
      return now();
    }
  }
  globalThis.Date = RepeatableDate as DateConstructor;
  performance.now = () => now() - START;
}

function replaceCrypto(byte: () => number, idByte: () => number, pools: Map<ArrayBufferView, () => void>) {
  const fill = <T extends ArrayBufferView>(target: T): T => {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = byte();
    if (bytes.length >= 1024 && !pools.has(target)) {
      // A pool of many draws: the service zeroes what it has taken, and the rest is filled anew for each request.
      pools.set(target, () => {
        const from = bytes.findIndex((each) => each !== 0);
        for (let at = from; at >= 0 && at < bytes.length; at += 1) bytes[at] = byte();
      });
    }
    return target;
  };
  const uuid = () => {
    const bytes = Buffer.from(Array.from({ length: 16 }, idByte));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  Object.assign(crypto, {
    randomFillSync: fill,
    randomUUID: uuid,
    randomBytes: (count: number) => fill(Buffer.alloc(count)),
  });
  crypto.webcrypto.getRandomValues = fill;
  crypto.webcrypto.randomUUID = uuid as typeof crypto.webcrypto.randomUUID;
  syncBuiltinESMExports();
}

/** Intervals run when the recorder says so; deadlines are far away, so that a busy machine reaches none. */
function replaceTimers(): void {
  const { setTimeout: later, setInterval: every, clearInterval: stop } = globalThis;
  const works = new Map<unknown, () => void>();
  const deadline = (work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    later(work, ms > 150 ? ms * 30 : 0, ...given);
  Object.assign(globalThis, { setTimeout: deadline });
  const interval = (work: () => void) => {
    const timer = every(() => {}, 2 ** 30);
    works.set(timer, work);
    return timer;
  };
  Object.assign(globalThis, { setInterval: interval });
  globalThis.clearInterval = (timer) => {
    works.delete(timer);
    stop(timer);
  };
  const pending = new Set<number>();
  let isStarting = false;
  // A round is over when the promises that it began with are settled.
  const rounds = createHook({
    init: (id, type) => void (isStarting && type === 'PROMISE' && pending.add(id)),
    promiseResolve: (id) => void pending.delete(id),
  });
  const tick = async () => {
    rounds.enable();
    isStarting = true;
    for (const work of works.values()) work();
    isStarting = false;
    for (let waited = 0; pending.size > 0 && waited < 20_000; waited += 5)
      await new Promise((done) => later(done, 5));
    if (pending.size > 0) console.error(`${pending.size} promises of jobs are not settled.`);
    pending.clear();
    rounds.disable();
    process.send?.('done');
  };
  process.on('message', () => void tick());
  process.channel?.unref();
}

export function seededRandom(seed: number): () => number {
  let draws = 0;
  return () => dice(seed >>> 0, 'others', ++draws);
}
