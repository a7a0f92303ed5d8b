import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import { createSpecies } from '../../src/features/species/create-species.ts';
import type { TasteJudge } from '../../src/outside/taste-judge.ts';
import { findDesign } from '../../src/features/species/species.store.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask, type TestHouse } from '../support/house.ts';
import { WARY } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor, untrustedIn, type Resident } from '../support/residents.ts';
import { aDesign } from '../support/stored-residents.ts';

const SPECIES = '/api/house/species';
const MOSS_FOX = {
  slug: 'moss_fox',
  name: 'Moss Fox',
  family: 'exotic',
  personality: 'Naps in green places and forgives slowly.',
};

const MISFITS = [
  ['slug', { slug: 'x' }],
  ['slug', { slug: 'Moss-Fox' }],
  ['slug', { slug: 'x'.repeat(41) }],
  ['name', { name: 'x'.repeat(51) }],
  ['name', { name: 'Housecat' }],
  ['name', { name: 'House Cat 2' }],
  ['name', { name: 'Ηοusесаt' }],
  ['name', { name: 'The Mäine-C00n!' }],
  ['name', { name: 'Arkhouse Official' }],
  ['name', { name: `Fox${'\u0316'.repeat(40)}` }],
  ['family', { family: 'bird' }],
  ['trust_speed', { trust_speed: 'never' }],
  ['feeding_window_hours', { feeding_window_hours: 1.99 }],
  ['feeding_window_hours', { feeding_window_hours: 24.01 }],
  ['personality', { personality: 'too short' }],
  ['personality', { personality: 'x'.repeat(301) }],
  ['special_mechanic', { special_mechanic: 'x'.repeat(201) }],
  ['innate_traits', { innate_traits: ['gentle', 'social', 'stoic', 'vocal'] }],
  ['innate_traits.0', { innate_traits: ['brave'] }],
  ['hunger_decay_per_hour', { hunger_decay_per_hour: 0.19 }],
  ['hunger_decay_per_hour', { hunger_decay_per_hour: 3.01 }],
  ['happiness_decay_per_hour', { happiness_decay_per_hour: 0.1 }],
  ['happiness_decay_per_hour', { happiness_decay_per_hour: 2.1 }],
  ['image_prompt', { image_prompt: 'x'.repeat(501) }],
] as const;

const STRANGE_PAGES = [
  ['page=0&per_page=0', { page: 1, per_page: 1 }],
  ['page=-3&per_page=1000', { page: 1, per_page: 100 }],
  ['page=x&per_page=y', { page: 1, per_page: 25 }],
  ['page=9007199254740991&per_page=100', { page: 9007199254740991, per_page: 100, has_prev: true }],
] as const;

const NOBODYS = ['nobody', 'x', 'x'.repeat(500), 'no%00body', '%F0%9F%A6%8A', 'moss-fox', '..%2F'];

function designing({ key }: Pick<Resident, 'key'>, body: unknown, more: Partial<Ask> = {}): Ask {
  return { method: 'POST', path: SPECIES, key, body, ...more };
}

/** A server with one designer and its species, published one second apart. */
async function houseWith(house: TestHouse, ...slugs: readonly string[]): Promise<Resident> {
  const wren = await aDesignerOf(house, 'wren');
  for (const slug of slugs) {
    house.clock.forward('1h');
    expect((await house.ask(designing(wren, { ...MOSS_FOX, slug }))).status).toBe(201);
  }
  return wren;
}

// Ids inside a picture depend on its texts.
const pathsIn = (svg: string) => svg.match(/ d="[^"]*"/g);

