import { expect, test } from 'vitest';

import { aCreature, NOON, PLAIN } from '../../test/support/creature.ts';
import { drawSpecies, regularVisits, unlockedTiers } from './agents.ts';
import { DAY, HOUR, hourOfDay, localHourAt, MINUTE } from './base/clock.ts';
import { regularHoursFor, visitEveryHours } from './lives/rhythm.ts';
import { CATALOG } from './species/catalog.ts';
import { RANGES } from './species/species.ts';
import { FAMILIES, type Family } from './vocabulary.ts';

const NEWCOMER = { hatched: 0, adultsRaised: 0, deaths: 0, firstHatchedAt: undefined };
const MONTH_AGO = NOON - 30 * DAY;

test.each([
  ['a newcomer', {}, ['common']],
  ['one adult', { hatched: 1, adultsRaised: 1 }, ['common', 'uncommon']],
  ['three adults and no death', { hatched: 3, adultsRaised: 3 }, ['common', 'uncommon', 'rare']],
  ['one death in four', { hatched: 4, adultsRaised: 3, deaths: 1 }, ['common', 'uncommon', 'rare']],
  ['one death in three', { hatched: 3, adultsRaised: 3, deaths: 1 }, ['common', 'uncommon']],
  ['five alive after a month', { hatched: 5, firstHatchedAt: MONTH_AGO }, ['common', 'extreme']],
  ['a millisecond short of a month', { hatched: 5, firstHatchedAt: MONTH_AGO + 1 }, ['common']],
  ['four after a month', { hatched: 4, firstHatchedAt: MONTH_AGO }, ['common']],
  ['one of five dead after a month', { hatched: 5, deaths: 1, firstHatchedAt: MONTH_AGO }, ['common']],
])('%s: %j unlocks %j', (_, record, tiers) => {
  expect(unlockedTiers({ ...NEWCOMER, ...record }, NOON)).toEqual(tiers);
});

test('a species is drawn from the highest unlocked tier, within the requested family', () => {
  const record = { ...NEWCOMER, hatched: 1, adultsRaised: 1 };
  const uncommon = { tier: 'uncommon' };
  for (const family of FAMILIES)
    for (const roll of [0, 0.5, 0.999])
      expect(drawSpecies(CATALOG, { record, family, roll }, NOON)).toMatchObject({ ...uncommon, family });
});

const draws = (family?: Family) =>
  Array.from({ length: 500 }, (_, nth) => {
    const drawn = drawSpecies(CATALOG, { record: NEWCOMER, family, roll: nth / 500 }, NOON);
    return 'slug' in drawn ? drawn.slug : '';
  });

test('without a family any common species can be drawn, by seed', () => {
  const common = CATALOG.filter(({ tier }) => tier === 'common').map(({ slug }) => slug);
  expect([...new Set(draws())].toSorted()).toEqual(common.toSorted());
  expect(draws()).toEqual(draws());
});

test('three draws in four prefer windows of 8 hours or more, where the tier has any', () => {
  const patient = draws().filter((slug) => slug === 'snail').length / 500;
  expect(patient).toBeGreaterThanOrEqual(0.75);
  expect(patient).toBeLessThan(0.825);
  const dogs = CATALOG.filter(({ tier, family }) => tier === 'common' && family === 'dog');
  expect(new Set(draws('dog')).size).toBe(dogs.length);
});

test('with visit_every_hours a species that suits it is drawn, from a lower tier if needed', () => {
  const record = { ...NEWCOMER, hatched: 5, adultsRaised: 3 };
  const draw = (everyHours: number, family: Family | undefined, roll: number) =>
    drawSpecies(CATALOG, { record, family, everyHours, roll }, NOON);
  const patient: unknown = expect.toSatisfy((hours: number) => hours >= 9.6);
  for (const roll of [0, 0.3, 0.6, 0.999]) {
    expect(draw(8, undefined, roll)).toMatchObject({ tier: 'rare', feedingWindowHours: patient });
    expect(draw(4.5, 'cat', roll)).toMatchObject({ family: 'cat', tier: 'rare', feedingWindowHours: 6 });
    // No built-in rare species can wait so long, but an uncommon one can.
    expect(draw(8, 'ai-native', roll)).toMatchObject({ family: 'ai-native', tier: 'uncommon' });
    // None can: the reply names the longest possible gap.
    expect(draw(48, 'cat', roll)).toEqual({ longestGap: 5 });
  }
});

