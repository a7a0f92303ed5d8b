import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { fieldsOf, type NextStep } from '../../src/api/fields.ts';
import type { Route } from '../../src/api/route.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { hasKeyInUrl } from '../../src/http/credentials.ts';
import { aKeeper, aPlainHouse, type Keeper, of } from '../support/asking.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ROWS: readonly Route[] = Object.values(ROUTES);

test.each(ROWS.filter(({ aliases }) => aliases))('every alias of $operationId leads to a field', (row) => {
  const fields = { ...fieldsOf(row.body), ...fieldsOf(row.query), ...fieldsOf(row.params) };
  const names = Object.keys(fields);
  for (const [alias, field] of Object.entries(row.aliases ?? {})) {
    expect(names).toContain(field);
    expect(names).not.toContain(alias);
    expect(alias).toMatch(/^[a-z_]+$/);
  }
  for (const [field, words] of Object.entries(row.synonyms ?? {}))
    for (const word of Object.values(words))
      expect(fields[field]?.safeParse(word)).toMatchObject({ data: word });
});

test('a key is found in the query of a URL, and only there', () => {
  const [key, short] = ['ah_0123456789abcdeF', 'ah_0123456789abcde'];
  for (const before of ['/?key=', '/?a=b&key=', '/?token=', '/?=', '/?a?b='])
    for (const each of [key, key.toUpperCase(), key.replace('_', '%5F')])
      expect(hasKeyInUrl(before + each), before + each).toBe(true);
  for (const url of [
    '/',
    `/key=${key}`,
    `/${key}?name=wren`,
    `/?key=x${key}`,
    `/?key=a=${key}`,
    `/?key=${short}`,
  ])
    expect(hasKeyInUrl(url), url).toBe(false);
});

async function aClumsyKeeper() {
  const house = await aPlainHouse(await anyStore());
  const keeper = await aKeeper(house);
  return { house, keeper, creature: await keeper.hatch() };
}

const fieldsIn = ({ body: { warnings = [] } }: Told) =>
  (warnings as { field: string }[]).map(({ field }) => field);
const itemIn = (told: Told) => of(told, 'action_result', 'item_result', 'item');

test('well-known aliases are accepted in any case and reported; canonical names take precedence', async () => {
  const { keeper, creature } = await aClumsyKeeper();
  const told = await keeper.care({ action: 'feed', item: 'tuna', creature_id: creature, notes: null });
  expect(fieldsIn(told)).toEqual([]);
  for (const query of ['?view=brief', '?view=']) expect(fieldsIn(await keeper.status(query))).toEqual([]);
  const aliased = await keeper.care({ action: 'feed', Food: 'tuna', petId: creature, note: 'Good morning' });
  expect(itemIn(aliased)).toBe('tuna');
  const message = expect.any(String);
  expect(aliased.body['warnings']).toEqual([
    { field: 'Food', message, did_you_mean: 'item' },
    { field: 'petId', message, did_you_mean: 'creature_id' },
    { field: 'note', message, did_you_mean: 'notes' },
  ]);
  expect(of(await keeper.history('?petId=' + creature), 'care_log', 0, 'notes')).toBe('Good morning');
  const both = await keeper.care({ action: 'feed', item: 'tuna', food: 'gravel', treat: 'sand' });
  expect([itemIn(both), fieldsIn(both)]).toEqual(['tuna', ['food', 'treat']]);

  const once = { 'idempotency-key': 'breakfast' };
  const first = await keeper.care({ action: 'feed', item: 'tuna' }, once);
  const again = await keeper.care({ action: 'feed', food: 'tuna' }, once);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(of(again, 'action_result')).toEqual(of(first, 'action_result'));
});

const isCorrection = expect.objectContaining({ action: 'send_corrected' }) as object;

async function oneCallLater(house: TestHouse, { key }: Pick<Keeper, 'key'>, told: Told): Promise<Told> {
  const { method, endpoint = '', body } = of(told, 'next_steps', 0) as NextStep;
  return house.ask({ method, path: endpoint, body, key });
}

