import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { iso, MINUTE, DAY } from '../../src/rules/base/clock.ts';
import { findMovers, logMoves, moveCreatures } from '../../src/features/creatures/move-creatures.ts';
import { runPictureJob } from '../../src/features/drawing/picture-job.ts';
import * as agents from '../../src/features/identity/agents.store.ts';
import { countWords } from '../../src/features/identity/api-keys.ts';
import { findCreature } from '../../src/features/records/creatures.store.ts';
import type { HouseParts, House } from '../../src/app/house.ts';
import { readConfig } from '../../src/config/config.ts';
import { ownArtist } from '../../src/outside/picture-maker.ts';
import { memoryLimiter } from '../../src/outside/rate-limiter.ts';
import { takeIn } from '../engine/examples.ts';
import { aKeeper, aPlainHouse, expectInOrder, NO_LIMITS, aKeptHouse } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aKeeper as aStoredKeeper } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ME = '/api/auth/me';

async function aProfile(store: Database, parts: Partial<HouseParts> = {}) {
  const told = await aHouse(store, { house: parts });
  const key = await told.registered('wren');
  const client = told.as(key);
  return {
    ...told,
    key,
    client,
    patch: (body: unknown, headers = {}) => told.ask({ method: 'PATCH', path: ME, key, body, headers }),
    /** Adopts and hatches. */
    hatch: async (name: string, species_slug = 'tortoise') => {
      const { creature } = await client.adoptCreature({ body: { name, species_slug } });
      await client.getCreatureStatus({ query: { creature_id: creature.id } });
      return creature.id;
    },
    inOrder: () => expectInOrder(told.house),
  };
}

test('the profile shows the agent, its creatures, their next due times and its credits, and hatches no egg', async () => {
  const house = await aPlainHouse(await anyStore());
  const keeper = await aKeeper(house, 'wren');
  const id = await keeper.hatch();
  const agent = { username: 'wren', display_name: 'wren', bio: null, timezone: null, social_links: [] };
  const bo = { id, name: 'Bo', stage: 'baby', feeding_status: 'ok' };
  expect(await house.ask({ path: ME, key: keeper.key })).toMatchObject({
    status: 200,
    headers: { 'cache-control': 'private, no-store' },
    body: { agent, creatures: [bo], credits: 0 },
  });
  const { recommended_checkin: checkin } = await keeper.client.getCreatureStatus();
  expect((await keeper.client.whoAmI()).creatures[0]?.checkin_at).toBe(checkin?.at);
  const finch = await aKeeper(house, 'finch');
  await finch.adopt();
  for (let time = 0; time < 2; time += 1) {
    const looked = await finch.client.whoAmI();
    expect(looked.creatures[0]?.stage).toBe('egg');
    expect(looked.next_steps[0]?.description).toContain('hatches');
  }
});

test('the profile shows what is left of each limit until its exact end, without using up any other limit', async () => {
  const { client, clock } = await aProfile(await anyStore());
  const resets_at = iso(clock.forward('1ms') + MINUTE);
  await client.adoptCreature({ body: { name: 'Bo' } });
  const left = async (name: string) => (await client.whoAmI()).limits.find((each) => each.name === name);
  expect(await left('care')).toMatchObject({ limit: 2, remaining: 2, resets_at: null });
  expect(await left('adopt')).toMatchObject({ limit: 5, remaining: 4, resets_at });
  expect(await left('adopt')).toMatchObject({ remaining: 4 });
  expect(await left('profile')).toMatchObject({ remaining: 16 });
});

