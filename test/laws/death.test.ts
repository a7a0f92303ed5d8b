import fc from 'fast-check';
import { expect, test } from 'vitest';

import { applyCare } from '../../src/rules/care/care.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { isAlive } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { anyCreature, anyShare, asHatched, onTheWay, PATIENTLY, RUNS } from './creatures.ts';

test('the death clock is exact: alive one millisecond before, dead at it', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const { diesAt } = observe(creature, species, now).deathClock;
      expect(isAlive(liveUntil(creature, species, diesAt - 1).creature)).toBe(true);
      expect(liveUntil(creature, species, diesAt).creature.died?.at).toBe(diesAt);
      expect(liveUntil(creature, species, diesAt + 300 * HOUR).creature.died?.at).toBe(diesAt);
    }),
    RUNS,
  );
});

test('without care every observation has the same time of death', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyShare, (moment, one, other) => {
      const { creature, species, now } = moment;
      const foretold = [now, onTheWay(moment, one), onTheWay(moment, other)].map((at) => {
        const there = asHatched(liveUntil(creature, species, at).creature);
        return observe(there, species, at).deathClock.diesAt;
      });
      expect(new Set(foretold).size).toBe(1);
    }),
    RUNS,
  );
});

test('care at the last millisecond finds the creature alive and prolongs its life', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const last = observe(creature, species, now).deathClock.diesAt - 1;
      const there = asHatched(liveUntil(creature, species, last).creature);
      const outcome = applyCare(there, species, { action: 'reflect' }, last);
      if ('refused' in outcome) throw new Error('Nobody refuses to be thought of.');
      expect(outcome.before.health).toBeGreaterThan(0);
      expect(outcome.killed).toBe(false);
      const { diesAt } = observe(asHatched(outcome.creature), species, last).deathClock;
      expect(diesAt).toBeGreaterThan(last);
    }),
    RUNS,
  );
});

test('death comes when health or patience ends, with the matching cause', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const { diesAt, thresholdHours } = observe(creature, species, now).deathClock;
      const end = Math.ceil(creature.life.lastCareAt + thresholdHours * HOUR);
      const { health, hunger } = statsAt(creature, species, diesAt);
      expect(diesAt === end || health === 0).toBe(true);
      expect(diesAt).toBeLessThanOrEqual(end);
      const starved = hunger < 30 || diesAt < end || health === 0;
      expect(liveUntil(creature, species, diesAt).creature.died?.cause).toBe(starved ? 'hunger' : 'neglect');
    }),
    RUNS,
  );
});

test('nothing happens after death', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, fc.nat(400 * HOUR), ({ creature, species, now }, wait) => {
      const { diesAt } = observe(creature, species, now).deathClock;
      const dead = liveUntil(creature, species, diesAt).creature;
      const after = { creature: dead, happened: [], nextEventAt: undefined };
      expect(liveUntil(dead, species, diesAt + wait)).toStrictEqual(after);
    }),
    RUNS,
  );
});
