import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { anyStore } from '../support/stores/any-store.ts';

const MISFITS: Readonly<Record<string, readonly unknown[]>> = {
  name: [undefined, '   ', 'x'.repeat(51), 'Bo!', 'Bo\n', 'Бо', 7],
  image_prompt: ['x'.repeat(501)],
  image_url: ['http://example.com/a.png', 'not an address'],
  family: ['bird'],
  every_hours: ['often'],
  species_slug: ['x', 'x'.repeat(41), 'House-Cat', 'nobody_designed_this'],
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

test('the first adoption is a milestone; names need not be unique, are trimmed, and null means absent', async () => {
  const { wren } = await aKeptHouse(await anyStore());
  const egg = { name: '  Bo ', image_prompt: null, image_url: null, family: null };
  const [first, second] = [await wren.adopt(egg), await wren.adopt(egg)];
  for (const told of [first, second])
    expect([told.status, of(told, 'creature', 'name')]).toEqual([201, 'Bo']);
  expect(first.body['milestones']).toEqual([{ type: 'first_adoption', message: expect.any(String) }]);
  expect(second.body).not.toHaveProperty('milestones');
  // With a prompt, image_url is ignored.
  const drawn = { image_prompt: 'a blue cat', image_url: 'not an address' };
  expect((await wren.adopt(drawn)).status).toBe(201);
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