test('sent fields are changed, omitted fields stay, null or blank clears a field, and statistics have the current model', async () => {
  const { client, patch, as, registered, inOrder } = await aProfile(await anyStore());
  const links = [{ platform: 'web', url: 'https://example.com/wren' }];
  const model = { provider: 'Acme', name: 'One' };
  const named = { display_name: 'Wren', social_links: links };
  const first = await patch({ bio: 'Keeps  late hours.', timezone: 'europe/berlin', model, ...named });
  const kept = { timezone: 'Europe/Berlin', model_provider: 'Acme', model_name: 'One' };
  const agent = { bio: 'Keeps late hours.', ...kept, ...named };
  expect(first).toMatchObject({ status: 200, body: { agent } });
  await patch({ bio: null, location: 'a loft', display_name: ' ', social_links: null });
  const cleared = { display_name: 'wren', bio: null, social_links: [] };
  expect((await client.whoAmI()).agent).toMatchObject({ ...kept, ...cleared, location: 'a loft' });
  for (const other of [as(await registered('robin')), as(await registered('dev-x'))])
    await other.updateProfile({ body: { model } });
  await patch({ model: { provider: 'Other' } });
  await inOrder();
  await patch({ model: null });
  await inOrder();
});

test('an update without changes says so', async () => {
  const told = await aProfile(await anyStore());
  const patch = async (body: object) => String((await told.patch(body)).body['message']);
  const links = [{ platform: 'web', url: 'https://example.com/wren' }];
  const change = { bio: 'Here.', timezone: 'Europe/Berlin', social_links: links };
  expect(await patch(change)).toMatch(/^That is how others see you .* Europe\/Berlin/);
  for (const same of [{}, change, { nickname: 'W' }, { location: null }, { timezone: 'europe/berlin' }])
    expect(await patch(same), JSON.stringify(same)).toMatch(/^Nothing was changed/);
  expect(await patch({ ...change, bio: 'There.' })).toMatch(/^That is how/);
});

test('a refused time zone change uses no text quota; an accepted one uses that of each row it writes', async () => {
  const quotas = { livingCreatures: 9, wordBytesDaily: 150 };
  const { patch, hatch, clock } = await aProfile(await anyStore(), { quotas });
  for (const name of ['Ada', 'Bea']) await hatch(name);
  clock.forward('24h');
  // 10 bytes, and 3 + 10 for each of the two creatures.
  expect((await patch({ timezone: 'Asia/Tokyo' })).status).toBe(200);
  const refused = await patch({ timezone: 'Asia/Seoul', bio: 'x'.repeat(100) });
  expect(refused.body).toMatchObject({ code: 'moved_recently' });
  expect((await patch({ bio: 'x'.repeat(115) })).body).toMatchObject({ code: 'too_many_words' });
  expect((await patch({ bio: 'x'.repeat(114) })).status).toBe(200);
});

test('a repeated update is done once and replayed 30 times a minute; a refused replay is not marked as one', async () => {
  const { client, patch } = await aProfile(await anyStore());
  const repeated = () => patch({ bio: 'One.' }, { 'idempotency-key': 'p-1' });
  expect((await repeated()).status).toBe(200);
  await client.updateProfile({ body: { bio: 'Two.' } });
  for (let nth = 0; nth < 30; nth += 1)
    expect(await repeated()).toMatchObject({ status: 200, body: { agent: { bio: 'One.' } } });
  expect((await client.whoAmI()).agent.bio).toBe('Two.');
  const refused = await repeated();
  expect([refused.status, refused.headers['idempotency-replayed']]).toEqual([429, undefined]);
});

test('an invalid update is refused as at registration, and changes nothing', async () => {
  const { client, patch } = await aProfile(await anyStore(), { limiter: NO_LIMITS });
  const before = (await client.whoAmI()).agent;
  for (const [body, field] of [
    [{ username: 'robin' }, 'username'],
    [{ social_links: [{ platform: 'web', url: 'https://127.0.0.1/' }] }, 'social_links.0.url'],
    [{ bio: 'Here.', model: 'claude' }, 'model'],
    ['[]', 'body'],
  ] as const) {
    const refused = { error: 'Invalid profile data', fields: [{ field }] };
    expect(await patch(body), field).toMatchObject({ status: 400, body: refused });
    expect((await client.whoAmI()).agent).toEqual(before);
  }
  expect((await client.updateProfile({ body: { username: 'Wren' } })).agent.username).toBe('wren');
});

