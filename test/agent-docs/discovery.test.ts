import { expect, test } from 'vitest';

import { guideOf } from '../../src/text/pages/guides.ts';
import { aKeeper, aPlainHouse } from '../support/asking.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const BROWSER = { accept: 'text/html' };

test('API replies and refusals are not indexed and name the descriptions; pages and documents are indexed', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  for (const path of ['/api', '/api/health', '/api/house/species', '/api/nowhere', '/creatures/x/now.json']) {
    const { headers } = await ask({ path });
    expect(headers['x-robots-tag'], path).toBe('noindex');
    expect(headers['link'], path).toMatch(
      /<\/openapi\.json>; rel="service-desc".*<\/llms\.txt>; rel="describedby"/,
    );
  }
  for (const path of ['/', '/llms.txt', '/guides/connect', '/species/owl', '/feed.atom']) {
    const { headers } = await ask({ path });
    expect(headers['x-robots-tag'], path).toBeUndefined();
  }
  expect((await ask({ path: '/feed.atom' })).headers['link']).toContain('</llms.txt>; rel="describedby"');
});

function groupsOf(text: string): readonly { readonly agents: readonly string[]; readonly rules: string }[] {
  return text
    .trim()
    .split('\n\n')
    .filter((group) => group.startsWith('User-agent'))
    .map((group) => {
      const lines = group.split('\n');
      const agents = lines.filter((line) => line.startsWith('User-agent: '));
      return { agents, rules: lines.slice(agents.length).join('\n') };
    });
}

test('robots.txt has the same rules for named AI crawlers as for all, with the content signal of the operator', async () => {
  for (const [contentSignal, line] of [
    [undefined, 'Content-Signal: search=yes'],
    ['search=yes, ai-input=yes, ai-train=no', 'Content-Signal: search=yes, ai-input=yes, ai-train=no'],
  ] as const) {
    const { ask } = await aHouse(await anyStore(), { contentSignal });
    const { text } = await ask({ path: '/robots.txt' });
    const groups = groupsOf(text);
    expect(new Set(groups.map(({ rules }) => rules)).size).toBe(1);
    expect(groups.length).toBeGreaterThan(1);
    expect(groups[0]?.rules.split('\n')).toEqual(expect.arrayContaining([line, 'Allow: /']));
    for (const name of [
      '*',
      'GPTBot',
      'ClaudeBot',
      'Claude-User',
      'PerplexityBot',
      'Google-Extended',
      'CCBot',
    ])
      expect(text).toContain(`User-agent: ${name}\n`);
    expect(text).toContain('Sitemap: http://127.0.0.1:3000/sitemap.xml');
  }
});

test('a page past the end of a list is 404, and the second page has a title of its own', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  await wren.hatch({ name: 'Bo' });
  for (const list of ['/creatures', '/keepers', '/graveyard', '/species'])
    for (const [page, status] of [
      ['1', 200],
      ['2', 404],
      ['999', 404],
    ] as const)
      expect((await house.ask({ path: `${list}?page=${page}`, headers: BROWSER })).status, list).toBe(status);
});

test('llms.txt lists feed, skills and catalog, and every document for agents names llms.txt', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const { text } = await ask({ path: '/llms.txt' });
  for (const path of [
    '/feed.atom',
    '/feed.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/ai-catalog.json',
  ]) {
    expect(text).toContain(`](http://127.0.0.1:3000${path})`);
    expect((await ask({ path })).status, path).toBe(200);
  }
  for (const path of ['/skill.md', '/auth.md', '/heartbeat.md'])
    expect((await ask({ path })).text, path).toContain('/llms.txt');
  expect((await ask({ path: '/auth.md' })).text).toMatch(/\b429\b/);
  const full = (await ask({ path: '/llms-full.txt' })).text;
  for (const title of ['Bring your agent', 'Feeding, and what to give', 'Credits, and coming back'])
    expect(full).toContain(`# ${title}`);
});

test.each([
  ['/security.txt', '/.well-known/security.txt'],
  ['/docs/api.md', '/llms-full.txt'],
  ['/.well-known/ard.json', '/.well-known/ai-catalog.json'],
  ['/skills/index.json', '/.well-known/agent-skills/index.json'],
])('%s leads to %s', async (path, location) => {
  const { ask } = await aHouse(await anyStore(), { securityContact: 'mailto:a@ark.example' });
  expect(await ask({ path })).toMatchObject({ status: 308, headers: { location } });
  expect((await ask({ path: location })).status).toBe(200);
});

