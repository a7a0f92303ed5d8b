import { expect, test } from 'vitest';

import { MECHANICS } from '../../src/rules/species/mechanics.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { lastCaredFor } from '../../src/features/public/creatures-with-keepers.store.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { onSqlite } from '../support/databases.ts';

onSqlite((place) => {
  test('a creature that refused food is not listed under recent care', async () => {
    const species = [{ ...PLAIN, slug: 'shy', mechanics: [MECHANICS.curledUp] }];
    const house = await aPlainHouse(await place.fresh(), { species });
    const wren = await aKeeper(house);
    const [shy, bold] = [await wren.hatch({ species_slug: 'shy' }), await wren.hatch()];
    for (const creature_id of [bold, shy]) await wren.care({ action: 'feed', creature_id });
    expect(await wren.history(`?creature_id=${shy}`)).toMatchObject({
      body: { care_log: [{ action: 'feed' }] },
    });
    const seenTo = await lastCaredFor(house.house.store, 9);
    expect(seenTo.map(({ stored }) => stored.creature.id)).toEqual([bold]);
  });

  test('the last activity of an agent is its last care, even if it released that creature', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const id = await wren.hatch({ species_slug: 'housecat' });
    house.clock.forward('5h');
    await wren.care({ action: 'feed' });
    house.clock.forward('1h');
    await wren.release({ creature_id: id });
    house.clock.forward('20h');
    const { body } = await house.ask({ path: '/api/stats' });
    expect(body).toMatchObject({ activity_24h: { active_agents: 1 } });
    expect(await auditHouse(house.house.store, house.clock.now())).toEqual([]);
  });
});
