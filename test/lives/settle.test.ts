import { expect, test } from 'vitest';

import { settleDue } from '../../src/features/lives/settle.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';

eachDatabase((place) => {
  test('a creature that cannot be settled blocks no other creature and no page', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
    const broken = await hatchFor(house, wren, { name: 'Ada', species_slug: 'housecat' });
    await house.house.store.run({ text: 'update creatures set species = $2 where id = $1' }, [
      broken,
      'nowhere',
    ]);
    house.clock.forward('60h');
    const failures = await settleDue(house.house, house.clock.now());
    expect(failures.map(String)).toEqual([expect.stringContaining('nowhere')]);
    const { body, status } = await house.ask({ path: '/api/house/graveyard' });
    expect(status).toBe(200);
    expect(body['gravestones']).toMatchObject([{ name: 'Bo' }]);
  });
});
