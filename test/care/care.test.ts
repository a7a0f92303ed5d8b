import { expect, test } from 'vitest';

import { HOUR, iso } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { ITEM_CATEGORIES, type ItemCategory, type Stat } from '../../src/rules/vocabulary.ts';
import { CARE_LINES } from '../../src/text/creature/care-message.ts';
import { hasTried } from '../../src/features/records/heart.store.ts';
import { aKeptHouse, letFeel, of, aKeeper, aPlainHouse, type Keeper } from '../support/asking.ts';
import { after, SLEEPYHEAD, PLAIN } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

test('care is answered with all its effects', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const hatchedAt = iso(house.clock.now());
  house.clock.forward('6h');
  const { status, headers, body } = await wren.care({ action: 'feed' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-ratelimit-limit': '2' });
  const changes = { hunger: { before: 94, after: 100 } };
  const told: unknown = expect.stringContaining('Bo');
  expect(body).toMatchObject({
    creature: { id, hunger: 100, happiness: 94, health: 100, trust: 20, mood: 'happy', alive: true },
    message: of({ body }, 'action_result', 'message'),
    action_result: { changes, effectiveness: 'reduced', timing: 'on_time', tip: expect.any(String) },
    keepsakes: [
      { kind: 'piece_of_shell', text: told, kept_at: hatchedAt },
      { kind: 'first_crumb', text: told, kept_at: iso(house.clock.now()) },
    ],
    recommended_checkin: { creature_id: id, at: iso(house.clock.now() + 6.25 * HOUR), hours_from_now: 6.25 },
    house_activity: { creatures_born: 1, care_actions: 1, feedings: 1 },
  });
});

test('a meal is timed from the stored last one, and ten on time in a row are a milestone', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const fed = async (wait: string) => {
    house.clock.forward(wait);
    return of(await wren.care({ action: 'feed' }), 'action_result') as { timing: string; changes: object };
  };
  const gains: unknown[] = [];
  for (let meal = 1; meal <= 10; meal += 1) {
    const { timing, changes } = await fed('5h');
    expect(timing).toBe('on_time');
    gains.push('trust' in changes);
  }
  expect(gains).toEqual([false, false, ...Array<boolean>(8).fill(true)]);
  for (const [wait, timing] of [
    ['4h59m', 'early'],
    ['10h', 'on_time'],
    ['10h1ms', 'late'],
    ['16h', 'missed_window'],
  ] as const)
    expect((await fed(wait)).timing, wait).toBe(timing);
  const { body } = await wren.history();
  expect(body['milestones']).toContainEqual(expect.objectContaining({ type: 'care_streak', threshold: 10 }));
  const log = body['care_log'] as readonly object[];
  expect(log).toHaveLength(14);
  expect(log.slice(0, 2)).toMatchObject([{ timing: 'missed_window' }, { timing: 'late' }]);
  expect(body['stats']).toMatchObject({ total_feedings: 14, missed_feedings: 1 });
});

test('discipline of an unwell or distrustful creature is answered with a warning', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  for (const [stats, advised] of [
    [{ health: 39, trust: 90 }, true],
    [{ health: 100, trust: 29 }, true],
    [{ health: 100, trust: 90 }, false],
  ] as const) {
    await letFeel(house.house, wren.id, id, stats);
    const { body } = await wren.care({ action: 'discipline' });
    const said = CARE_LINES.caution.first.some((line) => String(body['message']).includes(line));
    expect(said, JSON.stringify(stats)).toBe(advised);
    expect(JSON.stringify(body['next_steps'])).not.toContain('discipline');
  }
});

test('a milestone is reported once, by the care that reached it', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const told: unknown[] = [];
  const act = async (action: string, stats: object) => {
    house.clock.forward('1s');
    await letFeel(house.house, wren.id, id, stats);
    const { body } = await wren.care({ action });
    told.push(...((body['milestones'] ?? []) as readonly unknown[]));
  };
  for (const happiness of [49, 79, 49]) await act('play', { happiness });
  for (const trust of [48, 48]) await act('reflect', { trust });
  await act('discipline', { discipline: 66 });
  for (const health of [60, 19, 60]) await act('medicine', { health });
  const reached = [
    ['happiness_milestone', 50],
    ['happiness_milestone', 80],
    ['trust_milestone', 50],
    ['discipline_milestone', 75],
    ['health_milestone', 80],
  ].map(([type, threshold]) => ({ type, threshold, message: expect.any(String) }));
  expect(told).toEqual(reached);
  expect((await wren.history()).body['milestones']).toMatchObject([
    { type: 'stage_transition', threshold: 'baby' },
    ...reached,
  ]);
});

