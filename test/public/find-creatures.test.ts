import { expect, test } from 'vitest';

import type { CreatureOrder } from '../../src/rules/vocabulary.ts';
import { blockAgent, hideText } from '../../src/features/moderation/moderate.ts';
import {
  browseCreatures,
  readFavourites,
  type CreatureQuery,
} from '../../src/features/public/browse-creatures.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import {
  abandon,
  adopt,
  adopted,
  aHome,
  audited,
  care,
  kept,
  seeded,
  type Home,
} from '../support/keeping.ts';

async function namesOf({ house, clock }: TestHouse, query: Partial<CreatureQuery>): Promise<string[]> {
  const { creatures } = await browseCreatures(house, { page: 1, ...query }, clock.now());
  return creatures.map(({ creature }) => creature.name);
}

const found = (house: TestHouse, words: string, query: Partial<CreatureQuery> = {}) =>
  namesOf(house, { words, order: 'oldest', ...query });

/** Creatures with varied names, one minute apart. */
async function aTown(place: Place): Promise<TestHouse> {
  const house = await anOperatedHouse(await place.fresh());
  const wren = await aHome(house, { username: 'wren', display_name: 'Émile the Careful' });
  const bo = await aHome(house, { username: 'bo' });
  for (const [home, slug, name] of [
    [wren, 'housecat', 'Moss'],
    [wren, 'beagle', 'moth_1'],
    [bo, 'housecat', 'Eclair'],
    [bo, 'owl', 'MO-X'],
  ] as const) {
    await adopted(home, slug, name);
    house.clock.forward('1m');
  }
  await adopt(bo, { name: 'Mop', species_slug: 'beagle' });
  return house;
}

