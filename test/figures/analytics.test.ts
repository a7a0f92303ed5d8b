import { expect, test } from 'vitest';

import { TEST_PREFIXES } from '../../src/rules/agents.ts';
import { ACTIONS, CAUSES, FAMILIES, PATHS, STAGES, TIMINGS } from '../../src/rules/vocabulary.ts';
import { aKeeper, expectInOrder, keeperWith, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf, untrustedIn } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ADMIN_KEY = 'an operator knows this and nobody else';
const FUNNEL = 'registered adopted cared_at_least_once reached_child reached_adult created_species';

const zeros = (words: readonly string[], some: Readonly<Record<string, number>> = {}) => ({
  ...Object.fromEntries(words.map((word) => [word, 0])),
  ...some,
});
const always = (n: number) => ({ last_24h: n, last_7d: n, last_30d: n });
const adoptions = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([slug, count]) => ({ slug, adoptions: count }));

eachDatabase(({ fresh }) => {
  test('analytics count every event in its field', async () => {
    const house = await aHouse(await fresh(), { adminKey: ADMIN_KEY });
    const [ada, bo] = [await aKeeper(house, 'ada'), await aKeeper(house, 'bo')];
    await aKeeper(house, 'cy');
    await aKeeper(house, 'di');
    const moss = await ada.hatch({ name: 'Moss', species_slug: 'tabby' });
    const fern = await bo.hatch({ name: 'Fern', species_slug: 'axolotl' });
    await bo.adopt({ species_slug: 'tabby' });
    await ada.care({ action: 'feed', item: 'Tuna', creature_id: moss });
    await ada.care({ action: 'play', item: 'a stranger’s word', creature_id: moss });
    house.clock.forward('1m');
    await ada.care({ action: 'clean', creature_id: moss });
    await bo.release({ id: fern });
    house.clock.forward('3d');
    expect(await analyticsOf(house)).toMatchObject({
      agents: { total: 4, registered: { last_24h: 0, last_7d: 4, last_30d: 4 }, by_provider: { unknown: 4 } },
      creatures: {
        total: 3,
        adopted: { last_24h: 0, last_7d: 3, last_30d: 3 },
        by_status: { egg: 1, alive: 0, dead: 1, released: 1 },
        by_family: zeros(FAMILIES, { cat: 2, exotic: 1 }),
      },
      care: {
        total: 3,
        by_action: zeros(ACTIONS, { feed: 1, play: 1, clean: 1 }),
        by_feeding_timing: zeros(TIMINGS, { early: 1 }),
        items: { with_item: 2, without_item: 1, most_used: [{ item: 'tuna', uses: 1 }] },
      },
      species: { community_total: 0, most_adopted: adoptions({ tabby: 2, axolotl: 1 }) },
      deaths: { total: 1, resurrected: 0, by_cause: zeros(CAUSES, { hunger: 1 }) },
      funnel: {
        registered: { agents: 4, rate: 1 },
        adopted: { agents: 2, rate: 0.5 },
        cared_at_least_once: { agents: 1, rate: 0.25 },
        created_species: { agents: 0, rate: 0 },
      },
    });
    await expectInOrder(house.house);
  });
});

const open = async () => aHouse(await anyStore(), { adminKey: ADMIN_KEY });

test('creatures are counted by stage, and agents by funnel step', async () => {
  const house = await open();
  const ada = await aKeeper(house, 'ada');
  const moss = await ada.hatch({ name: 'Moss', species_slug: 'tabby' });
  const fern = await ada.hatch({ name: 'Fern', species_slug: 'tabby' });
  const hours = async (n: number) => {
    for (let hour = 0; hour < n; hour += 3) {
      house.clock.forward('3h');
      // A refusal because it is asleep is fine.
      for (const id of [moss, fern])
        expect([200, 409]).toContain((await ada.care({ action: 'feed', id })).status);
    }
  };
  await hours(24);
  expect((await analyticsOf(house))['creatures']).toMatchObject({ by_stage: zeros(STAGES, { child: 2 }) });
  await hours(48);
  expect(await analyticsOf(house)).toMatchObject({
    creatures: { by_stage: zeros(STAGES, { teen: 2 }), by_evolution_path: zeros(PATHS) },
    funnel: { reached_child: { agents: 1, rate: 1 }, reached_adult: { agents: 0, rate: 0 } },
  });
  await hours(48);
  const grown = await analyticsOf(house);
  expect(grown).toMatchObject({
    creatures: { by_stage: zeros(STAGES, { adult: 2 }) },
    funnel: { reached_child: { agents: 1, rate: 1 }, reached_adult: { agents: 1, rate: 1 } },
  });
  const { by_evolution_path: paths } = grown['creatures'] as { by_evolution_path: Record<string, number> };
  expect(Object.values(paths).reduce((sum, n) => sum + n, 0)).toBe(2);
  house.clock.forward('9d');
  expect(await analyticsOf(house)).toMatchObject({
    creatures: { by_status: { dead: 2 }, by_stage: zeros(STAGES, { adult: 2 }) },
    deaths: { total: 2, by_stage_reached: zeros(STAGES, { adult: 2 }) },
  });
  await expectInOrder(house.house);
});

