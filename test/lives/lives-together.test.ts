import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import {
  adopt,
  adopted,
  aHome,
  audited,
  care,
  history,
  look,
  lookFor,
  refusal,
  turnTo,
  WARY,
} from '../support/keeping.ts';

eachDatabase((place) => {
  test('care needs no target with one creature, and needs one with two', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'tabby', 'Ada');
    expect((await care(home, 'play')).creature.id).toBe(ada);
    house.clock.forward('1m');
    const bo = await adopted(home, 'owl', 'Bo');
    const { status, problem } = await refusal(care(home, 'play'));
    expect(status).toBe(400);
    expect(problem).toMatchObject({
      your_creatures: [
        { id: bo, name: 'Bo', species: 'Owl', stage: 'baby' },
        { id: ada, name: 'Ada', species: 'Tabby', stage: 'baby' },
      ],
    });
    expect((await care(home, 'play', { creature_id: ada })).creature.id).toBe(ada);
    expect((await care(home, 'play', { id: bo })).creature.id).toBe(bo);
    const log = await Promise.all([history(home, ada), history(home, bo)]);
    expect(log.map(({ care_log: entries }) => entries.length)).toEqual([2, 1]);
    expect(await audited(house)).toEqual([]);
  });

  test('an egg counts as a possible target, and care for it is refused', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'tabby', 'Ada');
    house.clock.forward('1m');
    const { creature: egg } = await adopt(home, { name: 'Egg', species_slug: 'owl' });
    const { problem } = await refusal(care(home, 'feed'));
    expect(problem).toMatchObject({ your_creatures: [{ id: egg.id, stage: 'egg' }, { id: ada }] });
    const hatching = await refusal(care(home, 'feed', { creature_id: egg.id }));
    expect([hatching.status, hatching.problem.error]).toEqual([400, "The egg hasn't hatched yet"]);
    await care(home, 'feed', { creature_id: ada });
  });

  test('a status hatches the egg it is for, and no other', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'tabby', 'Ada');
    house.clock.forward('1m');
    const { creature: egg } = await adopt(home, { name: 'Egg', species_slug: 'owl' });
    house.clock.forward('5h');
    const { other_creatures: others } = await look(home, ada);
    expect(others).toMatchObject([
      { id: egg.id, stage: 'egg', age_hours: 0, hunger: 100, death_clock: null },
    ]);
    expect(await house.as().getHouseStats()).toMatchObject({ creatures_alive: 1, eggs_unhatched: 1 });
    // Without a target it is for the newest.
    const hatched = await look(home);
    expect(hatched).toMatchObject({
      creature: { id: egg.id, stage: 'baby', age_hours: 0, hunger: 100 },
      milestone: { stage: 'baby' },
    });
    expect(await audited(house)).toEqual([]);
  });

  test('a status has the current state of every other living creature', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'housecat', 'Ada');
    expect(await look(home)).not.toHaveProperty('other_creatures');
    house.clock.forward('1m');
    const bo = await adopted(home, 'snail', 'Bo');
    house.clock.forward('1m');
    const cy = await adopted(home, 'retriever', 'Cy');
    house.clock.forward('5h');
    const { creature, other_creatures: others } = await look(home);
    expect(creature.id).toBe(cy);
    expect(others?.map(({ id }) => id)).toEqual([bo, ada]);
    const own = await look(home, ada);
    const shown = others?.find(({ id }) => id === ada);
    expect(own.creature).toMatchObject({ ...shown });
    expect(shown).toEqual({
      id: ada,
      name: 'Ada',
      species: 'Housecat',
      stage: 'baby',
      age_hours: 5.03,
      hunger: 93,
      happiness: 96,
      health: 100,
      trust: 20,
      discipline: 0,
      mood: 'happy',
      alive: true,
      feeding_status: 'due_soon',
      hours_since_fed: 5.03,
      next_feeding_window: 'open now',
      death_clock: own.creature.death_clock,
    });
    expect(await audited(house)).toEqual([]);
  });

  test('after the death of one of two, the other is the default for status and care', async () => {
    const house = await aHouse(await place.fresh(), { house: { tastes: WARY } });
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'snail', 'Ada');
    house.clock.forward('1m');
    const bo = await adopted(home, 'owl', 'Bo');
    for (let times = 1; times <= 5; times += 1)
      await care(home, 'medicine', { item: 'thistles', creature_id: bo });
    const { creature, other_creatures: others } = await look(home);
    expect([creature.id, others]).toEqual([ada, undefined]);
    expect((await care(home, 'play')).creature.id).toBe(ada);
    const late = await refusal(care(home, 'play', { creature_id: bo }));
    expect([late.status, late.problem.error]).toEqual([404, 'No living creature found']);
    expect(await lookFor(home, bo)).toMatchObject({ creature: { id: bo, alive: false, cause: 'harm' } });
    expect((await history(home)).creature).toMatchObject({ id: ada, alive: true });
    expect((await house.as(home.key).getCreaturePreferences()).creature.id).toBe(ada);
    expect(await audited(house)).toEqual([]);
  });

  test('a sibling that died meanwhile is not listed among the others', async () => {
    const house = await aHouse(await place.fresh());
    const home = await aHome(house, { username: 'wren' });
    const ada = await adopted(home, 'housecat', 'Ada');
    const { dies_at: diesAt } = (await look(home)).creature.death_clock;
    house.clock.forward('20h');
    const bo = await adopted(home, 'snail', 'Bo');
    turnTo(house, diesAt);
    expect(await look(home, bo)).not.toHaveProperty('other_creatures');
    expect((await care(home, 'reflect')).creature.id).toBe(bo);
    expect(await lookFor(home, ada)).toMatchObject({ creature: { alive: false, died_at: diesAt } });
    expect(await audited(house)).toEqual([]);
  });

  test('a request for a foreign creature is answered with the list of own creatures', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aHome(house, { username: 'wren' });
    const kit = await aHome(house, { username: 'kit' });
    const ada = await adopted(wren, 'tabby', 'Ada');
    const bo = await adopted(kit, 'owl', 'Bo');
    for (const ask of [
      () => look(wren, bo),
      () => care(wren, 'feed', { creature_id: bo }),
      () => history(wren, bo),
    ]) {
      const { status, problem } = await refusal(ask());
      expect(status).toBe(404);
      expect(problem).toMatchObject({ your_creatures: [{ id: ada, name: 'Ada' }] });
      expect(JSON.stringify(problem)).not.toContain('Bo');
    }
    const letting = await refusal(house.as(wren.key).releaseCreature({ body: { creature_id: bo } }));
    expect([letting.status, letting.problem.error]).toEqual([404, 'No living creature found with that ID']);
    expect((await look(kit)).creature).toMatchObject({ id: bo, alive: true });
  });
});