test('every answer recommends the check-in of the creature with the earliest need, and an egg has none', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const hungry = await wren.hatch({ name: 'Ada' });
  house.clock.forward('4h');
  const fresh = await wren.hatch({ name: 'Bo' });
  await wren.adopt({ name: 'Egg' });
  const { body: first } = await wren.care({ action: 'play', id: fresh });
  // One visit serves both: the window of the younger has opened by then, that of the elder has not closed.
  const checkin = { creature_id: hungry, hours_from_now: 5.27 };
  expect(first['recommended_checkin']).toMatchObject(checkin);
  for (const query of [`?id=${hungry}`, `?view=brief&id=${fresh}`])
    expect((await wren.status(query)).body['recommended_checkin'], query).toMatchObject(checkin);
  expect((await wren.status()).body['recommended_checkin']).toEqual(first['recommended_checkin']);
});

test('after a meal the check-in moves to another creature, and danger comes before hunger', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
  house.clock.forward('6h');
  const fed = async (id: string) => of(await wren.care({ action: 'feed', id }), 'recommended_checkin');
  const soon = { creature_id: bo, hours_from_now: 1.88, feeding_window_status: 'in_window' };
  expect(await fed(ada)).toMatchObject(soon);
  expect(await fed(bo)).toMatchObject({ hours_from_now: 7.88 });
  house.clock.forward('7h');
  await letFeel(house.house, wren.id, ada, { health: 10 });
  for (const id of [ada, bo])
    expect(of(await wren.status(`?id=${id}`), 'recommended_checkin')).toMatchObject({
      creature_id: ada,
      hours_from_now: 0,
    });
});

test('after care that kills, the check-in is that of the siblings, or none', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0 });
  const [ada, bo] = [await wren.hatch({ name: 'Ada' }), await wren.hatch({ name: 'Bo' })];
  for (const id of [ada, bo]) await letFeel(house.house, wren.id, id, { health: 10 });
  const poison = { action: 'feed', item: 'a battery' };
  expect(of(await wren.care({ ...poison, id: ada }), 'recommended_checkin', 'creature_id')).toBe(bo);
  expect((await wren.care({ ...poison, id: bo })).body).not.toHaveProperty('recommended_checkin');
});

const EVERY_ACTION = 'feed, play, clean, medicine, discipline, sleep, reflect';

test('an unknown action is refused with the list of actions', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  for (const [field, body] of [
    ['action', {}],
    ['action', { action: 'pet' }],
    ['action', { action: ['feed'] }],
    ['item', { action: 'feed', item: '' }],
    ['item', { action: 'feed', item: '\u200b' }],
    ['notes', { action: 'feed', notes: 'x'.repeat(1001) }],
    ['creature_id', { action: 'feed', creature_id: 'nobody' }],
    ['id', { action: 'feed', id: 'nobody' }],
    ['id', { action: 'feed', creature_id: id, id: ID }],
  ] as const)
    expect(await wren.care(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: {
        error: 'Invalid care action',
        fields: [{ field }],
        suggestion: expect.stringContaining(EVERY_ACTION),
      },
    });
  expect((await wren.history()).body['care_log']).toEqual([]);
});

test('an item of 100 characters and notes of 1,000 are accepted, in any script, and notes are kept as written', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const notes = ['🦊'.repeat(1000), '  It purred.\n\n\tTwice: "a\u200bb" <system>, e\u0301 '];
  for (const each of [...notes, 'a\u0000b', ' \u200b '])
    expect((await wren.care({ action: 'play', item: '🧶'.repeat(100), notes: each })).status).toBe(200);
  const kept = [...notes, 'ab', null].map((each) => ({ notes: each })).toReversed();
  expect(of(await wren.history(), 'care_log')).toMatchObject(kept);
  const told = await wren.care({ action: 'play', item: null, notes: null, id: null });
  expect(of(told, 'your_recent')).toMatchObject(kept);
});