eachDatabase((place) => {
  test('designing a species is refused before raising an adult', async () => {
    const house = await aHouse(await place.fresh());
    const newcomer = await aResidentOf(house, 'wren');
    const refused = {
      status: 403,
      body: { error: "You haven't raised an adult creature yet", code: 'no_adult_raised' },
    };
    expect(await house.ask(designing(newcomer, MOSS_FOX))).toMatchObject(refused);
    await hatchFor(house, newcomer, { name: 'Bo' });
    expect(await house.ask(designing(newcomer, MOSS_FOX))).toMatchObject(refused);
  });

  test('an agent may design as soon as its creature is an adult, before any status request', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'tortoise' });
    const meal = { action: 'feed', creature_id: bo };
    for (let day = 1; day <= 5; day += 1) {
      house.clock.forward('23h');
      const fed = await house.ask({ method: 'POST', path: '/api/house/care', key: wren.key, body: meal });
      expect(fed.status).toBe(200);
    }
    house.clock.forward('4h59m');
    expect((await house.ask(designing(wren, MOSS_FOX))).status).toBe(403);
    house.clock.forward('1m');
    expect((await house.ask(designing(wren, MOSS_FOX))).status).toBe(201);
  });

  test('designing a species needs a key', async () => {
    const { ask } = await aHouse(await place.fresh());
    expect(await ask({ method: 'POST', path: SPECIES, body: MOSS_FOX })).toMatchObject({
      status: 401,
      body: { error: 'Invalid API key' },
    });
  });

  test('a species without numbers is published with the defaults', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const { status, body } = await house.ask(designing(wren, MOSS_FOX));
    expect(status).toBe(201);
    expect(body['species']).toEqual({
      ...MOSS_FOX,
      tier: 'community',
      trust_speed: 'medium',
      feeding_window_hours: 5,
      hunger_decay_per_hour: 1.6,
      happiness_decay_per_hour: 0.8,
      creator: 'wren',
      adoption_count: 0,
    });
    expect(body).toMatchObject({
      message: expect.any(String),
      next_steps: [{ action: 'adopt', body: { species_slug: 'moss_fox' } }, {}, {}],
    });
  });

  test('every_hours limits the list to species that live well with it', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    for (const [slug, hours] of [
      ['hasty', 9.5],
      ['patient', 9.6],
      ['stony', 24],
    ] as const)
      await house.ask(designing(wren, { ...MOSS_FOX, slug, feeding_window_hours: hours }));
    const shown = async (query: string) => {
      const { body } = await house.ask({ path: `${SPECIES}?${query}` });
      const slugs = (list: unknown) => (list as { slug: string }[]).map(({ slug }) => slug);
      return { builtIn: slugs(body['built_in']), community: slugs(body['species']), body };
    };
    const { builtIn, community, body } = await shown('every_hours=8&sort=newest');
    expect(new Set(builtIn)).toEqual(
      new Set(CATALOG.filter((each) => each.feedingWindowHours >= 9.6).map(({ slug }) => slug)),
    );
    expect(community.toSorted()).toEqual(['patient', 'stony']);
    expect(body).toMatchObject({
      pagination: { total: 2, pages: 1 },
      built_in: expect.arrayContaining([expect.objectContaining({ slug: 'snail', visit_every_hours: 15 })]),
      next_steps: expect.arrayContaining([
        expect.objectContaining({ action: 'adopt', body: { name: 'Pebble', every_hours: 8 } }),
      ]),
    });
    expect((await shown('every_hours=8&sort=popular&per_page=1&page=2')).community).toHaveLength(1);
    expect((await shown('every_hours=8&family=cat')).community).toEqual([]);
    expect((await shown('every_hours=8&family=exotic')).community).toHaveLength(2);
    for (const all of ['', 'every_hours=', 'every_hours=often', 'every_hours=0', 'every_hours=-3'])
      expect((await shown(all)).builtIn, all).toHaveLength(CATALOG.length);
    const easy = await shown('tier=common&every_hours=8');
    expect([easy.builtIn, easy.community]).toEqual([['snail'], []]);
    const designed = await shown('tier=community');
    expect([designed.builtIn, designed.community.length]).toEqual([[], 3]);
    const windows = (await shown('every_hours=4')).builtIn.map(
      (slug) => CATALOG.find((each) => each.slug === slug)?.feedingWindowHours ?? 0,
    );
    expect(windows).toEqual(windows.toSorted((one, other) => other - one));
    const none = await shown('every_hours=999');
    expect([none.builtIn, none.community]).toEqual([[], []]);
    expect(none.body['next_steps']).toMatchObject([{ endpoint: `${SPECIES}?every_hours=20` }]);
  });

  test('decay per hour is shown with at most four decimals', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const rates = { hunger_decay_per_hour: 0.1 + 0.2, happiness_decay_per_hour: 1.234567 };
    const shown = { hunger_decay_per_hour: 0.3, happiness_decay_per_hour: 1.2346 };
    const made = await house.ask(designing(wren, { ...MOSS_FOX, ...rates }));
    expect(made.body['species']).toMatchObject(shown);
    expect((await house.ask({ path: `${SPECIES}/moss_fox` })).body['species']).toMatchObject(shown);
    expect((await house.ask({ path: SPECIES })).body['species']).toMatchObject([shown]);
  });

  test('a designed species has all given values, at once, for every agent', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const given = {
      ...MOSS_FOX,
      trust_speed: 'instant',
      feeding_window_hours: 24,
      special_mechanic: 'Glows when it rains.',
      innate_traits: ['gentle', 'solitary', 'gentle'],
      hunger_decay_per_hour: 0.2,
      happiness_decay_per_hour: 2,
    };
    await house.ask(designing(wren, { ...given, image_prompt: 'a fox' }));
    const { status, body } = await house.ask({ path: `${SPECIES}/moss_fox` });
    expect(status).toBe(200);
    expect(body['species']).toEqual({
      visit_every_hours: 15,
      ...given,
      innate_traits: ['gentle', 'solitary'],
      tier: 'community',
      adoption_count: 0,
      creator: { username: 'wren', display_name: 'wren', avatar_url: null },
    });
    expect(body['next_steps']).toMatchObject([{ action: 'adopt' }, {}]);
  });

  test('an invalid design is refused with the name of the field', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    for (const [field, wrong] of MISFITS) {
      house.clock.forward('1h');
      expect(
        await house.ask(designing(wren, { ...MOSS_FOX, ...wrong })),
        JSON.stringify(wrong),
      ).toMatchObject({
        status: 400,
        body: { error: 'Invalid species data', details: expect.any(String), fields: [{ field }] },
      });
    }
  });

  test('a feeding window is rounded to hundredths of an hour', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const { body } = await house.ask(designing(wren, { ...MOSS_FOX, feeding_window_hours: 7.256 }));
    expect(body['species']).toMatchObject({ feeding_window_hours: 7.26 });
  });

  test('the look of a species is stored at its design, by the meaning of its text if no word is known', async () => {
    const asked: string[] = [];
    const tastes: TasteJudge = {
      ...WARY,
      async closest(text, meanings) {
        asked.push(text);
        return meanings.findIndex((meaning) => meaning.startsWith('a moth'));
      },
    };
    const house = await aHouse(await place.fresh(), { house: { tastes } });
    const wren = await aDesignerOf(house, 'wren');
    const designed = async (slug: string, image_prompt: string) => {
      house.clock.forward('1h');
      const words = { name: slug, personality: 'Comes to any lamp.', family: 'exotic', image_prompt };
      expect((await house.ask(designing(wren, { ...MOSS_FOX, ...words, slug }))).status).toBe(201);
      return (await findDesign(house.house.store, slug))?.look;
    };
    expect(await designed('flutterby', 'a dusty violet lamp-lover')).toContain('fuzzy violet moth body');
    expect(asked).toEqual(['flutterby a dusty violet lamp-lover comes to any lamp.']);
    expect(await designed('glider', 'a red fox')).toContain('soft red fur');
    expect(asked).toHaveLength(1);
    // It is drawn from the stored look, not from its current text.
    const before = await house.ask({ path: '/species/flutterby/picture.svg' });
    const change =
      "update community_species set image_prompt = 'a snail', name = 'Snail' where slug = 'flutterby'";
    await house.house.store.run({ text: change }, []);
    const later = await aHouse(house.house.store, { house: { tastes: WARY } });
    const after = await later.ask({ path: '/species/flutterby/picture.svg' });
    expect(pathsIn(after.text)).toEqual(pathsIn(before.text));
  });

  test('out-of-range numbers that passed validation are clamped before they are stored', async () => {
    const house = await aHouse(await place.fresh());
    const agent = await aDesignerOf(house, 'wren');
    const design = aDesign({ feedingWindowHours: 99, hungerDecayPerHour: 0, happinessDecayPerHour: 9 });
    await createSpecies(house.house, { design, agent, idempotencyKey: undefined }, house.clock.now());
    expect((await house.ask({ path: `${SPECIES}/moss_fox` })).body['species']).toMatchObject({
      feeding_window_hours: 24,
      hunger_decay_per_hour: 0.2,
      happiness_decay_per_hour: 2,
    });
  });

  test('slugs of built-in species are reserved, and others belong to the first to publish', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await houseWith(house, 'moss_fox');
    expect(await house.ask(designing(wren, { ...MOSS_FOX, slug: 'housecat' }))).toMatchObject({
      status: 409,
      body: { error: 'Slug is reserved', code: 'slug_reserved' },
    });
    const other = await aDesignerOf(house, 'other');
    expect(await house.ask(designing(other, MOSS_FOX))).toMatchObject({
      status: 409,
      body: { error: 'Slug is already taken', code: 'slug_taken' },
    });
  });

  test('of 64 concurrent claims of one slug one succeeds', async () => {
    const house = await aHouse(await place.fresh());
    const designers = [];
    for (let n = 0; n < 64; n += 1) designers.push(await aDesignerOf(house, `wren-${n}`));
    const told = await Promise.all(designers.map((each) => house.ask(designing(each, MOSS_FOX))));
    const statuses = told.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(63);
    const { body } = await house.ask({ path: SPECIES });
    expect(body).toMatchObject({ pagination: { total: 1 } });
  });

  test('designs are limited to three an hour', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    for (const slug of ['one', 'two', 'three'])
      expect((await house.ask(designing(wren, { ...MOSS_FOX, slug }))).status).toBe(201);
    expect(await house.ask(designing(wren, { ...MOSS_FOX, slug: 'four' }))).toMatchObject({
      status: 429,
      body: { error: 'Rate limit exceeded', retry_after_seconds: 3600 },
    });
  });

  test('a repeated request with the same Idempotency-Key runs once and is answered byte for byte', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const request = designing(
      wren,
      { ...MOSS_FOX, feeding_window_hours: 7.256 },
      {
        headers: { 'idempotency-key': 'k' },
      },
    );
    const first = await house.ask(request);
    await hatchFor(house, wren, { name: 'Bo', species_slug: 'moss_fox' });
    house.clock.forward('23h59m');
    expect(await house.ask(request)).toMatchObject({
      status: 201,
      text: first.text,
      headers: { 'idempotency-replayed': 'true' },
    });
    house.clock.forward('1m');
    expect(await house.ask(request)).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
  });

  test('an Idempotency-Key belongs to one request of one agent', async () => {
    const house = await aHouse(await place.fresh());
    const [wren, other] = [await aDesignerOf(house, 'wren'), await aDesignerOf(house, 'other')];
    const headers = { 'idempotency-key': 'k' };
    await house.ask(designing(wren, MOSS_FOX, { headers }));
    expect(await house.ask(designing(wren, { ...MOSS_FOX, slug: 'b2' }, { headers }))).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
    const theirs = await house.ask(designing(other, { ...MOSS_FOX, slug: 'c3' }, { headers }));
    expect(theirs.status).toBe(201);
  });

  test('every page lists all built-in species, or those of the requested family', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { body } = await ask({ path: `${SPECIES}?page=7&per_page=1` });
    expect((body['built_in'] as { slug: string }[]).map(({ slug }) => slug)).toEqual(
      CATALOG.map(({ slug }) => slug),
    );
    for (const family of FAMILIES) {
      const { body: some } = await ask({ path: `${SPECIES}?family=${family}` });
      expect(some['built_in']).toHaveLength(CATALOG.filter((each) => each.family === family).length);
    }
    expect(await ask({ path: `${SPECIES}?family=bird` })).toMatchObject({
      status: 200,
      body: { built_in: { length: CATALOG.length }, warnings: [{ field: 'family' }] },
    });
  });

  test('a built-in species is listed with all its facts and marked as built in', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { body } = await ask({ path: `${SPECIES}?family=cat` });
    expect(body['built_in']).toContainEqual({
      slug: 'housecat',
      name: 'Housecat',
      family: 'cat',
      tier: 'common',
      trust_speed: 'slow',
      feeding_window_hours: 6,
      visit_every_hours: 3.75,
      personality: expect.any(String),
      special_mechanic: null,
      innate_traits: ['solitary'],
      hunger_decay_per_hour: 1.4,
      happiness_decay_per_hour: 0.8,
      adoption_count: 0,
      built_in: true,
    });
  });

  test('community species are paged, newest first', async () => {
    const house = await aHouse(await place.fresh());
    await houseWith(house, 's1', 's2', 's3');
    const { body } = await house.ask({ path: `${SPECIES}?per_page=2` });
    expect(body).toMatchObject({
      species: [{ slug: 's3' }, { slug: 's2' }],
      pagination: { page: 1, per_page: 2, total: 3, pages: 2, has_next: true, has_prev: false },
    });
    expect((await house.ask({ path: `${SPECIES}?per_page=2&page=2` })).body).toMatchObject({
      species: [{ slug: 's1' }],
      pagination: { page: 2, per_page: 2, total: 3, pages: 2, has_next: false, has_prev: true },
    });
  });

  test('an entry of the list has exactly the specified fields', async () => {
    const house = await aHouse(await place.fresh());
    await houseWith(house, 'moss_fox');
    expect((await house.ask({ path: SPECIES })).body['species']).toEqual([
      {
        ...MOSS_FOX,
        tier: 'community',
        hunger_decay_per_hour: 1.6,
        happiness_decay_per_hour: 0.8,
        creator: 'wren',
        adoption_count: 0,
        created_at: '2026-01-15T13:00:00.000Z',
      },
    ]);
  });

  test('the community species of a family are counted and paged separately', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    for (const [slug, family] of [
      ['s1', 'cat'],
      ['s2', 'dog'],
      ['s3', 'cat'],
    ]) {
      house.clock.forward('1h');
      await house.ask(designing(wren, { ...MOSS_FOX, slug, family }));
    }
    expect((await house.ask({ path: `${SPECIES}?family=cat` })).body).toMatchObject({
      species: [{ slug: 's3' }, { slug: 's1' }],
      pagination: { total: 2, pages: 1 },
    });
    expect((await house.ask({ path: `${SPECIES}?family=exotic` })).body).toMatchObject({
      species: [],
      pagination: { total: 0, pages: 0, has_next: false, has_prev: false },
    });
  });

  test('sort by popular lists the most adopted species first', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await houseWith(house, 's1', 's2', 's3');
    await hatchFor(house, wren, { name: 'Bo', species_slug: 's2' });
    expect((await house.ask({ path: `${SPECIES}?sort=popular` })).body).toMatchObject({
      species: [
        { slug: 's2', adoption_count: 1 },
        { slug: 's3', adoption_count: 0 },
        { slug: 's1', adoption_count: 0 },
      ],
    });
    expect((await house.ask({ path: `${SPECIES}?sort=oldest` })).body).toMatchObject({
      species: [{ slug: 's3' }, { slug: 's2' }, { slug: 's1' }],
      warnings: [{ field: 'sort' }],
    });
  });

  test('out-of-range page numbers are clamped', async () => {
    const house = await aHouse(await place.fresh());
    await houseWith(house, 's1');
    for (const [query, pagination] of STRANGE_PAGES) {
      expect(await house.ask({ path: `${SPECIES}?${query}` }), query).toMatchObject({
        status: 200,
        body: { pagination: { total: 1, has_next: false, ...pagination } },
      });
    }
  });

  test('adoptions of a built-in species are counted', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    for (const name of ['Bo', 'Mo']) await hatchFor(house, wren, { name, species_slug: 'beagle' });
    expect((await house.ask({ path: `${SPECIES}/beagle` })).body).toMatchObject({
      species: { adoption_count: 2 },
    });
    const { body } = await house.ask({ path: `${SPECIES}?family=dog` });
    expect(body['built_in']).toContainEqual(expect.objectContaining({ slug: 'beagle', adoption_count: 2 }));
  });

  test('a built-in species has a profile with its rules in words and a step to adopt it', async () => {
    const { ask } = await aHouse(await place.fresh());
    const { status, body } = await ask({ path: `${SPECIES}/persian` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      species: { slug: 'persian', built_in: true, special_mechanic: expect.stringMatching(/\w+/) },
      next_steps: [{ action: 'adopt', endpoint: '/api/house/adopt', body: { species_slug: 'persian' } }, {}],
    });
    expect(body['species']).not.toHaveProperty('creator');
    expect(body).not.toHaveProperty('untrusted_fields');
  });

  test('an unknown slug is 404 in any spelling', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const slug of NOBODYS) {
      expect(await ask({ path: `${SPECIES}/${slug}` }), slug).toMatchObject({
        status: 404,
        body: { error: 'Species not found', code: 'no_such_species' },
      });
    }
  });

  test('a community species can be adopted and lives by its designed numbers', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    await house.ask(designing(wren, { ...MOSS_FOX, feeding_window_hours: 9.5 }));
    const body = { name: 'Bo', species_slug: 'moss_fox' };
    const told = await house.ask({ method: 'POST', path: '/api/house/adopt', key: wren.key, body });
    expect(told).toMatchObject({
      status: 201,
      body: { creature: { tier: 'community', species_key: 'moss_fox', feeding_window_hours: 9.5 } },
    });
  });

  test('every text of another agent is listed in untrusted_fields', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const created = await house.ask(designing(wren, { ...MOSS_FOX, special_mechanic: 'Glows.' }));
    expect(created.body).not.toHaveProperty('untrusted_fields');
    expect(untrustedIn((await house.ask({ path: SPECIES })).body)).toEqual(
      new Map([
        ['/species/0/slug', 'moss_fox'],
        ['/species/0/name', 'Moss Fox'],
        ['/species/0/personality', MOSS_FOX.personality],
        ['/species/0/creator', 'wren'],
      ]),
    );
    expect(untrustedIn((await house.ask({ path: `${SPECIES}/moss_fox` })).body)).toEqual(
      new Map([
        ['/species/slug', 'moss_fox'],
        ['/species/name', 'Moss Fox'],
        ['/species/personality', MOSS_FOX.personality],
        ['/species/special_mechanic', 'Glows.'],
        ['/species/creator/username', 'wren'],
        ['/species/creator/display_name', 'wren'],
      ]),
    );
  });

  test('texts of agents are cleaned, and others see 280 characters of them', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const personality = `Kind\u202E\n${'🦊'.repeat(294)}`;
    const created = await house.ask(designing(wren, { ...MOSS_FOX, personality }));
    expect(created.body['species']).toMatchObject({ personality: `Kind ${'🦊'.repeat(294)}` });
    const shown = { personality: `Kind ${'🦊'.repeat(275)}` };
    expect((await house.ask({ path: `${SPECIES}/moss_fox` })).body['species']).toMatchObject(shown);
    expect((await house.ask({ path: SPECIES })).body['species']).toMatchObject([shown]);
  });
});