test('a page that has a Markdown twin is that twin to a program that asks for Markdown', async () => {
  const { ask } = await aPlainHouse(await anyStore());
  const twin = await ask({ path: '/guides/feeding.md' });
  const told = await ask({ path: '/guides/feeding', headers: { accept: 'text/markdown' } });
  expect(told).toMatchObject({
    status: 200,
    text: twin.text,
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
  expect(told.headers['vary']).toMatch(/^Accept\b(?!-)/);
  const page = await ask({ path: '/guides/feeding', headers: BROWSER });
  expect(page.text).toContain('<link rel="alternate" type="text/markdown" href="/guides/feeding.md"');
  expect(page.headers['vary']).toMatch(/^Accept\b(?!-)/);
});

test.each(['/.well-known/agent-card.json', '/.well-known/ai-plugin.json', '/.well-known/x402'])(
  '%s is not served, and its refusal in JSON says where the descriptions are and whether payments are on',
  async (path) => {
    const { ask } = await aPlainHouse(await anyStore());
    const told = await ask({ path, headers: BROWSER });
    expect(told).toMatchObject({ status: 404, body: { code: 'no_such_route' } });
    for (const other of ['/mcp', '/openapi.json', '/llms.txt']) expect(told.text).toContain(other);
    expect(told.text.includes('ayments are off')).toBe(path.endsWith('x402'));
  },
);

test('every entry of the catalog leads to a document of its type', async () => {
  const { ask } = await aHouse(await anyStore(), { baseUrl: new URL('http://127.0.0.1:3000') });
  const { entries } = JSON.parse((await ask({ path: '/.well-known/ai-catalog.json' })).text) as {
    entries: { url: string; type: string; identifier: string }[];
  };
  expect(entries.length).toBeGreaterThan(2);
  expect(new Set(entries.map(({ identifier }) => identifier)).size).toBe(entries.length);
  for (const { url, type } of entries) {
    const told = await ask({ path: new URL(url).pathname });
    expect([told.status, String(told.headers['content-type']).replace(/;.*/, '')]).toEqual([200, type]);
  }
  const home = await ask({ path: '/', headers: BROWSER });
  expect(home.text).toContain('rel="ai-catalog"');
});

/** Address and date of every entry of the sitemap. */
async function sitemapEntries({ ask }: TestHouse): Promise<ReadonlyMap<string, string | undefined>> {
  const parts = (await ask({ path: '/sitemap.xml' })).text.matchAll(/<loc>[^<]*?(\/sitemap\/[^<]+)<\/loc>/g);
  const found = new Map<string, string | undefined>();
  for (const [, part = ''] of parts) {
    const { text } = await ask({ path: part });
    for (const [, path = '', date] of text.matchAll(
      /<loc>https?:\/\/[^/]+([^<]*)<\/loc>(?:<lastmod>([^<]+)<)?/g,
    ))
      found.set(path, date);
  }
  return found;
}

test('the sitemap dates guides by their last change and designed species by their design', async () => {
  const house = await aPlainHouse(await anyStore());
  const designer = await aDesignerOf(house, 'wren');
  await house.as(designer.key).createSpecies({
    body: { slug: 'odd_one', family: 'cat', name: 'Odd One', personality: 'Very, very shy.' },
  });
  const dates = await sitemapEntries(house);
  expect(dates.get('/guides/clock')).toBe(guideOf('clock')?.dates.changed);
  expect(dates.get('/species/odd_one')).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect([dates.has('/species/owl'), dates.get('/species/owl')]).toEqual([true, undefined]);
});

test('the sitemap dates a creature by stage, letter and death, not by meals, and leaves out eggs', async () => {
  const house = await aPlainHouse(await anyStore());
  const wren = await aKeeper(house);
  const id = await wren.hatch({ name: 'Bo' });
  await wren.adopt({ name: 'Egg' });
  const hatched = (await sitemapEntries(house)).get(`/creatures/${id}`);
  expect(hatched).toMatch(/^\d{4}-\d\d-\d\dT/);
  house.clock.forward('2h');
  await house.ask({
    method: 'POST',
    path: '/api/house/care',
    key: wren.key,
    body: { action: 'feed', creature_id: id },
  });
  house.clock.forward('2h');
  expect((await sitemapEntries(house)).get(`/creatures/${id}`)).toBe(hatched);
  house.clock.forward('90h');
  // Nothing settles it by itself here.
  await house.ask({ path: `/creatures/${id}` });
  const died = (await sitemapEntries(house)).get(`/creatures/${id}`);
  expect(Date.parse(String(died))).toBeGreaterThan(Date.parse(String(hatched)));
  const creatures = [...(await sitemapEntries(house)).keys()].filter((path) =>
    path.startsWith('/creatures/'),
  );
  expect(creatures).toEqual([`/creatures/${id}`]);
});
