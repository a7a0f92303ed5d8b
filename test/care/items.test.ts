import { expect, test } from 'vitest';

import { ITEM_ACTIONS, type ItemAction, type ItemCategory, type Stat } from '../../src/rules/vocabulary.ts';
import { aKeeper, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';

const SCORES: Readonly<Record<string, number>> = {
  loved: 0.6,
  liked: 0.5,
  neutral: 0.42,
  disliked: 0.33,
  harmful: 0,
};
const judge = ({ item }: { readonly item: string }) => SCORES[item] ?? null;

const HALFWAY = { hunger: 40, happiness: 40, health: 40, trust: 40, discipline: 40 };

type Effects = Readonly<Record<ItemAction, Readonly<Partial<Record<Stat, number>>>>>;

// In the order of the specification; liked is halfway, disliked has half the gains and all costs.
const EFFECTS: Readonly<Record<ItemCategory, Effects>> = {
  loved: {
    feed: { hunger: 60, happiness: 8 },
    play: { happiness: 20, health: 5 },
    clean: { health: 15, happiness: 8 },
    medicine: { health: 30, trust: 4 },
    discipline: { discipline: 12, happiness: -2 },
    sleep: { health: 8, happiness: 3 },
  },
  liked: {
    feed: { hunger: 55, happiness: 4 },
    play: { happiness: 17.5, health: 2.5 },
    clean: { health: 12.5, happiness: 4 },
    medicine: { health: 27.5, trust: 2 },
    discipline: { discipline: 11, happiness: -3.5, trust: -0.5 },
    sleep: { health: 6.5, happiness: 1.5 },
  },
  neutral: {
    feed: { hunger: 50 },
    play: { happiness: 15 },
    clean: { health: 10 },
    medicine: { health: 25 },
    discipline: { discipline: 10, happiness: -5, trust: -1 },
    sleep: { health: 5 },
  },
  disliked: {
    feed: { hunger: 25 },
    play: { happiness: 7.5 },
    clean: { health: 5 },
    medicine: { health: 12.5 },
    discipline: { discipline: 5, happiness: -5, trust: -1 },
    sleep: { health: 2.5 },
  },
  harmful: {
    feed: { health: -15 },
    play: { happiness: -10, health: -5 },
    clean: { health: -10 },
    medicine: { health: -20 },
    discipline: { happiness: -15, health: -10 },
    sleep: { health: -5 },
  },
};

function changesOf(effects: Effects[ItemAction]): object {
  return Object.fromEntries(
    Object.entries(effects).map(([stat, change]) => [stat, { before: 40, after: 40 + change }]),
  );
}

eachDatabase((place) => {
  test.each(Object.entries(EFFECTS))(
    'a %s item has its effects with every action that takes an item',
    async (item, effects) => {
      const { house, clock, ...rest } = await aPlainHouse(await place.fresh(), { judge });
      const wren = await aKeeper({ house, clock, ...rest });
      clock.forward('1h');
      for (const action of ITEM_ACTIONS) {
        const id = await wren.hatch();
        clock.forward('5h');
        await letFeel(house, wren.id, id, HALFWAY);
        const { body } = await wren.care({ action, item, id });
        expect(body['action_result'], action).toMatchObject({
          action,
          success: true,
          changes: changesOf(effects[action]),
          item_result: { item, category: item, score: SCORES[item], message: expect.any(String) },
        });
        expect(Object.keys(of({ body }, 'action_result', 'changes') as object)).toHaveLength(
          Object.keys(effects[action]).length,
        );
      }
    },
  );

  test('without an item nothing is judged and the effects are the usual ones', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh(), {
      judge: () => expect.unreachable('nobody asked'),
    });
    const wren = await aKeeper({ house, clock, ...rest });
    for (const action of ITEM_ACTIONS) {
      const id = await wren.hatch();
      clock.forward('5h');
      await letFeel(house, wren.id, id, HALFWAY);
      const { body } = await wren.care({ action, id, item: null });
      expect(of({ body }, 'action_result', 'changes')).toEqual(changesOf(EFFECTS.neutral[action]));
      expect(body['action_result']).not.toHaveProperty('item_result');
    }
  });

  test('an item that cannot be judged has the usual effects and is not learned', async () => {
    const { house, clock, ...rest } = await aPlainHouse(await place.fresh(), { judge: () => null });
    const wren = await aKeeper({ house, clock, ...rest });
    const id = await wren.hatch();
    await letFeel(house, wren.id, id, HALFWAY);
    const { body } = await wren.care({ action: 'medicine', item: 'a mystery' });
    expect(body['action_result']).toMatchObject({
      changes: changesOf(EFFECTS.neutral.medicine),
      item_result: { item: 'a mystery', category: 'neutral', score: null, message: expect.any(String) },
    });
    expect((await wren.preferences()).body['discovered']).toEqual({});
  });

  test('reflect with an item is refused with a step without the item', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh(), {
      judge: () => expect.unreachable('nobody asked'),
    });
    const wren = await aKeeper({ house, ...rest });
    await wren.hatch();
    const id = await wren.hatch();
    const { status, body } = await wren.care({ action: 'reflect', item: 'a candle', notes: 'hm', id });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: 'Invalid care action', fields: [{ field: 'item', received: 'text of 8 characters' }] },
    });
    const [step] = body['next_steps'] as { body?: Readonly<Record<string, unknown>> }[];
    expect(step?.body).toEqual({ action: 'reflect', id, notes: 'hm' });
    const done = await wren.care(step?.body ?? {});
    expect(done.status).toBe(200);
    expect(of(done, 'action_result', 'changes')).toEqual({ trust: { before: 20, after: 22 } });
    expect(done.body).not.toHaveProperty('your_recent');
  });

  test('a displayed score is never rounded up into a better category', async () => {
    const almost = { harmful: 0.3299, disliked: 0.4199, neutral: 0.4999, liked: 0.5999, loved: 0.999 };
    const wren = await aKeeper(
      await aPlainHouse(await place.fresh(), { judge: ({ item }) => almost[item as ItemCategory] }),
    );
    await wren.hatch();
    for (const [category, score] of Object.entries({
      liked: 0.59,
      neutral: 0.49,
      disliked: 0.41,
      harmful: 0.32,
    })) {
      const told = await wren.care({ action: 'play', item: category });
      expect(of(told, 'action_result', 'item_result')).toMatchObject({ category, score });
      expect(of(await wren.preferences(), 'discovered', 'play')).toContainEqual({
        item: category,
        category,
        score,
      });
    }
  });

  test('a harmful item can kill: the answer says so, and there is a gravestone', async () => {
    const { house, ask, ...rest } = await aPlainHouse(await place.fresh(), { judge });
    const wren = await aKeeper({ house, ask, ...rest });
    const id = await wren.hatch();
    await letFeel(house, wren.id, id, { health: 20 });
    const { status, body } = await wren.care({ action: 'medicine', item: 'harmful' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      creature: { id, alive: false, health: 0, mood: 'critical' },
      action_result: { success: true, changes: { health: { before: 20, after: 0 } } },
      house_activity: { creatures_died: 1, care_actions: 1 },
    });
    expect((await wren.status(`?id=${id}`)).body['creature']).toMatchObject({ alive: false, cause: 'harm' });
    expect((await ask({ path: '/api/house/graveyard' })).body['gravestones']).toMatchObject([
      { name: 'Bo', cause: 'harm', last_care_action: 'medicine' },
    ]);
    expect((await wren.care({ action: 'feed' })).status).toBe(404);
  });
});
