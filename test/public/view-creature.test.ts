import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { requireHatched } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { glanceAt, viewCreature } from '../../src/features/public/view-creature.ts';
import { insertMilestone } from '../../src/features/lives/life-log.store.ts';
import { addPortrait } from '../../src/features/pictures/pictures.store.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { aHouse } from '../support/house.ts';
import { abandon, adopt, aHome, bringBack, care, kept, look, release } from '../support/keeping.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { view } from '../support/residents.ts';

const wakeful = { house: { random: withSeed(SLEEPLESS) } };

test('a living creature is shown with its state, keeper, days, care and portraits', async () => {
  const house = await aHouse(await anyStore(), wakeful);
  const wren = await kept(house, 'housecat');
  const hatchedAt = house.clock.now();
  house.clock.forward('3h');
  await care(wren, 'feed', { item: 'tuna', notes: 'n'.repeat(400) });
  await care(wren, 'play');
  house.clock.forward('23h');
  await care(wren, 'feed');
  const portrait = { stage: 'baby', imageUrl: '/pictures/x/baby.svg', generatedAt: hatchedAt } as const;
  await addPortrait(house.house.store, wren.id, portrait);
  const seen = await view(house, wren.id);
  expect(seen).toMatchObject({
    state: 'alive',
    keeper: { username: 'wren', displayName: 'wren' },
    species: { slug: 'housecat' },
    ageHours: expect.closeTo(26, 1),
    totals: { feedings: 2, careActions: 3 },
    grave: undefined,
    portraits: [portrait],
    imageUrl: portrait.imageUrl,
  });
  expect(seen.observed?.shown).toEqual(
    expect.objectContaining(Object.fromEntries(STATS.map((stat) => [stat, expect.any(Number)]))),
  );
  expect(seen.timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['adopted', 'hatched', 'first_meal', 'grew', 'milestone']),
  );
  expect(seen.timeline.filter(({ kind }) => kind === 'grew')).toMatchObject([
    {
      to: 'child',
      at: hatchedAt + DAY,
      livedMs: DAY,
      care: { meals: 1, lateMeals: 0, lessons: 0, games: 1 },
    },
  ]);
  expect(seen.recent).toMatchObject([
    { action: 'feed', note: undefined },
    { action: 'play' },
    { action: 'feed', category: 'loved', note: undefined },
  ]);
  expect(seen.care.whole).toBe(true);
  expect(seen.care.days).toHaveLength(14);
  expect(seen.care.days.slice(-2)).toEqual([
    { startsAt: Math.floor(hatchedAt / DAY) * DAY, counts: { feed: 1, play: 1 } },
    { startsAt: Math.floor(hatchedAt / DAY) * DAY + DAY, counts: { feed: 1 } },
  ]);
});

test('public views hatch no egg and do not count as visits for a species that notices being alone', async () => {
  const house = await aHouse(await anyStore(), wakeful);
  const { id } = await kept(house, 'beagle', 'bo');
  const beagle = (await view(house, id)).creature;
  house.clock.forward('7h');
  expect((await view(house, id)).creature).toEqual(beagle);
  expect((await glanceAt(house.house, id, house.clock.now()))?.creature).toEqual(beagle);
  const home = await aHome(house, { username: 'wren' });
  const { creature } = await adopt(home, { name: 'Egg', species_slug: 'husky' });
  for (const _ of [1, 2]) {
    expect(await view(house, creature.id)).toMatchObject({
      state: 'egg',
      observed: undefined,
      ageHours: 0,
      timeline: [{ kind: 'adopted' }],
      recent: [],
    });
    house.clock.forward('50h');
  }
  const hatched = await look(home, creature.id);
  expect(hatched).toMatchObject({ creature: { stage: 'baby', age_hours: 0 }, milestone: { stage: 'baby' } });
});

test('a dead creature shows its cause, stage and resurrection deadline, its return, and a second death its own stone', async () => {
  const house = await aHouse(await anyStore());
  const wren = await kept(house, 'housecat');
  await abandon(wren);
  const dead = await view(house, wren.id);
  const diedAt = dead.creature.died?.at ?? 0;
  expect(dead).toMatchObject({
    state: 'dead',
    observed: undefined,
    grave: { stone: { creatureId: wren.id, cause: 'neglect', diedAt }, returnsUntil: diedAt + 7 * DAY },
  });
  expect(dead.ageHours).toBeCloseTo((diedAt - (dead.creature.life?.hatchedAt ?? 0)) / HOUR);
  expect(dead.timeline.at(-1)).toMatchObject({ kind: 'died', at: diedAt });
  await bringBack(wren);
  const back = await view(house, wren.id);
  expect(back).toMatchObject({ state: 'alive', grave: undefined, observed: { shown: { trust: 30 } } });
  expect(back.timeline.map(({ kind }) => kind).slice(-2)).toEqual(['died', 'returned']);
  await abandon(wren);
  const again = await view(house, wren.id);
  expect(again.grave?.stone).toMatchObject({ deathNumber: 2, diedAt: again.creature.died?.at });
});

test('the age of a released creature stops; an unknown or invalid id is not found', async () => {
  const house = await aHouse(await anyStore());
  const wren = await kept(house, 'housecat');
  house.clock.forward('2h');
  await release(wren);
  house.clock.forward('90h');
  expect(await view(house, wren.id)).toMatchObject({
    state: 'released',
    observed: undefined,
    ageHours: 2,
    grave: undefined,
  });
  expect((await view(house, wren.id)).timeline.at(-1)?.kind).toBe('released');
  for (const id of ['0f0f0f0f-0000-4000-8000-000000000000', '', 'x', "' or 1=1", '../etc'])
    expect(await viewCreature(house.house, id, house.clock.now())).toBeUndefined();
});

test.each(['hedgehog', 'pangolin', 'void'])('facts hidden by a %s are not given to pages', async (slug) => {
  const house = await aHouse(await anyStore(), wakeful);
  const { id, ...home } = await kept(house, slug);
  house.clock.forward('5h');
  await care({ ...home }, 'reflect', { creature_id: id });
  house.clock.forward('2h7m');
  await insertMilestone(house.house.store, id, {
    type: 'trust_milestone',
    threshold: 75,
    at: house.clock.now(),
    shown: false,
  });
  const { creature, species, ...facts } = await view(house, id);
  const { shown = {} } = facts.observed ?? {};
  const real = statsAt(requireHatched(creature), species, house.clock.now());
  const hidden = STATS.filter((stat) => shown[stat] !== real[stat]);
  expect(hidden).not.toEqual([]);
  const told = numbersIn(facts);
  for (const stat of hidden.filter((each) => !Number.isInteger(real[each])))
    expect(told).not.toContain(real[stat]);
  expect(facts.timeline).not.toContainEqual(
    expect.objectContaining({ type: 'trust_milestone', threshold: 75 }),
  );
});

function numbersIn(facts: unknown): number[] {
  if (typeof facts === 'number') return [facts];
  return typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(numbersIn) : [];
}