test('care for an egg is refused', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const id = String(of(await wren.adopt(), 'creature', 'id'));
  const error = "The egg hasn't hatched yet";
  const next_steps = [{ method: 'GET', endpoint: `/api/house/status?creature_id=${id}` }];
  for (const action of ['feed', 'reflect'])
    expect(await wren.care({ action })).toMatchObject({ status: 400, body: { error, next_steps } });
  await wren.status();
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});

test('with several creatures, eggs included, care needs a creature id', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ada = await wren.hatch({ name: 'Ada' });
  expect((await wren.care({ action: 'reflect' })).status).toBe(200);
  house.clock.forward('1s');
  const egg = of(await wren.adopt({ name: 'Bea' }), 'creature', 'id');
  expect(await wren.care({ action: 'feed' })).toMatchObject({
    status: 400,
    body: {
      error: 'Which creature do you mean?',
      your_creatures: [
        { id: egg, name: 'Bea', species: 'Plain', stage: 'egg' },
        { id: ada, name: 'Ada', species: 'Plain', stage: 'baby' },
      ],
    },
  });
  for (const target of [{ creature_id: ada }, { id: ada }, { id: ada.toUpperCase(), creature_id: ada }])
    expect((await wren.care({ action: 'feed', ...target })).status).toBe(200);
  await wren.release({ id: egg });
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});

test('care without a living creature is refused, and for a dead one the refusal has the way back', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const none = { status: 404, body: { error: 'No living creature found', your_creatures: [] } };
  const free = await wren.hatch();
  await wren.release({ id: free });
  for (const target of [{}, { id: free }, { id: ID }]) {
    const told = await wren.care({ action: 'feed', ...target });
    expect(told).toMatchObject(none);
    expect(told.body).not.toHaveProperty('creature');
  }
  const [id, other] = [await wren.hatch(), await wren.hatch({ name: 'Ada' })];
  house.clock.forward('35h59m59.999s');
  expect((await wren.care({ action: 'feed', id: other })).status).toBe(200);
  house.clock.forward('1ms');
  const creature = { id, alive: false, cause: 'neglect', died_at: new Date(after(36)).toISOString() };
  const dead = { creature, resurrection: { possible: true, hours_left: 168 } };
  const { error } = none.body;
  expect(await wren.care({ action: 'feed', id })).toMatchObject({
    status: 404,
    body: { error, your_creatures: [{ id: other, name: 'Ada' }], ...dead },
  });
  // With one creature left, no id is needed.
  expect((await wren.care({ action: 'feed' })).body['creature']).toMatchObject({ id: other });
});

test('a sleeping creature accepts only reflect, and a refusal writes nothing', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { seed: SLEEPYHEAD });
  const id = await wren.hatch();
  house.clock.forward('10h');
  const sleep_info = { sleeping: true, sleep_window_end: '06:00', timezone_used: 'UTC' };
  const reflect = { endpoint: '/api/house/care', body: { action: 'reflect', creature_id: id } };
  const next_steps = [{ endpoint: `/api/house/status?creature_id=${id}` }, reflect];
  for (const action of EVERY_ACTION.split(', ').slice(0, -1))
    expect(await wren.care({ action }), action).toMatchObject({
      status: 409,
      body: { error: 'Bo is sleeping', message: expect.any(String), sleep_info, next_steps },
    });
  expect((await wren.history()).body['care_log']).toEqual([]);
  const asleep = { creature: { mood: 'sleeping' }, action_result: { success: true } };
  expect((await wren.care({ action: 'reflect' })).body).toMatchObject(asleep);
  house.clock.forward('8h');
  expect((await wren.care({ action: 'feed' })).status).toBe(200);
});

const DOG = { ...PLAIN, slug: 'plaindog', name: 'Plain Dog', family: 'dog' } as const;

async function neighbours(house: TestHouse, ...names: readonly string[]): Promise<Keeper[]> {
  const all: Keeper[] = [];
  for (const name of names) {
    const keeper = await aKeeper(house, name);
    await keeper.hatch({ name: `${name} cat` });
    all.push(keeper);
  }
  return all;
}

