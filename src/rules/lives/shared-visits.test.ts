import fc from 'fast-check';
import { expect, test } from 'vitest';

import { aCreature, after, PLAIN } from '../../../test/support/creature.ts';
import { observe } from './observe.ts';
import { householdCheckin, sharedVisit, visitedAt } from './shared-visits.ts';

const checkin = (from: number, returnAt: number, to: number) => ({ returnAt, span: { from, to } });

test('one creature is visited at its check-in', () => {
  expect(sharedVisit([checkin(10, 20, 40)])).toBe(20);
});

test('a visit waits for a creature that is ready before another would be late', () => {
  const visit = sharedVisit([checkin(10, 20, 40), checkin(36, 60, 90)]);
  expect(visit).toBeGreaterThanOrEqual(36);
  expect(visit).toBeLessThanOrEqual(40);
});

test('a visit does not wait for a creature that is ready only when another is late', () => {
  expect(sharedVisit([checkin(10, 20, 40), checkin(41, 60, 90)])).toBeLessThanOrEqual(40);
});

test('a creature that needs care now is visited now', () => {
  expect(sharedVisit([checkin(5, 5, 5), checkin(6, 20, 40)])).toBe(5);
});

const someCheckins = fc.array(
  fc
    .tuple(fc.nat(100), fc.nat(50), fc.nat(50))
    .map(([from, until, more]) => checkin(from, from + until, from + until + more)),
  { minLength: 2, maxLength: 8 },
);

test('no other moment serves more creatures without being late for one', () => {
  fc.assert(
    fc.property(someCheckins, (checkins) => {
      const served = (at: number) => checkins.filter(({ span }) => span.from <= at && at <= span.to).length;
      const last = Math.min(...checkins.map(({ span }) => span.to));
      const visit = sharedVisit(checkins);
      expect(visit).toBeLessThanOrEqual(last);
      for (let at = 0; at <= last; at += 1) expect(served(visit)).toBeGreaterThanOrEqual(served(at));
    }),
  );
});

test('a creature that a shared visit does not serve keeps its own check-in', () => {
  const own = { at: 60, span: { from: 41, to: 90 }, reason: 'in_time' } as const;
  expect(visitedAt(own, 40)).toBe(60);
  expect(visitedAt(own, 50)).toBe(50);
});

const tendedIn = (window: number, hours: number) => {
  const species = { ...PLAIN, feedingWindowHours: window };
  const creature = aCreature();
  return { creature, species, observed: observe(creature, species, after(hours)) };
};

test('the check-in of a household names the hunger of the moment that it names', () => {
  const [first, other] = [tendedIn(10, 1), tendedIn(12, 1)];
  const { neediest, checkin: shared } = householdCheckin(first, [other]);
  expect(neediest).toBe(first);
  expect(shared).toMatchObject({ reason: 'in_time', returnAt: shared.at });
  expect(shared.at).toBeGreaterThan(after(6.25));
  expect(shared.hungerThen).toBe(observe(first.creature, first.species, shared.at).shown.hunger);
});