test('a creature_id that is not a UUID is 400 on every route, and the id of the creature of that name is the first step', async () => {
  const { house, keeper, creature } = await aClumsyKeeper();
  await keeper.hatch({ name: 'Mo' });
  const robin = await aKeeper(house, 'robin');
  await robin.hatch();
  for (const [ask, isDone] of [
    [() => keeper.status('?creature_id=bo'), 'recommended_checkin'],
    [() => keeper.status('?id=Bo'), 'recommended_checkin'],
    [() => keeper.status('?name=Bo'), 'recommended_checkin'],
    [() => keeper.care({ action: 'feed', creature_id: ' Bo ' }), 'action_result'],
    [() => keeper.care({ action: 'feed', pet: 'Bo' }), 'action_result'],
    [() => keeper.history('?creature_id=Bo'), 'care_log'],
    [() => keeper.preferences('?pet=Bo'), 'preferences'],
    [() => house.ask({ path: '/api/house/letters?creature_id=Bo', key: keeper.key }), 'letters'],
    [() => keeper.release({ creature_id: 'Bo' }), 'success'],
  ] as const) {
    const told = await ask();
    expect(told, told.text).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(told.body['did_you_mean']).toBe(creature);
    expect(of(told, 'next_steps', 0)).toEqual(isCorrection);
    const done = await oneCallLater(house, keeper, told);
    expect([done.status, Object.keys(done.body)]).toEqual([200, expect.arrayContaining([isDone])]);
    expect(of(done, 'creature', 'id') ?? done.body['creature_id']).toBe(creature);
  }
});

test('a name that no creature or several have leads to no request with an id, and the refusal lists the living', async () => {
  const { keeper, creature } = await aClumsyKeeper();
  const own = [creature, await keeper.hatch({ name: 'Mo' }), await keeper.hatch({ name: 'mo' })].toSorted();
  for (const name of ['Nobody', 'Mo', 'x'.repeat(60)])
    for (const told of [
      await keeper.status(`?creature_id=${name}`),
      await keeper.care({ action: 'feed', creature_id: name }),
    ]) {
      expect(told, name).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      expect(told.body['next_steps']).not.toContainEqual(isCorrection);
      expect((told.body['your_creatures'] as { id: string }[]).map(({ id }) => id).toSorted()).toEqual(own);
    }
});

test('where a living and a dead creature have a name, the first steps look at each of them', async () => {
  const { house, keeper, creature } = await aClumsyKeeper();
  house.clock.forward('3d');
  const young = await keeper.hatch();
  const told = await keeper.care({ action: 'feed', creature_id: 'Bo' });
  expect(told.status).toBe(400);
  expect(told.body['next_steps']).toMatchObject([
    { action: 'check_status', endpoint: `/api/house/status?creature_id=${young}` },
    { action: 'check_status', endpoint: `/api/house/status?creature_id=${creature}` },
  ]);
  expect(of(await keeper.history(`?id=${young}`), 'care_log')).toEqual([]);
});

test('a name whose only creature cannot take the request leads to its status, not to a second refusal', async () => {
  const { house, keeper, creature } = await aClumsyKeeper();
  const resurrection = await keeper.resurrect({ creature_id: 'Bo' });
  const egg = String(of(await keeper.adopt({ name: 'Egg' }), 'creature', 'id'));
  const hatching = await keeper.care({ action: 'feed', creature_id: 'Egg' });
  house.clock.forward('3d');
  for (const [told, id] of [
    [resurrection, creature],
    [hatching, egg],
    [await keeper.care({ action: 'feed', creature_id: 'Bo' }), creature],
    [await keeper.release({ creature_id: 'Bo' }), creature],
  ] as const) {
    expect(told.status).toBe(400);
    expect(of(told, 'next_steps', 0, 'action')).toBe('check_status');
    const looked = await oneCallLater(house, keeper, told);
    expect([looked.status, of(looked, 'creature', 'id')]).toEqual([200, id]);
  }
  expect(of(await keeper.resurrect({ creature_id: 'Bo' }), 'next_steps', 0)).toMatchObject({
    action: 'send_corrected',
    body: { creature_id: creature },
  });
});

test('a word that names no creature is corrected to the only living one, if the route changes something undoable', async () => {
  const { keeper, creature } = await aClumsyKeeper();
  const corrected = await keeper.care({ action: 'play', creature_id: 'Nobody' });
  expect(of(corrected, 'next_steps', 0)).toMatchObject({
    action: 'send_corrected',
    body: { creature_id: creature },
  });
  for (const told of [
    await keeper.history('?creature_id=Nobody'),
    await keeper.release({ creature_id: 'Nobody' }),
  ])
    expect(told.body['next_steps']).not.toContainEqual(isCorrection);
});

test.each(['species_slug', 'speciesSlug', 'Species-Slug'])(
  'a species that does not live here, sent as %s, is not sent again, and the first step leads to those that do',
  async (field) => {
    const { house, keeper } = await aClumsyKeeper();
    const body = { name: 'Mo', [field]: 'unicornus' };
    const told = await house.ask({ method: 'POST', path: '/api/house/adopt', body, key: keeper.key });
    expect(told).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(JSON.stringify(told.body['next_steps'])).not.toContain('unicornus');
    expect(of(told, 'next_steps', 0)).toMatchObject({
      action: 'browse_species',
      description: 'Find the slug of a species that lives here, and adopt with that.',
    });
  },
);

