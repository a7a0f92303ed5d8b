import { expect, test } from 'vitest';

import { ROUTES } from '../../src/api/routes.ts';
import { fieldsOf } from '../../src/api/fields.ts';
import type { Route } from '../../src/api/route.ts';
import { aKeeper, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { onSqlite } from '../support/databases.ts';

const ROWS: readonly Route[] = Object.values(ROUTES);

test.each(ROWS.filter(({ aliases }) => aliases))(
  'every alias of $operationId leads to an existing field',
  (row) => {
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
  },
);

onSqlite(({ fresh }) => {
  async function aClumsyKeeper() {
    const house = await aPlainHouse(await fresh());
    const keeper = await aKeeper(house);
    return { house, keeper, creature: await keeper.hatch() };
  }

  test('a request with canonical names gets no warnings', async () => {
    const { keeper, creature } = await aClumsyKeeper();
    const told = await keeper.care({ action: 'feed', item: 'tuna', creature_id: creature, notes: null });
    expect(told.body).not.toHaveProperty('warnings');
    expect((await keeper.status('?view=brief')).body).not.toHaveProperty('warnings');
    expect((await keeper.status('?view=')).body).not.toHaveProperty('warnings');
  });

  test('well-known aliases are accepted in any case, and reported', async () => {
    const { keeper, creature } = await aClumsyKeeper();
    const told = await keeper.care({ action: 'feed', Food: 'tuna', petId: creature, note: 'Good morning' });
    expect(of(told, 'action_result', 'item_result', 'item')).toBe('tuna');
    expect(told.body['warnings']).toEqual([
      { field: 'Food', message: expect.any(String), did_you_mean: 'item' },
      { field: 'petId', message: expect.any(String), did_you_mean: 'creature_id' },
      { field: 'note', message: expect.any(String), did_you_mean: 'notes' },
    ]);
    expect(of(await keeper.history('?petId=' + creature), 'care_log', 0, 'notes')).toBe('Good morning');
  });

  test.each([
    ['status', (keeper: Keeper) => keeper.status('?creature_id=bo')],
    ['status by id', (keeper: Keeper) => keeper.status('?id=Bo')],
    ['status by name', (keeper: Keeper) => keeper.status('?name=Bo')],
    ['care', (keeper: Keeper) => keeper.care({ action: 'feed', creature_id: ' Bo ' })],
    ['history', (keeper: Keeper) => keeper.history('?creature_id=Bo')],
    ['preferences', (keeper: Keeper) => keeper.preferences('?pet=Bo')],
  ])('%s takes the name of one of the caller’s own creatures for its id', async (_, attempt) => {
    const { keeper, creature } = await aClumsyKeeper();
    await keeper.hatch({ name: 'Mo' });
    const told = await attempt(keeper);
    expect(of(told, 'creature', 'id'), told.text).toBe(creature);
    expect(told.body['warnings']).toContainEqual(
      expect.objectContaining({ message: `Read as ${creature}.`, did_you_mean: creature }),
    );
  });

  test('the same URL with a name is resolved per caller', async () => {
    const { house, keeper, creature } = await aClumsyKeeper();
    const robin = await aKeeper(house, 'robin');
    const hers = await robin.hatch();
    for (const [caller, own] of [
      [keeper, creature],
      [robin, hers],
      [keeper, creature],
    ] as const)
      expect(of(await caller.status('?creature_id=Bo'), 'creature', 'id')).toBe(own);
  });

  test('an unknown, foreign or ambiguous name is refused, and the caller’s own creatures are listed', async () => {
    const { house, keeper, creature } = await aClumsyKeeper();
    const robin = await aKeeper(house, 'robin');
    await robin.hatch({ name: 'Ada' });
    const [one, other] = [await keeper.hatch({ name: 'Mo' }), await keeper.hatch({ name: 'mo' })];
    for (const name of ['Nobody', 'Ada', 'Mo', 'x'.repeat(60)]) {
      const told = await keeper.status(`?creature_id=${name}`);
      expect(told, name).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
      const ids = (told.body['your_creatures'] as { id: string }[]).map(({ id }) => id);
      expect(ids.toSorted()).toEqual([creature, one, other].toSorted());
    }
  });

  test('a name resolves to a dead creature if no living one has it', async () => {
    const { house, keeper, creature } = await aClumsyKeeper();
    house.clock.forward('3d');
    expect(of(await keeper.status('?id=Bo'), 'creature', 'alive')).toBe(false);
    const young = await keeper.hatch();
    expect(of(await keeper.status('?id=Bo'), 'creature', 'id')).toBe(young);
    expect(await keeper.resurrect({ creature_id: 'Bo' })).toMatchObject({
      status: 400,
      body: { next_steps: [{ action: 'send_corrected', body: { creature_id: creature } }, {}, {}] },
    });
  });

  test('a release by name is refused: the call with the id is suggested', async () => {
    const { keeper, creature } = await aClumsyKeeper();
    const told = await keeper.release({ creature_id: 'Bo' });
    expect(told).toMatchObject({ status: 400, body: { your_creatures: [{ id: creature }] } });
    expect(of(told, 'next_steps', 0)).toMatchObject({ method: 'DELETE', body: { creature_id: creature } });
    expect(of(await keeper.status(), 'creature', 'id')).toBe(creature);
  });

  test('the canonical name takes precedence over aliases', async () => {
    const { keeper } = await aClumsyKeeper();
    const told = await keeper.care({ action: 'feed', item: 'tuna', food: 'gravel', treat: 'sand' });
    expect(of(told, 'action_result', 'item_result', 'item')).toBe('tuna');
    expect(told.body['warnings']).toMatchObject([{ field: 'food' }, { field: 'treat' }]);
  });

  test('an action name of another service is not guessed, but explained', async () => {
    const { keeper } = await aClumsyKeeper();
    expect(await keeper.care({ action: 'eat', food: 'tuna' })).toMatchObject({
      status: 400,
      body: {
        did_you_mean: 'feed',
        fields: [{ field: 'action', did_you_mean: 'feed' }],
        warnings: [{ field: 'food', did_you_mean: 'item' }],
        next_steps: [
          { method: 'POST', endpoint: '/api/house/care', body: { action: 'feed', item: 'tuna' } },
          { method: 'GET' },
        ],
      },
    });
  });

  test('unknown fields and words of a query are ignored and named, with what was near', async () => {
    const { keeper, house } = await aClumsyKeeper();
    expect((await keeper.adopt({ imge_prompt: 'blue', colour: 'red' })).body['warnings']).toEqual([
      { field: 'imge_prompt', message: expect.any(String), did_you_mean: 'image_prompt' },
      { field: 'colour', message: expect.any(String) },
    ]);
    expect((await keeper.status('?view=short&verbose=1')).body['warnings']).toMatchObject([
      { field: 'verbose' },
      { field: 'view', did_you_mean: 'brief' },
    ]);
    const species = await house.ask({ path: '/api/house/species?sort=best&family=lion&tier=commn' });
    expect(species).toMatchObject({
      status: 200,
      body: {
        warnings: [
          { field: 'sort', did_you_mean: 'popular' },
          { field: 'family' },
          { field: 'tier', did_you_mean: 'common' },
        ],
      },
    });
    expect((await keeper.history('?format=xml')).body['warnings']).toMatchObject([{ field: 'format' }]);
    expect((await house.ask({ path: '/api/house/hall?category=best' })).status).toBe(400);
  });

  test.each([
    ['/api/house/species?every_hours=8h', 'every_hours', /number from 1 to 48, .* not sent/, '8'],
    ['/api/house/species?every_hours=often', 'every_hours', /not sent/, undefined],
    ['/api/house/species?every_hours=0', 'every_hours', /so 1 was used/, '1'],
    ['/api/house/species?per_page=abc', 'per_page', /whole number from 1 to 100, so 25 was used/, '25'],
    ['/api/house/species?per_page=500', 'per_page', /so 100 was used/, '100'],
    ['/api/house/species?limit=all', 'limit', /so 25 was used/, '25'],
    ['/api/house/species?page=0', 'page', /whole number from 1 on, so 1 was used/, '1'],
    ['/api/house/hall?per_page=-3', 'per_page', /so 1 was used/, '1'],
    ['/api/house/graveyard?page=2.5', 'page', /so 2 was used/, '2'],
  ])('%s is accepted, and the number used is reported', async (path, field, message, meant) => {
    const { ask } = await aPlainHouse(await fresh());
    const told = await ask({ path });
    expect(told.status).toBe(200);
    const { warnings } = told.body as { warnings: { field: string }[] };
    expect(warnings.at(-1)).toEqual({
      field,
      message: expect.stringMatching(message),
      ...(meant !== undefined && { did_you_mean: meant }),
    });
  });

  test('numbers in range get no warnings', async () => {
    const { ask } = await aPlainHouse(await fresh());
    for (const query of ['page=1&per_page=100', 'every_hours=4.5', 'every_hours=', 'page=&per_page=%205'])
      expect((await ask({ path: `/api/house/species?${query}` })).body).not.toHaveProperty('warnings');
  });

  test.each(['/api', '/api/stats', '/api/house/species', '/api/house/hall'])(
    'a key in the URL of %s is reported for rotation, and not echoed',
    async (path) => {
      const { keeper, house } = await aClumsyKeeper();
      for (const name of ['api_key', 'sort', 'page', 'whatever']) {
        const told = await house.ask({ path: `${path}?${name}=${keeper.key}` });
        expect(told.status).toBe(200);
        expect(told.body['warnings']).toContainEqual({
          field: name,
          message: expect.stringMatching(/seen .*address.*rotate-key/),
        });
        expect(told.text).not.toContain(keeper.key);
      }
    },
  );

  test('body fields in the query are not read, and this is reported', async () => {
    const { keeper, house, creature } = await aClumsyKeeper();
    const path = `/api/house/care?creature_id=${creature}`;
    const told = await house.ask({ method: 'POST', path, key: keeper.key, body: { action: 'feed' } });
    expect(told).toMatchObject({ status: 200, body: { warnings: [{ field: 'creature_id' }] } });
  });

  test.each([
    ['DELETE', 'release'],
    ['POST', 'resurrect'],
  ] as const)(
    '%s %s is not executed on a guess: the right request is its first step',
    async (method, room) => {
      const { keeper, house, creature } = await aClumsyKeeper();
      const path = `/api/house/${room}`;
      for (const body of [
        { pet_id: creature },
        { creatureId: creature },
        [{ creature_id: creature }],
        `id=${creature}`,
      ]) {
        const told = await house.ask({ method, path, key: keeper.key, body });
        expect(told.status).toBe(400);
        const meant = typeof body === 'string' ? { id: creature } : { creature_id: creature };
        expect(of(told, 'next_steps', 0)).toMatchObject({ method, endpoint: path, body: meant });
      }
      expect(of(await keeper.status(), 'creature', 'id')).toBe(creature);
    },
  );

  test('the same request with aliases and the same Idempotency-Key is done once', async () => {
    const { keeper } = await aClumsyKeeper();
    const once = { 'idempotency-key': 'breakfast' };
    const first = await keeper.care({ action: 'feed', item: 'tuna' }, once);
    const again = await keeper.care({ action: 'feed', food: 'tuna' }, once);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(of(again, 'action_result')).toEqual(of(first, 'action_result'));
  });

  test('field names are echoed short and clean, and keys never', async () => {
    const { keeper } = await aClumsyKeeper();
    const odd = { [keeper.key]: 1, 'a\u202Eb<|im_start|>\n': 1, ['x'.repeat(5000)]: 1 };
    const told = await keeper.care({ action: 'feed', ...odd });
    const fields = (told.body['warnings'] as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(['ah_…', 'ab', 'x'.repeat(40)]);
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`k${at}`, at]));
    expect((await keeper.care({ action: 'feed', ...many })).body['warnings']).toHaveLength(10);
  });

  test.each([
    ['a form', 'action=feed&item=tuna', 'application/x-www-form-urlencoded'],
    ['bytes that are not JSON', "{'action': 'feed', 'item': 'tuna'}", 'application/json'],
    [
      'bytes that are not UTF-8',
      Buffer.from('{"action":"feed","item":"tuna"}\u00ff', 'latin1'),
      'application/json',
    ],
  ])('%s is told that JSON is expected, and has no effect', async (received, body, type) => {
    const { house, keeper, creature } = await aClumsyKeeper();
    const headers = { 'content-type': type };
    const told = await house.ask({ method: 'POST', path: '/api/house/care', key: keeper.key, headers, body });
    expect(told).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(told.body['details']).toMatch(/^body: expected a JSON object/);
    expect(told.body['details']).toContain(received);
    expect(of(await keeper.history(`?id=${creature}`), 'care_log')).toEqual([]);
  });

  test('an unknown species gets the closest existing one as a suggestion', async () => {
    const { keeper } = await aClumsyKeeper();
    const told = await keeper.adopt({ name: 'Mo', species_slug: 'owll' });
    expect(told).toMatchObject({ status: 400, body: { did_you_mean: 'owl' } });
    expect(of(told, 'next_steps', 0, 'body')).toEqual({ name: 'Mo', species_slug: 'owl' });
  });
});
