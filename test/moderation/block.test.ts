import { expect, test } from 'vitest';

import type { Database } from '../../packages/database/db.ts';
import { auditStore } from '../../src/features/audit/audit.store.ts';
import { insertKeeper } from '../../src/features/identity/agents.store.ts';
import { blockAgent, unblockAgent } from '../../src/features/moderation/moderate.ts';
import { drawEverything } from '../keepers/loud-agent.ts';
import { expectInOrder } from '../support/asking.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import type { TestHouse, Told } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor, type Resident } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';
import { anOperatedHouse, signedIn } from './desk.ts';
import { placesOf, toldToOthers } from './told-to-others.ts';

const SLUG = 'spam_fox';
const NAME = 'Buymynow';

eachDatabase(({ fresh, again }) => {
  test('a blocked agent’s key is refused and the agent is on no page or list; unblocking restores all of it', async () => {
    const town = await aTown(await fresh());
    const { house, spam, ada } = town;
    await drawEverything(house);
    const other = await anOperatedHouse(await again(house.house.store));
    const credits = { path: '/api/house/credits', key: spam.key };
    expect((await other.ask(credits)).status).toBe(200);
    const before = await sights(town);
    const shown = [
      '/api/house/graveyard',
      '/graveyard',
      '/creatures',
      '/feed.atom',
      '/feed.json',
      'tool: list_hall',
    ];
    expect(placesOf(before, NAME)).toEqual(expect.arrayContaining([...shown, 'care: reflect']));
    expect(placesOf(before, 'spammer')).toContain('care: reflect');
    await expectPages(town, 200);
    await block(house, 'spammer');
    // Another node refuses the key from the next request on.
    expect((await other.ask(credits)).status).toBe(403);
    for (const request of [
      { path: '/api/house/status' },
      { path: '/api/house/graveyard' },
      { method: 'POST', path: '/api/auth/rotate-key', body: {} },
      { method: 'POST', path: '/api/house/adopt', body: { name: 'X' } },
    ] as const) {
      const { status, body } = await house.ask({ ...request, key: spam.key });
      expect([status, body['code'], body['error']]).toEqual([403, 'blocked', 'This account is blocked']);
    }
    house.clock.forward('2m');
    const after = await sights(town);
    expect(placesOf(after, NAME)).toEqual([]);
    expect(placesOf(after, 'spammer').filter((place) => !place.includes('spammer'))).toEqual([]);
    await expectPages(town, 404);
    expect(await totals(house)).toEqual({ stones: 1, species: 0, onBoard: 2, steady: 1, mourners: 1 });
    const { body: hall } = await house.ask({ path: '/api/house/hall' });
    expect(hall['leaderboard']).toMatchObject([{ rank: 1 }, { rank: 1 }]);
    const listed = await house.ask({ path: '/api/house/graveyard?agent=spammer' });
    expect(listed.body).toMatchObject({ gravestones: [], pagination: { total: 0 } });
    const adopting = { name: 'Late', species_slug: SLUG };
    await ask(house, ada, '/api/house/adopt', adopting, 400);
    const told = await house.ask({ path: `/api/house/status?id=${town.fox}`, key: ada.key });
    expect(told.status).toBe(200);
    expect(told.text).not.toContain(DESIGN.name);
    await expectInOrder(house.house);

    await unblock(house, 'spammer');
    house.clock.forward('2m');
    expect(placesOf(await sights(town), NAME)).toEqual(expect.arrayContaining(shown));
    await expectPages(town, 200);
    expect(await totals(house)).toEqual({ stones: 2, species: 1, onBoard: 3, steady: 2, mourners: 2 });
    await ask(house, ada, '/api/house/adopt', adopting, 201);
    expect((await house.ask({ path: '/api/house/status', key: spam.key })).status).toBe(200);
    await expectInOrder(house.house);
  });

  test('deaths of a blocked agent’s creatures are left out of public totals until it is unblocked', async () => {
    const { house, spam } = await aTown(await fresh());
    await block(house, 'spammer');
    house.clock.forward('3d');
    expect(await totals(house)).toMatchObject({ stones: 3, onBoard: 0 });
    await expectInOrder(house.house);
    await unblock(house, 'spammer');
    expect(await totals(house)).toMatchObject({ stones: 5, mourners: 2 });
    await ask(house, spam, '/api/house/adopt', { name: 'Back' }, 201);
    await expectInOrder(house.house);
  });

  test('blocking during concurrent deaths keeps the gravestone count correct', async () => {
    const { house } = await aTown(await fresh());
    for (let n = 0; n < 5; n += 1) {
      const keeper = await aResidentOf(house, `mass-${n}`);
      await hatchFor(house, keeper, { name: 'Doomed', species_slug: 'tabby' });
    }
    house.clock.forward('3d');
    const now = house.clock.now();
    const blockOne = (_: unknown, n: number) =>
      blockAgent(house.house, { username: `mass-${n}`, reason: 'all at once' }, now);
    await Promise.all([house.ask({ path: '/api/stats' }), ...Array.from({ length: 5 }, blockOne)]);
    await house.ask({ path: '/api/stats' });
    await expectInOrder(house.house);
    expect(await totals(house)).toMatchObject({ stones: 5 });
  });
});

