import fc from 'fast-check';
import { expect, test } from 'vitest';

import { care } from '../../src/core/care.ts';
import { statsAt } from '../../src/core/condition.ts';
import { isAlive } from '../../src/core/creature.ts';
import { live } from '../../src/core/live.ts';
import { observe } from '../../src/core/observe.ts';
import { HOUR } from '../../src/core/clock.ts';
import { anyCreature, anyShare, asHatched, onTheWay, PATIENTLY, RUNS } from './creatures.ts';

test('the death clock does not lie: alive one millisecond before, dead at it', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const { diesAt } = observe(creature, species, now).deathClock;
      expect(isAlive(live(creature, species, diesAt - 1).creature)).toBe(true);
      expect(live(creature, species, diesAt).creature.died?.at).toBe(diesAt);
      expect(live(creature, species, diesAt + 300 * HOUR).creature.died?.at).toBe(diesAt);
    }),
    RUNS,
  );
});

test('as long as nobody comes, every look foretells the same end', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, anyShare, (moment, one, other) => {
      const { creature, species, now } = moment;
      const foretold = [now, onTheWay(moment, one), onTheWay(moment, other)].map((at) => {
        const there = asHatched(live(creature, species, at).creature);
        return observe(there, species, at).deathClock.diesAt;
      });
      expect(new Set(foretold).size).toBe(1);
    }),
    RUNS,
  );
});

test('who comes at the last millisecond finds it alive, and it lives on', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const last = observe(creature, species, now).deathClock.diesAt - 1;
      const there = asHatched(live(creature, species, last).creature);
      const outcome = care(there, species, { action: 'reflect' }, last);
      if ('refused' in outcome) throw new Error('Nobody refuses to be thought of.');
      expect(outcome.before.health).toBeGreaterThan(0);
      expect(outcome.killed).toBe(false);
      const { diesAt } = observe(asHatched(outcome.creature), species, last).deathClock;
      expect(diesAt).toBeGreaterThan(last);
    }),
    RUNS,
  );
});

test('it dies where its health or its patience ends, and of what it lacked', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const { diesAt, thresholdHours } = observe(creature, species, now).deathClock;
      const end = Math.ceil(creature.life.lastCareAt + thresholdHours * HOUR);
      const { health } = statsAt(creature, species, diesAt);
      expect(diesAt === end || health === 0).toBe(true);
      expect(diesAt).toBeLessThanOrEqual(end);
      const hungry = (diesAt - creature.life.lastFedAt) / HOUR >= 1.5 * species.feedingWindowHours;
      expect(live(creature, species, diesAt).creature.died?.cause).toBe(hungry ? 'hunger' : 'neglect');
    }),
    RUNS,
  );
});

test('nothing happens to the dead', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, fc.nat(400 * HOUR), ({ creature, species, now }, wait) => {
      const { diesAt } = observe(creature, species, now).deathClock;
      const dead = live(creature, species, diesAt).creature;
      expect(live(dead, species, diesAt + wait)).toStrictEqual({ creature: dead, happened: [] });
    }),
    RUNS,
  );
});
