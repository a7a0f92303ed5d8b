import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { insertCareLogEntry, type NewCareLogEntry } from '../../src/store/care/care-log.ts';
import { recentDeeds } from '../../src/store/care/deeds.ts';
import { eachDatabase } from '../support/databases.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

type Given = Partial<NewCareLogEntry> & Pick<NewCareLogEntry, 'creatureId' | 'keeperId' | 'version'>;

function anEntry(given: Given): NewCareLogEntry {
  return {
    id: randomUUID(),
    family: 'exotic',
    at: given.version,
    action: 'feed',
    item: undefined,
    category: undefined,
    score: null,
    notes: undefined,
    timing: undefined,
    refused: undefined,
    before: {},
    after: {},
    heard: false,
    ...given,
  };
}

eachDatabase(({ fresh }) => {
  test('what a creature would not have is no deed, and nobody looks through more of it than a hundred', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id: creatureId } = await aResident(db, { keeperId, hatchedAt: 1 });
    const entry = { creatureId, keeperId };
    await insertCareLogEntry(db, anEntry({ ...entry, version: 3, action: 'reflect' }));
    for (let version = 4; version < 4 + 99; version += 1)
      await insertCareLogEntry(db, anEntry({ ...entry, version, refused: 'too_shy' }));
    expect((await recentDeeds(db, creatureId, 5)).map(({ action }) => action)).toEqual(['reflect']);
    await insertCareLogEntry(db, anEntry({ ...entry, version: 103, refused: 'too_shy' }));
    expect(await recentDeeds(db, creatureId, 5)).toEqual([]);
    await insertCareLogEntry(db, anEntry({ ...entry, version: 104, action: 'play' }));
    expect((await recentDeeds(db, creatureId, 5)).map(({ action }) => action)).toEqual(['play']);
  });
});
