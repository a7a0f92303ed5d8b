import fc from 'fast-check';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { readGlimpse, glimpseOf, type Glimpse } from '../../src/rules/live.ts';
import { mechanicsOf } from '../../src/rules/species/mechanics.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { anyCreature, anyShare, PATIENTLY, RUNS } from './creatures.ts';

/** As JSON, the way a page receives it. */
function sent(glimpse: Glimpse): Glimpse {
  return JSON.parse(JSON.stringify(glimpse)) as Glimpse;
}

test('until its end a glimpse shows what the server would show', PATIENTLY, () => {
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

test('a glimpse has no hidden stat and no unpublished time of death', PATIENTLY, () => {
  fc.assert(
    fc.property(anyCreature, ({ creature, species, now }) => {
      const glimpse = glimpseOf(creature, species, now);
      const { shown, publicClock } = observe(creature, species, now);
      const secretive = mechanicsOf(species).some(({ reveal }) => reveal !== undefined);
      expect(glimpse.until - now).toBeLessThanOrEqual(HOUR);
      expect(glimpse.diesAt).toBe(publicClock.diesAt);
      // It holds the stats shown on the page and no others.
      expect(glimpse.ticking?.stats).toStrictEqual(secretive ? undefined : shown);
      expect(Math.max(now, ...(glimpse.ticking?.pace.turns ?? []))).toBeLessThan(glimpse.until);
      // No time zone, which would be a string, and no seed of its sleep.
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
