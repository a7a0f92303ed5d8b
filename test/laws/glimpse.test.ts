import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { readGlimpse, glimpseOf, type Glimpse } from '../../src/rules/live.ts';
import { mechanicsOf } from '../../src/rules/species/mechanics.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { anyCreature, anyShare, PATIENTLY, RUNS } from './creatures.ts';

/** As it arrives in a page. */
function sent(glimpse: Glimpse): Glimpse {
  return JSON.parse(JSON.stringify(glimpse)) as Glimpse;
}

test('until the end of its hour, a page tells what the house would', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, anyShare, ({ creature, species, now }, share) => {
      const glimpse = sent(glimpseOf(creature, species, now));
      const later = Math.floor(now + share * (glimpse.until - now));
      const told = readGlimpse(glimpse, later);
      const { shown, feeding, deathClock, ageHours } = observe(creature, species, later);
      for (const stat of STATS)
        expect(told.stats?.[stat] ?? shown[stat] ?? 0).toBeCloseTo(shown[stat] ?? 0, 9);
      expect(told).toMatchObject({ ageHours, feeding: feeding.status, hoursSinceFed: feeding.hoursSinceFed });
      const { hoursRemaining, urgency } = deathClock;
      expect([undefined, { hoursRemaining, urgency }]).toContainEqual(told.death);
    }),
    RUNS,
  );
});

test('a page is told nothing that is hidden, and nothing that nobody may foresee', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const glimpse = glimpseOf(creature, species, now);
      const { shown, publicClock } = observe(creature, species, now);
      const secretive = mechanicsOf(species).some(({ reveal }) => reveal !== undefined);
      expect(glimpse.until - now).toBeLessThanOrEqual(HOUR);
      expect(glimpse.diesAt).toBe(publicClock.diesAt);
      // What is told stands on the page already, and is all there is.
      expect(glimpse.ticking?.stats).toStrictEqual(secretive ? undefined : shown);
      expect(Math.max(now, ...(glimpse.ticking?.pace.turns ?? []))).toBeLessThan(glimpse.until);
      // Neither its time zone, which would be a word, nor the seed of its sleep.
      expect(leavesOf(glimpse).filter(({ value }) => typeof value === 'string')).toEqual([]);
      expect(leavesOf(glimpse).filter(({ name }) => name === 'seed')).toEqual([]);
    }),
    RUNS,
  );
});

function leavesOf(whole: object): { name: string; value: unknown }[] {
  return Object.entries(whole).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leavesOf(value) : [{ name, value }],
  );
}
