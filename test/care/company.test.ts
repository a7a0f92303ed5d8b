import { expect, test } from 'vitest';

import { aKeptHouse, aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { PLAIN } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import type { TestHouse } from '../support/house.ts';

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
  await wren.hatch();
  expect((await wren.care({ action: 'feed' })).body).not.toHaveProperty('others');
  const [ada, bea] = await neighbours(house, 'ada', 'bea', 'cy');
  const dog = await aKeeper(house, 'dog-person');
  await dog.hatch({ species_slug: 'plaindog' });
  await dog.care({ action: 'feed' });
  await ada?.care({ action: 'feed', notes: 'a secret' });
  house.clock.forward('1h');
  await ada?.care({ action: 'play' });
  await bea?.care({ action: 'feed', notes: 'another secret' });
  house.clock.forward('1h');
  const { body, text } = await wren.care({ action: 'feed' });
  const fed = { species: 'Plain', action: 'feed' };
  expect(body['others']).toEqual([
    { agent: 'bea', creature: 'bea cat', ...fed, ago: expect.stringContaining('1') },
    { agent: 'ada', creature: 'ada cat', ...fed, ago: expect.stringContaining('2') },
  ]);
  expect(text).not.toContain('secret');
  const marked = [0, 1].flatMap((nth) => [`/others/${nth}/agent`, `/others/${nth}/creature`]);
  expect(body['untrusted_fields']).toEqual(expect.arrayContaining(marked));
});
