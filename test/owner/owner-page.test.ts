import { expect, test } from 'vitest';

import { hideText } from '../../src/features/moderation/moderate.ts';
import { openCashier } from '../../src/outside/money/cashier.ts';
import { systemRandom } from '../../src/outside/random.ts';
import { aKeeper, aKeptHouse, aPlainHouse, of, type Keeper } from '../support/asking.ts';
import { eachDatabase } from '../support/databases.ts';
import type { TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const LINK = '/api/house/owner-link';
const HTML = { accept: 'text/html' };

async function aPage({ ask }: Pick<TestHouse, 'ask'>, { key }: Pick<Keeper, 'key'>) {
  const made = await ask({ method: 'POST', path: LINK, key });
  expect(made.status, made.text).toBe(201);
  return { path: new URL(String(made.body['url'])).pathname, token: String(made.body['token']) };
}

const look = ({ ask }: Pick<TestHouse, 'ask'>, path: string) => ask({ path, headers: HTML });

eachDatabase((place) => {
  test('the page opens with its link on every node, and the moment it is replaced or ended opens nothing', async () => {
    const store = await place.fresh();
    const { house, wren } = await aKeptHouse(store);
    const other = await aPlainHouse(await place.again(store));
    const id = await wren.hatch();
    const first = await aPage(house, wren);
    for (const node of [house, other]) {
      const shown = await look(node, first.path);
      expect(shown.status, shown.text).toBe(200);
      expect(shown.text).toContain(`/creatures/${id}`);
    }
    const second = await aPage(house, wren);
    const ends = async (path: string) =>
      Promise.all([house, other].map(async (node) => (await look(node, path)).status));
    expect([await ends(first.path), await ends(second.path)]).toEqual([
      [404, 404],
      [200, 200],
    ]);
    await house.ask({ method: 'DELETE', path: LINK, key: wren.key });
    expect(await ends(second.path)).toEqual([404, 404]);
  });

  test('the page tells how each creature is, when it needs somebody, what happened, and the way back of the dead', async () => {
    const baseUrl = new URL('http://127.0.0.1:3000');
    const cashier = await openCashier({
      mode: 'sandbox',
      baseUrl,
      random: systemRandom,
      sandboxToken: 'x'.repeat(32),
    });
    const { house, wren } = await aKeptHouse(await place.fresh(), { house: { cashier } });
    const lost = await wren.hatch({ name: 'Ash' });
    house.clock.forward('60h');
    const kept = await wren.hatch({ name: 'Bo' });
    await wren.adopt({ name: 'Egbert' });
    const { path } = await aPage(house, wren);
    const { text } = await look(house, path);
    for (const words of ['Bo hatched.', 'Ash died', 'Next meal', 'Dies without care', 'still an egg'])
      expect(text).toContain(words);
    expect(text).toContain(`href="/creatures/${lost}/bring-back"`);
    expect(text).toContain('The last 48 hours');
    const looked = await wren.status(`?id=${kept}`);
    for (const moment of [
      of(looked, 'creature', 'death_clock', 'dies_at'),
      of(looked, 'recommended_checkin', 'at'),
    ])
      expect(text).toContain(`datetime="${new Date(String(moment)).toISOString()}"`);
  });
});

test('no reply says which token opened nothing, and the page says what to do', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const { path } = await aPage(house, wren);
  await house.ask({ method: 'DELETE', path: LINK, key: wren.key });
  const mistyped = `${path.slice(0, -3)}zzz`;
  const feed = await house.ask({ method: 'POST', path: '/api/house/calendar', key: wren.key });
  const others = [
    `/mine/${String(feed.body['token'])}`,
    '/mine/x',
    '/mine/aho_',
    `/mine/${wren.key}`,
    `/mine/${'a'.repeat(5000)}`,
    mistyped,
  ];
  const ended = await look(house, path);
  expect(ended.status).toBe(404);
  expect(ended.text).toContain('POST /api/house/owner-link');
  for (const each of others)
    expect.soft(await look(house, each)).toMatchObject({ status: 404, text: ended.text });
  expect((await house.ask({ path })).text).toBe(ended.text);
});

