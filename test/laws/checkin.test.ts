import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR, MINUTE } from '../../src/core/engine/clock.ts';
import { observe } from '../../src/core/lives/observe.ts';
import { isAsleep } from '../../src/core/lives/sleep.ts';
import { anyCreature, anyShare, onTheWay, PATIENTLY, RUNS } from './creatures.ts';

test('nobody is asked to come while it will sleep, unless it cannot wait', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, (moment, share) => {
      const at = onTheWay(moment, share);
      const { checkin } = observe(moment.creature, moment.species, at);
      expect(checkin.reason === 'critical' ? checkin.at === at : !isAsleep(moment.creature, checkin.at)).toBe(
        true,
      );
    }),
    RUNS,
  );
});

test(
  'who asks in time is told to come between half and three quarters of the window, if it is awake then',
  PATIENTLY,
  () => {
    fc.assert(
      fc.property(anyCreature, ({ creature, species, now }) => {
        const { feedingWindowHours } = species;
        const windowsAt = (at: number) => (at - creature.life.lastFedAt) / (feedingWindowHours * HOUR);
        const { checkin } = observe(creature, species, now);
        fc.pre(windowsAt(now) <= 0.5 && checkin.reason !== 'critical');
        const minutes = Array.from({ length: (0.25 * feedingWindowHours * HOUR) / MINUTE }, (_, minute) =>
          Math.ceil(creature.life.lastFedAt + 0.5 * feedingWindowHours * HOUR + minute * MINUTE),
        );
        const sleepsThrough = minutes.every((at) => isAsleep(creature, at));
        const inTime = windowsAt(checkin.at) >= 0.5 - 1e-9 && windowsAt(checkin.at) <= 0.75 + 1e-6;
        expect(sleepsThrough || inTime).toBe(true);
      }),
      RUNS,
    );
  },
);
