import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { FAMILIES } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { findDesign } from '../../src/features/species/species.store.ts';
import type { TasteJudge } from '../../src/outside/taste-judge.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { builtIn } from '../support/creature.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse, type Ask, type TestHouse } from '../support/house.ts';
import { adopt, adopted, care, look, WARY } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor, untrustedIn, type Resident } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const CLAIMS = process.env['TEST_LONG'] ? 64 : 8;
const SPECIES = '/api/house/species';
const MOSS_FOX = { slug: 'moss_fox', name: 'Moss Fox', family: 'exotic', personality: 'Naps in the green.' };
const designing = ({ key }: Pick<Resident, 'key'>, body: unknown): Ask => ({
  method: 'POST',
  path: SPECIES,
  key,
  body,
});

async function withDesigner(parts: Parameters<typeof aHouse>[1] = {}) {
  const house = await aHouse(await anyStore(), parts);
  return { house, wren: await aDesignerOf(house, 'wren') };
}

const slugsOf = (list: unknown) => (list as readonly { slug: string }[]).map(({ slug }) => slug);

async function speciesOf({ ask }: TestHouse, path: string): Promise<unknown> {
  const { status, body } = await ask({ path: `${SPECIES}${path}` });
  expect(status, path).toBe(200);
  return body['species'];
}

eachDatabase((place) => {
  test(`of ${CLAIMS} concurrent claims of one slug one succeeds`, async () => {
    const house = await aHouse(await place.fresh());
    const designers = [];
    for (let n = 0; n < CLAIMS; n += 1) designers.push(await aDesignerOf(house, `wren-${n}`));
    const told = await Promise.all(designers.map((each) => house.ask(designing(each, MOSS_FOX))));
    const statuses = told.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([201, ...Array<number>(CLAIMS - 1).fill(409)]);
    expect((await house.ask({ path: SPECIES })).body).toMatchObject({ pagination: { total: 1 } });
  });

  test('community species are listed by age, popularity or family, in pages with exact counts', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    for (const [slug, family] of Object.entries({ s1: 'cat', s2: 'dog', s3: 'cat' })) {
      house.clock.forward('1h');
      expect((await house.ask(designing(wren, { ...MOSS_FOX, slug, family }))).status).toBe(201);
    }
    await hatchFor(house, wren, { name: 'Bo', species_slug: 's2' });
    const none = { total: 0, pages: 0, has_next: false, has_prev: false };
    const clamped = { total: 3, has_next: false };
    const beyond = { page: 9007199254740991, per_page: 100, has_prev: true };
    for (const [query, slugs, more] of [
      ['per_page=2', 's3 s2', { pagination: { page: 1, per_page: 2, total: 3, pages: 2, has_next: true } }],
      ['per_page=2&page=2', 's1', { pagination: { page: 2, has_next: false, has_prev: true } }],
      ['family=cat', 's3 s1', { pagination: { total: 2, pages: 1 } }],
      ['family=exotic', '', { pagination: none }],
      ['sort=popular', 's2 s3 s1', { species: [{ adoption_count: 1 }, { adoption_count: 0 }, {}] }],
      ['sort=oldest', 's3 s2 s1', { warnings: [{ field: 'sort' }] }],
      ['page=0&per_page=0', 's3', { pagination: { page: 1, per_page: 1, total: 3 } }],
      ['page=-3&per_page=1000', 's3 s2 s1', { pagination: { ...clamped, page: 1, per_page: 100 } }],
      ['page=x&per_page=y', 's3 s2 s1', { pagination: { ...clamped, page: 1, per_page: 25 } }],
      ['page=9007199254740991&per_page=100', '', { pagination: { ...clamped, ...beyond } }],
    ] as const) {
      const { status, body } = await house.ask({ path: `${SPECIES}?${query}` });
      expect(status, query).toBe(200);
      expect(slugsOf(body['species']).join(' '), query).toBe(slugs);
      expect(body, query).toMatchObject(more);
    }
  });
});