test('an action name of another service and an unknown species are not guessed, but explained', async () => {
  const { keeper } = await aClumsyKeeper();
  expect(await keeper.care({ action: 'eat', food: 'tuna' })).toMatchObject({
    status: 400,
    body: {
      did_you_mean: 'feed',
      fields: [{ field: 'action', did_you_mean: 'feed' }],
      warnings: [{ field: 'food', did_you_mean: 'item' }],
      next_steps: [
        { endpoint: '/api/house/care', body: { action: 'feed', item: 'tuna' } },
        { method: 'GET' },
      ],
    },
  });
  const overlong = async (action: string) => (await keeper.care({ action, notes: 'x'.repeat(1200) })).text;
  for (const action of ['play', 'reflect', 'Reflect'])
    expect(await overlong(action), action).toContain('send_corrected');
  const told = await keeper.adopt({ name: 'Mo', species_slug: 'owll' });
  expect(told).toMatchObject({ status: 400, body: { did_you_mean: 'owl' } });
  expect(of(told, 'next_steps', 0, 'body')).toEqual({ name: 'Mo', species_slug: 'owl' });
  const bird = await keeper.adopt({ name: 'Mo', family: 'bird' });
  expect([bird.status, of(bird, 'next_steps', 0, 'action')]).toEqual([400, 'adopt']);
  const warned = async (family: string) => fieldsIn(await keeper.adopt({ species_slug: 'tabby', family }));
  expect([await warned('cat'), await warned('dog')]).toEqual([[], ['family']]);
});

test('unknown fields are ignored and named with what was near, short and clean, and keys never', async () => {
  const { keeper, house, creature } = await aClumsyKeeper();
  const { body } = await keeper.status('?view=short&verbose=1');
  expect(body['warnings']).toMatchObject([{ field: 'verbose' }, { field: 'view', did_you_mean: 'brief' }]);
  const species = await house.ask({ path: '/api/house/species?sort=best&family=lion&tier=commn' });
  expect(species.status).toBe(200);
  const sort = { field: 'sort', did_you_mean: 'popular' };
  const tier = { field: 'tier', did_you_mean: 'common' };
  expect(species.body['warnings']).toMatchObject([sort, { field: 'family' }, tier]);
  expect(fieldsIn(await keeper.history('?format=xml'))).toEqual(['format']);
  expect((await house.ask({ path: '/api/house/hall?category=best' })).status).toBe(400);
  // Body fields in the query are not read.
  const path = `/api/house/care?creature_id=${creature}`;
  const told = await house.ask({ method: 'POST', path, key: keeper.key, body: { action: 'feed' } });
  expect([told.status, fieldsIn(told)]).toEqual([200, ['creature_id']]);
  const odd = { [keeper.key]: 1, 'a\u202Eb<|im_start|>\n': 1, ['x'.repeat(5000)]: 1 };
  expect(fieldsIn(await keeper.care({ action: 'feed', ...odd }))).toEqual(['ah_…', 'ab', 'x'.repeat(40)]);
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
  expect(fieldsIn(await keeper.care({ action: 'feed', ...many }))).toHaveLength(10);
  expect((await keeper.adopt({ imge_prompt: 'blue', colour: 'red' })).body['warnings']).toEqual([
    { field: 'imge_prompt', message: expect.any(String), did_you_mean: 'image_prompt' },
    { field: 'colour', message: expect.any(String) },
  ]);
});

test('a rhythm of meals that kills is in `warnings` and a header of status, before warnings about input', async () => {
  const { keeper, house } = await aClumsyKeeper();
  const calm = await keeper.status();
  expect([calm.body['warnings'], calm.headers['x-arkhouse-warning']]).toEqual([undefined, undefined]);
  for (let meals = 0; meals < 3; meals += 1) {
    house.clock.forward('24h');
    await keeper.care({ action: 'feed' });
  }
  const diesAt = /dies at about (\S+Z)\./;
  for (const query of ['?verbose=1', '?verbose=1&view=brief']) {
    const told = await keeper.status(query);
    expect(fieldsIn(told)).toEqual(['care_rhythm', 'verbose']);
    const message = String(of(told, 'warnings', 0, 'message'));
    expect(message).toContain('meals are 24 hours or more apart, and its feeding window is 10 hours');
    const left = Date.parse(diesAt.exec(message)?.[1] ?? '') - house.clock.now();
    expect(left).toBeGreaterThan(24 * HOUR);
    expect(left).toBeLessThan(72 * HOUR);
    expect(told.headers['x-arkhouse-warning']).toBe('fatal-rhythm');
  }
  house.clock.forward('7h');
  await keeper.care({ action: 'feed' });
  expect((await keeper.status()).body).not.toHaveProperty('warnings');
});

