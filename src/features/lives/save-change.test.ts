import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { aKeeper, aResident } from '../../../test/support/stored-residents.ts';
import { DAY } from '../../rules/base/clock.ts';
import type { Happening } from '../../rules/lives/live-until.ts';
import { findBuiltIn } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { systemRandom } from '../../outside/random.ts';
import { findOwnCreature } from './creatures.store.ts';
import { isSameBeing, noLifeRecords, recordHappenings, withConsistency } from './save-change.ts';

const HATCHED = Date.UTC(2026, 0, 15);
const NOW = HATCHED + 3 * DAY;
const species = findBuiltIn('housecat') as Species;

const DIED: Happening = { kind: 'died', at: NOW, cause: 'hunger' };

onSqlite(({ fresh }) => {
  test('a lost egg has no lifetime and no missed meal', async () => {
    const store = await fresh();
    const keeper = await aKeeper(store);
    const born = await aResident(store, { keeperId: keeper.id, hatchedAt: HATCHED });
    const stored = await findOwnCreature(store, keeper.id, born.id);
    if (!stored) throw new Error('nobody there');
    const records = noLifeRecords();
    const creature = { ...stored.creature, stage: 'egg' as const, life: undefined };
    const change = { stored, creature, species, happened: [DIED], now: NOW };
    await store.transaction(async (db) => {
      recordHappenings({ db, random: systemRandom, records }, change, keeper);
    });
    expect(records.gravestones).toMatchObject([{ livedMs: 0, missedFeedings: 0, consistency: 100 }]);
  });

  test('a changed stage, death, release or resurrection needs a full write of the creature; a meal does not', async () => {
    const store = await fresh();
    const { id } = await aKeeper(store);
    const cat = await aResident(store, { keeperId: id, hatchedAt: HATCHED });
    const { life } = cat;
    if (!life) throw new Error('not hatched');
    expect(isSameBeing(cat, { ...cat, life: { ...life, lastFedAt: NOW } })).toBe(true);
    expect(isSameBeing({ ...cat, life: undefined }, { ...cat, life: undefined })).toBe(true);
    for (const other of [
      { stage: 'child' as const },
      { died: { at: NOW, cause: 'hunger' as const } },
      { releasedAt: NOW },
      { life: { ...life, ageFrom: NOW } },
      { life: undefined },
    ]) {
      expect(isSameBeing(cat, { ...cat, ...other }), JSON.stringify(other)).toBe(false);
      expect(isSameBeing({ ...cat, ...other }, cat), JSON.stringify(other)).toBe(false);
    }
  });

  test('an unchanged record is the same object', async () => {
    const keeper = await aKeeper(await fresh(), { consistencyTenths: 700 });
    expect(withConsistency(keeper, 0)).toBe(keeper);
    expect(withConsistency(keeper, -30).consistencyTenths).toBe(670);
  });
});
