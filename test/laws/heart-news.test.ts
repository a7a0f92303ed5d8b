import { expect, test } from 'vitest';

import { simulateHeart, type HeartLife } from '../../tools/sim/hearts.ts';
import type { KeeperKind } from '../../tools/sim/keeper.ts';
import { seededInts } from '../support/seeded.ts';

const SEEDS = Array.from({ length: 12 }, (_, nth) => nth + 1);

function livesWith(keeper: KeeperKind, seeds: readonly number[], days = 60): HeartLife[] {
  return seeds.map((seed) => simulateHeart({ keeper, seed, days }));
}

test('a keeper that visits four times a day and grants wishes finds something new every three days, for two months', () => {
  const quiet = livesWith('every_6_hours', SEEDS).map(({ quietDays }) => quietDays);
  expect(Math.max(...quiet)).toBeLessThanOrEqual(3);
});

test('a keeper that visits four times a day can grant nearly all wishes', () => {
  const first = seededInts()(0, 2 ** 31);
  for (const { offered, granted } of livesWith('every_6_hours', [first, first + 1, first + 2]))
    expect(granted / offered).toBeGreaterThan(0.85);
});

test('the same plan gives the same heart', () => {
  const seed = seededInts()(0, 2 ** 31);
  const [one, other] = [1, 2].map(() => simulateHeart({ keeper: 'diligent', seed, days: 20 }));
  expect(other?.story.creature.heart).toEqual(one?.story.creature.heart);
  expect(other?.story.felt).toEqual(one?.story.felt);
});

test('different kinds of keepers raise different adults', () => {
  const manners = (keeper: KeeperKind) => livesWith(keeper, SEEDS, 10).flatMap(({ manner }) => manner ?? []);
  const nightOwls = new Set(manners('night_owl'));
  const machines = new Set(manners('steady'));
  expect(machines.size).toBeGreaterThan(0);
  expect([...machines].filter((manner) => nightOwls.has(manner))).toEqual([]);
});
