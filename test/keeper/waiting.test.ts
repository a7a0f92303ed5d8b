import { expect, test } from 'vitest';

import { RefusedError, type SandboxClient } from '../../src/client/client.ts';
import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import type { KeeperHost } from '../../src/keeper/keeper-context.ts';
import { createWaiter } from '../../src/keeper/run-keeper.ts';

const NO_SANDBOX = { error: 'Not found', code: 'no_such_route', request_id: 'r' };

function aMachine(clockRuns: (nap: number, nth: number) => number) {
  let now = 0;
  const naps: number[] = [];
  const world: KeeperHost = {
    now: () => now,
    randomId: () => 'word',
    print: async () => undefined,
    leaving: new AbortController().signal,
    async pause(ms) {
      naps.push(ms);
      now += clockRuns(ms, naps.length);
    },
  };
  return { world, naps };
}

const worldly: SandboxClient = {
  getSandboxClock: () => Promise.reject(new RefusedError(404, NO_SANDBOX)),
  turnSandboxClock: () => Promise.reject(new RefusedError(404, NO_SANDBOX)),
};

function sandbox(shown: readonly number[], turned: unknown[] = []): SandboxClient {
  let looks = 0;
  const reply = (at: number, scale: number) => ({ now: new Date(at).toISOString(), scale, next_steps: [] });
  return {
    // The first read only determines its speed.
    getSandboxClock: async () => reply(shown[Math.min((looks += 1) - 1, shown.length) - 1] ?? 0, 60),
    async turnSandboxClock(ask) {
      turned.push(ask?.body);
      return reply(0, 60);
    },
  };
}

test.each<[string, (nap: number, nth: number) => number, number, number]>([
  ['waits in steps of a minute', (nap) => nap, HOUR + 30_000, 61],
  ['wakes when the clock has jumped ahead', (nap, nth) => (nth === 3 ? 8 * HOUR : nap), 6 * HOUR, 3],
  ['does not wait longer for a clock that was stopped or set back', () => 0, HOUR, 60],
])('a keeper %s', async (_, clockRuns, until, count) => {
  const { world, naps } = aMachine(clockRuns);
  const waiting = await createWaiter(world, worldly, 'patient');
  await waiting?.until(until, 0);
  expect([naps.length, naps.at(-1)]).toEqual([count, until % MINUTE || MINUTE]);
});

test('the sandbox clock of the service takes precedence', async () => {
  const { world, naps } = aMachine((nap) => nap);
  const waiting = await createWaiter(world, sandbox([MINUTE, 2 * MINUTE, 5 * HOUR]), 'patient');
  await waiting?.until(4 * HOUR, 0);
  expect(naps).toEqual([2000, 2000, 2000]);
  await waiting?.wait({ ms: 6000, why: 'limit' });
  await waiting?.wait({ ms: 6000, why: 'trouble' });
  expect(naps.slice(3)).toEqual([100, 6000]);
});

test('with fast_forward it turns that clock for visits and limits, but not during an outage; without one it refuses', async () => {
  const { world, naps } = aMachine((nap) => nap);
  const turned: unknown[] = [];
  const waiting = await createWaiter(world, sandbox([], turned), 'fast_forward');
  await waiting?.until(4 * HOUR, 0);
  await waiting?.wait({ ms: 36_000, why: 'limit' });
  expect(turned).toEqual([{ to: '1970-01-01T04:00:00.000Z' }, { advance_hours: 0.01 }]);
  await waiting?.wait({ ms: 6000, why: 'trouble' });
  expect(naps).toEqual([6000]);
  expect(await createWaiter(world, worldly, 'fast_forward')).toBeUndefined();
});
