import { expect, test } from 'vitest';

import { ACTIONS, HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { aStrangerIn, CANARY } from '../server/canary.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { ID } from '../support/facts.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { expectShort, httpWordsIn, message, useTool } from './messages.ts';

type Call = readonly [name: string, given: Record<string, unknown>];

/** Every tool as used by another agent, so that the stranger's text appears wherever it can. */
const callsAbout = (creature_id: string): readonly Call[] => [
  ...ACTIONS.map((action): Call => ['care_for_creature', { action, creature_id }]),
  ['care_for_creature', { action: 'reflect', creature_id, view: 'full' }],
  ['care_for_creature', { action: 'feed', item: 'a bottle of bleach', creature_id, view: 'full' }],
  ['create_calendar_feed', {}],
  ['rotate_api_key', { idempotency_key: 'not ä word' }],
  ['get_creature_status', {}],
  ['get_creature_status', { view: 'full' }],
  ['get_care_history', {}],
  ['get_care_history', { format: 'markdown' }],
  ['list_letters', {}],
  ['list_letters', { format: 'markdown' }],
  ['get_creature_preferences', {}],
  ['adopt_creature', { name: 'Ada', species_slug: 'moss_fox' }],
  ['get_creature_status', { view: 'full' }],
  ['care_for_creature', { action: 'feed' }],
  ['get_creature_status', { creature_id: ID }],
  ['release_creature', { creature_id: ID }],
  ['resurrect_creature', { creature_id: ID }],
  ['list_graveyard', {}],
  ['list_graveyard', { agent: 'canary-bird' }],
  ...HALL_CATEGORIES.map((category): Call => ['list_hall', { category }]),
  ['list_species', { sort: 'popular' }],
  ['get_species', { slug: 'moss_fox' }],
  ['create_species', { slug: 'moss_fox', name: 'Fox', family: 'exotic', personality: 'Quiet and curious.' }],
  ['get_house_stats', {}],
  ['get_credit_balance', {}],
];

/** Makes every call twice; returns the tools that quoted the stranger on request. */
async function quotingTools(house: TestHouse, creatureId: string, key?: string): Promise<string[]> {
  const quoting = new Set<string>();
  const by = key === undefined ? {} : { key };
  for (const [name, given] of callsAbout(creatureId)) {
    const where = `${name} ${JSON.stringify(given)}`;
    const plain = await useTool(house, name, given, by);
    expect(JSON.stringify([plain.words, plain.data]), where).not.toMatch(CANARY);
    expect(httpWordsIn([plain.words, plain.data]), where).toEqual([]);
    const asked = await useTool(house, name, { ...given, include_untrusted: true }, by);
    const { words: said, data } = asked;
    for (const answer of [plain, asked]) expectShort(answer);
    const { untrusted = {}, untrusted_fields: pointers = [], ...rest } = data;
    expect(JSON.stringify([said, rest]), where).not.toMatch(CANARY);
    expect(Object.keys(untrusted as object), where).toEqual(pointers);
    if (CANARY.test(JSON.stringify(untrusted))) quoting.add(name);
    house.clock.forward('1m');
  }
  return [...quoting].toSorted();
}

/** The data of a tool with each quoted text back in its place. */
function putBack({ untrusted = {}, ...data }: Readonly<Record<string, unknown>>): object {
  const whole = structuredClone(data);
  for (const [pointer, text] of Object.entries(untrusted as Record<string, string>)) {
    const path = pointer.slice(1).split('/');
    const field = path.pop() ?? '';
    const place = path.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], whole);
    expect(Object.hasOwn(place as object, field), pointer).toBe(false);
    (place as Record<string, unknown>)[field] = text;
  }
  return whole;
}

test.each([
  ['list_graveyard', { per_page: 5 }, '/api/house/graveyard?per_page=5', 'gravestones'],
  ['list_hall', { category: 'gravestone_count' }, '/api/house/hall?category=gravestone_count', 'leaderboard'],
  ['list_species', { view: 'full' }, '/api/house/species', 'species'],
])(
  'on request %s has the whole list of the API, each text of others quoted with its place',
  async (tool, given, path, list) => {
    const house = await aPlainHouse(await anyStore());
    await aStrangerIn(house);
    const { data } = await useTool(house, tool, { ...given, include_untrusted: true });
    const { body } = await house.ask({ path });
    expect(body[list]).not.toEqual([]);
    expect(putBack(data)).toMatchObject({ [list]: body[list], untrusted_fields: body['untrusted_fields'] });
  },
);

test('on request the full answer to care quotes the deeds of others', async () => {
  const house = await aPlainHouse(await anyStore());
  const [bee, ant] = [await aKeeper(house, 'bee'), await aKeeper(house, 'ant')];
  for (const { hatch } of [ant, bee]) await hatch({ name: 'Bo', species_slug: 'housecat' });
  await ant.care({ action: 'reflect', notes: 'A quiet evening.' });
  const reflect = { action: 'reflect', view: 'full', include_untrusted: true };
  const { data } = await useTool(house, 'care_for_creature', reflect, { key: bee.key });
  const others = [{ agent: 'ant', creature: 'Bo', action: 'reflect', notes: 'A quiet evening.' }];
  expect(putBack(data)).toMatchObject({ others });
});

test('tools return text by other agents only on request and as data, and their own texts do not mention HTTP', async () => {
  const house = await aPlainHouse(await anyStore());
  await aStrangerIn(house);
  const bee = await aKeeper(house, 'bee');
  const id = await bee.hatch({ name: 'Bo', species_slug: 'moss_fox' });
  expect((await quotingTools(house, id)).join(' ')).toBe('get_species list_graveyard list_hall list_species');
  expect((await quotingTools(house, id, bee.key)).join(' ')).toBe(
    'adopt_creature care_for_creature get_care_history get_creature_preferences get_creature_status get_species list_hall list_letters list_species',
  );
  // No page, prompt, list or card contains them.
  const lists = 'server/discover tools/list prompts/list resources/list resources/templates/list'.split(' ');
  const pages = 'status species species/moss_fox graveyard hall care-guide'.split(' ');
  const uris = [...pages.map((page) => `arkhouse://${page}`), 'animalhouse://creature/history/markdown'];
  const prompts = ['adopt', 'daily_care', 'rescue'].map((name) => ({ name, arguments: {} }));
  const messages = [
    ...lists.map((method) => ({ method })),
    ...uris.map((uri) => ({ method: 'resources/read', params: { uri } })),
    ...prompts.map((params) => ({ method: 'prompts/get', params })),
  ];
  for (const sent of messages) {
    const results: unknown[] = [];
    for (const key of [undefined, bee.key]) {
      const told = await house.ask({ ...message(sent), ...(key !== undefined && { key }) });
      const isRefused = key === undefined && /arkhouse:..status|history/.test(JSON.stringify(sent));
      expect('error' in told.body, told.text).toBe(isRefused);
      expect(told.text, JSON.stringify(sent)).not.toMatch(CANARY);
      results.push(told.body['result']);
    }
    // What a shared cache may keep does not depend on the key.
    const [open, own] = results;
    expect(JSON.stringify(own).includes('"public"') ? own : open, JSON.stringify(sent)).toEqual(open);
  }
});
