import { expect, test } from 'vitest';

import { aKeeper, aPlainHouse } from '../../../test/support/asking.ts';
import { anyStore } from '../../../test/support/stores/any-store.ts';
import { findOwnCreature } from './creatures.store.ts';
import { hideAgent } from '../moderation/moderate.ts';
import { adopt } from './adopt.ts';

async function anAdopter() {
  const quotas = { livingCreatures: 9, wordBytesDaily: 60 };
  const { house, clock, ...told } = await aPlainHouse(await anyStore(), { limited: true, house: { quotas } });
  const { id, username } = await aKeeper({ house, clock, ...told });
  const agent = { id, username };
  const take = (given: object, idempotencyKey?: string) => {
    const wish = { name: 'Bo', speciesSlug: 'housecat', ...given };
    const request = { agent, wish, personality: () => [], idempotencyKey };
    return adopt(house, request, clock.now(), ({ creature }) => creature.id);
  };
  return { house, clock, agent, take };
}

test('a repeated adoption returns the same egg, even when the daily limit of words is used up', async () => {
  const { take } = await anAdopter();
  const imagePrompt = 'a very small grey cat';
  const { value } = await take({ imagePrompt }, 'a word');
  await expect(take({ imagePrompt })).rejects.toMatchObject({ code: 'too_many_words' });
  expect(await take({ imagePrompt }, 'a word')).toEqual({ value, replayed: true });
});

test('a request for an unknown species suggests one whose name is near', async () => {
  const { take } = await anAdopter();
  const misfit = { field: 'species_slug', expected: 'a species that lives here', received: 'another word' };
  const misfitsOf = (speciesSlug: string) =>
    take({ speciesSlug }).catch((problem: { facts?: { misfits: object[] } }) => problem.facts?.misfits);
  for (const slug of ['housecatt', 'cat'])
    expect(await misfitsOf(slug)).toStrictEqual([{ ...misfit, nearest: 'housecat' }]);
  for (const slug of ['ca', 'qqqqqqqq']) expect(await misfitsOf(slug)).toStrictEqual([misfit]);
});

test('an agent blocked a moment ago cannot adopt', async () => {
  const { house, clock, agent, take } = await anAdopter();
  await take({});
  await house.store.transaction((db) => hideAgent(db, agent, clock.now()));
  await expect(take({})).rejects.toMatchObject({ code: 'blocked' });
});

test('image_url is kept unless a picture is drawn from a prompt', async () => {
  const { house, agent, take } = await anAdopter();
  const picture = async (wish: object) => {
    const { value } = await take(wish);
    const { imageUrl, imagePrompt } = (await findOwnCreature(house.store, agent.id, value)) ?? {};
    return { imageUrl, imagePrompt };
  };
  const imageUrl = 'https://a.example/b';
  expect(await picture({ imageUrl })).toEqual({ imageUrl, imagePrompt: undefined });
  const words = { imageUrl: undefined, imagePrompt: 'grey' };
  expect(await picture({ imagePrompt: 'grey' })).toEqual(words);
  expect(await picture({ imagePrompt: 'grey', imageUrl: '/x' })).toEqual(words);
});
