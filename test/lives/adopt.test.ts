import { expect, test } from 'vitest';

import { DAY, HOUR } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { adopt as layEgg } from '../../src/features/lives/adopt.ts';
import { hideAgent } from '../../src/features/moderation/moderate.ts';
import { findOwnCreature } from '../../src/features/records/creatures.store.ts';
import { insertCommunitySpecies } from '../../src/features/species/species.store.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { aHouse } from '../support/house.ts';
import { adopt, adopted, aHome, audited, care, look, turnTo, WARY, type Home } from '../support/keeping.ts';
import { aDesign, aKeeper as aDesigner } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const MISFITS: Readonly<Record<string, readonly unknown[]>> = {
  name: [undefined, '   ', 'x'.repeat(51), 'Bo!', 'Bo\n', 'Бо', 7],
  image_prompt: ['x'.repeat(501)],
  image_url: ['http://example.com/a.png', 'not an address'],
  family: ['bird', 'owl', 'Cat', 'Shiba Inu'],
  every_hours: ['often'],
  species_slug: ['x', 'x'.repeat(41), 'House-Cat', 'Shiba Inu', 'Owl', 'Kitten', 'nobody_designed_this'],
};

test('an adoption returns an egg with its rhythm, and its traits are those of the creature', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const { status, headers, body } = await wren.adopt({ name: 'Little Bo_2-b', species_slug: 'housecat' });
  expect(status).toBe(201);
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'cache-control': 'private, no-store' });
  const creature = body['creature'] as { id: string; personality: string };
  expect(creature).toMatchObject({ name: 'Little Bo_2-b', stage: 'egg', egg_hatches_in_minutes: 0 });
  expect(creature).toMatchObject({ hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 });
  expect(body['rhythm']).toEqual({
    feed_from_hours: 3,
    feed_until_hours: 6,
    visit_every_hours: 3.75,
    sleeps: '22:00-06:00 UTC',
  });
  expect(body['message']).toMatch(/Little Bo_2-b.*eats every 6 hours.* about every 3.75 hours\.$/s);
  expect(body['soul_prompt']).toEqual(expect.stringContaining('Little Bo_2-b'));
  const endpoint = `/api/house/status?creature_id=${creature.id}`;
  expect(of({ body }, 'next_steps', 0)).toMatchObject({ method: 'GET', endpoint });
  expect(body).not.toHaveProperty('untrusted_fields');
  const traits = creature.personality.split(', ');
  expect(traits.length).toBeGreaterThan(1);
  expect(of(await wren.status(), 'creature', 'personality_traits')).toEqual(traits);
});

test.each([
  ['Zoë Łukasz', 'Zoe Lukasz'],
  ['Søren ½!', 'Soren 1 2'],
  ['Mo '.repeat(30), 'Mo '.repeat(17).trim()],
  ['小猫', 'Pebble'],
])('the name %j is refused with the allowed letters and corrected to %j', async (name, nearest) => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const refused = await wren.adopt({ name });
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ did_you_mean: nearest }] } });
  expect(refused.body['details']).toContain(
    'letters A to Z and a to z, digits, spaces, hyphens and underscores',
  );
  const { method, endpoint, body } = of(refused, 'next_steps', 0) as NextStep;
  const adoption = await house.ask({ method: method ?? 'GET', path: endpoint ?? '', body, key: wren.key });
  expect([adoption.status, of(adoption, 'creature', 'name')]).toEqual([201, nearest]);
});

test('a suggested adoption has a name that none of the creatures of the caller has', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const names: unknown[] = [];
  for (let round = 0; round < 15; round += 1) {
    const steps = of(await house.ask({ path: '/api/house/graveyard', key: wren.key }), 'next_steps');
    const { body } = (steps as NextStep[]).find(({ action }) => action.startsWith('adopt')) ?? {};
    names.push(body?.['name']);
    expect((await wren.adopt({ name: String(body?.['name']) })).status).toBe(201);
    house.clock.forward('1h');
  }
  expect(names[0]).toBe('Pebble');
  expect(new Set(names).size).toBe(15);
  const foreign = await wren.adopt({ name: '小猫' });
  expect(names).not.toContain(of(foreign, 'next_steps', 0, 'body', 'name'));
});

