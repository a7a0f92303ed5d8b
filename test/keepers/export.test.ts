import { expect, test } from 'vitest';

import { ROUTES } from '../../src/api/routes.ts';
import { blockAgent } from '../../src/features/moderation/moderate.ts';
import { findOwnCreature } from '../../src/features/lives/creatures.store.ts';
import { useTool } from '../mcp/messages.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aKeptHouse, aKeeper, aPlainHouse, NO_LIMITS, of } from '../support/asking.ts';
import { logEntry } from '../support/care-entries.ts';
import { eachDatabase } from '../support/databases.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { countingRows } from '../support/store-with.ts';
import { aListener, aLoudAgent, CANARY, SLUG } from './loud-agent.ts';

const unlimited = { house: { limiter: NO_LIMITS } };

async function exported({ ask }: Pick<TestHouse, 'ask'>, key: string, query = '') {
  const { status, text, headers } = await ask({ path: `/api/auth/me/export${query}`, key });
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return { text, data: ROUTES.exportMyData.reply.parse(JSON.parse(text)) };
}

eachDatabase((place) => {
  test('an export holds everything an agent wrote and everything that happened, without keys or hashes', async () => {
    const store = await place.fresh();
    const house = await aHouse(store, unlimited);
    const loud = await aLoudAgent(house);
    await aListener(house);
    const before = await findOwnCreature(store, loud.id, loud.egg);
    const { text, data } = await exported(house, loud.key);
    expect(data).toMatchObject({
      agent: {
        username: 'loud',
        display_name: CANARY,
        bio: `I am ${CANARY}`,
        social_links: [{ platform: CANARY }],
      },
      avatar_prompt: `a ${CANARY}`,
      calendar_feed_since: expect.any(String),
      species: [{ slug: SLUG, name: `Fox ${CANARY}`, image_prompt: `a fox with a ${CANARY}` }],
    });
    expect(data.agent.avatar_url).toMatch(new RegExp(`^https?://[^/]+/pictures/${loud.id}/`));
    expect(data).not.toHaveProperty('source');
    expect(data.gravestones.map(({ creature_id: id }) => id)).toEqual([loud.living, loud.dead]);
    expect(data.creatures.find(({ id }) => id === loud.living)).toMatchObject({
      name: CANARY,
      image_prompt: `with a ${CANARY}`,
      portraits: [{ stage: 'baby' }],
      care_log: [
        { action: 'reflect', notes: `I heard ${CANARY}.` },
        { action: 'feed', item: 'Tuna' },
        { action: 'feed', item: `${CANARY} stew`, notes: `I gave it ${CANARY}.` },
      ],
    });
    expect(new Set(data.creatures.map(({ id }) => id))).toEqual(new Set([loud.living, loud.dead, loud.egg]));
    for (const secret of [loud.key, loud.feed.split('=')[1] ?? '', 'hash'])
      expect(text).not.toContain(secret);
    // An export is not a visit: the egg has not hatched.
    expect(await findOwnCreature(store, loud.id, loud.egg)).toEqual(before);
  });
});

test('a log of any length is exported completely, as a stream', async () => {
  const store = await anyStore();
  const { counting, counted } = countingRows(store);
  const house = await aPlainHouse(counting);
  const wren = await aKeeper(house);
  const id = await wren.hatch();
  const COUNT = 1101;
  await store.transaction(async (db) => {
    for (let n = 1; n <= COUNT; n += 1) await logEntry(db, id, { action: 'reflect', notes: `${n}` });
  });
  const notes = async (query: string) => {
    const [creature] = (await exported(house, wren.key, query)).data.creatures;
    const log = (creature?.['care_log'] ?? []) as { notes: string }[];
    return log.map((entry) => entry.notes);
  };
  const whole = await notes('');
  expect([whole.length, whole[0], whole.at(-1)]).toEqual([COUNT, `${COUNT}`, '1']);
  expect(counted.most).toBeLessThanOrEqual(500);
  expect(await notes('?entries=0')).toEqual([]);
  expect(await notes('?entries=501')).toHaveLength(501);
});

test('an export contains purchases and ledger movements', async () => {
  const house = await aPlayHouse(await anyStore());
  await house.click(await house.asked('500'));
  const { data } = await exported(house, house.key);
  expect((await house.as(house.key).exportMyData()).agent.username).toBe('player');
  expect(data).toMatchObject({
    credits: 500,
    ledger: [{ kind: 'purchase', delta: 500, balance_after: 500 }],
    purchases: [{ provider: 'sandbox', credits: 500, cents: 400, live: false, state: 'paid' }],
  });
});

test('export and deletion are MCP tools; the tool returns the newest log entries unless asked for more', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  for (let n = 0; n < 21; n += 1) await wren.care({ action: 'reflect', notes: `thought ${n}` });
  const call = (tool: string, given: Record<string, unknown>) =>
    useTool(house, tool, given, { key: wren.key });
  for (const [given, count] of [
    [{}, 20],
    [{ entries: 21 }, 21],
  ] as const)
    expect(of({ body: (await call('export_my_data', given)).data }, 'creatures', 0, 'care_log')).toHaveLength(
      count,
    );
  await call('delete_my_account', { username: 'finch' });
  expect((await wren.status()).status).toBe(200);
  await call('delete_my_account', { username: 'wren' });
  expect((await wren.status()).status).toBe(401);
});

test('the calendar and pictures of a blocked agent are closed', async () => {
  const house = await aHouse(await anyStore(), unlimited);
  const loud = await aLoudAgent(house);
  const closed = [loud.feed, `/pictures/${loud.id}/avatar.svg`, `/pictures/${loud.living}/baby.png`];
  const statuses = () => Promise.all(closed.map(async (path) => (await house.ask({ path })).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await blockAgent(house.house, { username: 'loud', reason: 'why' }, house.house.clock.now());
  expect(await statuses()).toEqual([404, 404, 404]);
});
