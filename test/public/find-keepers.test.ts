import { expect, test } from 'vitest';

import type { KeeperOrder } from '../../src/rules/vocabulary.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { browseKeepers } from '../../src/features/public/browse-keepers.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

const PEOPLE = { accept: 'text/html' };

/** Four keepers, one blocked and one a test account, and an agent without creatures. */
async function aTown(place: Place): Promise<TestHouse> {
  const house = await anOperatedHouse(await place.fresh());
  const tenths = { wren: 900, robin: 980, crow: 1000, 'test-rig': 1000 };
  for (const [username, consistencyTenths] of Object.entries(tenths)) {
    const keeper = await aResidentOf(house, username);
    await hatchFor(house, keeper, { name: `Of ${username}` });
    await withRecord(house.house.store, keeper.id, { consistencyTenths, hasFed: true, gravestones: 2 });
    house.clock.forward('1m');
  }
  await aResidentOf(house, 'wanderer');
  await blockAgent(house.house, { username: 'crow', reason: 'why' }, house.clock.now());
  return house;
}

async function keepersOf({ house, clock }: TestHouse, order: KeeperOrder, words?: string) {
  const { keepers } = await browseKeepers(house, { words, order, page: 1 }, clock.now());
  return keepers.map(({ username }) => username);
}

eachDatabase((place) => {
  test('keepers are sorted by reliability or by registration, without blocked and test accounts', async () => {
    const house = await aTown(place);
    expect(await keepersOf(house, 'reliable')).toEqual(['robin', 'wren']);
    expect(await keepersOf(house, 'newest')).toEqual(['robin', 'wren']);
    expect(await keepersOf(house, 'reliable', 'WR')).toEqual(['wren']);
    expect(await keepersOf(house, 'reliable', 'w')).toEqual(['wren']);
    for (const words of ['crow', 'test', 'ren', '%'])
      expect(await keepersOf(house, 'reliable', words)).toEqual([]);
  });

  test('the page counts each keeper’s living and dead, and shows the living', async () => {
    const house = await aTown(place);
    const { status, text } = await house.ask({ path: '/keepers', headers: PEOPLE });
    expect(status).toBe(200);
    expect(text).toContain('1 alive, none grown up yet, 2 buried.');
    expect(text).toContain('Meals on time: 98 of 100');
    expect(text.match(/class="portrait small"/g)).toHaveLength(2);
    expect(text).not.toMatch(/crow|test-rig|wanderer/);
    const nobody = await house.ask({ path: '/keepers?q=zz%3Cb%3E&sort=loudest', headers: PEOPLE });
    expect(nobody.text).toContain('No keeper here has a name that begins like this.');
    expect(nobody.text).toContain('sorted by “loudest”');
    expect(nobody.text).not.toContain('zz<b>');
  });
});