test('designing needs a key and an adult, and is allowed as soon as a creature is one', async () => {
  const house = await aHouse(await anyStore());
  const unknown = { status: 401, body: { error: 'Invalid API key' } };
  expect(await house.ask({ method: 'POST', path: SPECIES, body: MOSS_FOX })).toMatchObject(unknown);
  const wren = await aResidentOf(house, 'wren');
  const body = { error: "You haven't raised an adult creature yet", code: 'no_adult_raised' };
  const refused = { status: 403, body };
  expect(await house.ask(designing(wren, MOSS_FOX))).toMatchObject(refused);
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'tortoise' });
  for (let day = 1; day <= 5; day += 1) {
    house.clock.forward('23h');
    await care({ house, key: wren.key }, 'feed', { creature_id: bo });
  }
  house.clock.forward('4h59m');
  expect(await house.ask(designing(wren, MOSS_FOX))).toMatchObject(refused);
  house.clock.forward('1m');
  expect((await house.ask(designing(wren, MOSS_FOX))).status).toBe(201);
});

test('a species without numbers is published with the defaults, for every agent to adopt', async () => {
  const { house, wren } = await withDesigner();
  const { status, body } = await house.ask(designing(wren, MOSS_FOX));
  const rates = { hunger_decay_per_hour: 1.6, happiness_decay_per_hour: 0.8 };
  const shown = { ...MOSS_FOX, tier: 'community', ...rates, creator: 'wren', adoption_count: 0 };
  expect(status).toBe(201);
  expect(body['species']).toEqual({ ...shown, trust_speed: 'medium', feeding_window_hours: 5 });
  expect(body['next_steps']).toMatchObject([{ action: 'adopt', body: { species_slug: 'moss_fox' } }, {}, {}]);
  expect(await speciesOf(house, '')).toEqual([{ ...shown, created_at: '2026-01-15T12:00:00.000Z' }]);
});

test('a designed species has all given values and lives by them; windows and rates are rounded', async () => {
  const { house, wren } = await withDesigner();
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
  const { body } = await house.ask({ path: `${SPECIES}/moss_fox` });
  const creator = { username: 'wren', display_name: 'wren', avatar_url: null };
  const shared = { tier: 'community', adoption_count: 0, creator, visit_every_hours: 15 };
  const special_mechanic_note = expect.stringContaining('changes no rule');
  const expected = { ...given, ...shared, innate_traits: ['gentle', 'solitary'], special_mechanic_note };
  expect(body['species']).toEqual(expected);
  expect(body['next_steps']).toMatchObject([{ action: 'adopt' }, {}]);
  const home = { house, key: wren.key };
  await adopted(home, 'moss_fox');
  house.clock.forward('10h');
  const lived = { tier: 'community', feeding_status: 'ok', hunger: 98, happiness: 80 };
  expect((await look(home)).creature).toMatchObject(lived);
  const { changes } = (await care(home, 'reflect')).action_result;
  expect(changes).toEqual({ trust: { before: 20, after: 24 } });
  const rates = { hunger_decay_per_hour: 0.1 + 0.2, happiness_decay_per_hour: 1.234567 };
  const odd = { ...MOSS_FOX, slug: 'odd', ...rates, feeding_window_hours: 7.256 };
  const shown = { hunger_decay_per_hour: 0.3, happiness_decay_per_hour: 1.2346 };
  const made = (await house.ask(designing(wren, odd))).body['species'];
  expect(made).toMatchObject({ ...shown, feeding_window_hours: 7.26 });
  expect(await speciesOf(house, '/odd')).toMatchObject(shown);
  expect(await speciesOf(house, '')).toContainEqual(expect.objectContaining({ slug: 'odd', ...shown }));
  const { creature } = await adopt(home, { name: 'Bo', species_slug: 'odd' });
  expect(creature).toMatchObject({ species_key: 'odd', feeding_window_hours: 7.26 });
});