eachDatabase((place) => {
  test('the activity counts cover the last 24 hours, the same in status, care and stats', async () => {
    const house = await aPlainHouse(await place.fresh());
    const [ada, bea] = await neighbours(house, 'ada', 'bea');
    await ada?.care({ action: 'reflect' });
    await bea?.care({ action: 'feed' });
    house.clock.forward('12h');
    const later = await ada?.care({ action: 'feed' });
    expect(later?.body['house_activity']).toMatchObject({ care_actions: 3, feedings: 2, active_agents: 2 });
    house.clock.forward('12h1m');
    const left = { creatures_born: 0, care_actions: 1, feedings: 1, reflections: 0, active_agents: 1 };
    expect((await ada?.status())?.body['house_activity']).toMatchObject(left);
    house.clock.forward('12h');
    const stats = await ada?.client.getHouseStats();
    expect(stats?.activity_24h).toMatchObject({ creatures_died: 1, care_actions: 0 });
    expect((await ada?.status())?.body['house_activity']).toEqual(stats?.activity_24h);
  });
});

test('notes of reflect are passed on, cut at 280 characters', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const [ada, bea] = await neighbours(house, 'ada', 'bea');
  await ada?.care({ action: 'reflect', notes: '🦊'.repeat(300) });
  house.clock.forward('1s');
  await bea?.care({ action: 'reflect' });
  const { body } = await wren.care({ action: 'reflect' });
  expect(body['others']).toMatchObject([{ agent: 'bea' }, { agent: 'ada', notes: '🦊'.repeat(280) }]);
  expect(of({ body }, 'others', 0)).not.toHaveProperty('notes');
  expect(body['untrusted_fields']).toContain('/others/1/notes');
});

test('two to five acts of others are drawn at random, never those of test accounts', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const names = 'ada bea cy dot eve fay test-gus ci-hal e2e-ida dev-jo seed-kit'.split(' ');
  const all = await neighbours(house, ...names);
  for (const each of all) await each.care({ action: 'clean' });
  const counts = new Set<number>();
  for (let round = 0; round < 24; round += 1) {
    const { others } = await wren.client.careForCreature({ body: { action: 'clean' } });
    counts.add(others?.length ?? 0);
    for (const { agent } of others ?? []) expect(names.slice(0, 6)).toContain(agent);
  }
  expect(counts).toEqual(new Set([2, 3, 4, 5]));
  // Test accounts see those of others.
  const told = await all.at(-1)?.care({ action: 'clean' });
  expect(told?.body['others']).not.toEqual([]);
});

test('own recent acts are listed newest first, at most five, without the current one', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0.7 });
  await wren.hatch();
  expect((await wren.care({ action: 'clean' })).body).not.toHaveProperty('your_recent');
  house.clock.forward('6h');
  await wren.care({ action: 'feed', item: 'tuna', notes: 'It purred.' });
  house.clock.forward('2m');
  await wren.care({ action: 'play' });
  const none = { item: null, notes: null, timing: null };
  const tuna = { item: 'tuna', notes: 'It purred.', timing: 'on_time' };
  const shown = [
    { action: 'play', ...none, ago: expect.stringMatching(/ago|now/) },
    { action: 'feed', ...tuna, ago: expect.stringContaining('2') },
    { action: 'clean', ...none, ago: expect.stringContaining('6') },
  ];
  expect((await wren.care({ action: 'reflect' })).body['your_recent']).toEqual(shown);
  await wren.care({ action: 'reflect', notes: 'two' });
  await wren.care({ action: 'reflect', notes: 'three' });
  const { body } = await wren.care({ action: 'sleep' });
  const reflected = ['three', 'two', null].map((notes) => ({ action: 'reflect', notes }));
  expect(body['your_recent']).toMatchObject([...reflected, ...shown.slice(0, 2)]);
});

