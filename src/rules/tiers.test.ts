import { expect, test } from 'vitest';

import { NOON } from '../../test/support/creature.ts';
import { DAY } from './base/clock.ts';
import { CATALOG } from './species/catalog.ts';
import { FAMILIES, type Family } from './vocabulary.ts';
import { drawSpecies, unlockedTiers } from './agents.ts';

const NEWCOMER = { hatched: 0, adultsRaised: 0, deaths: 0, firstHatchedAt: undefined };

test.each([
  ['a newcomer', {}, ['common']],
  ['one adult', { hatched: 1, adultsRaised: 1 }, ['common', 'uncommon']],
  ['three adults and no death', { hatched: 3, adultsRaised: 3 }, ['common', 'uncommon', 'rare']],
  [
    'three adults, one death in four',
    { hatched: 4, adultsRaised: 3, deaths: 1 },
    ['common', 'uncommon', 'rare'],
  ],
  ['three adults, one death in three', { hatched: 3, adultsRaised: 3, deaths: 1 }, ['common', 'uncommon']],
  [
    'five hatched a month ago, all alive',
    { hatched: 5, firstHatchedAt: NOON - 30 * DAY },
    ['common', 'extreme'],
  ],
  [
    'five hatched, a millisecond short of a month',
    { hatched: 5, firstHatchedAt: NOON - 30 * DAY + 1 },
    ['common'],
  ],
  ['four hatched a month ago', { hatched: 4, firstHatchedAt: NOON - 30 * DAY }, ['common']],
  [
    'five hatched a month ago, one dead',
    { hatched: 5, deaths: 1, firstHatchedAt: NOON - 30 * DAY },
    ['common'],
  ],
])('%s unlocks %j', (_, record, tiers) => {
  expect(unlockedTiers({ ...NEWCOMER, ...record }, NOON)).toEqual(tiers);
});

test('a species is drawn from the highest unlocked tier, within the requested family', () => {
  for (const family of FAMILIES) {
    for (const roll of [0, 0.5, 0.999]) {
      const drawn = drawSpecies(
        CATALOG,
        { record: { ...NEWCOMER, hatched: 1, adultsRaised: 1 }, family, roll },
        NOON,
      );
      expect(drawn).toMatchObject({ family, tier: 'uncommon' });
    }
  }
});

const slugOf = (drawn: ReturnType<typeof drawSpecies>) => ('slug' in drawn ? drawn.slug : undefined);

test('without a family any species can be drawn, by seed', () => {
  const draw = (roll: number) =>
    slugOf(drawSpecies(CATALOG, { record: NEWCOMER, family: undefined, roll }, NOON)) ?? '';
  const drawn = new Set(Array.from({ length: 500 }, (_, nth) => draw(nth / 500)));
  expect([...drawn].toSorted()).toEqual(
    CATALOG.filter(({ tier }) => tier === 'common')
      .map(({ slug }) => slug)
      .toSorted(),
  );
  expect(draw(0.3)).toBe(draw(0.3));
});

test('three draws in four prefer windows of 8 hours or more, where the tier has any', () => {
  const draws = (family: Family | undefined) =>
    Array.from({ length: 400 }, (_, nth) =>
      drawSpecies(CATALOG, { record: NEWCOMER, family, roll: nth / 400 }, NOON),
    );
  const patient = draws(undefined).filter((drawn) => slugOf(drawn) === 'snail').length;
  expect(patient).toBeGreaterThanOrEqual(300);
  expect(patient).toBeLessThan(330);
  expect(new Set(draws('dog').map(slugOf)).size).toBe(
    CATALOG.filter(({ tier, family }) => tier === 'common' && family === 'dog').length,
  );
});

test('with visit_every_hours a species that suits it is drawn, from a lower tier if needed', () => {
  const record = { ...NEWCOMER, hatched: 5, adultsRaised: 3 };
  const draw = (everyHours: number, family: Family | undefined, roll: number) =>
    drawSpecies(CATALOG, { record, family, everyHours, roll }, NOON);
  for (const roll of [0, 0.3, 0.6, 0.999]) {
    expect(draw(8, undefined, roll)).toMatchObject({ tier: 'rare' });
    expect(draw(8, undefined, roll)).toHaveProperty(
      'feedingWindowHours',
      expect.toSatisfy((hours: number) => hours >= 9.6),
    );
    expect(draw(4.5, 'cat', roll)).toMatchObject({ family: 'cat', tier: 'rare', feedingWindowHours: 6 });
    // No built-in rare species can wait so long, but an uncommon one can.
    expect(draw(8, 'ai-native', roll)).toMatchObject({ family: 'ai-native', tier: 'uncommon' });
    // None can: the reply names the longest possible gap.
    expect(draw(48, 'cat', roll)).toEqual({ longestGap: 5 });
  }
});

test('a catalog without such a species is an internal error', () => {
  expect(() => drawSpecies([], { record: NEWCOMER, family: 'cat', roll: 0 }, NOON)).toThrow(
    'no common species',
  );
});
