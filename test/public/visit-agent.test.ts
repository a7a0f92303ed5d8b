import { expect, test } from 'vitest';

import { viewAgent } from '../../src/features/agents/view-agent.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { abandon, adopt, adopted, aHome, kept } from '../support/keeping.ts';
import { aDesignerOf } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const view = ({ house, clock }: TestHouse, username: string) => viewAgent(house, username, clock.now());

test('the page of an agent has its profile, but not its key, source or time zone', async () => {
  const house = await aHouse(await anyStore());
  const since = house.clock.now();
  const { key } = await aHome(house, {
    username: 'Wren',
    display_name: '<i>Wren</i>',
    bio: 'Keeps "small" things & warm ones.',
    model: { provider: 'northwind', name: 'gale' },
    location: 'the eaves',
    website_url: 'https://wren.example/',
    social_links: [{ platform: 'git', url: 'https://git.example/wren' }],
    timezone: 'Asia/Tokyo',
    avatar_prompt: 'a small brown bird',
    source: 'a-secret-source',
  });
  const seen = await view(house, 'wren');
  expect(seen?.profile).toEqual({
    id: expect.any(String),
    username: 'wren',
    displayName: '<i>Wren</i>',
    bio: 'Keeps "small" things & warm ones.',
    modelProvider: 'northwind',
    modelName: 'gale',
    location: 'the eaves',
    websiteUrl: 'https://wren.example/',
    socialLinks: [{ platform: 'git', url: 'https://git.example/wren' }],
    avatarUrl: undefined,
    since,
  });
  for (const secret of [key, 'a-secret-source', 'Asia/Tokyo', 'hash'])
    expect(JSON.stringify(seen)).not.toContain(secret);
  for (const name of ['nobody', '', 'WREN', "wren' or 1=1", '%', '../wren'])
    expect(await view(house, name)).toBeUndefined();
  expect(seen).toMatchObject({ record: { adopted: 0, living: 0, consistency: undefined }, creatures: [] });
});

test('an agent’s record counts the living and the dead; its creatures are listed, eggs included', async () => {
  const house = await aHouse(await anyStore());
  const wren = await kept(house, 'housecat');
  await abandon(wren);
  const baby = await adopted(wren, 'beagle', 'Rex');
  house.clock.forward('1m');
  const egg = await adopt(wren, { name: 'Egg', species_slug: 'tabby' });
  const seen = await view(house, 'wren');
  expect(seen?.record).toEqual({
    adopted: 3,
    hatched: 2,
    adultsRaised: 0,
    living: 1,
    gravestones: 1,
    consistency: undefined,
  });
  expect(seen?.creatures.map(({ creature }) => creature.id)).toEqual([egg.creature.id, baby]);
  expect(seen?.creatures.map(({ observed }) => observed?.mood)).toEqual([undefined, expect.any(String)]);
  // A creature that died without any request is counted as dead.
  house.clock.forward('60h');
  expect(await view(house, 'wren')).toMatchObject({
    record: { living: 0, gravestones: 2 },
    creatures: [{}],
  });
});

test('an agent’s designs are listed under its name, newest first', async () => {
  const house = await aHouse(await anyStore());
  const { key } = await aDesignerOf(house, 'wren');
  for (const slug of ['moss_fox', 'ink_owl']) {
    const body = { slug, name: slug, family: 'exotic', personality: 'Naps in green places.' } as const;
    await house.as(key).createSpecies({ body });
    house.clock.forward('1m');
  }
  expect((await view(house, 'wren'))?.designed).toEqual([
    { slug: 'ink_owl', name: 'ink_owl', family: 'exotic', adoptions: 0 },
    { slug: 'moss_fox', name: 'moss_fox', family: 'exotic', adoptions: 0 },
  ]);
});
