import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { ACTIONS, FAMILIES, type Action, type Family } from '../../src/rules/vocabulary.ts';
import { FamilyDeeds } from '../../src/features/care/care.ts';
import type { HeardDeed } from '../../src/features/care/care-log.store.ts';
import type { Database } from '../../src/db/db.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { seededInts } from '../support/seeded.ts';
import { storeWith } from '../support/store-with.ts';
import { aKeeper, aResident } from '../support/stored-residents.ts';

/** The same answer, read from the whole log. */
async function plainlyAsked(db: Database, family: Family, action: Action) {
  const rows = await db.all<{ id: string }>(
    {
      text: `select id from care_log
        where family = $1 and action = $2 and heard = 1 order by at desc, id desc limit 40`,
      columns: ['id'],
    },
    [family, action],
  );
  return rows.map(({ id }) => id);
}

const ids = (deeds: readonly HeardDeed[]) => deeds.map(({ entryId }) => entryId);

eachDatabase(({ fresh }) => {
  test('the remembered deeds of others equal those in the log', async () => {
    const db = await fresh();
    const draw = seededInts();
    const lives: { id: string; keeperId: string }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { id: keeperId } = await aKeeper(db);
      lives.push({ keeperId, id: (await aResident(db, { keeperId, hatchedAt: 1 })).id });
    }
    const remembered = new FamilyDeeds(storeWith(db, { shared: false }));
    const opened = async (nth: number) => {
      const { id, keeperId } = lives[draw(0, 3)] ?? { id: '', keeperId: '' };
      const deed = {
        id: randomUUID(),
        at: nth,
        family: FAMILIES[draw(0, 2)] ?? 'cat',
        action: ACTIONS[draw(0, 2)] ?? 'feed',
        heard: draw(0, 5) > 0,
      };
      await logEntry(db, id, deed);
      return { ...deed, entryId: deed.id, creatureId: id, keeperId, ...TOLD };
    };
    for (let nth = 1; nth <= 250; nth += 1) await opened(nth);
    const expectSame = async () => {
      for (const family of FAMILIES)
        for (const action of ACTIONS)
          expect(ids(await remembered.ofKind(family, action, 1))).toEqual(
            await plainlyAsked(db, family, action),
          );
    };
    await expectSame();
    for (let nth = 251; nth <= 300; nth += 1) {
      const { heard, ...deed } = await opened(nth);
      if (heard) remembered.add(deed);
    }
    await expectSame();
  });

  test('a deed written by another node is seen within a second, and once', async () => {
    const db = await fresh();
    const { id: keeperId } = await aKeeper(db);
    const { id } = await aResident(db, { keeperId, hatchedAt: 1, name: 'Moss' });
    const remembered = new FamilyDeeds(storeWith(db, { shared: true }));
    const heardAt = (now: number) => remembered.ofKind('cat', 'feed', now);
    expect(await heardAt(1000)).toEqual([]);
    await logEntry(db, id, { family: 'cat', at: 900, heard: true, notes: 'not for others' });
    expect(await heardAt(1999)).toEqual([]);
    const [deed, ...others] = await heardAt(2000);
    expect(others).toEqual([]);
    expect(deed).toMatchObject({ creature: 'Moss', species: 'housecat', at: 900, notes: undefined });
    if (deed) remembered.add(deed);
    expect(await heardAt(4000)).toEqual([deed]);
  });
});

const TOLD = { agent: 'ada', creature: 'Bo', species: 'housecat', notes: undefined };