test('numbers out of range are accepted, and the number used is reported', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  for (const [query, message, meant] of [
    ['species?every_hours=8h', /number from 1 to 48, .* not sent/, '8'],
    ['species?every_hours=often', /not sent/, undefined],
    ['species?every_hours=0', /so 1 was used/, '1'],
    ['species?per_page=abc', /whole number from 1 to 100, so 25 was used/, '25'],
    ['species?per_page=500', /so 100 was used/, '100'],
    ['species?limit=all', /so 25 was used/, '25'],
    ['species?page=0', /whole number from 1 on, so 1 was used/, '1'],
    ['hall?per_page=-3', /so 1 was used/, '1'],
    ['graveyard?page=2.5', /so 2 was used/, '2'],
  ] as const) {
    const told = await ask({ path: `/api/house/${query}` });
    expect(told.status, query).toBe(200);
    expect((told.body['warnings'] as object[]).at(-1), query).toEqual({
      field: /\?(\w+)/.exec(query)?.[1],
      message: expect.stringMatching(message),
      ...(meant !== undefined && { did_you_mean: meant }),
    });
  }
  for (const query of ['page=1&per_page=100', 'every_hours=4.5', 'every_hours=', 'page=&per_page=%205'])
    expect((await ask({ path: `/api/house/species?${query}` })).body).not.toHaveProperty('warnings');
});

test('a key in the URL of a public route is reported for rotation, and not echoed', async () => {
  const { keeper, house } = await aClumsyKeeper();
  for (const path of ['/api', '/api/stats', '/api/house/species', '/api/house/hall'])
    for (const field of ['api_key', 'sort', 'page', 'whatever']) {
      const told = await house.ask({ path: `${path}?${field}=${keeper.key}` });
      expect(told.status).toBe(200);
      const message = expect.stringMatching(/seen .*address.*rotate-key/);
      expect(told.body['warnings']).toContainEqual({ field, message });
      expect(told.text).not.toContain(keeper.key);
    }
});

test('release and resurrect are not executed on a guess: the right request is the first step', async () => {
  const { keeper, house, creature } = await aClumsyKeeper();
  const bodies = [{ pet_id: creature }, [{ creature_id: creature }], `id=${creature}`];
  for (const [method, endpoint] of [
    ['DELETE', '/api/house/release'],
    ['POST', '/api/house/resurrect'],
  ] as const)
    for (const body of bodies) {
      const told = await house.ask({ method, path: endpoint, key: keeper.key, body });
      expect(told.status).toBe(400);
      const meant = typeof body === 'string' ? { id: creature } : { creature_id: creature };
      expect(of(told, 'next_steps', 0)).toMatchObject({ method, endpoint, body: meant });
      expect(of(told, 'next_steps', 0, 'description')).toMatch(
        `send it ${typeof body === 'string' ? 'as' : 'if'}`,
      );
    }
  expect(of(await keeper.status(), 'creature', 'id')).toBe(creature);
  const put = await house.ask({ method: 'PUT', path: '/api/house/care', key: keeper.key, body: {} });
  const description = expect.stringMatching(/^See first/) as string;
  expect(of(put, 'next_steps', 0)).toMatchObject({ action: 'go_there', method: 'GET', description });
});

test('a body that is not JSON is refused with what was expected, and has no effect', async () => {
  const { house, keeper, creature } = await aClumsyKeeper();
  const latin = Buffer.from('{"action":"feed","item":"tuna"}\u00ff', 'latin1');
  for (const [received, body, type = 'application/json'] of [
    ['a form', 'action=feed&item=tuna', 'application/x-www-form-urlencoded'],
    ['bytes that are not JSON', "{'action': 'feed', 'item': 'tuna'}"],
    ['bytes that are not UTF-8', latin],
  ] as const) {
    const headers = { 'content-type': type };
    const told = await house.ask({ method: 'POST', path: '/api/house/care', key: keeper.key, headers, body });
    expect(told, received).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(told.body['details']).toMatch(new RegExp(`^body: expected a JSON object.*${received}`));
  }
  expect(of(await keeper.history(`?id=${creature}`), 'care_log')).toEqual([]);
});