test('on an empty database every number of analytics is zero, every list empty, and every next step works', async () => {
  const house = await open();
  const { as_of: _, next_steps: steps, message: __, ...told } = await analyticsOf(house);
  for (const { endpoint } of steps as { endpoint: string }[])
    expect((await house.ask({ path: endpoint, key: ADMIN_KEY })).status, endpoint).toBe(200);
  const leaves = (value: unknown): unknown[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
  expect(leaves(told).length).toBeGreaterThan(60);
  expect(new Set(leaves(told).filter((leaf) => typeof leaf !== 'string'))).toEqual(new Set([0]));
  const created = { created: always(0), by_family: zeros(FAMILIES), most_adopted: [] };
  expect(told).toMatchObject({
    agents: { registered: always(0), active: always(0), by_provider: {} },
    creatures: { by_status: { egg: 0, alive: 0, dead: 0, released: 0 }, by_evolution_path: zeros(PATHS) },
    care: { by_action: zeros(ACTIONS), by_feeding_timing: zeros(TIMINGS), items: { most_used: [] } },
    species: { community_total: 0, ...created },
    deaths: { by_cause: zeros(CAUSES), by_stage_reached: zeros(STAGES) },
    funnel: Object.fromEntries(FUNNEL.split(' ').map((step) => [step, { agents: 0, rate: 0 }])),
  });
});

test('accounts of testers count nowhere; names that only start like one are counted', async () => {
  const house = await open();
  const untouched = await analyticsOf(house);
  for (const prefix of TEST_PREFIXES) {
    const tester = await aKeeper(house, `${prefix}er`);
    const moss = await tester.hatch({ name: 'Moss', species_slug: 'tabby' });
    await tester.care({ action: 'feed', item: 'tuna', creature_id: moss });
    await tester.adopt({ species_slug: 'tabby' });
  }
  house.clock.forward('3d');
  const counted = { ...(untouched['come_back'] as object), counted_at: expect.any(String) as string };
  const excluded = TEST_PREFIXES.length;
  expect(await analyticsOf(house)).toEqual({
    ...untouched,
    come_back: counted,
    test_users_excluded: excluded,
  });
  await expectInOrder(house.house);
  for (const name of ['tester', 'devon', 'cicero', 'seedling', 'a-test-b']) await aKeeper(house, name);
  expect(await analyticsOf(house)).toMatchObject({ agents: { total: 5 } });
});

test('designed species are counted, with adoptions by all but test accounts', async () => {
  const house = await open();
  const ada = keeperWith(house, await aDesignerOf(house, 'ada'));
  const tester = keeperWith(house, await aDesignerOf(house, 'test-bo'));
  const personality = 'Quiet, and fond of green places.';
  await ada.client.createSpecies({ body: { slug: 'moss_fox', name: 'Moss', family: 'exotic', personality } });
  await tester.client.createSpecies({ body: { slug: 'test_cat', name: 'Test', family: 'cat', personality } });
  for (const species_slug of ['moss_fox', 'moss_fox', 'tabby']) await ada.adopt({ species_slug });
  for (let n = 0; n < 3; n += 1) await tester.adopt({ species_slug: 'test_cat' });
  const told = await analyticsOf(house);
  expect(told).toMatchObject({
    species: { community_total: 1, created: always(1), by_family: zeros(FAMILIES, { exotic: 1 }) },
    funnel: { created_species: { agents: 1, rate: 1 } },
  });
  expect(of({ body: told }, 'species', 'most_adopted')).toEqual(adoptions({ moss_fox: 2, tabby: 1 }));
  expect(untrustedIn(told).get('/species/most_adopted/0/slug')).toBe('moss_fox');
  expect(untrustedIn(told).has('/species/most_adopted/1/slug')).toBe(false);
});

test('the twenty largest providers are named and marked as untrusted text', async () => {
  const house = await open();
  const join = (username: string, provider: string) =>
    aKeeper(house, username, { model: { provider, name: 'a model' } });
  for (let n = 0; n < 23; n += 1) {
    await join(`a${n}`, `provider ${n}`);
    if (n < 2) await join(`b${n}`, `provider ${n}`);
  }
  const told = await analyticsOf(house);
  const { by_provider: providers } = told['agents'] as { by_provider: Record<string, number> };
  expect(Object.keys(providers)).toHaveLength(20);
  expect(providers).toMatchObject({ 'provider 0': 2, 'provider 1': 2 });
  expect(untrustedIn(told).get('/agents/by_provider')).toEqual(providers);
  for (const name of ['x', 'y', 'z']) await join(`proto-${name}`, '__proto__');
  expect((await analyticsOf(house))['agents']).toMatchObject({ by_provider: { '(__proto__)': 3 } });
  await expectInOrder(house.house);
});

async function analyticsOf({ ask }: TestHouse) {
  const headers = { 'x-admin-key': ADMIN_KEY };
  const { status, body, text } = await ask({ path: '/api/admin/analytics', headers });
  expect(status, text).toBe(200);
  return body;
}