test('the time zone changes once in 24 hours; a refused change has no effect, and an egg does not count', async () => {
  const { client, patch, house, clock, inOrder } = await aProfile(await anyStore());
  await client.adoptCreature({ body: { name: 'Ada', species_slug: 'tortoise' } });
  for (const timezone of ['Asia/Tokyo', 'Asia/Seoul', 'Asia/Tokyo'])
    expect((await patch({ timezone })).status).toBe(200);
  await client.getCreatureStatus();
  expect((await patch({ timezone: 'Europe/Berlin' })).status).toBe(200);
  clock.forward('23h59m');
  expect(await patch({ timezone: 'Asia/Kolkata', bio: 'On the road.' })).toMatchObject({
    status: 429,
    headers: { 'retry-after': '60' },
    body: { code: 'moved_recently', retry_after_seconds: 60 },
  });
  expect((await client.whoAmI()).agent).toMatchObject({ timezone: 'Europe/Berlin', bio: null });
  expect((await patch({ timezone: 'Europe/Berlin', bio: 'At home.' })).status).toBe(200);
  clock.forward('1m');
  const stats = async () => {
    const { creature } = await client.getCreatureStatus();
    return 'hunger' in creature && [creature.hunger, creature.happiness, creature.health];
  };
  const before = await stats();
  expect([(await patch({ timezone: 'Asia/Kolkata' })).status, await stats()]).toEqual([200, before]);
  const rows = { text: 'select count(*) as n from moves', columns: ['n'] };
  expect(await house.store.one(rows, [])).toEqual({ n: 2 });
  await inOrder();
});

test('a time zone change applies to any number of creatures', async () => {
  const { client, house } = await aProfile(await anyStore(), { limiter: NO_LIMITS });
  for (let n = 0; n <= 100; n++) await client.adoptCreature({ body: { name: `Egg ${n}` } });
  await client.updateProfile({ body: { timezone: 'Asia/Tokyo' } });
  const rows = { text: 'select count(*) as n from creatures where zone <> $1', columns: ['n'] };
  expect(await house.store.one(rows, ['Asia/Tokyo'])).toEqual({ n: 0 });
});

const quotas = { livingCreatures: 2, wordBytesDaily: 200 };

