import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { expectShort, httpWordsIn, useTool, type ToolAnswer } from './messages.ts';

/** Wren, and Bo, which has hatched. */
async function aHome() {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const bo = await wren.hatch();
  house.clock.forward('6h');
  const call = async (tool: string, given: Record<string, unknown>): Promise<ToolAnswer> => {
    const answer = await useTool(house, tool, given, { key: wren.key });
    expectShort(answer);
    expect(httpWordsIn([answer.words, answer.data])).toEqual([]);
    return answer;
  };
  return { house, wren, bo, call };
}

const told = ({ data }: ToolAnswer) =>
  ((data['warnings'] ?? []) as { field: string }[]).map(({ field }) => field);

test('tools accept argument aliases and report them', async () => {
  const { wren, bo, call } = await aHome();
  const given = { action: 'feed', petId: bo, food: 'tuna', note: 'hungry today' };
  const fed = await call('care_for_creature', given);
  expect(fed.isError, fed.words).toBe(false);
  expect(told(fed)).toEqual(['petId', 'food', 'note']);
  expect(fed.words).toContain('About "food": Read as item');
  expect(fed.data['action_result']).toHaveProperty('item_result');
  const { care_log } = await wren.client.getCareHistory();
  expect(care_log[0]).toMatchObject({ action: 'feed', notes: 'hungry today' });
  const seen = await call('get_creature_status', { pet_id: bo });
  expect(seen.data['creature']).toMatchObject({ id: bo });
});

test('register_agent and get_species accept aliases', async () => {
  const { house } = await aHome();
  const joined = await useTool(house, 'register_agent', { handle: 'robin', tz: 'Europe/Berlin' });
  expect(joined.isError, joined.words).toBe(false);
  expect(told(joined)).toEqual(['handle', 'tz']);
  for (const name of ['slug', 'Slug', 'species_slug', 'speciesSlug', 'species']) {
    const { data, isError } = await useTool(house, 'get_species', { [name]: 'owl' });
    expect({ isError, ...data }, name).toMatchObject({ isError: false, species: { slug: 'owl' } });
    expect(data).not.toHaveProperty('warnings');
  }
});

test('an alias overrides the default of a tool', async () => {
  const { house, bo, call } = await aHome();
  for (let act = 0; act < 8; act += 1) {
    await call('care_for_creature', { action: 'reflect' });
    house.clock.forward('1h');
  }
  const { data } = await call('get_care_history', { creatureId: bo, count: 7 });
  expect(data['care_log']).toHaveLength(7);
  expect(data['more']).toContain('offset: 7');
});

test('nothing irreversible is done on a guess: the right call is suggested', async () => {
  const { wren, bo, call } = await aHome();
  const refused = await call('release_creature', { pet_id: bo });
  expect(refused.isError).toBe(true);
  expect(refused.data['problem']).toMatchObject({
    next_steps: [{ tool: 'release_creature', arguments: { creature_id: bo } }, expect.anything()],
    warnings: [{ field: 'pet_id', did_you_mean: 'creature_id' }],
  });
  expect((await wren.client.getCreatureStatus()).creature).toMatchObject({ id: bo, alive: true });
});

test('unknown arguments are reported and ignored, and a key among them reaches no URL', async () => {
  const { wren, call } = await aHome();
  for (const tool of ['get_creature_status', 'who_am_i', 'get_care_history']) {
    const answer = await call(tool, { secret: wren.key, mood: 'curious' });
    expect(answer.isError, answer.words).toBe(false);
    expect(told(answer), tool).toEqual(['secret', 'mood']);
    expect(JSON.stringify(answer.data)).not.toContain(wren.key);
  }
});

test('common arguments are accepted in any case', async () => {
  const { wren, call } = await aHome();
  const full = await call('care_for_creature', { action: 'play', View: 'full' });
  expect(full.data).toHaveProperty('soul_prompt');
  const adopt = () => call('adopt_creature', { name: 'Mo', idempotencyKey: 'once' });
  expect((await adopt()).data).toEqual((await adopt()).data);
  expect((await wren.client.whoAmI()).creatures).toHaveLength(2);
});
