import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { readHallStories } from '../../src/features/public/hall.ts';
import { insertGravestones, markResurrected } from '../../src/features/lives/gravestones.store.ts';
import { insertMilestone } from '../../src/features/lives/life-log.store.ts';
import { anOperatedHouse } from '../moderation/desk.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { adopted, care, seeded, type Home } from '../support/keeping.ts';
import { aResidentOf } from '../support/residents.ts';
import { aStone, withRecord } from '../support/stored-residents.ts';

const KEEPERS = ['wren', 'robin', 'crow', 'test-rig'] as const;

interface Neighbour extends Home {
  readonly keeperId: string;
  readonly creatureId: string;
}

/** Neighbours with one creature each; the last two are excluded from stories. */
async function aStreet(house: TestHouse): Promise<Neighbour[]> {
  const street: Neighbour[] = [];
  for (const username of KEEPERS) {
    const { id: keeperId, key } = await aResidentOf(house, username);
    const creatureId = await adopted({ house, key }, 'housecat', `Of ${username}`);
    street.push({ house, key, keeperId, creatureId });
  }
  await blockAgent(house.house, { username: 'crow', reason: 'why' }, house.clock.now());
  return street;
}

const stories = ({ house, clock }: TestHouse) => readHallStories(house, clock.now());

eachDatabase(({ fresh }) => {
  test('an empty hall has no stories', async () => {
    const house = await anOperatedHouse(await fresh());
    expect(await stories(house)).toMatchObject({ keepersOfTheWeek: [], comebacks: [], loved: [] });
  });

  test('the keeper of the week is the most reliable one with a growth and without a death', async () => {
    const house = await anOperatedHouse(await fresh(), { random: seeded(SLEEPLESS) });
    const street = await aStreet(house);
    const { store } = house.house;
    const now = house.clock.now();
    for (const [nth, { keeperId, creatureId }] of street.entries()) {
      await withRecord(store, keeperId, { consistencyTenths: 900 + nth * 10, hasFed: true });
      await insertMilestone(store, creatureId, {
        type: 'stage_transition',
        threshold: 'child',
        at: now,
        shown: true,
      });
    }
    const names = async () =>
      (await stories(house)).keepersOfTheWeek.map(({ username, grown }) => [username, grown]);
    expect(await names()).toEqual([
      ['robin', 1],
      ['wren', 1],
    ]);
    const [, robin] = street;
    const death = { creatureId: robin?.creatureId ?? '', keeperId: robin?.keeperId ?? '' };
    await insertGravestones(store, [aStone({ ...death, diedAt: now - DAY })]);
    expect(await names()).toEqual([['wren', 1]]);
  });

  test('resurrections precede recoveries as comebacks, and creatures gone again are left out', async () => {
    const house = await anOperatedHouse(await fresh(), { random: seeded(SLEEPLESS) });
    const street = await aStreet(house);
    const { store } = house.house;
    const now = house.clock.now();
    for (const { creatureId } of street)
      await insertMilestone(store, creatureId, {
        type: 'health_milestone',
        threshold: 80,
        at: now - DAY,
        shown: true,
      });
    const [wren, robin] = street;
    const death = { creatureId: robin?.creatureId ?? '', keeperId: robin?.keeperId ?? '' };
    await insertGravestones(store, [aStone({ ...death, diedAt: now - 2 * DAY }, { deathNumber: 1 })]);
    await markResurrected(store, { creatureId: death.creatureId, deathNumber: 1 }, now - DAY);
    const told = async () =>
      (await stories(house)).comebacks.map(({ resident, from }) => [resident.creature.id, from]);
    // A marked gravestone is not enough: the creature must have as many resurrections as deaths.
    expect(await told()).toEqual(
      [wren, robin]
        .map((one) => [one?.creatureId, 'the edge'])
        .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    );
    await store.run({ text: 'update creatures set resurrections = 1 where id = $1' }, [death.creatureId]);
    expect(await told()).toEqual([
      [death.creatureId, 'the dead'],
      [wren?.creatureId, 'the edge'],
    ]);
    house.clock.forward('31d');
    expect(await told()).toEqual([]);
  });

  test('the most loved creature has reflections on the most days, not the most reflections', async () => {
    const house = await anOperatedHouse(await fresh(), { random: seeded(SLEEPLESS) });
    const street = await aStreet(house);
    const think = async (nth: number) => {
      const one = street[nth];
      if (one) await care(one, 'reflect', { creature_id: one.creatureId, notes: 'It looked at me.' });
    };
    for (const nth of [0, 0, 0, 0, 1, 3]) await think(nth);
    house.clock.forward('20h');
    for (const nth of [1, 3]) await think(nth);
    const { loved } = await stories(house);
    expect(loved.map(({ resident, days }) => [resident.keeper.username, days])).toEqual([
      ['robin', 2],
      ['wren', 1],
    ]);
  });
});