test('the first adoption is a milestone; names need not be unique, are trimmed, and null means absent', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const egg = { name: '  Bo ', image_prompt: null, image_url: null, family: null };
  const [first, second] = [await wren.adopt(egg), await wren.adopt(egg)];
  for (const told of [first, second])
    expect([told.status, of(told, 'creature', 'name')]).toEqual([201, 'Bo']);
  expect(first.body['milestones']).toEqual([{ type: 'first_adoption', message: expect.any(String) }]);
  expect(second.body).not.toHaveProperty('milestones');
  // With a prompt, image_url is ignored.
  expect((await wren.adopt({ image_prompt: 'a blue cat', image_url: 'not an address' })).status).toBe(201);
});

test('an egg is of the requested species, or of the highest tier and the requested family', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  for (const family of FAMILIES) {
    const told = await wren.adopt({ species_slug: undefined, family });
    expect(told.body['creature']).toMatchObject({ family, tier: 'common' });
    expect(CATALOG).toContainEqual(expect.objectContaining({ slug: of(told, 'creature', 'species_key') }));
  }
  for (const { slug, tier, family } of CATALOG) {
    const { status, body } = await wren.adopt({ species_slug: slug, family: 'dog' });
    expect([status, body['creature']]).toMatchObject([201, { species_key: slug, tier, family }]);
  }
  const drawn = new Set<unknown>();
  for (const seed of [1, 2 ** 48 - 1]) {
    const { wren: other } = await aKeptHouse(await anyStore(), { seed });
    drawn.add(of(await other.adopt({ species_slug: undefined }), 'creature', 'species_key'));
  }
  expect(drawn.size).toBe(2);
});

test('every_hours selects a species that fits, unless a slug is given', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const ANY = { species_slug: null };
  for (let n = 0; n < 5; n += 1)
    expect((await wren.adopt({ ...ANY, every_hours: 8 })).body).toMatchObject({
      creature: { species_key: 'snail' },
      rhythm: { visit_every_hours: 15, fits: true },
    });
  const named = await wren.adopt({ every_hours: 6, species_slug: 'housecat' });
  expect(named.body).toMatchObject({ creature: { species_key: 'housecat' }, rhythm: { fits: false } });
  expect((await wren.adopt({ ...ANY, every_hours: 0.1 })).body).toMatchObject({ rhythm: { fits: true } });
});

test('with too few visits for any species no egg is laid, and the longest rhythm is named', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const ask = (body: object) => wren.adopt({ name: 'Mo', species_slug: undefined, ...body });
  for (const [sent, longest] of [
    [{ every_hours: 30 }, 20],
    [{ everyHours: 1000 }, 20],
    [{ every_hours: 8, family: 'dog' }, 4.16],
  ] as const) {
    const told = await ask(sent);
    const details = expect.stringMatching(/^every_hours: expected at most .* lives well with fewer visits/);
    expect(told).toMatchObject({ status: 400, body: { error: 'Invalid adoption data', details } });
    const { everyHours: _, ...rest } = { everyHours: 0, ...sent };
    expect(of(told, 'next_steps', 0, 'body')).toEqual({ name: 'Mo', ...rest, every_hours: longest });
    expect((await wren.status()).status).toBe(404);
  }
  expect(await ask({ every_hours: 20 })).toMatchObject({ status: 201, body: { rhythm: { fits: true } } });
  const named = await wren.adopt({ every_hours: 30 });
  expect(named).toMatchObject({ status: 201, body: { rhythm: { fits: false } } });
});

test('an invalid adoption is refused with the name of the field, and lays no egg', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const refused = (field: string) => ({
    status: 400,
    body: {
      error: 'Invalid adoption data',
      fields: [{ field }],
      next_steps: expect.arrayContaining([expect.objectContaining({ action: 'adopt' })]),
    },
  });
  for (const [field, values] of Object.entries(MISFITS))
    for (const value of values)
      expect(await wren.adopt({ [field]: value }), `${field} ${String(value)}`).toMatchObject(refused(field));
  const blankPrompt = { image_url: 'not an address', image_prompt: ' ' };
  expect(await wren.adopt(blankPrompt)).toMatchObject(refused('image_url'));
  const request = { method: 'POST', path: '/api/house/adopt', key: wren.key } as const;
  for (const body of ['{"name":', '[]', '"Bo"', ''])
    expect(await house.ask({ ...request, body }), body).toMatchObject(refused('body'));
  expect((await wren.status()).status).toBe(404);
});

