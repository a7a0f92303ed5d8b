import { expect, test } from 'vitest';

import { DAY, HOUR, MINUTE, SECOND } from '../rules/base/clock.ts';
import { handMachine, NOON } from '../../test/support/hand-clock.ts';
import { hoursAhead, judgeClock, resumeAnchor, sandboxClock, systemClock, WatchedClock } from './clock.ts';

test("a system clock set back does not move the service's time back", () => {
  const readings = [1000, 400, 1200];
  const clock = systemClock(() => readings.shift() ?? 0);
  expect([clock.now(), clock.now(), clock.now()]).toEqual([1000, 1000, 1200]);
});

test('a sandbox clock runs at its scale from where it was turned to, and not back', () => {
  let now = 0;
  const clock = sandboxClock({ wall: 0, shown: HOUR, scale: 60 }, () => now);
  expect(clock.anchorAt(HOUR - 1)).toBeUndefined();
  clock.turn({ wall: 0, shown: HOUR - 1, scale: 60 });
  expect(clock.now()).toBe(HOUR);
  expect(clock.anchorAt(6 * HOUR)).toEqual({ wall: 0, shown: 6 * HOUR, scale: 60 });
  clock.turn({ wall: 0, shown: 6 * HOUR, scale: 60 });
  now += MINUTE;
  expect(clock.now()).toBe(7 * HOUR);
});

test('a new sandbox begins at the real time, and a restart with another scale continues without a jump', () => {
  expect(resumeAnchor(undefined, 777, 2)).toEqual({ wall: 777, shown: 777, scale: 2 });
  const before = { wall: 0, shown: 100 * HOUR, scale: 10 };
  expect(resumeAnchor(before, HOUR, 60)).toEqual({ wall: HOUR, shown: 110 * HOUR, scale: 60 });
  expect(hoursAhead({ wall: 0, shown: 6 * HOUR, scale: 1 }, HOUR)).toBe(6);
});

/** A machine with a checked clock. With `apart`, there is a database on another machine, whose clock is that far off. */
function aWatch(apart?: number) {
  const machine = handMachine();
  const clock = new WatchedClock(machine.read);
  let offset = apart ?? 0;
  const database = async () =>
    apart === undefined ? undefined : NOON + offset + machine.read.uptimeMs() - 9500;
  const check = () => clock.check(database);
  return { ...machine, clock, check, setDatabase: (ms: number) => (offset += ms) };
}

test.each([
  [0, 'right'],
  [5 * SECOND, 'right'],
  [-5 * SECOND - 1, 'off'],
  [MINUTE, 'off'],
  [MINUTE + 1, 'wrong'],
  [-MINUTE - 1, 'wrong'],
])('a clock that is off by %d ms is %s', (offset, verdict) => {
  expect(judgeClock(offset)).toBe(verdict);
});

test.each([10, -10])('a clock that is set by %d days is not used until it is set right', async (days) => {
  const { clock, check, pass, set } = aWatch();
  expect(await check()).toBe('right');
  pass('10s');
  set(`${days}d`);
  expect(clock.isWrong).toBe(true);
  expect(clock.now()).toBe(NOON + 10 * SECOND);
  expect(await check()).toBe('wrong');
  pass('5s');
  expect(await check()).toBe('wrong');
  expect(clock.now()).toBe(NOON + 15 * SECOND);
  expect(clock.offsetMs).toBe(days * DAY);
  set(`${-days}d`);
  expect(await check()).toBe('right');
  expect({ wrong: clock.isWrong, now: clock.now() }).toEqual({ wrong: false, now: NOON + 15 * SECOND });
});

