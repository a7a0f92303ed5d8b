import { expect, test } from 'vitest';

import { knownMigrations, migrate } from '../../src/db/migrate.ts';
import { findCreature } from '../../src/features/lives/creatures.store.ts';
import { withSeed } from '../support/asking.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { adopted, aHome, audited, care, history } from '../support/keeping.ts';

/** Names used by databases older than the first release with hearts. */
const AS_BEFORE = [
  `update keepsakes set kind = 'milk_tooth' where kind = 'pencil_mark'`,
  `update keepsakes set kind = 'outgrown_collar' where kind = 'outgrown_basket'`,
  `update creatures set heart = replace(replace(heart, 'pencil_mark', 'milk_tooth'), 'outgrown_basket', 'outgrown_collar')`,
  `update letters set facts = replace(replace(facts, 'pencil_mark', 'milk_tooth'), 'outgrown_basket', 'outgrown_collar')`,
];

eachDatabase(({ blank }) => {
  test('the migration renames milk teeth and collars to keepsakes of all families', async () => {
    const store = await blank();
    const isLater = ({ name }: { name: string }) => name.endsWith('-keepsakes-for-everybody');
    await migrate(
      store,
      1,
      knownMigrations().filter((one) => !isLater(one)),
    );
    const house = await aHouse(store, { house: { random: withSeed(SLEEPLESS) } });
    const home = await aHome(house, { username: 'wren' });
    const id = await adopted(home, 'tabby', 'Moss');
    for (let turn = 0; turn < 30; turn += 1) {
      house.clock.forward('4h');
      // Care is refused while it sleeps.
      await Promise.allSettled([care(home, turn % 3 ? 'feed' : 'play', { creature_id: id })]);
    }
    const kept = (await history(home, id)).keepsakes;
    expect(kept.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['pencil_mark', 'outgrown_basket']));
    const asObject = JSON.stringify((await findCreature(store, id))?.creature.heart);
    await store.exclusive(async (db) => {
      await db.run({ text: 'update creatures set heart = $1' }, [asObject]);
      for (const text of AS_BEFORE) await db.run({ text }, []);
    });
    expect(await audited(house)).not.toEqual([]);
    await migrate(store, 2);
    expect(await audited(house)).toEqual([]);
    expect((await history(home, id)).keepsakes).toEqual(kept);
  });
});
