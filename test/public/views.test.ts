import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { requireHatched } from '../../src/rules/lives/creature.ts';
import { statsAt } from '../../src/rules/lives/decay.ts';
import { STATS } from '../../src/rules/vocabulary.ts';
import { addPortrait } from '../../src/features/pictures/pictures.store.ts';
import { viewAgent } from '../../src/features/public/view-agent.ts';
import { viewCreature } from '../../src/features/public/view-creature.ts';
import { insertMilestone } from '../../src/features/records/life-log.store.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, aHome, bringBack, care, kept, release, adopted } from '../support/keeping.ts';
import { view, aDesignerOf } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

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
  const kinds = seen.timeline.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['adopted', 'hatched', 'first_meal', 'milestone']));
  const lived = { livedMs: DAY, care: { meals: 1, lateMeals: 0, lessons: 0, games: 1 } };
  const grew = seen.timeline.filter(({ kind }) => kind === 'grew');
  expect(grew).toMatchObject([{ to: 'child', at: hatchedAt + DAY, ...lived }]);
  const fed = { action: 'feed', note: undefined };
  expect(seen.recent).toMatchObject([fed, { action: 'play' }, { ...fed, category: 'loved' }]);
  expect(seen.care.whole).toBe(true);
  expect(seen.care.days).toHaveLength(14);
  expect(seen.care.days.slice(-2)).toEqual([
    { startsAt: Math.floor(hatchedAt / DAY) * DAY, counts: { feed: 1, play: 1 } },
    { startsAt: Math.floor(hatchedAt / DAY) * DAY + DAY, counts: { feed: 1 } },
  ]);
});

test('a dead creature shows its cause, stage and resurrection deadline, its return, and a second death its own stone', async () => {
  const house = await aHouse(await anyStore());
  const wren = await kept(house, 'housecat');
  await abandon(wren);
  const dead = await view(house, wren.id);
  const diedAt = dead.creature.died?.at ?? 0;
  const grave = { stone: { creatureId: wren.id, cause: 'neglect', diedAt }, returnsUntil: diedAt + 7 * DAY };
  expect(dead).toMatchObject({ state: 'dead', observed: undefined, grave });
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
  const seen = await view(house, wren.id);
  expect(seen).toMatchObject({ state: 'released', observed: undefined, ageHours: 2, grave: undefined });
  expect(seen.timeline.at(-1)?.kind).toBe('released');
  for (const id of ['0f0f0f0f-0000-4000-8000-000000000000', '', 'x', "' or 1=1", '../etc'])
    expect(await viewCreature(house.house, id, house.clock.now())).toBeUndefined();
});

test.each(['hedgehog', 'pangolin', 'void'])('facts hidden by a %s are not given to pages', async (slug) => {
  const house = await aHouse(await anyStore(), wakeful);
  const { id, ...home } = await kept(house, slug);
  house.clock.forward('5h');
  await care({ ...home }, 'reflect', { creature_id: id });
  house.clock.forward('2h7m');
  const milestone = { type: 'trust_milestone', threshold: 75 } as const;
  await insertMilestone(house.house.store, id, { ...milestone, at: house.clock.now(), shown: false });
  const { creature, species, ...facts } = await view(house, id);
  const { shown = {} } = facts.observed ?? {};
  const real = statsAt(requireHatched(creature), species, house.clock.now());
  const hidden = STATS.filter((stat) => shown[stat] !== real[stat]);
  expect(hidden).not.toEqual([]);
  const told = numbersIn(facts);
  for (const stat of hidden.filter((each) => !Number.isInteger(real[each])))
    expect(told).not.toContain(real[stat]);
  expect(facts.timeline).not.toContainEqual(expect.objectContaining(milestone));
});

function numbersIn(facts: unknown): number[] {
  if (typeof facts === 'number') return [facts];
  return typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(numbersIn) : [];
}

const viewed = ({ house, clock }: TestHouse, username: string) => viewAgent(house, username, clock.now());

test('the page of an agent has its profile, but not its key, source or time zone', async () => {
  const house = await aHouse(await anyStore());
  const since = house.clock.now();
  const said = { bio: 'Keeps "small" things & warm ones.', location: 'the eaves' };
  const social_links = [{ platform: 'git', url: 'https://git.example/wren' }];
  const { key } = await aHome(house, {
    ...said,
    username: 'Wren',
    display_name: '<i>Wren</i>',
    model: { provider: 'northwind', name: 'gale' },
    website_url: 'https://wren.example/',
    social_links,
    timezone: 'Asia/Tokyo',
    source: 'a-secret-source',
  });
  const seen = await viewed(house, 'wren');
  const links = { websiteUrl: 'https://wren.example/', socialLinks: social_links };
  const names = { displayName: '<i>Wren</i>', modelProvider: 'northwind', modelName: 'gale' };
  expect(seen?.profile).toMatchObject({ ...said, ...names, ...links, since });
  for (const secret of [key, 'a-secret-source', 'Asia/Tokyo', 'hash'])
    expect(JSON.stringify(seen)).not.toContain(secret);
  for (const name of ['nobody', '', 'WREN', "wren' or 1=1", '%', '../wren'])
    expect(await viewed(house, name)).toBeUndefined();
  expect(seen).toMatchObject({ record: { adopted: 0, living: 0, consistency: undefined }, creatures: [] });
});

test('an agent’s record counts the living and the dead; its creatures are listed, eggs included', async () => {
  const house = await aHouse(await anyStore());
  const wren = await kept(house, 'housecat');
  await abandon(wren);
  const baby = await adopted(wren, 'beagle', 'Rex');
  house.clock.forward('1m');
  const egg = await adopt(wren, { name: 'Egg', species_slug: 'tabby' });
  const seen = await viewed(house, 'wren');
  expect(seen?.record).toMatchObject({ adopted: 3, hatched: 2, adultsRaised: 0, living: 1, gravestones: 1 });
  expect(seen?.creatures.map(({ creature }) => creature.id)).toEqual([egg.creature.id, baby]);
  expect(seen?.creatures.map(({ observed }) => observed?.mood)).toEqual([undefined, expect.any(String)]);
  // A creature that died without any request is counted as dead.
  house.clock.forward('60h');
  const after = await viewed(house, 'wren');
  expect(after).toMatchObject({ record: { living: 0, gravestones: 2 }, creatures: [{}] });
});

test('an agent’s designs are listed under its name, newest first', async () => {
  const house = await aHouse(await anyStore());
  const { key } = await aDesignerOf(house, 'wren');
  for (const slug of ['moss_fox', 'ink_owl']) {
    const body = { slug, name: slug, family: 'exotic', personality: 'Naps in green places.' } as const;
    await house.as(key).createSpecies({ body });
    house.clock.forward('1m');
  }
  const { designed = [] } = (await viewed(house, 'wren')) ?? {};
  expect(designed.map(({ slug }) => slug)).toEqual(['ink_owl', 'moss_fox']);
});
