import { expect, test } from 'vitest';

import { ITEM_CATEGORIES, type ItemCategory, type Stat } from '../../src/rules/vocabulary.ts';
import { aKeeper, aPlainHouse, letFeel, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

const HALFWAY = { hunger: 40, happiness: 40, health: 40, trust: 40, discipline: 40 };

// src/rules/care/care.test.ts has the whole table; this is the row of feed.
const FEED: Readonly<Record<ItemCategory, Readonly<Partial<Record<Stat, number>>>>> = {
  loved: { hunger: 60, happiness: 8 },
  liked: { hunger: 55, happiness: 4 },
  neutral: { hunger: 50 },
  disliked: { hunger: 25 },
  harmful: { health: -15 },
};

function changesOf(effects: Readonly<Partial<Record<Stat, number>>>): object {
  return Object.fromEntries(
    Object.entries(effects).map(([stat, change]) => [stat, { before: 40, after: 40 + change }]),
  );
}

type Judge = (offer: { readonly item: string }) => number | null;

async function aHome(judge: Judge) {
  const home = await aPlainHouse(await anyStore(), { judge });
  const wren = await aKeeper(home);
  const hatchHalfway = async () => {
    const id = await wren.hatch();
    home.clock.forward('5h');
    await letFeel(home.house, wren.id, id, HALFWAY);
    return id;
  };
  return { home, wren, hatchHalfway };
}

test('an item has the effects of its category, and a score that is never rounded up into a better one', async () => {
  const almost = { harmful: 0.3299, disliked: 0.4199, neutral: 0.4999, liked: 0.5999, loved: 0.6 };
  const shown = { harmful: 0.32, disliked: 0.41, neutral: 0.49, liked: 0.59, loved: 0.6 };
  const { wren, hatchHalfway } = await aHome(({ item }) => almost[item as ItemCategory]);
  for (const category of ITEM_CATEGORIES) {
    const id = await hatchHalfway();
    const score = shown[category];
    const { body } = await wren.care({ action: 'feed', item: category, id });
    expect(body['action_result'], category).toMatchObject({
      success: true,
      item_result: { item: category, category, score, message: expect.any(String) },
    });
    expect(of({ body }, 'action_result', 'changes')).toEqual(changesOf(FEED[category]));
    const tried = { item: category, category, score };
    expect(of(await wren.preferences(`?id=${id}`), 'discovered', 'feed')).toEqual([tried]);
  }
});

test('without an item, or with one that cannot be judged, the effects are the usual ones', async () => {
  let asked = 0;
  const { wren, hatchHalfway } = await aHome(() => ((asked += 1), null));
  const plain = await wren.care({ action: 'feed', id: await hatchHalfway(), item: null });
  expect(of(plain, 'action_result', 'changes')).toEqual(changesOf(FEED.neutral));
  expect(plain.body['action_result']).not.toHaveProperty('item_result');
  expect(asked).toBe(0);
  const id = await hatchHalfway();
  const { body } = await wren.care({ action: 'medicine', item: 'a mystery', id });
  expect(body['action_result']).toMatchObject({
    changes: changesOf({ health: 25 }),
    item_result: { item: 'a mystery', category: 'neutral', score: null, message: expect.any(String) },
  });
  expect((await wren.preferences(`?id=${id}`)).body['discovered']).toEqual({});
});

test('reflect with an item is refused with a step without the item', async () => {
  const { wren } = await aHome(() => expect.unreachable('nothing is to be judged'));
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

test('a harmful item can kill: the answer says so, and there is a gravestone', async () => {
  const { home, wren } = await aHome(() => 0);
  const id = await wren.hatch();
  await letFeel(home.house, wren.id, id, { health: 20 });
  const { status, body } = await wren.care({ action: 'medicine', item: 'harmful' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    creature: { id, alive: false, health: 0, mood: 'critical' },
    action_result: { success: true, changes: { health: { before: 20, after: 0 } } },
    house_activity: { creatures_died: 1, care_actions: 1 },
  });
  expect((await wren.status(`?id=${id}`)).body['creature']).toMatchObject({ alive: false, cause: 'harm' });
  expect((await home.ask({ path: '/api/house/graveyard' })).body['gravestones']).toMatchObject([
    { name: 'Bo', cause: 'harm', last_care_action: 'medicine' },
  ]);
  expect((await wren.care({ action: 'feed' })).status).toBe(404);
});
