import { expect, test } from 'vitest';

import { simulate, type CareEvent, type LifeStory } from '../../tools/sim/simulate.ts';
import { CRITICAL_HEALTH } from '../../src/rules/lives/creature.ts';
import { HOUR } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import { livesWellWith, longestGapFor, shortestWindowFor } from '../../src/rules/lives/rhythm.ts';

// Half a window is the worst: at some visits the window is not open yet, and the next is just in time.
const SHARES_OF_GAP = [1, 0.6];
const LONG = process.env['TEST_LONG'] !== undefined;
const HOURS_OF_DAY = LONG ? [0, 15] : [15];
/** With fewer days the share of meals on time varies too much. */
const DAYS = LONG ? 30 : 20;

const DESIGNED = (
  [
    [2, 3],
    [9, 0.2],
    [24, 3],
  ] as const
).map(([feedingWindowHours, hungerDecayPerHour]) =>
  communitySpecies({
    slug: 'moss_fox',
    name: `Moss Fox with a window of ${feedingWindowHours} h`,
    family: 'exotic',
    personality: 'Naps in green places.',
    traits: ['social'],
    feedingWindowHours,
    hungerDecayPerHour,
  }),
);

test.each([...CATALOG, ...DESIGNED])(
  'a $name lives well with a keeper that visits as often as it needs, at any time of day',
  (species) => {
    for (const share of SHARES_OF_GAP)
      for (const story of livesWith(species, longestGapFor(species) * share)) {
        expect(story.creature.died, toldBy(story)).toBeUndefined();
        expect(story.creature.path, toldBy(story)).not.toBe('low_care');
        expect(shareOnTime(story), toldBy(story)).toBeGreaterThan(0.5);
        expect(Math.min(...caresIn(story).map(({ after }) => after.health)), toldBy(story)).toBeGreaterThan(
          CRITICAL_HEALTH,
        );
      }
  },
);

test('a keeper that visits a quarter less often than needed is late for nearly every meal', () => {
  for (const species of CATALOG.filter(
    ({ feedingWindowHours: hours }, at) => hours < 12 && (LONG || at % 4 === 0),
  ))
    for (const story of livesWith(species, longestGapFor(species) * 1.25))
      expect(shareOnTime(story), toldBy(story)).toBeLessThan(0.1);
});

test('visit_every_hours is the longest gap a species lives well with, and the list filters by the same limit', () => {
  for (const species of CATALOG) {
    expect(livesWellWith(species, longestGapFor(species))).toBe(true);
    expect(livesWellWith(species, longestGapFor(species) + 0.02)).toBe(false);
    expect(species.feedingWindowHours >= shortestWindowFor(longestGapFor(species))).toBe(true);
  }
});

function livesWith(species: Species, hours: number): LifeStory[] {
  return HOURS_OF_DAY.map((hour) =>
    simulate({
      species,
      keeper: `every_${hours}_hours`,
      seed: 1,
      zone: 'Asia/Kathmandu',
      days: DAYS,
      startAt: Date.parse('2026-03-14T00:00:00Z') + hour * HOUR,
    }),
  );
}

function caresIn({ events }: LifeStory): CareEvent[] {
  return events.filter((event) => event.kind === 'cared');
}

function shareOnTime(story: LifeStory): number {
  const meals = caresIn(story).filter(({ action }) => action === 'feed');
  return meals.filter(({ timing }) => timing === 'on_time').length / meals.length;
}

function toldBy({ species, keeper, zone, startAt }: LifeStory): string {
  return `${species.slug} with ${keeper} in ${zone} from ${new Date(startAt).toISOString()}`;
}