test('every_hours limits the list to species that live well with it', async () => {
  const { house, wren } = await withDesigner();
  for (const [slug, hours] of Object.entries({ hasty: 9.5, patient: 9.6, stony: 24 }))
    await house.ask(designing(wren, { ...MOSS_FOX, slug, feeding_window_hours: hours }));
  const shown = async (query: string) => {
    const { body } = await house.ask({ path: `${SPECIES}?${query}` });
    return { builtIn: slugsOf(body['built_in']), community: slugsOf(body['species']), body };
  };
  const { builtIn: fitting, community, body } = await shown('every_hours=8&sort=newest');
  const patient = CATALOG.filter((each) => each.feedingWindowHours >= 9.6);
  expect(new Set(fitting)).toEqual(new Set(slugsOf(patient)));
  expect(community.toSorted()).toEqual(['patient', 'stony']);
  expect(body).toMatchObject({ pagination: { total: 2, pages: 1 } });
  const snail = { slug: 'snail', visit_every_hours: 15 };
  expect(body['built_in']).toContainEqual(expect.objectContaining(snail));
  const adoption = { action: 'adopt', body: { name: 'Pebble', every_hours: 8 } };
  expect(body['next_steps']).toContainEqual(expect.objectContaining(adoption));
  expect((await shown('every_hours=8&sort=popular&per_page=1&page=2')).community).toHaveLength(1);
  expect((await shown('every_hours=8&family=cat')).community).toEqual([]);
  expect((await shown('every_hours=8&family=exotic')).community).toHaveLength(2);
  for (const all of ['', 'every_hours=', 'every_hours=often', 'every_hours=0', 'every_hours=-3'])
    expect((await shown(all)).builtIn, all).toHaveLength(CATALOG.length);
  expect(await shown('tier=common&every_hours=8')).toMatchObject({ builtIn: ['snail'], community: [] });
  expect(await shown('tier=community')).toMatchObject({ builtIn: [], community: { length: 3 } });
  const often = await shown('every_hours=4');
  const windows = often.builtIn.map((slug) => builtIn(slug).feedingWindowHours);
  expect(windows).toEqual(windows.toSorted((one, other) => other - one));
  expect(await shown('every_hours=999')).toMatchObject({
    builtIn: [],
    community: [],
    body: { next_steps: [{ endpoint: `${SPECIES}?every_hours=20` }] },
  });
});

test('filters that no species fits are named in words, and each next step finds some', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const [query, message, ...more] of [
    ['tier=community', 'There is no species of the tier community.', ''],
    [
      'family=cat&tier=extreme&every_hours=12',
      'There is no species of the family cat and of the tier extreme that lives well with one visit every 12 hours.',
      '?every_hours=12',
      '?family=cat&tier=extreme&every_hours=',
    ],
    [
      'every_hours=48',
      'There is no species that lives well with one visit every 48 hours.',
      '?every_hours=20',
    ],
  ] as const) {
    const { body } = await ask({ path: `${SPECIES}?${query}` });
    expect(body).toMatchObject({ built_in: [], species: [], message });
    const endpoints = (body['next_steps'] as NextStep[]).map(({ endpoint = '' }) => endpoint);
    expect(endpoints).toEqual(more.map((end) => expect.stringContaining(`${SPECIES}${end}`)));
    for (const path of endpoints) expect((await ask({ path })).body['built_in'], path).not.toEqual([]);
  }
  expect((await ask({ path: SPECIES })).body).not.toHaveProperty('message');
});

test('the brief list has slug, name, family, tier and window of every species, in at most 12 kB', async () => {
  const { house, wren } = await withDesigner({ house: { limiter: NO_LIMITS } });
  for (let nth = 10; nth < 35; nth += 1) {
    const design = { ...MOSS_FOX, slug: `${nth}`.padEnd(40, 'x'), name: `Fox ${nth} `.padEnd(50, 'x') };
    expect((await house.ask(designing(wren, { ...design, feeding_window_hours: 12.25 }))).status).toBe(201);
  }
  const { body } = await house.ask({ path: `${SPECIES}?view=brief` });
  expect(slugsOf(body['built_in'])).toEqual(CATALOG.map(({ slug }) => slug));
  const line = ['slug', 'name', 'family', 'tier', 'feeding_window_hours'];
  for (const each of [...(body['built_in'] as object[]), ...(body['species'] as object[])])
    expect(Object.keys(each)).toEqual(line);
  expect(body['species']).toHaveLength(10);
  expect(body['pagination']).toMatchObject({ total: 25, per_page: 10, pages: 3 });
  expect(body['untrusted_fields']).toContain('/species/9/name');
  expect(JSON.stringify(body).length).toBeLessThanOrEqual(12_000);
});

