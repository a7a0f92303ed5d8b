import { expect, test } from 'vitest';

import { aCreature, after, SLEEPYHEAD } from '../../../test/support/creature.ts';
import { HOUR } from '../base/clock.ts';
import { isAsleep, nightRest, sleepsIn, wakesAt } from './sleep.ts';

const sleeper = aCreature({ seed: SLEEPYHEAD });

test.each([
  [9.99, false],
  [10, true],
  [17.99, true],
  [18, false],
])('it sleeps only between ten in the evening and six: %f hours after noon', (hours, asleep) => {
  expect(isAsleep(sleeper, after(hours))).toBe(asleep);
});

test('it sleeps by the time zone of its keeper', () => {
  const inTokyo = aCreature({ seed: SLEEPYHEAD, zone: 'Asia/Tokyo' });
  // Noon in London is nine in the evening in Tokyo.
  expect(isAsleep(inTokyo, after(0.99))).toBe(false);
  expect(Array.from({ length: 8 }, (_, hour) => isAsleep(inTokyo, after(1 + hour))).includes(true)).toBe(
    true,
  );
  expect(Array.from({ length: 16 }, (_, hour) => isAsleep(inTokyo, after(9 + hour))).includes(true)).toBe(
    false,
  );
});

test('it sleeps about a third of the night hours', () => {
  let slept = 0;
  for (let night = 0; night < 20_000; night += 1) if (sleepsIn(night * 7919, 24 * night + 23)) slept += 1;
  expect(slept / 20_000).toBeGreaterThan(0.32);
  expect(slept / 20_000).toBeLessThan(0.34);
});

test('sleep is deterministic per creature and hour, and differs between creatures', () => {
  const hours = Array.from({ length: 400 }, (_, night) => 24 * night + 2);
  const nights = (seed: number) => hours.map((hour) => sleepsIn(seed, hour));
  expect(nights(1)).toEqual(nights(1));
  expect(nights(1)).not.toEqual(nights(2));
  expect(nights(1)).not.toEqual(nights(1 + 2 ** 40));
});

test('a sleeping creature wakes at its first hour without sleep, and an awake one is awake now', () => {
  expect(wakesAt(sleeper, after(11))).toBe(after(18));
  expect(wakesAt(sleeper, after(3))).toBe(after(3));
});

test('the night ends at six, asleep or not', () => {
  expect(nightRest(aCreature(), after(11)).nightEndsAt).toBe(after(18));
  expect(nightRest(aCreature(), after(3)).nightEndsAt).toBe(after(3));
});

test('in a zone with half hours the night begins at half past', () => {
  const inKolkata = aCreature({ zone: 'Asia/Kolkata' });
  expect(nightRest(inKolkata, after(6)).nightEndsAt).toBe(after(12.5));
  expect((nightRest(inKolkata, after(6)).nightEndsAt / HOUR) % 1).toBe(0.5);
});
