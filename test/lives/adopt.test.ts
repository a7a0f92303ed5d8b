import { expect, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import type { Keeper as Record } from '../../src/features/agents/keepers.store.ts';
import { aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { storeWith } from '../support/store-with.ts';
import { withRecord } from '../support/stored-residents.ts';

const MISFITS: readonly [string, object][] = [
  ['name', { name: undefined }],
  ['name', { name: '' }],
  ['name', { name: '   ' }],
  ['name', { name: 'x'.repeat(51) }],
  ['name', { name: 'Bo!' }],
  ['name', { name: 'Bo\n' }],
  ['name', { name: 'Бо' }],
  ['name', { name: 7 }],
  ['image_prompt', { image_prompt: 'x'.repeat(501) }],
  ['image_url', { image_url: 'http://example.com/a.png' }],
  ['image_url', { image_url: 'not an address' }],
  ['family', { family: 'bird' }],
  ['species_slug', { species_slug: 'x' }],
  ['species_slug', { species_slug: 'x'.repeat(41) }],
  ['species_slug', { species_slug: 'House-Cat' }],
  ['species_slug', { species_slug: 'nobody_designed_this' }],
];

const RECORDS: readonly { record: Partial<Record>; since?: number; tiers: readonly string[] }[] = [
  { record: { adultsRaised: 1 }, tiers: ['uncommon'] },
  { record: { adultsRaised: 3, hatched: 4, deaths: 1 }, tiers: ['uncommon', 'rare'] },
  { record: { adultsRaised: 3, hatched: 4, deaths: 2 }, tiers: ['uncommon'] },
  { record: { adultsRaised: 5, hatched: 5 }, since: 30 * DAY, tiers: ['uncommon', 'rare', 'extreme'] },
  { record: { adultsRaised: 5, hatched: 5 }, since: 30 * DAY - 1, tiers: ['uncommon', 'rare'] },
  { record: { adultsRaised: 5, hatched: 5, deaths: 1 }, since: 30 * DAY, tiers: ['uncommon', 'rare'] },
];

eachDatabase((place) => {
  test('an adoption returns an egg with all its facts', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const { status, body } = await wren.adopt({ name: 'Little Bo_2-b', species_slug: 'housecat' });
    expect(status).toBe(201);
    expect(body['creature']).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      name: 'Little Bo_2-b',
      species: 'Housecat',
      species_key: 'housecat',
      tier: 'common',
      family: 'cat',
      stage: 'egg',
      age_hours: 0,
      hunger: 100,
      happiness: 100,
      health: 100,
      trust: 20,
      discipline: 0,
      personality: expect.stringMatching(/^[a-z][a-z ’'-]*(, [a-z][a-z ’'-]*)+$/),
      feeding_window_hours: 6,
      egg_hatches_in_minutes: 0,
    });
    expect(body['soul_prompt']).toEqual(expect.stringContaining('Little Bo_2-b'));
    expect(body['message']).toEqual(expect.stringContaining('Little Bo_2-b'));
    expect(of({ body }, 'next_steps', 0)).toMatchObject({
      method: 'GET',
      endpoint: `/api/house/status?creature_id=${String(of({ body }, 'creature', 'id'))}`,
    });
    expect(body).not.toHaveProperty('untrusted_fields');
  });

  test('the traits of the egg are those of the creature in status', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const traits = String(of(await wren.adopt(), 'creature', 'personality')).split(', ');
    expect(of(await wren.status(), 'creature', 'personality_traits')).toEqual(traits);
  });

  test('the first adoption is notable once, later ones are not', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    expect((await wren.adopt()).body['milestones']).toEqual([
      { type: 'first_adoption', message: expect.any(String) },
    ]);
    expect((await wren.adopt()).body).not.toHaveProperty('milestones');
  });

  test('tiers unlock with raised creatures, are announced once and are drawn from', async () => {
    const { house, ...rest } = await aPlainHouse(await place.fresh());
    for (const [at, { since = 0, record, tiers }] of RECORDS.entries()) {
      const keeper = await aKeeper({ house, ...rest }, `wren-${at}`);
      await keeper.adopt();
      await withRecord(house.store, keeper.id, { ...record, firstHatchedAt: house.clock.now() - since });
      const { body } = await keeper.adopt({ species_slug: undefined });
      expect(body['milestones']).toEqual(
        tiers.map((tier) => ({ type: `tier_unlocked:${tier}`, message: expect.any(String) })),
      );
      expect(of({ body }, 'creature', 'tier')).toBe(tiers.at(-1));
      expect((await keeper.adopt()).body).not.toHaveProperty('milestones');
    }
  });

  test('without a slug the egg is of the highest unlocked tier and of the requested family', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    for (const family of FAMILIES) {
      const told = await wren.adopt({ species_slug: undefined, family });
      expect(told.body['creature']).toMatchObject({ family, tier: 'common' });
      expect(CATALOG).toContainEqual(expect.objectContaining({ slug: of(told, 'creature', 'species_key') }));
    }
  });

  test('every built-in species can be adopted by its slug, with any family in the request', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    for (const { slug, tier, family } of CATALOG) {
      const { status, body } = await wren.adopt({ species_slug: slug, family: 'dog' });
      expect([status, body['creature']]).toMatchObject([201, { species_key: slug, tier, family }]);
    }
  });

  test('names need not be unique, are trimmed, and null means absent', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const egg = { name: '  Bo ', image_prompt: null, image_url: null, family: null };
    for (const told of [await wren.adopt(egg), await wren.adopt(egg)])
      expect([told.status, of(told, 'creature', 'name')]).toEqual([201, 'Bo']);
  });

  test('an adoption states the expected rhythm', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const { body } = await wren.adopt({ species_slug: 'housecat' });
    expect(body['rhythm']).toEqual({
      feed_from_hours: 3,
      feed_until_hours: 6,
      visit_every_hours: 3.75,
      sleeps: '22:00-06:00 UTC',
    });
    expect(body['message']).toMatch(/eats every 6 hours.* about every 3.75 hours\.$/);
  });

  test('every_hours selects a species that fits, unless a slug is given', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const ANY = { species_slug: null };
    for (let n = 0; n < 5; n += 1)
      expect((await wren.adopt({ ...ANY, every_hours: 8 })).body).toMatchObject({
        creature: { species_key: 'snail' },
        rhythm: { visit_every_hours: 15, fits: true },
      });
    const named = await wren.adopt({ every_hours: 6, species_slug: 'housecat' });
    expect(named.body).toMatchObject({ creature: { species_key: 'housecat' }, rhythm: { fits: false } });
    expect((await wren.adopt({ ...ANY, every_hours: 0.1 })).body).toMatchObject({ rhythm: { fits: true } });
    expect((await wren.adopt({ every_hours: 'often' })).status).toBe(400);
  });

  test('with too few visits for any species no egg is laid, and the longest rhythm is named', async () => {
    const house = await aPlainHouse(await place.fresh());
    const wren = await aKeeper(house);
    const ask = (body: object) =>
      house.ask({ method: 'POST', path: '/api/house/adopt', key: wren.key, body: { name: 'Mo', ...body } });
    for (const [sent, longest] of [
      [{ every_hours: 30 }, { every_hours: 20 }],
      [{ everyHours: 1000 }, { every_hours: 20 }],
      [
        { every_hours: 8, family: 'dog' },
        { every_hours: 4.16, family: 'dog' },
      ],
    ] as const) {
      const told = await ask(sent);
      expect(told).toMatchObject({
        status: 400,
        body: {
          error: 'Invalid adoption data',
          details: expect.stringMatching(/^every_hours: expected at most .* lives well with fewer visits/),
        },
      });
      expect(of(told, 'next_steps', 0, 'body')).toEqual({ name: 'Mo', ...longest });
      expect((await wren.status()).status).toBe(404);
    }
    expect(await ask({ every_hours: 20 })).toMatchObject({ status: 201, body: { rhythm: { fits: true } } });
    const named = await wren.adopt({ every_hours: 30 });
    expect(named).toMatchObject({ status: 201, body: { rhythm: { fits: false } } });
  });

  test('image_url is ignored and not validated if image_prompt is given', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
    const egg = { image_prompt: 'a blue cat', image_url: 'not an address' };
    expect((await wren.adopt(egg)).status).toBe(201);
    expect((await wren.adopt({ ...egg, image_prompt: ' ' })).status).toBe(400);
  });

  test('an invalid adoption is refused with the name of the field, and no egg is laid', async () => {
    const wren = await aKeeper(await aPlainHouse(await place.fresh()));
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
    expect((await wren.status()).status).toBe(404);
  });

  test('a body that is not a JSON object is refused as invalid adoption data', async () => {
    const { ask, ...rest } = await aPlainHouse(await place.fresh());
    const { key } = await aKeeper({ ask, ...rest });
    for (const body of ['{"name":', '[]', '"Bo"', ''])
      expect(await ask({ method: 'POST', path: '/api/house/adopt', key, body })).toMatchObject({
        status: 400,
        body: { error: 'Invalid adoption data' },
      });
  });

  test('adoptions are limited to five a minute, as the headers say', async () => {
    const house = await aPlainHouse(await place.fresh(), { limited: true });
    const wren = await aKeeper(house);
    for (const left of [4, 3, 2, 1, 0])
      expect(await wren.adopt()).toMatchObject({
        status: 201,
        headers: {
          'x-ratelimit-limit': '5',
          'x-ratelimit-remaining': String(left),
          'x-ratelimit-reset': String(house.clock.now() / 1000 + 60),
          'cache-control': 'private, no-store',
        },
      });
    house.clock.forward('20s');
    const refused = await wren.adopt();
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '40' } });
    expect(refused.body).toMatchObject({ error: 'Rate limit exceeded', retry_after_seconds: 40 });
    house.clock.forward('40s');
    expect((await wren.adopt()).status).toBe(201);
  });

  test('adoption needs a key', async () => {
    const { ask } = await aPlainHouse(await place.fresh());
    const body = { name: 'Bo' };
    const strange = await ask({ method: 'POST', path: '/api/house/adopt', body });
    expect(strange).toMatchObject({
      status: 401,
      body: {
        error: 'Invalid API key',
        next_steps: [{ method: 'POST', endpoint: '/api/auth/register' }, {}],
      },
    });
  });

  test('a failed adoption leaves no egg and reveals no cause', async () => {
    const store = await place.fresh();
    let fails = false;
    const failing = storeWith(store, {
      transaction: (work) => (fails ? Promise.reject(new Error('secret')) : store.transaction(work)),
    });
    const wren = await aKeeper(await aPlainHouse(failing));
    fails = true;
    const told = await wren.adopt();
    expect(told).toMatchObject({ status: 500, body: { error: 'Adoption failed' } });
    expect(told.text).not.toContain('secret');
    fails = false;
    expect((await wren.status()).status).toBe(404);
  });
});