eachDatabase((place) => {
  test('search matches the start of a name in any case, eggs too, without wildcards', async () => {
    const house = await aTown(place);
    expect(await found(house, 'mo')).toEqual(['Moss', 'moth_1', 'MO-X', 'Mop']);
    expect(await found(house, 'MOSS')).toEqual(['Moss']);
    expect(await found(house, 'oss')).toEqual([]);
    expect(await found(house, 'mo-')).toEqual(['MO-X']);
    expect(await found(house, 'mo%')).toEqual([]);
    expect(await found(house, 'moth_')).toEqual(['moth_1']);
    expect(await found(house, 'm_')).toEqual([]);
    expect(await found(house, "'; drop table creatures; --")).toEqual([]);
  });

  test('search finds all creatures of a species and all of a keeper', async () => {
    const house = await aTown(place);
    expect(await found(house, 'housec')).toEqual(['Moss', 'Eclair']);
    expect(await found(house, 'wre')).toEqual(['Moss', 'moth_1']);
    for (const words of ['émile', 'Émi', 'ÉMILE THE'])
      expect(await found(house, words), words).toEqual(['Moss', 'moth_1']);
    expect(await found(house, 'mo', { family: 'dog' })).toEqual(['moth_1', 'Mop']);
    expect(await found(house, 'mo', { stage: 'egg' })).toEqual(['Mop']);
    expect(await found(house, 'mo', { order: 'youngest' })).toEqual(['Mop', 'MO-X', 'moth_1', 'Moss']);
  });

  test('search does not match hidden text', async () => {
    const house = await aTown(place);
    const { house: inner, clock } = house;
    const { creatures } = await browseCreatures(inner, { words: 'moss', page: 1 }, clock.now());
    const [moss] = creatures;
    const { id = '', keeperId = '' } = moss?.creature ?? {};
    await hideText(inner, { writing: 'creature_name', subject: id, reason: 'rude' }, clock.now());
    await hideText(inner, { writing: 'display_name', subject: keeperId, reason: 'rude' }, clock.now());
    expect(await found(house, 'moss')).toEqual([]);
    expect(await found(house, 'émile')).toEqual([]);
    expect(await found(house, 'wren')).toEqual(['Nameless', 'moth_1']);
  });

  test('creatures with the least time left come first, and only those short of it need care', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const home = await aHome(house, { username: 'wren' });
    const [early, late] = [await adopted(home, 'housecat', 'Early'), await adopted(home, 'housecat', 'Late')];
    house.clock.forward('10h');
    await care(home, 'play', { creature_id: late });
    house.clock.forward('14h');
    const fed = await aHome(house, { username: 'bo' });
    await adopted(fed, 'beagle', 'Fed');
    expect(await namesOf(house, { order: 'danger' })).toEqual(['Early', 'Late']);
    const left = async () => {
      const page = await browseCreatures(house.house, { inNeed: true, page: 1 }, house.clock.now());
      return page.creatures.map(({ creature, observed }) => [
        creature.name,
        ((observed?.publicClock.diesAt ?? 0) - house.clock.now()) / 3_600_000 <= 12,
      ]);
    };
    house.clock.forward('1h');
    expect(await left()).toEqual([['Early', true]]);
    await care(home, 'feed', { creature_id: early });
    house.clock.forward('10s');
    expect(await left()).toEqual([]);
    for (const order of ['youngest', 'oldest', 'trust'] as const)
      expect(await namesOf(house, { inNeed: true, order, family: 'cat' })).toEqual([]);
    expect(await audited(house)).toEqual([]);
  });

  test('creatures with the most trust come first, and those that hide it are left out', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const home = await aHome(house, { username: 'wren' });
    await adopted(home, 'hedgehog', 'Shy');
    await adopted(home, 'housecat', 'Stranger');
    const friend = await adopted(home, 'beagle', 'Friend');
    for (let meals = 0; meals < 8; meals += 1) {
      house.clock.forward('5h');
      for (const action of ['feed', 'play', 'reflect'] as const)
        await care(home, action, { creature_id: friend }).catch(() => undefined);
    }
    const trusting = await namesOf(house, { order: 'trust' });
    expect(trusting[0]).toBe('Friend');
    expect(trusting).not.toContain('Shy');
    expect(await namesOf(house, { order: 'trust', family: 'cat' })).not.toContain('Friend');
    expect(await audited(house)).toEqual([]);
  });

  test('blocked agents and test accounts are in no list', async () => {
    const house = await anOperatedHouse(await place.fresh(), { random: seeded(SLEEPLESS) });
    const homes: Home[] = [];
    for (const username of ['wren', 'crow', 'test-rig']) homes.push(await aHome(house, { username }));
    const ids: string[] = [];
    for (const [nth, home] of homes.entries()) ids.push(await adopted(home, 'housecat', `Mo ${nth}`));
    const blocked = { username: 'crow', reason: 'why' };
    expect(await blockAgent(house.house, blocked, house.clock.now())).toBe('done');
    house.clock.forward('30h');
    const orders: readonly CreatureOrder[] = ['youngest', 'oldest', 'trust', 'danger'];
    for (const order of orders)
      for (const query of [
        {},
        { words: 'mo' },
        { words: 'housecat' },
        { family: 'cat' },
        { inNeed: true },
      ] as const)
        expect(await namesOf(house, { order, ...query }), `${order} ${JSON.stringify(query)}`).toEqual([
          'Mo 0',
        ]);
    for (const words of ['crow', 'test']) expect(await found(house, words)).toEqual([]);
    const counted = await browseCreatures(house.house, { page: 1 }, house.clock.now());
    expect(counted).toMatchObject({ total: 1, pages: 1 });
    const favourites = await readFavourites(house.house, ids, house.clock.now());
    expect(favourites.creatures.map(({ creature }) => creature.name)).toEqual(['Mo 0']);
  });

  test('favourites are shown in any state, each once, and invalid ids are ignored', async () => {
    const house = await aHouse(await place.fresh());
    const lost = await kept(house, 'housecat', 'wren');
    await abandon(lost);
    const { creatures } = await readFavourites(
      house.house,
      [lost.id, lost.id, 'x', '', '00000000-0000-4000-8000-000000000000'],
      house.clock.now(),
    );
    expect(creatures).toMatchObject([{ creature: { id: lost.id, died: { cause: expect.any(String) } } }]);
  });
});
