import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { aKeptHouse, of } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

const MISFITS: readonly [string, object][] = [
  ['name', { name: undefined }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(51) }],
  ['name', { name: 'Bo!' }],
  ['name', { name: 'Bo\n' }],
  ['name', { name: 'Бо' }],
  ['name', { name: 7 }],
  ['image_prompt', { image_prompt: 'x'.repeat(501) }],
  ['image_url', { image_url: 'http://example.com/a.png' }],
  ['image_url', { image_url: 'not an address' }],
  ['image_url', { image_url: 'not an address', image_prompt: ' ' }],
  ['family', { family: 'bird' }],
  ['every_hours', { every_hours: 'often' }],
  ['species_slug', { species_slug: 'x' }],
  ['species_slug', { species_slug: 'x'.repeat(41) }],
  ['species_slug', { species_slug: 'House-Cat' }],
  ['species_slug', { species_slug: 'nobody_designed_this' }],
];

onSqlite((place) => {
  test('an adoption returns an egg with all its facts, and its traits are those of the creature', async () => {
    const { wren } = await aKeptHouse(await place.fresh());
    const { status, headers, body } = await wren.adopt({ name: 'Little Bo_2-b', species_slug: 'housecat' });
    expect(status).toBe(201);
    expect(headers).toMatchObject({ 'x-ratelimit-limit': '5', 'cache-control': 'private, no-store' });
    expect(body['creature']).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Little Bo_2-b',
      stage: 'egg',
      hunger: 100,
      happiness: 100,
      health: 100,
      trust: 20,
      discipline: 0,
      personality: expect.stringMatching(/^[a-z][a-z ’'-]*(, [a-z][a-z ’'-]*)+$/),
      egg_hatches_in_minutes: 0,
    });
    expect(body['rhythm']).toEqual({
      feed_from_hours: 3,
      feed_until_hours: 6,
      visit_every_hours: 3.75,
      sleeps: '22:00-06:00 UTC',
    });
    expect(body['message']).toMatch(/Little Bo_2-b.*eats every 6 hours.* about every 3.75 hours\.$/s);
    expect(body['soul_prompt']).toEqual(expect.stringContaining('Little Bo_2-b'));
    expect(of({ body }, 'next_steps', 0)).toMatchObject({
      method: 'GET',
      endpoint: `/api/house/status?creature_id=${String(of({ body }, 'creature', 'id'))}`,
    });
    expect(body).not.toHaveProperty('untrusted_fields');
    const traits = String(of({ body }, 'creature', 'personality')).split(', ');
    expect(of(await wren.status(), 'creature', 'personality_traits')).toEqual(traits);
  });

  test('the first adoption is a milestone; names need not be unique, are trimmed, and null means absent', async () => {
    const { wren } = await aKeptHouse(await place.fresh());
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
    const { wren } = await aKeptHouse(await place.fresh());
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
    const { wren } = await aKeptHouse(await place.fresh());
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
    const { wren } = await aKeptHouse(await place.fresh());
    const ask = (body: object) => wren.adopt({ name: 'Mo', species_slug: undefined, ...body });
    for (const [sent, longest] of [
      [{ every_hours: 30 }, { every_hours: 20 }],
      [{ everyHours: 1000 }, { every_hours: 20 }],
      [
        { every_hours: 8, family: 'dog' },
        { every_hours: 4.16, family: 'dog' },
      ],
    ] as const) {
      const told = await ask(sent);
      const details = expect.stringMatching(/^every_hours: expected at most .* lives well with fewer visits/);
      expect(told).toMatchObject({ status: 400, body: { error: 'Invalid adoption data', details } });
      expect(of(told, 'next_steps', 0, 'body')).toEqual({ name: 'Mo', ...longest });
      expect((await wren.status()).status).toBe(404);
    }
    expect(await ask({ every_hours: 20 })).toMatchObject({ status: 201, body: { rhythm: { fits: true } } });
    const named = await wren.adopt({ every_hours: 30 });
    expect(named).toMatchObject({ status: 201, body: { rhythm: { fits: false } } });
  });

  test('an invalid adoption is refused with the name of the field, and lays no egg', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh());
    for (const [field, wrong] of MISFITS)
      expect(await wren.adopt(wrong), JSON.stringify(wrong)).toMatchObject({
        status: 400,
        body: {
          error: 'Invalid adoption data',
          details: expect.stringContaining(field),
          fields: [{ field }],
          suggestion: expect.any(String),
          next_steps: expect.arrayContaining([expect.objectContaining({ action: 'adopt' })]),
        },
      });
    for (const body of ['{"name":', '[]', '"Bo"', ''])
      expect(
        await house.ask({ method: 'POST', path: '/api/house/adopt', key: wren.key, body }),
      ).toMatchObject({ status: 400, body: { error: 'Invalid adoption data' } });
    expect((await wren.status()).status).toBe(404);
  });
});