const MISFITS = [
  ['slug', ['x', 'Moss-Fox', 'x'.repeat(41)]],
  ['name', ['x'.repeat(51), 'Housecat', 'House Cat 2', 'Ηοusесаt', 'The Mäine-C00n!', 'Arkhouse Official']],
  ['name', [`Fox${'\u0316'.repeat(40)}`]],
  ['family', ['bird']],
  ['trust_speed', ['never']],
  ['feeding_window_hours', [1.99, 24.01]],
  ['personality', ['too short', 'x'.repeat(301)]],
  ['special_mechanic', ['x'.repeat(201)]],
  ['innate_traits', [['gentle', 'social', 'stoic', 'vocal']]],
  ['innate_traits.0', [['brave']]],
  ['hunger_decay_per_hour', [0.19, 3.01]],
  ['happiness_decay_per_hour', [0.1, 2.1]],
  ['image_prompt', ['x'.repeat(501)]],
] as const;

test('an invalid design is refused with the name of the field; a correction keeps the valid items of a list', async () => {
  const { house, wren } = await withDesigner();
  for (const [field, values] of MISFITS)
    for (const value of values) {
      house.clock.forward('1h');
      const design = { ...MOSS_FOX, [field.replace('.0', '')]: value };
      expect(await house.ask(designing(wren, design)), `${field} ${String(value)}`).toMatchObject({
        status: 400,
        body: { error: 'Invalid species data', details: expect.any(String), fields: [{ field }] },
      });
    }
  const told = await house.ask(designing(wren, { ...MOSS_FOX, innate_traits: ['social', 'fluffy', 7] }));
  const kept = expect.objectContaining({ body: { ...MOSS_FOX, innate_traits: ['social'] } }) as unknown;
  expect(told.body['next_steps']).toContainEqual(kept);
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
  const { house, wren } = await withDesigner({ house: { tastes } });
  const body = { ...MOSS_FOX, name: 'Lamp', personality: 'Comes to any lamp.' };
  expect((await house.ask(designing(await aResidentOf(house, 'bo'), body))).status).toBe(403);
  const designed = async (slug: string, image_prompt: string) => {
    const words = { name: slug, personality: 'Comes to any lamp.', image_prompt };
    expect((await house.ask(designing(wren, { ...MOSS_FOX, ...words, slug }))).status).toBe(201);
    return (await findDesign(house.house.store, slug))?.look;
  };
  expect(await designed('flutterby', 'a dusty violet lamp-lover')).toContain('fuzzy violet moth body');
  expect(asked).toEqual(['flutterby a dusty violet lamp-lover comes to any lamp.']);
  expect(await designed('glider', 'a red fox')).toContain('soft red fur');
  expect(asked).toHaveLength(1);
  // It is drawn from the stored look, not from its current text.
  const path = '/species/flutterby/picture.svg';
  const before = await house.ask({ path });
  const change =
    "update community_species set image_prompt = 'a snail', name = 'Snail' where slug = 'flutterby'";
  await house.house.store.run({ text: change }, []);
  const after = await (await aHouse(house.house.store, { house: { tastes: WARY } })).ask({ path });
  // Ids inside a picture depend on its texts.
  const pathsIn = (svg: string) => svg.match(/ d="[^"]*"/g);
  expect(pathsIn(after.text)).toEqual(pathsIn(before.text));
});

test('slugs of built-in species are reserved, others belong to the first, and three an hour are allowed', async () => {
  const { house, wren } = await withDesigner();
  const designed = async (agent: Resident, slug: string) => {
    const { status, body } = await house.ask(designing(agent, { ...MOSS_FOX, slug }));
    return [status, body['error'], body['code'], body['retry_after_seconds']];
  };
  expect((await designed(wren, 'moss_fox'))[0]).toBe(201);
  const other = await aDesignerOf(house, 'other');
  for (const [slug, error, code] of [
    ['housecat', 'Slug is reserved', 'slug_reserved'],
    ['moss_fox', 'Slug is already taken', 'slug_taken'],
  ] as const)
    expect(await designed(other, slug)).toEqual([409, error, code, undefined]);
  for (const slug of ['two', 'three']) expect((await designed(wren, slug))[0]).toBe(201);
  expect(await designed(wren, 'four')).toEqual([429, 'Rate limit exceeded', expect.any(String), 3600]);
});

