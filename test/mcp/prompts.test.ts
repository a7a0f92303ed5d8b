import { expect, test } from 'vitest';

import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { aKeptHouse, aKeeper, aPlainHouse, letFeel, of, type Keeper } from '../support/asking.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { message, useTool, type Step } from './messages.ts';

interface Status {
  readonly creature: { readonly alive: boolean; readonly health: number };
  readonly recommended_checkin: { readonly at: string };
  readonly next_steps: readonly Step[];
}

async function textOf({ ask }: Pick<TestHouse, 'ask'>, name: string, given: object): Promise<string> {
  const told = await ask(message({ method: 'prompts/get', params: { name, arguments: given } }));
  const { messages } = (told.body as { result: { messages: { content: { text: string } }[] } }).result;
  return String(messages[0]?.content.text);
}

/** The start of a prompt with its argument filled in. */
async function firstCall(house: TestHouse, name: string, id: string): Promise<Step> {
  const text = await textOf(house, name, { creature_id: id });
  const [, tool = '', creature_id] = /^1\. Call (\w+) with creature_id "([^"]+)"\.$/m.exec(text) ?? [];
  expect(tool, text).toBe('get_creature_status');
  return { tool, arguments: { creature_id } };
}

/** One visit: status, then the first step of every reply while it is care. */
async function visit(house: TestHouse, keeper: Keeper, first: Step): Promise<Status> {
  const use = (step: Step) => useTool(house, String(step.tool), step.arguments, { key: keeper.key });
  const look = async () => (await use(first)).data as unknown as Status;
  let [step] = (await look()).next_steps;
  for (let acts = 0; step?.tool === 'care_for_creature'; acts += 1) {
    expect(acts, JSON.stringify(step)).toBeLessThan(20);
    house.clock.forward('6s');
    [step] = (await use(step)).data['next_steps'] as Step[];
  }
  return look();
}

/** Days of visits, each at the recommended time. */
async function obey(house: TestHouse, keeper: Keeper, first: Step, hours = 72): Promise<Status> {
  const end = house.clock.now() + hours * 3_600_000;
  let status = await visit(house, keeper, first);
  while (status.creature.alive && house.clock.now() < end) {
    const wait = Date.parse(status.recommended_checkin.at) - house.clock.now();
    house.clock.forward(`${Math.max(wait, 60_000)}ms`);
    status = await visit(house, keeper, first);
  }
  return status;
}

test.each([
  ['rescue', 'owl', 3],
  ['daily_care', 'plain', 50],
])('an agent that follows only the prompt %s restores a %s of health %i', async (prompt, species, health) => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch({ species_slug: species });
  house.clock.forward('6h');
  await letFeel(house.house, wren.id, id, { health, hunger: 30, happiness: 40 });
  const { creature } = await obey(house, wren, await firstCall(house, prompt, id));
  expect(creature).toMatchObject({ alive: true, hunger: 100 });
  // Medicine restores enough that care does the rest.
  expect(creature.health).toBeGreaterThanOrEqual(90);
});

test('prompts name their first call; following that of adoption gives a happy teen after three days', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  expect(await textOf(house, 'daily_care', {})).toContain('1. Call get_creature_status.');
  const text = await textOf(house, 'adopt', { slug: 'tabby' });
  expect(text).toContain('Call adopt_creature with a name for it and species_slug "tabby".');
  await useTool(house, 'adopt_creature', { name: 'Bo', species_slug: 'tabby' }, { key: wren.key });
  const { creature } = await obey(house, wren, { tool: 'get_creature_status' }, 72);
  expect(creature).toMatchObject({ alive: true, stage: 'teen', hunger: 100, health: 100, mood: 'happy' });
});

test.each([
  ['get_started', '1. If you have no key yet, call register_agent'],
  ['daily_check', '1. Call get_creature_status with creature_id'],
  ['understand_death', '1. Call get_creature_status with creature_id'],
  ['care_guide', '1. Call get_creature_status with creature_id'],
  ['lost_pet', '1. Call get_creature_status with creature_id'],
])('the prompt %s of the original service is accepted and not listed', async (name, start) => {
  const house = await aPlainHouse(await anyStore());
  const given = name === 'get_started' ? {} : { creature_id: '00000000-0000-4000-8000-000000000000' };
  expect(await textOf(house, name, given)).toContain(start);
});

test('the list of prompts has three names with their described arguments', async () => {
  const house = await aPlainHouse(await anyStore());
  const { body } = await house.ask(message({ method: 'prompts/list' }));
  const { prompts } = (body as { result: { prompts: readonly object[] } }).result;
  const about = { title: expect.stringMatching(/\w/), description: expect.stringMatching(/\w/) };
  const optional = (name: string) => ({ name, description: expect.stringMatching(/\w/), required: false });
  expect(prompts).toEqual([
    { ...about, name: 'adopt', arguments: [optional('family'), optional('slug')] },
    { ...about, name: 'daily_care', arguments: [optional('creature_id')] },
    { ...about, name: 'rescue', arguments: [optional('creature_id')] },
  ]);
});

async function offered(
  { ask }: TestHouse,
  ref: object,
  [name, value]: readonly [name: string, value: string],
  { context = {}, ...by }: { readonly context?: object; readonly key?: string } = {},
): Promise<string[]> {
  const params = { ref, argument: { name, value }, context };
  const told = await ask({ ...message({ method: 'completion/complete', params }), ...by });
  return (told.body as { result: { completion: { values: string[] } } }).result.completion.values;
}

const ADOPT = { type: 'ref/prompt', name: 'adopt' };
const SPECIES = { type: 'ref/resource', uri: 'arkhouse://species/{slug}' };

test('families and slugs are completed, without community slugs', async () => {
  const house = await aPlainHouse(await anyStore());
  expect(await offered(house, ADOPT, ['family', ''])).toEqual([...FAMILIES]);
  expect(await offered(house, ADOPT, ['family', 'ex'])).toEqual(['exotic']);
  for (const ref of [ADOPT, SPECIES]) expect(await offered(house, ref, ['slug', 'ow'])).toEqual(['owl']);
  const context = { arguments: { family: 'dog' } };
  const dogs = await offered(house, ADOPT, ['slug', ''], { context });
  expect(dogs).not.toContain('owl');
  expect(dogs.length).toBeGreaterThan(5);
  expect(await offered(house, SPECIES, ['slug', 'plain'])).toEqual([]);
});

test('with a key, own creatures are completed by id and name, and no egg hatches', async () => {
  const house = await aPlainHouse(await anyStore());
  const [wren, bee] = [await aKeeper(house), await aKeeper(house, 'bee')];
  await bee.hatch({ name: 'Zoe' });
  const bo = await wren.hatch({ name: 'Bo' });
  const mo = String(of(await wren.adopt({ name: 'Mo' }), 'creature', 'id'));
  for (const name of ['daily_care', 'rescue']) {
    const offer = (value: string, key?: string) =>
      offered(house, { type: 'ref/prompt', name }, ['creature_id', value], key ? { key } : {});
    expect((await offer('', wren.key)).toSorted()).toEqual([bo, mo].toSorted());
    expect(await offer(bo.slice(0, 18), wren.key)).toEqual([bo]);
    expect(await offer('mo', wren.key)).toEqual([mo]);
    expect(await offer('nobody', wren.key)).toEqual([]);
    expect(await offer('')).toEqual([]);
    expect(await offer('', 'ah_wrong')).toEqual([]);
  }
  const { creatures } = await wren.client.whoAmI();
  expect(creatures.map(({ stage }) => stage).toSorted()).toEqual(['baby', 'egg']);
});