// A species that needs one meal a day, at noon.
const ONCE_A_DAY = 'snail';

async function keeping(): Promise<Home> {
  return aHome(await aHouse(await anyStore(), { house: { tastes: WARY } }), { username: 'wren' });
}

async function takeIn(home: Home, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let each = 1; each <= count; each += 1) ids.push(await adopted(home, ONCE_A_DAY, `Bo ${each}`));
  return ids;
}

async function feedFor(home: Home, ids: readonly string[], days: number): Promise<void> {
  const noon = Math.floor(home.house.clock.now() / DAY) * DAY + 12 * HOUR;
  for (let day = 1; day <= days; day += 1) {
    turnTo(home.house, noon + day * DAY);
    for (const id of ids) await care(home, 'feed', { creature_id: id });
  }
}

const typesOf = ({ milestones = [] }: Awaited<ReturnType<typeof adopt>>) =>
  milestones.map(({ type }) => type);

async function tiersDrawn(home: Home, times: number) {
  const tiers = new Set<string>();
  for (const family of FAMILIES) {
    for (let time = 1; time <= times; time += 1) {
      const { creature } = await adopt(home, { name: 'Egg', family });
      expect(creature.family).toBe(family);
      tiers.add(creature.tier);
    }
  }
  return [...tiers];
}

test('one adult opens the uncommon tier, announced once by the next adoption, also if it grew up unseen', async () => {
  const home = await keeping();
  const ids = await takeIn(home, 1);
  const hatchedAt = home.house.clock.now();
  await feedFor(home, ids, 4);
  expect(typesOf(await adopt(home, { name: 'Egg', species_slug: 'tabby' }))).toEqual([]);
  turnTo(home.house, hatchedAt + 120 * HOUR);
  const egg = await adopt(home, { name: 'Egg' });
  expect(typesOf(egg)).toEqual(['tier_unlocked:uncommon']);
  expect(egg.creature.tier).toBe('uncommon');
  await look(home, ids[0]);
  expect(await tiersDrawn(home, 2)).toEqual(['uncommon']);
  expect(typesOf(await adopt(home, { name: 'Egg' }))).toEqual([]);
  expect(await audited(home.house)).toEqual([]);
});

test('five creatures, thirty days and no death open the extreme tier, and a death closes it', async () => {
  const home = await keeping();
  const hatchedAt = home.house.clock.now();
  const ids = await takeIn(home, 5);
  await feedFor(home, ids.slice(0, 3), 1);
  // Two released creatures count as hatched and not as dead.
  for (const id of ids.slice(3)) await home.house.as(home.key).releaseCreature({ body: { creature_id: id } });
  await feedFor(home, ids.slice(0, 3), 28);
  turnTo(home.house, hatchedAt + 30 * DAY - 1);
  expect(typesOf(await adopt(home, { name: 'Egg', species_slug: 'tabby' }))).toEqual([
    'tier_unlocked:uncommon',
    'tier_unlocked:rare',
  ]);
  turnTo(home.house, hatchedAt + 30 * DAY);
  expect(typesOf(await adopt(home, { name: 'Egg' }))).toEqual(['tier_unlocked:extreme']);
  expect(await tiersDrawn(home, 2)).toEqual(['extreme']);
  expect(await audited(home.house)).toEqual([]);
  // The deaths are not settled yet.
  home.house.clock.forward('31d');
  expect((await adopt(home, { name: 'Egg' })).creature.tier).toBe('uncommon');
});

