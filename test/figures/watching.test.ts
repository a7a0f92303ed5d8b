import { expect, test } from 'vitest';

import { auditStore } from '../../src/features/audit/audit.store.ts';
import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';

eachDatabase(({ blank }) => {
  test('the migration counts existing creatures by family and stage', async () => {
    const store = await blank();
    const watching = knownMigrations().find(({ name }) => name.endsWith('-watching'));
    if (!watching) throw new Error('the migration is gone');
    await migrate(
      store,
      1,
      // Current code needs the columns of all other migrations.
      knownMigrations().filter(({ number }) => number !== watching.number),
    );
    const house = await aHouse(store);
    for (const username of ['ada', 'test-bo']) {
      const resident = await aResidentOf(house, username);
      await hatchFor(house, resident, { name: 'Moss', species_slug: 'tabby' });
      await house.as(resident.key).adoptCreature({ body: { name: 'Egg', species_slug: 'beagle' } });
    }
    await store.foldIncrements();
    await store.run(
      { text: `delete from tallies where what like 'living/%' or what like 'test/living/%'` },
      [],
    );
    expect(await auditStore(store, house.clock.now())).not.toEqual([]);
    await migrate(store, 2);
    expect(await auditStore(store, house.clock.now())).toEqual([]);
  });
});
