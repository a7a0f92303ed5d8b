import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { CRITICAL_HEALTH } from '../../src/rules/lives/creature.ts';
import { diesAt } from '../../src/rules/lives/live-until.ts';
import { livesWellWith, longestGapFor, NO_RHYTHM, shortestWindowFor } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../src/rules/species/species.ts';
import type { KeeperKind } from '../../tools/sim/keepers.ts';
import { simulate, type CareEvent, type LifeStory } from '../../tools/sim/simulate.ts';
import { bornAt } from './creatures.ts';

// Half a window is the worst: at some visits the window is not open yet, and the next is just in time.
const SHARES_OF_GAP = [1, 0.6];
const LONG = process.env['TEST_LONG'] !== undefined;
const HOURS_OF_DAY = LONG ? [0, 15] : [15];
/** With fewer days the share of meals on time varies too much. */
const DAYS = LONG ? 30 : 20;

const DESIGNED = Object.entries({ 2: 3, 9: 0.2, 24: 3 }).map(([window, hungerDecayPerHour]) => {
  const name = `Moss Fox with a window of ${window} h`;
  const fox = { slug: 'moss_fox', family: 'exotic', personality: 'Naps.', traits: ['social'] } as const;
  return communitySpecies({ ...fox, name, feedingWindowHours: Number(window), hungerDecayPerHour });
});

test.each([...CATALOG, ...DESIGNED])('a $name lives well if visited as often as it needs', (species) => {
  for (const share of SHARES_OF_GAP)
    for (const story of livesWith(species, `every_${longestGapFor(species) * share}_hours`)) {
      expect(story.creature.died, toldBy(story)).toBeUndefined();
      expect(story.creature.path, toldBy(story)).not.toBe('low_care');
      expect(shareOnTime(story), toldBy(story)).toBeGreaterThan(0.5);
      const health = Math.min(...caresIn(story).map(({ after }) => after.health));
      expect(health, toldBy(story)).toBeGreaterThan(CRITICAL_HEALTH);
    }
});

test('a keeper that visits a quarter less often than needed is late for nearly every meal', () => {
  const hasty = CATALOG.filter(({ feedingWindowHours }) => feedingWindowHours < 12);
  for (const species of hasty.filter((_, at) => LONG || at % 4 === 0))
    for (const story of livesWith(species, `every_${longestGapFor(species) * 1.25}_hours`))
      expect(shareOnTime(story), toldBy(story)).toBeLessThan(0.1);
});

const PATIENT = CATALOG.filter(({ feedingWindowHours }) => feedingWindowHours >= 12);

test.each(PATIENT)('a $name survives with a keeper that visits once a day', (species) => {
  for (const story of livesWith(species, 'once_a_day')) expect(story.creature.died).toBeUndefined();
});

const RHYTHMS = [
  NO_RHYTHM,
  ...[0.5, 1, 2, 3, 4, 5, 6, 8, 12, 24, 48].map((averageHours) => ({ intervals: 20, averageHours })),
];

test.each(CATALOG)('a healthy $name lives for 20 h alone, at every rhythm of earlier visits', (species) => {
  // Some creatures at some hours of a day.
  for (let seed = 0; seed < (LONG ? 48 : 8); seed += 1)
    for (const rhythm of RHYTHMS) {
      const now = Date.UTC(2026, 5, 1, (seed * 5) % 24);
      const creature = bornAt(now, { species, seed });
      const dies = diesAt({ ...creature, life: { ...creature.life, rhythm } }, species);
      expect((dies - now) / HOUR).toBeGreaterThan(20);
    }
});

test('visit_every_hours is the longest gap a species lives well with, and the list filters by the same limit', () => {
  for (const species of CATALOG) {
    expect(livesWellWith(species, longestGapFor(species))).toBe(true);
    expect(livesWellWith(species, longestGapFor(species) + 0.02)).toBe(false);
    expect(species.feedingWindowHours >= shortestWindowFor(longestGapFor(species))).toBe(true);
  }
});

function livesWith(species: Species, keeper: KeeperKind): LifeStory[] {
  return HOURS_OF_DAY.map((hour) => {
    const startAt = Date.UTC(2026, 2, 14, hour);
    return simulate({ species, keeper, seed: 1, zone: 'Asia/Kathmandu', days: DAYS, startAt });
  });
}

const caresIn = ({ events }: LifeStory): CareEvent[] => events.filter((event) => event.kind === 'cared');

function shareOnTime(story: LifeStory): number {
  const meals = caresIn(story).filter(({ action }) => action === 'feed');
  return meals.filter(({ timing }) => timing === 'on_time').length / meals.length;
}

const toldBy = ({ species, keeper, zone, startAt }: LifeStory): string =>
  `${species.slug} with ${keeper} in ${zone} from ${new Date(startAt).toISOString()}`;