onSqlite(({ fresh }) => {
  test('agents without creatures and test accounts can be blocked', async () => {
    const house = await anOperatedHouse(await fresh());
    await aResidentOf(house, 'shy');
    const tester = await aResidentOf(house, 'test-er');
    for (const username of ['shy', 'test-er']) await block(house, username);
    expect((await house.ask({ path: '/api/house/credits', key: tester.key })).status).toBe(403);
    await expectInOrder(house.house);
    expect(await blockAgent(house.house, { username: 'shy', reason: 'again' }, 1)).toBe('was so already');
    expect(await unblockAgent(house.house, { username: 'nobody', reason: 'x' }, 1)).toBe('not found');
    await unblock(house, 'test-er');
    await ask(house, tester, '/api/house/adopt', { name: 'Egg' }, 201);
    await expectInOrder(house.house);
  });

  test('content hidden by a 1.0.0 node leaves cached pages, also if a deletion follows directly', async () => {
    const { house, ada } = await aTown(await fresh());
    const { store } = house.house;
    const shows = async (name: string) => {
      house.clock.forward('1s');
      return (await house.ask({ path: '/species' })).text.includes(name);
    };
    const leaves = async (username: string) => {
      const { key } = await aResidentOf(house, username);
      await house.ask({ method: 'DELETE', path: '/api/auth/me', key, body: { username } });
    };
    /** Version 1.0.0 has a single marker. */
    const changeAsBefore = async (mark: string, text: string, values: readonly string[]) => {
      await store.run({ text }, values);
      const upsert = `insert into settings (name, value) values ('curtain', $1)
        on conflict (name) do update set value = excluded.value`;
      await store.run({ text: upsert }, [mark]);
    };
    await leaves('finch');
    expect(await shows(DESIGN.name)).toBe(true);
    const hide = `insert into hidden_texts (writing, subject, agent_id, hidden_at) values ('species', $1, $2, 1)`;
    await changeAsBefore('m-1', hide, [SLUG, ada.id]);
    expect(await shows(DESIGN.name)).toBe(false);
    await changeAsBefore('m-2', 'delete from hidden_texts where subject = $1', [SLUG]);
    // No page is requested in between here.
    await leaves('heron');
    expect(await shows(DESIGN.name)).toBe(true);
  });

  test('the audit reports a record that contradicts the list of blocked agents', async () => {
    const { house, ada } = await aTown(await fresh());
    await insertKeeper(house.house.store, { ...ada, counts: true });
    await house.house.store.run({ text: 'update keepers set blocked = 1 where agent_id = $1' }, [ada.id]);
    const findings = await auditStore(house.house.store, house.clock.now());
    expect(findings.map(({ check }) => check)).toContain('who is blocked is blocked in its record');
  });
});

const DESIGN = { name: 'Fox of the spammer', family: 'cat', personality: 'Quiet, and fond of green places.' };

async function block(house: TestHouse, username: string, deed = 'block'): Promise<void> {
  const told = await (await signedIn(house)).send(`/admin/${deed}`, { username, reason: 'sells things' });
  expect(told.headers['location']).toContain('said=done');
}

const unblock = (house: TestHouse, username: string) => block(house, username, 'unblock');

/** A spammer with one of everything, and another agent with the same. */
async function aTown(store: Database) {
  const house = await anOperatedHouse(store);
  const spam = await aDesignerOf(house, 'spammer');
  const ada = await aResidentOf(house, 'ada');
  await ask(house, spam, '/api/house/species', { ...DESIGN, slug: SLUG }, 201);
  const dead = await hatchFor(house, spam, { name: NAME, species_slug: 'tabby' });
  await hatchFor(house, ada, { name: 'Moss', species_slug: 'tabby' });
  house.clock.forward('3d');
  const living = await hatchFor(house, spam, { name: NAME, species_slug: 'tabby' });
  const tabby = await hatchFor(house, ada, { name: 'Fern', species_slug: 'tabby' });
  const fox = await hatchFor(house, ada, { name: 'Fox', species_slug: SLUG });
  await ask(house, spam, '/api/house/adopt', { name: NAME, species_slug: 'tabby' }, 201);
  await ask(house, spam, '/api/house/care', { action: 'reflect', notes: NAME, creature_id: living }, 200);
  await ask(house, spam, '/api/house/care', { action: 'feed', creature_id: living }, 200);
  await ask(house, ada, '/api/house/care', { action: 'feed', creature_id: tabby }, 200);
  await withRecord(house.house.store, spam.id, { adultsRaised: 0 });
  return { house, spam, ada, dead, living, tabby, fox };
}

type Town = Awaited<ReturnType<typeof aTown>>;

/** Pages and portraits about the spammer. */
async function expectPages({ house, living }: Town, status: number): Promise<void> {
  for (const path of [
    `/pictures/${living}/baby.svg`,
    ...['/agents/spammer', `/creatures/${living}`].flatMap((page) => [page, `${page}/picture.svg`]),
    `/species/${SLUG}`,
    `/api/house/species/${SLUG}`,
  ])
    expect([(await house.ask({ path })).status, path]).toEqual([status, path]);
}

/** Public texts: pages, feeds and replies reachable by links, and replies to another agent. */
function sights({ house, ada, dead, living, tabby, fox }: Town): Promise<ReadonlyMap<string, string>> {
  const about = { username: 'spammer', creatures: [dead, living], species: SLUG };
  return toldToOthers(house, about, { key: ada.key, creatures: [tabby, fox] });
}

async function totals({ ask: read }: TestHouse) {
  const total = ({ body }: Told) => (body['pagination'] as { total: number }).total;
  const board = ({ body }: Told) => (body['leaderboard'] as unknown[]).length;
  return {
    stones: total(await read({ path: '/api/house/graveyard' })),
    species: total(await read({ path: '/api/house/species' })),
    onBoard: board(await read({ path: '/api/house/hall' })),
    steady: board(await read({ path: '/api/house/hall?category=most_consistent' })),
    mourners: board(await read({ path: '/api/house/hall?category=gravestone_count' })),
  };
}

async function ask(house: TestHouse, { key }: Resident, path: string, body: object, status: number) {
  const told = await house.ask({ method: 'POST', path, key, body });
  expect(told.status, told.text).toBe(status);
}