eachDatabase((place) => {
  test('a new time zone applies to all creatures from now on, and leaves their past unchanged', async () => {
    const parts = { limiter: NO_LIMITS };
    const { ask, client, house, clock, key, hatch, inOrder } = await aProfile(await place.fresh(), parts);
    // A species that notices status requests, one that does not, and an egg.
    const hatched = [await hatch('Ada', 'owl'), await hatch('Bea', 'beagle')];
    const { creature: egg } = await client.adoptCreature({ body: { name: 'Cy', species_slug: 'tabby' } });
    const zoneOf = async (id: string) => (await findCreature(house.store, id))?.creature.zone.name;
    const zones = () => Promise.all([...hatched, egg.id].map(zoneOf));
    const care = { method: 'POST', path: '/api/house/care', key } as const;
    for (const timezone of ['Asia/Tokyo', 'America/New_York', null, 'Asia/Kolkata'] as const) {
      clock.forward('13m');
      expect((await client.updateProfile({ body: { timezone } })).message).toContain(timezone ?? 'UTC');
      expect(new Set(await zones())).toEqual(new Set([timezone ?? 'UTC']));
      for (let visit = 0; visit < 6; visit += 1) {
        clock.forward('4h');
        // A sleeping creature refuses.
        for (const id of hatched) await ask({ ...care, body: { action: 'feed', creature_id: id } });
      }
      await inOrder();
    }
    await client.getCreatureStatus({ query: { creature_id: egg.id } });
    clock.forward('3d');
    await inOrder();
  });

  test('of concurrent time zone changes one takes effect', async () => {
    const { patch, hatch, inOrder } = await aProfile(await place.fresh());
    await hatch('Ada');
    const zones = ['Asia/Tokyo', 'Asia/Seoul', 'Asia/Kolkata', 'Europe/Berlin', 'Europe/Paris', 'Asia/Dubai'];
    const told = await Promise.all(zones.map((timezone) => patch({ timezone })));
    expect(
      told
        .map(({ status }) => `${status}`)
        .toSorted()
        .join(' '),
    ).toBe('200 429 429 429 429 429');
    await inOrder();
  });

  test('a time zone change prepared before another one is refused in its transaction', async () => {
    const { client, hatch, house, clock } = await aProfile(await place.fresh());
    await hatch('Ada');
    const { agent } = await client.whoAmI();
    const now = clock.now();
    const prepare = (zone: string) => findMovers(house, { agent, zone, lock: 'pessimistic', now });
    const [first, second] = [await prepare('Asia/Tokyo'), await prepare('Asia/Seoul')];
    const commit = (movers: typeof first) =>
      house.store.transaction(async (db) => logMoves(db, agent, await moveCreatures(db, movers), now));
    await commit(first);
    await expect(commit(second)).rejects.toMatchObject({ code: 'moved_recently' });
  });

  test('the first picture of an agent is kept', async () => {
    const store = await place.fresh();
    const { id } = await takeIn(store);
    for (const url of ['/first.svg', '/second.svg']) await agents.setAvatarIfMissing(store, id, url);
    expect(await agents.findAgent(store, id)).toMatchObject({ avatarUrl: '/first.svg' });
  });

  test('a keeper’s record is saved when a compared field has changed; without one there is an error', async () => {
    const store = await place.fresh();
    const [one, other] = [await aStoredKeeper(store), await aStoredKeeper(store)];
    const same = { before: one, after: { ...one, gravestones: 9 } };
    const changed = { ...other, deaths: 1 };
    await agents.saveKeeper(store, same.before, same.after);
    await agents.saveKeepers(store, [same, { before: other, after: changed }]);
    expect(await agents.findKeeper(store, one.id)).toEqual(one);
    expect(await agents.findKeeper(store, other.id)).toEqual(changed);
    expect(await agents.namesOfMany(store, [one.id])).toMatchObject([{ username: one.username }]);
    await expect(agents.selectKeeperForUpdate(store, '?')).rejects.toThrow('keeper record missing: ?');
  });

  test('an agent at its limit of creatures can adopt again after a release', async () => {
    const { house, wren } = await aKeptHouse(await place.fresh(), { house: { quotas } });
    const eggs = await Promise.all([1, 2, 3, 4].map(() => wren.adopt()));
    expect(eggs.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(eggs.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_creatures',
      suggestion: expect.stringMatching(/2 living creatures.*DELETE \/api\/house\/release/),
    });
    const [one] = (await wren.client.whoAmI()).creatures;
    await wren.release({ id: one?.id });
    expect((await wren.adopt()).status).toBe(201);
    // The limit is per agent.
    expect((await (await aKeeper(house, 'finch')).adopt()).status).toBe(201);
  });

  test('beyond the daily limit of paid pictures for all agents, the built-in artist draws', async () => {
    const store = await place.fresh();
    const paid = { ...ownArtist, name: 'dauber', perAgentDaily: 9, daily: 2 };
    const { house, registered, clock } = await aHouse(store, { house: { pictures: paid } });
    const prompts = { portrait: () => 'somebody', avatar: () => 'somebody' };
    for (const username of ['ada', 'bo', 'cy', 'di', 'ed']) {
      if (username === 'ed') clock.forward('24h');
      await registered(username);
      expect(await runPictureJob(house, prompts)).toEqual({ kind: 'drawn' });
    }
    const text = 'select drawn_by, count(*) as n from pictures group by drawn_by order by drawn_by';
    expect(await store.all({ text, columns: ['drawn_by', 'n'] }, [])).toEqual([
      { drawn_by: 'dauber', n: 3 },
      { drawn_by: 'own', n: 2 },
    ]);
  });
});

