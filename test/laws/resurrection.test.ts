import fc from 'fast-check';
import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { diesAt } from '../../src/rules/lives/death.ts';
import { ageHours } from '../../src/rules/lives/growth.ts';
import { liveUntil } from '../../src/rules/lives/live-until.ts';
import {
  resurrectionCost,
  reviveCreature,
  resurrectionClosesAt,
} from '../../src/rules/lives/resurrection.ts';
import { anyCreature, asHatched, PATIENTLY, RUNS } from './creatures.ts';

const SEVEN_DAYS_IN_MS = 604_800_000;

test('resurrection ends exactly seven days after death', PATIENTLY, () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (diedAt) => {
      expect(resurrectionClosesAt(diedAt) - diedAt).toBe(SEVEN_DAYS_IN_MS);
    }),
    RUNS,
  );
});

test(
  'the price of resurrection is whole, constant for the week, and rises with deaths and hours lived',
  PATIENTLY,
  () => {
    fc.assert(
      fc.property(
        anyCreature,
        fc.nat(30),
        fc.nat(400 * DAY),
        fc.nat(7 * DAY),
        ({ creature, species }, deaths, older, wait) => {
          const died = diesAt(creature, species);
          const dead = asHatched({ ...liveUntil(creature, species, died).creature, resurrections: deaths });
          const elder = { ...dead, life: { ...dead.life, ageFrom: dead.life.ageFrom - older } };
          const price = resurrectionCost(dead, died);
          expect(Number.isSafeInteger(price) && price >= 100).toBe(true);
          expect(resurrectionCost(dead, died + wait)).toBe(price);
          expect(resurrectionCost(elder, died)).toBeGreaterThanOrEqual(price);
          expect(resurrectionCost({ ...dead, resurrections: deaths + 1 }, died)).toBeGreaterThanOrEqual(
            price,
          );
        },
      ),
      RUNS,
    );
  },
);

test('a resurrected creature keeps its age, and its clocks restart', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, fc.nat(7 * DAY), ({ creature, species }, deadFor) => {
      const died = diesAt(creature, species);
      const dead = asHatched(liveUntil(creature, species, died).creature);
      const now = died + deadFor;
      const back = asHatched(reviveCreature(dead, species, 'back', now));
      expect(ageHours(back, now)).toBe(ageHours(dead, now));
      expect(back.stage).toBe(dead.stage);
      expect(back.life.stats).toEqual({ hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 });
      expect(diesAt(back, species)).toBeGreaterThan(now);
    }),
    RUNS,
  );
});