const kept = (feedingWindowHours: number, hatchedAt = NOON, zone = 'UTC', lastFedAt = hatchedAt) => ({
  creature: aCreature({ zone, life: { hatchedAt, lastFedAt } }),
  species: { ...PLAIN, feedingWindowHours },
});

test.each([
  [24, [8, 20]],
  [12, [6, 13, 21]],
  [10, [6, 12, 15, 21]],
  [8, [2, 3, 8, 14, 21]],
  [6, [2, 3, 6, 10, 14, 19, 22, 23]],
  [5, [0, 2, 3, 6, 10, 14, 17, 20, 23]],
])('a window of %d hours is visited at the hours %j', (window, hours) => {
  expect(regularVisits([kept(window)], NOON)).toEqual({ minute: 0, hours });
});

test('hours that serve several creatures are shared, at the minute at which the one with the shortest window hatched', () => {
  const both = [kept(12, NOON + MINUTE), kept(10, NOON + 15 * MINUTE + 6000)] as const;
  expect(regularVisits(both, NOON)).toEqual({ minute: 15, hours: [6, 12, 15, 21] });
});

test('after each regular visit another one falls into the open window of every creature', () => {
  for (const windows of [
    [4, 5, 6, 8, 10, 12],
    [5, 7, 11],
    [3, 24],
    [12, 4, 24],
  ]) {
    const [first = kept(4), ...others] = windows.map((window) => kept(window));
    const { hours } = regularVisits([first, ...others], NOON);
    for (const window of windows)
      for (const fedAt of hours) {
        const next = hours.map((hour) => (hour - fedAt + 24) % 24 || 24);
        const isOnTime = next.some((gap) => gap >= window / 2 && gap <= window);
        expect(isOnTime, `${windows.join()}: ${window} h after ${fedAt}`).toBe(true);
      }
  }
});

test('six creatures are visited at most one hour a day more than the one with the shortest window', () => {
  for (const shortest of [4, 5, 6]) {
    const others = [5, 6, 8, 10, 12].map((window) => kept(Math.max(window, shortest)));
    const alone = regularVisits([kept(shortest)], NOON).hours.length;
    const all = regularVisits([kept(shortest), ...others], NOON).hours.length;
    expect(all - alone, `${shortest} h`).toBeLessThanOrEqual(1);
  }
});

test('the minute of regular visits does not change with meals or with the order of the creatures', () => {
  const [early, late] = [kept(10, NOON + 15 * MINUTE), kept(10, NOON + 20 * MINUTE)];
  const fed = kept(10, NOON + 15 * MINUTE, 'UTC', NOON + 6 * HOUR + 52 * MINUTE);
  for (const all of [[early], [fed], [fed, late], [late, early]] as const)
    expect(regularVisits(all, NOON).minute).toBe(15);
});

test.each('UTC Asia/Kolkata Asia/Kathmandu America/New_York Pacific/Kiritimati Pacific/Pago_Pago'.split(' '))(
  'every visit falls into a regular local hour in %s',
  (zone) => {
    for (const minute of [0, 14, 29, 30, 44, 45, 59]) {
      const one = kept(5, NOON + minute * MINUTE, zone);
      const midnight = NOON - (NOON % (24 * HOUR)) + minute * MINUTE;
      const local = regularVisits([one], NOON).hours.map((hour) =>
        hourOfDay(localHourAt(one.creature.zone, midnight + hour * HOUR)),
      );
      expect(local.toSorted((a, b) => a - b)).toEqual(regularHoursFor(one.species));
    }
  },
);

test('the mean gap of regular visits is within 20% of visit_every_hours', () => {
  for (let window = 2; window <= RANGES.feedingWindowHours.highest; window += 0.001) {
    const species = { feedingWindowHours: window };
    const share = 24 / regularHoursFor(species).length / visitEveryHours(species);
    expect(Math.abs(share - 1), String(window)).toBeLessThanOrEqual(0.2 + 1e-9);
  }
});