test('an agent over its daily text quota is refused with what still works and when the quota resets', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true, house: { quotas } });
  await wren.hatch();
  const note = (length: number, headers = {}) => {
    house.clock.forward('10s');
    return wren.care({ action: 'reflect', notes: 'é'.repeat(length / 2) }, headers);
  };
  const once = { 'idempotency-key': '4f0b9a63-0b9f-4c1e-8e40-2f5d1c7a6c0e' };
  expect((await note(150, once)).status).toBe(200);
  const refused = await note(60);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_words' } });
  expect(refused.body['suggestion']).toContain('200 bytes');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  const change = { method: 'PATCH', path: ME, key: wren.key, body: { bio: 'x'.repeat(60) } } as const;
  expect((await house.ask(change)).status).toBe(429);
  expect((await wren.adopt({ image_prompt: 'x'.repeat(60) })).status).toBe(429);
  // Replays and care without text still work.
  expect((await note(150, once)).headers['idempotency-replayed']).toBe('true');
  expect((await wren.care({ action: 'play' })).status).toBe(200);
  house.clock.forward('24h');
  expect((await house.ask(change)).status).toBe(200);
});

test('every quota is a setting, and invalid values are refused', () => {
  const set = { ARKHOUSE_CREATURES_PER_AGENT: '3', ARKHOUSE_WORDS_PER_AGENT_DAILY: '70000' };
  expect(readConfig(set)).toMatchObject({ quotas: { livingCreatures: 3, wordBytesDaily: 70_000 } });
  for (const wrong of [{ ARKHOUSE_CREATURES_PER_AGENT: '0' }, { ARKHOUSE_WORDS_PER_AGENT_DAILY: '1000' }])
    expect(() => readConfig(wrong)).toThrow('must be a whole number');
});

const NOW = Date.UTC(2026, 0, 1, 12);
const LIMIT = { max: 10, windowSeconds: 86_400 };

function aHouseOfFewWords() {
  const limiter = memoryLimiter();
  const house = { limiter, quotas: { wordBytesDaily: LIMIT.max } } as unknown as House;
  return {
    write: (words: unknown, now = NOW) => countWords(house, { id: 'ada', username: 'ada' }, words, now),
    left: () => limiter.peek('words', LIMIT, 'ada', NOW)?.remaining,
  };
}

test.each<readonly [what: string, words: unknown, left: number | undefined]>([
  ['a text', 'abc', 7],
  ['a text of two bytes a letter', 'éé', 6],
  ['texts in a list', ['ab', 'c'], 7],
  ['texts in fields, however deep', { name: 'ab', more: { words: ['cd', null] }, age: 7 }, 6],
  ...[undefined, null, 7, '', {}, [], { name: undefined, count: 3 }].map(
    (words) => ['a value without text', words, undefined] as const,
  ),
])('the bytes of %s are counted', async (_, words, left) => {
  const house = aHouseOfFewWords();
  await house.write(words);
  expect(house.left()).toBe(left);
});

test('the daily limit in bytes is exact, and the refusal says when it resets', async () => {
  const house = aHouseOfFewWords();
  await house.write('0123456789');
  const code = 'too_many_words';
  const refused = (retryAfterSeconds: number) => ({ code, facts: { limitBytes: 10, retryAfterSeconds } });
  await expect(house.write('x')).rejects.toMatchObject(refused(86_400));
  await expect(house.write('x', NOW + 1)).rejects.toMatchObject(refused(86_400));
  await expect(house.write('x', NOW + 1000)).rejects.toMatchObject(refused(86_399));
  await expect(house.write('x', NOW + DAY - 1)).rejects.toMatchObject(refused(1));
  await house.write('x', NOW + DAY);
});
