import { expect, test } from 'vitest';

import { onSqlite } from '../../../test/support/databases.ts';
import { aKeeper, aResident } from '../../../test/support/stored-residents.ts';
import { DAY, HOUR } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import type { Happening } from '../../rules/lives/live-until.ts';
import { findBuiltIn } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import { systemRandom } from '../../outside/random.ts';
import type { Keeper } from '../agents/agents.store.ts';
import { findOwnCreature } from './creatures.store.ts';
import { isSameBeing, noLifeRecords, recordHappenings, withConsistency } from './save-change.ts';

const HATCHED = Date.UTC(2026, 0, 15);
const NOW = HATCHED + 3 * DAY;
const species = findBuiltIn('housecat') as Species;

const grew = (to: 'child' | 'adult'): Happening => ({ kind: 'grew', at: NOW, to, path: undefined });
const DIED: Happening = { kind: 'died', at: NOW, cause: 'hunger' };

onSqlite(({ fresh }) => {
  /** The record of a housecat that hatched three days ago after these events. */
  async function recorded(
    happened: readonly Happening[],
    given: { readonly keeper?: Partial<Keeper>; readonly creature?: Partial<Creature> } = {},
  ) {
    const store = await fresh();
    const keeper = await aKeeper(store, given.keeper);
    const born = await aResident(store, { keeperId: keeper.id, hatchedAt: HATCHED });
    const stored = await findOwnCreature(store, keeper.id, born.id);
    if (!stored) throw new Error('nobody there');
    return store.transaction(async (db) => {
      const records = noLifeRecords();
      const creature = { ...stored.creature, ...given.creature };
      const change = { stored, creature, species, happened, now: NOW };
      const after = recordHappenings({ db, random: systemRandom, records }, change, keeper);
      const counted = (what: string) =>
        db.increments.filter((each) => each.what === what).reduce((sum, { n }) => sum + n, 0);
      return { after, records, counted, increments: [...db.increments], id: born.id, keeper };
    });
  }

  test('growth adds a milestone, seen or not, and orders a portrait', async () => {
    const { records, id, keeper } = await recorded([grew('child')]);
    expect(records.milestones).toEqual([
      { creatureId: id, type: 'stage_transition', threshold: 'child', at: NOW, shown: true },
    ]);
    expect(records.portraits).toEqual([{ sitter: id, occasion: 'child', agentId: keeper.id, dueAt: NOW }]);
  });

  test.each([
    { of: 'the first child', happened: [grew('child')], keeper: {}, child: 1, adult: 0 },
    { of: 'another child', happened: [grew('child')], keeper: { hasChild: true }, child: 0, adult: 0 },
    { of: 'the first adult', happened: [grew('adult')], keeper: { hasChild: true }, child: 0, adult: 1 },
    { of: 'an adult of one who has no child', happened: [grew('adult')], keeper: {}, child: 0, adult: 1 },
    { of: 'another adult', happened: [grew('adult')], keeper: { adultsRaised: 2 }, child: 0, adult: 0 },
    { of: 'child and adult', happened: [grew('child'), grew('adult')], keeper: {}, child: 1, adult: 1 },
  ])('for its keeper, $of counts as a first $child and $adult times', async (row) => {
    const { counted } = await recorded(row.happened, { keeper: row.keeper });
    expect([counted('agents/child'), counted('agents/adult')]).toEqual([row.child, row.adult]);
  });

  test('adults set the record of their keeper, children only the first time', async () => {
    const child = await recorded([grew('child')]);
    expect([child.after.hasChild, child.after.adultsRaised]).toEqual([true, 0]);
    const adult = await recorded([grew('adult')], { keeper: { adultsRaised: 2 } });
    expect([adult.after.hasChild, adult.after.adultsRaised]).toEqual([false, 3]);
  });

  test('a gravestone has the lifetime and the meals missed at the end', async () => {
    const { records, after, keeper } = await recorded([DIED]);
    const [stone] = records.gravestones;
    const windows = (3 * DAY) / (species.feedingWindowHours * HOUR);
    expect(stone).toMatchObject({ livedMs: 3 * DAY, missedFeedings: Math.floor(windows), cause: 'hunger' });
    expect([after.living, after.deaths]).toEqual([keeper.living - 1, keeper.deaths + 1]);
  });

  test('a death is counted by age reached, and leaves the cohort of its hatching day', async () => {
    const { increments } = await recorded([DIED]);
    expect(increments).toContainEqual(expect.objectContaining({ what: expect.stringMatching(/died\/3$/) }));
    expect(increments).toContainEqual(expect.objectContaining({ span: DAY, bucket: HATCHED, n: -1 }));
  });

  test('a lost egg has no lifetime and no missed meal', async () => {
    const { records } = await recorded([DIED], { creature: { stage: 'egg', life: undefined } });
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