test('acts of others have the same action and family, exclude own ones and hide their notes', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { species: [DOG] });
  const first = await wren.hatch();
  expect((await wren.care({ action: 'feed' })).body).not.toHaveProperty('others');
  await wren.care({ action: 'feed', creature_id: await wren.hatch() });
  const [ada, bea] = await neighbours(house, 'ada', 'bea', 'cy');
  const dog = await aKeeper(house, 'dog-person');
  await dog.hatch({ species_slug: 'plaindog' });
  await dog.care({ action: 'feed' });
  await ada?.care({ action: 'feed', notes: 'a secret' });
  house.clock.forward('1h');
  await ada?.care({ action: 'play' });
  await bea?.care({ action: 'feed', notes: 'another secret' });
  house.clock.forward('1h');
  const { body, text } = await wren.care({ action: 'feed', creature_id: first });
  const fed = { species: 'Plain', action: 'feed' };
  expect(body['others']).toEqual([
    { agent: 'bea', creature: 'bea cat', ...fed, ago: expect.stringContaining('1') },
    { agent: 'ada', creature: 'ada cat', ...fed, ago: expect.stringContaining('2') },
  ]);
  expect(text).not.toContain('secret');
  const marked = [0, 1].flatMap((nth) => [`/others/${nth}/agent`, `/others/${nth}/creature`]);
  expect(body['untrusted_fields']).toEqual(expect.arrayContaining(marked));
});

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
  const changes = Object.entries(effects).map(([stat, by]) => [stat, { before: 40, after: 40 + by }]);
  return Object.fromEntries(changes) as object;
}

async function aHome(judge: (offer: { readonly item: string }) => number | null) {
  const { house: home, wren } = await aKeptHouse(await anyStore(), { judge });
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

const SCORES: Readonly<Record<string, number>> = {
  rice: 0.45,
  soap: 0.1,
  éponge: 0.5,
  ball: 0.61,
  string: 0.61,
};

eachDatabase((place) => {
  test('tried items are listed once each with their latest score, best liked first', async () => {
    let tuna = 0.45;
    const judge = ({ item }: { readonly item: string }) => (item === 'tuna' ? tuna : (SCORES[item] ?? null));
    const { house, wren } = await aKeptHouse(await place.fresh(), { judge });
    const id = await wren.hatch();
    expect((await wren.care({ action: 'feed', item: 'tuna' })).status).toBe(200);
    const first = { feed: [{ item: 'tuna', category: 'neutral', score: 0.45 }] };
    expect((await wren.preferences()).body['discovered']).toEqual(first);
    tuna = 0.9;
    for (const [action, item] of [
      ['feed', 'soap'],
      ['feed', 'tuna'],
      ['feed', 'rice'],
      ['feed', 'tuna'],
      ['play', 'string'],
      ['play', 'ball'],
      ['play', 'nobody knows'],
      ['clean', 'éponge'],
      ['play', undefined],
      ['reflect', undefined],
    ])
      expect((await wren.care({ action, item })).status).toBe(200);
    expect((await wren.preferences()).body['discovered']).toEqual({
      feed: [
        { item: 'tuna', category: 'loved', score: 0.9 },
        { item: 'rice', category: 'neutral', score: 0.45 },
        { item: 'soap', category: 'harmful', score: 0.1 },
      ],
      play: [
        { item: 'ball', category: 'loved', score: 0.61 },
        { item: 'string', category: 'loved', score: 0.61 },
      ],
      clean: [{ item: 'éponge', category: 'liked', score: 0.5 }],
    });
    const known = ['TUNA', 'éPONGE', 'ÉPONGE'].map((item) => hasTried(house.house.store, id, item));
    expect(await Promise.all(known), 'ASCII letters in any case').toEqual([true, true, false]);
  });
});

test('each creature has the tastes of its species and its own, and the newest living one is the default', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { judge: () => 0.9 });
  const ada = await wren.hatch({ name: 'Ada' });
  await wren.care({ action: 'feed', item: 'tuna' });
  house.clock.forward('1s');
  const bea = await wren.hatch({ name: 'Bea', species_slug: 'housecat' });
  const preferences = CATALOG.find(({ slug }) => slug === 'housecat')?.tastes;
  const untried = { creature: { id: bea }, preferences, discovered: {} };
  expect((await wren.preferences()).body).toMatchObject(untried);
  for (const query of [`?creature_id=${ada}`, `?id=${ada}`])
    expect((await wren.preferences(query)).body).toMatchObject({
      creature: { id: ada },
      discovered: { feed: [{ item: 'tuna' }] },
    });
  await wren.release({ id: bea });
  expect((await wren.preferences()).body).toMatchObject({ creature: { id: ada } });
  house.clock.forward('40h');
  expect((await wren.preferences(`?id=${ada}`)).status).toBe(200);
});
