import fc from 'fast-check';
import { expect, test } from 'vitest';

import { diesAt } from '../../src/rules/lives/death.ts';
import { liveUntil, nextEventAt } from '../../src/rules/lives/live-until.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { anyCreature, anyShare, copyOf, onTheWay, PATIENTLY, RUNS, type Moment } from './creatures.ts';

const looks = fc.oneof(
  { weight: 39, arbitrary: fc.constant(1) },
  { weight: 1, arbitrary: fc.constant(1_000) },
);

function lookedAt({ creature, species, now }: Moment, until: number, times: number): void {
  for (let look = 0; look < times; look += 1) {
    observe(creature, species, now + Math.floor(((until - now) * look) / times));
  }
}

test('observing changes nothing, however often', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, looks, (moment, share, times) => {
      const { creature, species } = moment;
      const later = onTheWay(moment, share);
      const untouched = copyOf(creature);
      const end = diesAt(untouched, species);
      lookedAt(moment, later, times);
      expect(creature).toStrictEqual(untouched);
      expect(observe(creature, species, later)).toStrictEqual(observe(untouched, species, later));
      expect(liveUntil(creature, species, end)).toStrictEqual(liveUntil(untouched, species, end));
      expect(nextEventAt(creature, species)).toBe(nextEventAt(untouched, species));
    }),
    RUNS,
  );
});
