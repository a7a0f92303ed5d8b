import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { rhythmAfterCare, decayMultiplier, NO_RHYTHM } from '../../src/rules/lives/rhythm.ts';
import { anyCreature, anyShare, onTheWay, PATIENTLY, RUNS } from './creatures.ts';

// The last digits of a double.
const ROUNDING = 1e-9;

test('the average lies between the shortest and the longest interval', PATIENTLY, () => {
  const interval = fc.integer({ min: 30 * MINUTE, max: 48 * HOUR });
  fc.assert(
    fc.property(fc.array(interval, { minLength: 1, maxLength: 60 }), (intervals) => {
      const rhythm = intervals.reduce((before, ms) => rhythmAfterCare(before, 0, ms), NO_RHYTHM);
      const hours = intervals.map((ms) => ms / HOUR);
      expect(rhythm.intervals).toBe(intervals.length);
      expect(rhythm.averageHours).toBeGreaterThanOrEqual(Math.min(...hours) - ROUNDING);
      expect(rhythm.averageHours).toBeLessThanOrEqual(Math.max(...hours) + ROUNDING);
    }),
    RUNS,
  );
});

test('the threshold is 24 to 48 hours with a rhythm, and 36 without', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const { rhythm } = observe(moment.creature, moment.species, onTheWay(moment, share));
      expect(rhythm.established).toBe(moment.creature.life.rhythm.intervals >= 3);
      expect(rhythm.established || (rhythm.thresholdHours === 36 && rhythm.averageHours === 12)).toBe(true);
      expect(rhythm.thresholdHours).toBeGreaterThanOrEqual(24);
      expect(rhythm.thresholdHours).toBeLessThanOrEqual(48);
    }),
    RUNS,
  );
});

test('decay speeds up with the time since care, up to four times', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyShare, (moment, one, other) => {
      const [early, late] = [Math.min(one, other), Math.max(one, other)].map(
        (share) => observe(moment.creature, moment.species, onTheWay(moment, share)).rhythm.multiplier,
      );
      expect(early).toBeGreaterThanOrEqual(1);
      expect(late).toBeGreaterThanOrEqual(early ?? Infinity);
      expect(late).toBeLessThanOrEqual(4);
    }),
    RUNS,
  );
});

test('the multiplier is monotonic and continuous', PATIENTLY, () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (rhythms) => {
      const rise = decayMultiplier(rhythms + 1e-6) - decayMultiplier(rhythms);
      expect(rise).toBeGreaterThanOrEqual(0);
      expect(rise).toBeLessThan(2e-6);
    }),
    RUNS,
  );
});
