import { expect, test } from 'vitest';

import { HOUR, iso } from '../../src/rules/base/clock.ts';
import { settleDue } from '../../src/features/lives/settle.ts';
import { SLEEPLESS } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import {
  adopted,
  abandon,
  atAges,
  audited,
  care,
  graveyard,
  history,
  kept,
  look,
  lookFor,
  refusal,
  release,
  seeded,
  turnTo,
  WARY,
  type Kept,
} from '../support/keeping.ts';

eachDatabase((place) => {
  test('without care a creature dies at the moment its death clock named', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    house.clock.forward('4h');
    await care(one, 'feed');
    const diesAt = await abandon(one, '0ms');
    const [stone] = await graveyard(one);
    expect(stone).toMatchObject({
      name: 'Bo',
      species: 'Housecat',
      stage_reached: 'child',
      caretaker: 'wren',
      feedings: 1,
      missed_feedings: expect.any(Number),
      last_care_action: 'feed',
      cause: 'neglect',
      died_at: diesAt,
      resurrected: false,
    });
    expect(stone?.missed_feedings).toBeGreaterThanOrEqual(4);
    expect(await audited(house)).toEqual([]);
  });

  test('a moment before its death a creature is alive and can be saved', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    turnTo(house, Date.parse((await look(one)).creature.death_clock.dies_at) - 1);
    expect((await look(one)).creature).toMatchObject({ alive: true, death_clock: { urgency: 'imminent' } });
    expect((await care(one, 'reflect')).creature.alive).toBe(true);
    expect(await graveyard(one)).toEqual([]);
    house.clock.forward('1h');
    expect((await look(one)).creature.alive).toBe(true);
  });

  test('a creature used to frequent visits dies of neglect after a day without starving', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'tortoise');
    for (let visit = 1; visit <= 3; visit += 1) {
      house.clock.forward('3h');
      await care(one, 'reflect');
    }
    const lastCare = house.clock.now();
    expect((await look(one)).creature).toMatchObject({
      care_rhythm: { established: true, average_hours: 3, death_threshold_hours: 24 },
      death_clock: { threshold_hours: 24, dies_at: iso(lastCare + 24 * HOUR) },
    });
    await abandon(one);
    expect(await graveyard(one)).toMatchObject([{ cause: 'neglect', died_at: iso(lastCare + 24 * HOUR) }]);
    expect(await audited(house)).toEqual([]);
  });

  test('a creature that dies at the moment of growing up has not grown up', async () => {
    const house = await aHouse(await place.fresh(), { house: { random: seeded(SLEEPLESS) } });
    const one = await kept(house, 'tortoise');
    const hatchedAt = house.clock.now();
    await atAges(one, { from: hatchedAt, ages: [8, 16, 24, 32, 40, 48] }, () => care(one, 'reflect'));
    await abandon(one);
    const at = iso(hatchedAt + 72 * HOUR);
    expect(await graveyard(one)).toMatchObject([{ stage_reached: 'child', died_at: at }]);
    expect((await history(one)).evolution_history).toMatchObject({
      became_child: iso(hatchedAt + 24 * HOUR),
      became_teen: null,
    });
    expect(await audited(house)).toEqual([]);
  });

  test('care at the moment of death is too late', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    const diesAt = await abandon(one, '0ms');
    const { status, problem } = await refusal(care(one, 'reflect'));
    expect([status, problem.error]).toEqual([404, 'No living creature found']);
    expect(await graveyard(one)).toMatchObject([{ died_at: diesAt }]);
  });

  test('a creature given a deadly item dies at once', async () => {
    const house = await aHouse(await place.fresh(), { house: { tastes: WARY } });
    const one = await kept(house, 'housecat');
    for (let times = 1; times <= 4; times += 1) await care(one, 'medicine', { item: 'thistles' });
    const {
      creature,
      action_result: result,
      next_steps: steps,
    } = await care(one, 'medicine', {
      item: 'thistles',
    });
    const now = iso(house.clock.now());
    expect(creature).toMatchObject({ alive: false, health: 0 });
    expect(result).toMatchObject({
      success: true,
      changes: { health: { before: 20, after: 0 } },
      item_result: { item: 'thistles', category: 'harmful', score: 0.1 },
    });
    expect(steps[0]).toMatchObject({ method: 'GET' });
    expect(await graveyard(one)).toMatchObject([
      { cause: 'harm', died_at: now, last_care_action: 'medicine' },
    ]);
    expect((await refusal(care(one, 'medicine'))).status).toBe(404);
    expect(await audited(house)).toEqual([]);
  });

  const FINDERS: Readonly<Record<string, (one: Kept) => Promise<unknown>>> = {
    'its owner, by looking at it': (one) => lookFor(one, one.id),
    'its owner, by looking round': (one) => refusal(lookFor(one)),
    'its owner, by caring for it': (one) => refusal(care(one, 'feed')),
    'its owner, by reading its life': (one) => history(one),
    'its owner, by letting it go': (one) => refusal(release(one)),
    'its owner, by a look at its sibling': (one) => adopted(one, 'tabby', 'Sib'),
    'the owner at the graveyard': ({ house, key }) => house.as(key).listGraveyard(),
    'a visitor of the graveyard': (one) => graveyard(one),
    'a visitor of the hall': ({ house }) => house.as().listHall(),
    'somebody who counts': ({ house }) => house.as().getHouseStats(),
    'the settler': ({ house: { house, clock } }) => settleDue(house, clock.now()),
  };

  test('time of death and gravestone do not depend on which request finds the death', async () => {
    const house = await aHouse(await place.fresh());
    for (const [at, [who, find]] of Object.entries(FINDERS).entries()) {
      const one = await kept(house, 'housecat', `keeper-${at}`);
      const diesAt = await abandon(one);
      await find(one);
      expect(await lookFor(one, one.id), who).toMatchObject({
        creature: { alive: false, cause: 'neglect', died_at: diesAt, health: null },
        resurrection: { possible: true },
      });
      const { gravestones } = await house.as(one.key).listGraveyard();
      expect(gravestones, who).toMatchObject([{ died_at: diesAt, cause: 'neglect', stage_reached: 'child' }]);
      expect((await history(one, one.id)).creature, who).toMatchObject({ alive: false });
    }
    expect(await audited(house)).toEqual([]);
  });

  test('the hall and the stats include a death that no request has found yet', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    house.clock.forward('9h');
    await kept(house, 'tortoise', 'kit');
    await abandon(one, '1s');
    const { house_stats: told, leaderboard } = await house.as().listHall();
    expect(told).toMatchObject({ creatures_alive: 1, creatures_dead: 1, total_agents: 2 });
    expect(leaderboard).toMatchObject([{ rank: 1, creature_species: 'Tortoise' }]);
    expect(await house.as().getHouseStats()).toMatchObject({
      creatures_alive: 1,
      gravestones: 1,
      activity_24h: { creatures_died: 1 },
    });
  });

  test('the refusal without living creatures names the last death', async () => {
    const house = await aHouse(await place.fresh());
    const one = await kept(house, 'housecat');
    const diesAt = await abandon(one);
    const { status, problem } = await refusal(look(one));
    expect([status, problem.error]).toEqual([404, 'No living creatures in your house']);
    expect(problem).toMatchObject({ creature: { id: one.id, alive: false, died_at: diesAt } });
  });
});