test('a clock that starts behind the last write is not used until it is set right or the write is disowned', async () => {
  const { read, pass, set } = handMachine();
  const start = () => {
    const clock = new WatchedClock(read);
    const check = (lastWrite: number) => {
      clock.notBefore(lastWrite);
      return clock.check(async () => undefined);
    };
    return { clock, check };
  };
  expect(await start().check(NOON + MINUTE)).toBe('right');
  const lastWrite = NOON + DAY;
  const first = start();
  expect(await first.check(lastWrite)).toBe('wrong');
  pass('5s');
  expect(await first.check(lastWrite)).toBe('wrong');
  expect(first.clock).toMatchObject({ isWrong: true, offsetMs: -DAY });
  expect(first.clock.now()).toBe(lastWrite + 5 * SECOND);
  const second = start();
  expect(await second.check(lastWrite)).toBe('wrong');
  expect(await second.check(NOON)).toBe('right');
  expect(second.clock.now()).toBe(NOON + 5 * SECOND);
  set('3d');
  expect(await first.check(lastWrite)).toBe('right');
  expect(first.clock.now()).toBe(NOON + 3 * DAY + 5 * SECOND);
  expect(first.clock.openedAt).toBe(first.clock.now());
});

test('a step of less than a minute is reported and followed', async () => {
  const { clock, check, set } = aWatch();
  set('20s');
  expect(await check()).toBe('off');
  expect(await check()).toBe('right');
  expect(clock.now()).toBe(NOON + 20 * SECOND);
});

test('slewing never adds up to a wrong clock', async () => {
  const { clock, check, pass, set } = aWatch();
  for (let nth = 0; nth < 100; nth += 1) {
    pass('5s');
    set('2s');
    expect(await check()).toBe('right');
  }
  expect(clock.now()).toBe(NOON + 700 * SECOND);
});

test('after a suspension the clock is used at once, and the house counts as opened then', async () => {
  const { clock, check, suspend } = aWatch();
  suspend('9h');
  expect(clock.now()).toBe(NOON + 9 * HOUR);
  expect(await check()).toBe('right');
  expect(clock.openedAt).toBe(NOON + 9 * HOUR);
  expect([clock.takeSuspendedMs(), clock.takeSuspendedMs()]).toEqual([9 * HOUR, 0]);
});

test.each([
  [20 * SECOND, 'off'],
  [-10 * MINUTE, 'wrong'],
  [0, 'right'],
])('a database whose clock is %d ms ahead finds the clock %s at the start', async (ahead, verdict) => {
  const { clock, check } = aWatch(ahead);
  expect(await check()).toBe(verdict);
  expect(clock.offsetMs).toBe(0 - ahead);
});

test('half of the round trip is subtracted', async () => {
  const { read, pass } = handMachine();
  const clock = new WatchedClock(read);
  await clock.check(async () => {
    pass('4s');
    const shown = read.wall();
    pass('4s');
    return shown;
  });
  expect(clock.offsetMs).toBe(0);
});

test('a node that starts ahead of the database has the time of the database until its clock is set right', async () => {
  const { clock, check, pass, set } = aWatch(0);
  set('10d');
  expect(await check()).toBe('wrong');
  pass('1m');
  expect({ now: clock.now(), opened: clock.openedAt }).toEqual({ now: NOON + MINUTE, opened: NOON });
  set('-10d');
  expect(await check()).toBe('right');
  expect(clock.isWrong).toBe(false);
});

test('nodes go on when the wrong clock of a database is set right', async () => {
  const { clock, check, pass, setDatabase } = aWatch(-24 * HOUR);
  expect(await check()).toBe('wrong');
  pass('5s');
  setDatabase(24 * HOUR);
  expect(await check()).toBe('right');
  expect(clock.now()).toBe(NOON + 5 * SECOND);
});

test('a jump of node and database together, as on one machine, is not followed', async () => {
  const { clock, check, set, setDatabase } = aWatch(0);
  await check();
  set('3d');
  setDatabase(72 * HOUR);
  expect(await check()).toBe('wrong');
  expect(clock.now()).toBe(NOON);
  set('-3d');
  setDatabase(-72 * HOUR);
  expect(await check()).toBe('right');
});
