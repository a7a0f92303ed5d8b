import { expect, test } from 'vitest';

import { recentDeeds } from '../../src/store/care/deeds.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

eachDatabase(({ fresh }) => {
  test('what a creature would not have is no deed, and nobody looks through more of it than a hundred', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 1 });
    await logEntry(db, creatureId, { action: 'reflect' });
    for (let n = 0; n < 99; n += 1) await logEntry(db, creatureId, { refused: 'too_shy' });
    expect((await recentDeeds(db, creatureId, 5)).map(({ action }) => action)).toEqual(['reflect']);
    await logEntry(db, creatureId, { refused: 'too_shy' });
    expect(await recentDeeds(db, creatureId, 5)).toEqual([]);
    await logEntry(db, creatureId, { action: 'play' });
    expect((await recentDeeds(db, creatureId, 5)).map(({ action }) => action)).toEqual(['play']);
  });
});