test('every page lists all built-in species, or those of the requested family, with their adoptions', async () => {
  const house = await aHouse(await anyStore());
  const { ask } = house;
  const { body } = await ask({ path: `${SPECIES}?page=7&per_page=1` });
  expect(slugsOf(body['built_in'])).toEqual(slugsOf(CATALOG));
  for (const family of FAMILIES) {
    const { body: some } = await ask({ path: `${SPECIES}?family=${family}` });
    expect(slugsOf(some['built_in'])).toEqual(slugsOf(CATALOG.filter((each) => each.family === family)));
  }
  const warned = { built_in: { length: CATALOG.length }, warnings: [{ field: 'family' }] };
  expect((await ask({ path: `${SPECIES}?family=bird` })).body).toMatchObject(warned);
  const wren = await aResidentOf(house, 'wren');
  for (const name of ['Bo', 'Mo']) await hatchFor(house, wren, { name, species_slug: 'housecat' });
  const { body: cats } = await ask({ path: `${SPECIES}?family=cat` });
  const facts = { slug: 'housecat', tier: 'common', visit_every_hours: 3.75, adoption_count: 2 };
  expect(cats['built_in']).toContainEqual(expect.objectContaining({ ...facts, built_in: true }));
  expect(await speciesOf(house, '/housecat')).toMatchObject({ adoption_count: 2 });
});

test('a built-in species has a profile with its rules in words; an unknown slug is 404 in any spelling', async () => {
  const { ask } = await aHouse(await anyStore());
  const { status, body } = await ask({ path: `${SPECIES}/persian` });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    species: { slug: 'persian', built_in: true, special_mechanic: expect.stringMatching(/\w+/) },
    next_steps: [{ action: 'adopt', endpoint: '/api/house/adopt', body: { species_slug: 'persian' } }, {}],
  });
  expect(body['species']).not.toHaveProperty('creator');
  expect(body).not.toHaveProperty('untrusted_fields');
  const missing = { status: 404, body: { error: 'Species not found', code: 'no_such_species' } };
  for (const slug of ['nobody', 'x', 'x'.repeat(500), 'no%00body', '%F0%9F%A6%8A', 'moss-fox', '..%2F'])
    expect(await ask({ path: `${SPECIES}/${slug}` }), slug).toMatchObject(missing);
});

test('a designed special_mechanic is called a description that changes no rule wherever it is shown', async () => {
  const { house, wren } = await withDesigner();
  const note = /^Its special_mechanic is a description by its designer and changes no rule: /;
  const created = await house.ask(designing(wren, { ...MOSS_FOX, special_mechanic: 'Never needs food.' }));
  expect(created.body['message']).toMatch(/special_mechanic is a description by its designer/);
  expect(created.body['message']).toMatch(/changes no rule/);
  const shown = { special_mechanic: 'Never needs food.', special_mechanic_note: expect.stringMatching(note) };
  expect(await speciesOf(house, '/moss_fox')).toMatchObject(shown);
  const { body } = await house.ask({ path: '/api/auth/me/export', key: wren.key });
  expect(body).toMatchObject({ species: [shown] });
  const plain = await house.ask(designing(wren, { ...MOSS_FOX, slug: 'plain_fox', special_mechanic: null }));
  expect(plain.body['message']).not.toContain('special_mechanic');
  expect(await speciesOf(house, '/plain_fox')).not.toHaveProperty('special_mechanic_note');
});

test('texts of a design are shown whole to its designer, and to others cut to 280 characters and marked', async () => {
  const { house, wren } = await withDesigner();
  const personality = `Kind\u202E\n${'🦊'.repeat(294)}`;
  const created = await house.ask(designing(wren, { ...MOSS_FOX, personality, special_mechanic: 'Glows.' }));
  expect(created.body['species']).toMatchObject({ personality: `Kind ${'🦊'.repeat(294)}` });
  expect(created.body).not.toHaveProperty('untrusted_fields');
  const shown = { slug: 'moss_fox', name: 'Moss Fox', personality: `Kind ${'🦊'.repeat(275)}` };
  const creator = { 'creator/username': 'wren', 'creator/display_name': 'wren' };
  for (const [path, at, texts] of [
    ['', '/species/0', { ...shown, creator: 'wren' }],
    ['/moss_fox', '/species', { ...shown, special_mechanic: 'Glows.', ...creator }],
  ] as const) {
    const marked = Object.entries(texts).map(([name, text]) => [`${at}/${name}`, text] as const);
    expect(untrustedIn((await house.ask({ path: SPECIES + path })).body)).toEqual(new Map(marked));
  }
});