test('the page is not cached, not indexed, sends no referrer, and leads nowhere else', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const { path, token } = await aPage(house, wren);
  for (const each of [path, '/mine/aho_nothing']) {
    const { headers, text } = await look(house, each);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['content-encoding']).toBeUndefined();
    expect(text).toContain('<meta name="robots" content="noindex"');
    expect(text).not.toMatch(/rel="canonical"|property="og:/);
    // Links and pictures are of this house, and none but the calendar's holds the token.
    const addresses = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !/^[/#]/.test(address) || address.includes(token))).toEqual([]);
  }
  const robots = await house.ask({ path: '/robots.txt' });
  expect(robots.text).toContain('Disallow: /mine/\n');
  for (const part of ['pages', 'species'])
    expect((await house.ask({ path: `/sitemap/${part}.xml` })).text).not.toContain('/mine');
});

test('the token of the page is in no log and no metric, and reading writes nothing', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const { path, token } = await aPage(house, wren);
  const versions = { text: 'select id, version, body from creatures', columns: ['id', 'version', 'body'] };
  const before = await house.house.store.all(versions, []);
  for (const each of [path, `${path}/`, `${path}/x`, `${path}?a=b`]) await look(house, each);
  expect(await house.house.store.all(versions, [])).toEqual(before);
  expect(house.log.length).toBeGreaterThan(2);
  expect(house.log.join('')).not.toContain(token);
});

test('news stays on the page after the agent was told it', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  await wren.hatch();
  const { path } = await aPage(house, wren);
  house.clock.forward('10m');
  await wren.status();
  expect((await look(house, path)).text).toContain('Bo hatched.');
  house.clock.forward('15d');
  expect((await look(house, path)).text).not.toContain('Bo hatched.');
});

test('the page shows twelve creatures, those who need somebody first, and says how many more there are', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const ids: string[] = [];
  for (let nth = 0; nth < 14; nth += 1) {
    ids.push(await wren.hatch({ name: `Bo ${nth}` }));
    house.clock.forward('10m');
  }
  await wren.adopt({ name: 'Egbert' });
  const { path } = await aPage(house, wren);
  const { text } = await look(house, path);
  const order = [...text.matchAll(/<h2><a href="\/creatures\/([\w-]+)"/g)].map(([, id]) => id);
  expect(order).toEqual(ids.slice(0, 12));
  expect(text).toContain('3 more live here');
  expect([...text.matchAll(/class="life-chart"/g)]).toHaveLength(6);
});

test('a name that the operator hid is hidden on the page, and a blocked agent’s link opens nothing', async () => {
  const { house, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch({ name: 'Rudeword' });
  const { path } = await aPage(house, wren);
  expect((await look(house, path)).text).toContain('Rudeword');
  const text = { writing: 'creature_name', subject: id, reason: 'Rude.' } as const;
  await hideText(house.house, text, house.clock.now());
  house.clock.forward('2s');
  expect((await look(house, path)).text).not.toContain('Rudeword');
  await house.house.store.run({ text: 'insert into blocked_agents (agent_id, blocked_at) values ($1, $2)' }, [
    wren.id,
    house.clock.now(),
  ]);
  expect((await look(house, path)).status).toBe(404);
});

test('pages of owners have the limit of pages, and wrong tokens that of wrong keys', async () => {
  const { house, wren } = await aKeptHouse(await anyStore(), { limited: true });
  await aKeeper(house, 'bee');
  const { path } = await aPage(house, wren);
  expect((await look(house, path)).headers).toMatchObject({ 'x-ratelimit-limit': '120' });
  const wrong = { path: '/mine/aho_no', headers: HTML, from: '10.9.9.9' };
  for (let nth = 0; nth < 30; nth += 1) expect((await house.ask(wrong)).status).toBe(404);
  expect((await house.ask(wrong)).status).toBe(429);
  expect((await house.ask({ ...wrong, path })).status).toBe(200);
});
