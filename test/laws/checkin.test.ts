import fc from 'fast-check';
import { expect, test } from 'vitest';

import { needsOf } from '../../src/rules/care/needs.ts';
import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { isAsleep } from '../../src/rules/lives/sleep.ts';
import {
  anyCreature,
  anyShare,
  asHatched,
  diesAsleep,
  onTheWay,
  PATIENTLY,
  RUNS,
  type Moment,
} from './creatures.ts';

function lookAt({ creature, species }: Moment, at: number) {
  const there = asHatched(liveUntil(creature, species, at).creature);
  return { creature: there, species, observed: observe(there, species, at) };
}

test('no check-in is recommended at or after the moment of death', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const { checkin, deathClock } = observe(moment.creature, moment.species, at);
      expect(checkin.at).toBeLessThan(deathClock.diesAt);
    }),
    RUNS,
  );
});

test('no check-in falls into sleep unless it is urgent', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const observed = observe(moment.creature, moment.species, at);
      const { checkin } = observed;
      const satWith = at - moment.creature.life.lastCareAt < SAME_VISIT;
      const waits = satWith && isAsleep(moment.creature, at) && !diesAsleep(observed);
      const now = checkin.reason === 'critical' && !waits;
      expect(now ? checkin.at === at : !isAsleep(moment.creature, checkin.at)).toBe(true);
    }),
    RUNS,
  );
});

test(
  'a check-in asked for in time is between 50% and 75% of the window, if it is awake there for long enough',
  PATIENTLY,
  () => {
    fc.assert(
      fc.property(anyCreature, ({ creature, species, now }) => {
        const { feedingWindowHours } = species;
        const windowsAt = (at: number) => (at - creature.life.lastFedAt) / (feedingWindowHours * HOUR);
        const { checkin } = observe(creature, species, now);
        fc.pre(windowsAt(now) <= 0.5 && checkin.reason !== 'critical');
        const opens = Math.ceil(creature.life.lastFedAt + 0.5 * feedingWindowHours * HOUR);
        const minutes = Array.from(
          { length: (0.25 * feedingWindowHours * HOUR) / MINUTE },
          (_, minute) => opens + minute * MINUTE,
        );
        // Two minutes after the window opens, and five before it falls asleep.
        const metThere = minutes
          .slice(2)
          .some((at) => [0, 1, 2, 3, 4, 5, 6].every((later) => !isAsleep(creature, at + later * MINUTE)));
        const inTime = windowsAt(checkin.at) >= 0.5 - 1e-9 && windowsAt(checkin.at) <= 0.75 + 1e-3;
        expect(!metThere || inTime).toBe(true);
      }),
      RUNS,
    );
  },
);

test('at the recommended check-in there is something to do', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const { checkin, deathClock } = observe(moment.creature, moment.species, at);
      fc.pre(checkin.at < deathClock.diesAt);
      const then = lookAt(moment, checkin.at);
      // A sleeping creature in danger has had its reflect already.
      const waits = checkin.at === at && then.observed.asleepUntil !== undefined;
      expect(waits || needsOf(then).length > 0).toBe(true);
    }),
    RUNS,
  );
});

test('if nothing is to be done, the check-in is in the future', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const then = lookAt(moment, at);
      const isTold = needsOf(then).length > 0 || then.observed.checkin.at > at;
      // A creature that dies in its sleep has had its reflect, and nothing else is possible.
      expect(isTold || diesAsleep(then.observed)).toBe(true);
    }),
    RUNS,
  );
});

test('a check-in for a meal on time is not at the end of the window', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const { creature, species } = moment;
      const { checkin } = observe(creature, species, at);
      if (checkin.at === at || !['in_time', 'before_it_sleeps', 'when_it_wakes'].includes(checkin.reason))
        return;
      const windows = (checkin.at - creature.life.lastFedAt) / (species.feedingWindowHours * HOUR);
      // After it wakes, any rest of the window is accepted.
      const asItWakes = checkin.reason === 'when_it_wakes' && isAsleep(creature, checkin.at - 1);
      expect(windows).toBeLessThanOrEqual(asItWakes ? 1 : 0.95 + 1e-9);
      expect((windows - 0.5) * species.feedingWindowHours * HOUR).toBeGreaterThanOrEqual(2 * MINUTE - 1);
      expect(isAsleep(creature, checkin.at + 5 * MINUTE - 1)).toBe(false);
    }),
    RUNS,
  );
});
