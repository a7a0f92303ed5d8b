import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { aHouse } from '../support/house.ts';
import { adopt, adopted, aHome, audited, care, look, turnTo, WARY, type Home } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';

// A species that needs one meal a day, at noon.
const ONCE_A_DAY = 'snail';

async function keeping(): Promise<Home> {
  const house = await aHouse(await anyStore(), { house: { tastes: WARY } });
  return aHome(house, { username: 'wren' });
}

async function takeIn(home: Home, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let each = 1; each <= count; each += 1) ids.push(await adopted(home, ONCE_A_DAY, `Bo ${each}`));
  return ids;
}

async function feedFor(home: Home, ids: readonly string[], days: number): Promise<void> {
  const noon = Math.floor(home.house.clock.now() / DAY) * DAY + 12 * HOUR;
  for (let day = 1; day <= days; day += 1) {
    turnTo(home.house, noon + day * DAY);
    for (const id of ids) await care(home, 'feed', { creature_id: id });
  }
}

const typesOf = ({ milestones = [] }: Awaited<ReturnType<typeof adopt>>) =>
  milestones.map(({ type }) => type);

async function drawn(home: Home, times: number) {
  const tiers = new Set<string>();
  for (const family of FAMILIES) {
    for (let time = 1; time <= times; time += 1) {
      const { creature } = await adopt(home, { name: 'Egg', family });
      expect(creature.family).toBe(family);
      tiers.add(creature.tier);
    }
  }
  return [...tiers];
}

test('one adult opens the uncommon tier, announced once by the next adoption, also if it grew up unseen', async () => {
  const home = await keeping();
  const ids = await takeIn(home, 1);
  const hatchedAt = home.house.clock.now();
  await feedFor(home, ids, 4);
  expect(typesOf(await adopt(home, { name: 'Egg', species_slug: 'tabby' }))).toEqual([]);
  turnTo(home.house, hatchedAt + 120 * HOUR);
  const egg = await adopt(home, { name: 'Egg' });
  expect(typesOf(egg)).toEqual(['tier_unlocked:uncommon']);
  expect(egg.creature.tier).toBe('uncommon');
  await look(home, ids[0]);
  expect(await drawn(home, 2)).toEqual(['uncommon']);
  expect(typesOf(await adopt(home, { name: 'Egg' }))).toEqual([]);
  expect(await audited(home.house)).toEqual([]);
});

test('five creatures, thirty days and no death open the extreme tier, and a death closes it', async () => {
  const home = await keeping();
  const hatchedAt = home.house.clock.now();
  const ids = await takeIn(home, 5);
  await feedFor(home, ids.slice(0, 3), 1);
  // Two released creatures count as hatched and not as dead.
  for (const id of ids.slice(3)) await home.house.as(home.key).releaseCreature({ body: { creature_id: id } });
  await feedFor(home, ids.slice(0, 3), 28);
  turnTo(home.house, hatchedAt + 30 * DAY - 1);
  expect(typesOf(await adopt(home, { name: 'Egg', species_slug: 'tabby' }))).toEqual([
    'tier_unlocked:uncommon',
    'tier_unlocked:rare',
  ]);
  turnTo(home.house, hatchedAt + 30 * DAY);
  expect(typesOf(await adopt(home, { name: 'Egg' }))).toEqual(['tier_unlocked:extreme']);
  expect(await drawn(home, 2)).toEqual(['extreme']);
  expect(await audited(home.house)).toEqual([]);
  // The deaths are not settled yet.
  home.house.clock.forward('31d');
  expect((await adopt(home, { name: 'Egg' })).creature.tier).toBe('uncommon');
});
