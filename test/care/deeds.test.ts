import { expect, test } from 'vitest';

import { ACTIONS } from '../../src/rules/vocabulary.ts';
import { auditHouse } from '../../src/features/audit/audit.ts';
import { deedsInLog, recentDeedsOf } from '../../src/features/care/care-log.store.ts';
import { findCreature } from '../../src/features/lives/creatures.store.ts';
import { withSeed } from '../support/asking.ts';
import { logEntry } from '../support/care-entries.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { care, kept } from '../support/keeping.ts';
import { seededInts } from '../support/seeded.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

eachDatabase(({ fresh }) => {
  test('recent deeds exclude declined care and read at most 100 log entries', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 1 });
    await logEntry(db, creatureId, { action: 'reflect' });
    for (let n = 0; n < 99; n += 1) await logEntry(db, creatureId, { refused: 'too_shy' });
    expect((await deedsInLog(db, creatureId)).map(({ action }) => action)).toEqual(['reflect']);
    await logEntry(db, creatureId, { refused: 'too_shy' });
    expect(await deedsInLog(db, creatureId)).toEqual([]);
    await logEntry(db, creatureId, { action: 'play' });
    expect((await deedsInLog(db, creatureId)).map(({ action }) => action)).toEqual(['play']);
  });

  test('the stored recent deeds equal those read from the log', async () => {
    const draw = seededInts();
    const house = await aHouse(await fresh(), { house: { random: withSeed(SLEEPLESS) } });
    const { store } = house.house;
    const one = await kept(house, 'hedgehog');
    for (let n = 0; n < 30; n += 1) {
      const action = ACTIONS[draw(0, ACTIONS.length)] ?? 'feed';
      await care(one, action, draw(0, 2) === 0 ? {} : { notes: `note ${n}` });
      house.clock.forward(`${draw(1, 90)}m`);
      const stored = await findCreature(store, one.id);
      expect(stored && (await recentDeedsOf(store, stored))).toEqual(await deedsInLog(store, one.id));
    }
    await store.run({ text: 'update creatures set recent_deeds = null' }, []);
    const told = await deedsInLog(store, one.id);
    const { your_recent: recent } = await care(one, 'reflect');
    expect(recent?.map(({ action, notes }) => [action, notes])).toEqual(
      told.map(({ action, notes }) => [action, notes ?? null]),
    );
    expect(await auditHouse(store, house.clock.now())).toEqual([]);
    await store.run({ text: `update creatures set recent_deeds = '[]'` }, []);
    expect(await auditHouse(store, house.clock.now())).toMatchObject([{ subject: one.id }]);
  });
});