async function anAdopter() {
  const quotas = { livingCreatures: 9, wordBytesDaily: 60 };
  const { house: all, wren } = await aKeptHouse(await anyStore(), { limited: true, house: { quotas } });
  const { house, clock } = all;
  const agent = { id: wren.id, username: wren.username };
  const take = (given: object, idempotencyKey?: string) => {
    const choice = { name: 'Bo', speciesSlug: 'housecat', ...given };
    const request = { agent, choice, personality: () => [], idempotencyKey };
    return layEgg(house, request, clock.now(), ({ creature }) => creature.id);
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

/** A house where an agent has designed `mossling`, called "Moss Otter", and two species called "Fen Fox". */
async function aHouseOfDesigns() {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { id: creatorId } = await aDesigner(house.house.store);
  for (const [slug, name] of [
    ['mossling', 'Moss Otter'],
    ['fen_a', 'Fen Fox'],
    ['fen_b', 'fen fox'],
  ] as const)
    await insertCommunitySpecies(house.house.store, aDesign({ slug, name }), { creatorId, now: 1 });
  return { house, wren };
}

test.each([
  [{ species_slug: 'Shiba Inu' }, { species_slug: 'shiba' }],
  [{ species_slug: 'MAINE-COON' }, { species_slug: 'maine_coon' }],
  [{ species_slug: 'golden retriever' }, { species_slug: 'retriever' }],
  [{ species_slug: 'Moss Otter' }, { species_slug: 'mossling' }],
  [{ species_slug: 'Kitten' }, { family: 'cat' }],
  [{ species_slug: 'Fen Fox', family: 'dog' }, { family: 'dog' }],
  [{ family: 'owl' }, { species_slug: 'owl' }],
  [{ family: 'Shiba Inu' }, { species_slug: 'shiba' }],
  [{ family: 'moss otter' }, { species_slug: 'mossling' }],
  [{ family: 'Kitten' }, { family: 'cat' }],
  [{ family: 'owl', species_slug: 'tabby' }, { species_slug: 'tabby' }],
])('an adoption with %o is 400, and its first step %o succeeds', async (sent, corrected) => {
  const { house, wren } = await aHouseOfDesigns();
  const { key } = wren;
  const asked = { method: 'POST', path: '/api/house/adopt', key } as const;
  const told = await house.ask({ ...asked, body: { name: 'Mo', ...sent } });
  expect(told).toMatchObject({ status: 400, body: { error: 'Invalid adoption data' } });
  const body = { name: 'Mo', ...corrected };
  expect(of(told, 'next_steps', 0)).toMatchObject({ action: 'send_corrected', method: 'POST' });
  expect(of(told, 'next_steps', 0, 'body')).toEqual(body);
  expect((await house.ask({ ...asked, body })).status).toBe(201);
});

test.each([
  [{ species: 'Maine coon' }, 'species_key', 'maine_coon'],
  [{ pet: 'owl' }, 'species_key', 'owl'],
  [{ speciesSlug: 'Shiba Inu' }, 'species_key', 'shiba'],
  [{ type: 'owl' }, 'species_key', 'owl'],
  [{ breed: 'Moss Otter' }, 'species_key', 'mossling'],
  [{ species: 'moss otter' }, 'species_key', 'mossling'],
  [{ type: 'Moss Otter' }, 'species_key', 'mossling'],
  [{ species: 'mossling' }, 'species_key', 'mossling'],
  [{ animal: 'dog' }, 'family', 'dog'],
  [{ type: 'kitten' }, 'family', 'cat'],
])('an adoption reads the undeclared field in %o as %s %s and says so', async (sent, field, word) => {
  const { house, wren } = await aHouseOfDesigns();
  const body = { name: 'Mo', ...sent };
  const told = await house.ask({ method: 'POST', path: '/api/house/adopt', key: wren.key, body });
  expect([told.status, of(told, 'creature', field)]).toEqual([201, word]);
  expect(told.body['warnings']).toMatchObject([{ field: Object.keys(sent)[0] }]);
});

test('a name that two designed species have is refused without choosing one', async () => {
  const { house, wren } = await aHouseOfDesigns();
  for (const sent of [{ species: 'Fen Fox' }, { species_slug: 'Fen Fox' }]) {
    const body = { name: 'Mo', ...sent };
    const told = await house.ask({ method: 'POST', path: '/api/house/adopt', key: wren.key, body });
    expect(told.status).toBe(400);
    expect(of(told, 'next_steps', 0, 'action')).toBe('browse_species');
  }
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
  const picture = async (choice: object) => {
    const { value } = await take(choice);
    const { imageUrl, imagePrompt } = (await findOwnCreature(house.store, agent.id, value)) ?? {};
    return { imageUrl, imagePrompt };
  };
  const imageUrl = 'https://a.example/b';
  expect(await picture({ imageUrl })).toEqual({ imageUrl, imagePrompt: undefined });
  const words = { imageUrl: undefined, imagePrompt: 'grey' };
  expect(await picture({ imagePrompt: 'grey' })).toEqual(words);
  expect(await picture({ imagePrompt: 'grey', imageUrl: '/x' })).toEqual(words);
});
