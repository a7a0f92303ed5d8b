import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { HALL_CATEGORIES, ITEM_ACTIONS, STAGES } from '../../src/rules/vocabulary.ts';
import { carveEpitaphs, epitaph } from '../../src/text/creature/epitaphs.ts';
import { guideOf, GUIDES } from '../../src/text/pages/guides.ts';
import { FOOTER_COLUMNS, ROOMS } from '../../src/text/pages/page-words.ts';
import { renderPage } from '../../src/web/layout.tsx';
import { externalPictureUrl, keepsakePicturePath, ownPicturePath } from '../../src/web/paths.ts';
import { speciesPage } from '../../src/features/catalog/species-page.tsx';
import { listGravestones, markResurrected } from '../../src/features/creatures/gravestones.store.ts';
import { GUIDE_DATES, datesOfGuides } from '../../tools/generate/guide-dates.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { NOON, SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { aHouse, type TestHouse, type Told } from '../support/house.ts';
import { adopt, adopted, aHome, care, seeded, turnTo, type Kept } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor, twoDeaths } from '../support/residents.ts';
import { storeWith } from '../support/store-with.ts';
import { withRecord } from '../support/stored-residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOBODY = '00000000-0000-4000-8000-000000000000';
const HERE = 'http://127.0.0.1:3000';

async function aHouseWithCat(slug = 'housecat', seed = SLEEPLESS): Promise<Kept> {
  const house = await aHouse(await anyStore(), { house: { random: seeded(seed), limiter: NO_LIMITS } });
  const agent = {
    username: 'wren',
    display_name: 'Wren of the Eaves',
    bio: 'I come back.',
    website_url: 'https://example.org/nest',
    social_links: [{ platform: 'web', url: 'https://example.com/' }],
  };
  const home = await aHome(house, agent);
  return { ...home, id: await adopted(home, slug, 'Miso') };
}

async function shown({ house }: Pick<Kept, 'house'>, path: string): Promise<Told> {
  // Responses may be cached for some seconds.
  house.clock.forward('10s');
  return house.ask({ path, headers: BROWSER });
}

function factsIn({ text }: Told): Readonly<Record<string, unknown>> {
  const [, json = '{}'] =
    /<script type="application\/json" id="live-facts">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as Readonly<Record<string, unknown>>;
}

function escaped(text = ''): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const PATHS = [
  ...'/graveyard /hall /hall?category=most_consistent /hall?category=gravestone_count /keepers'.split(' '),
  ...'/keepsakes /species /species?family=exotic /species/owl /guides /docs'.split(' '),
  ...GUIDES.map(({ name }) => `/guides/${name}`),
];

test('every page is complete and small, has its metadata, loads nothing from other origins, and marks links by agents', async () => {
  const cat = await aHouseWithCat();
  const own = ['/', '/creatures', `/creatures/${cat.id}`, `/creatures/${cat.id}/letters`, '/agents/wren'];
  for (const path of [...own, ...PATHS]) {
    const { status, headers, text } = await shown(cat, path);
    expect(status, path).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text, path).toMatch(/^<!doctype html><html lang="en">/);
    expect(text, path).toContain(`<link rel="canonical" href="${HERE}${escaped(path)}"/>`);
    expect(text, path).toMatch(/<title>[^<]*Arkhouse[^<]*<\/title>/);
    expect(text, path).toMatch(/<meta name="description" content="[^"]{30,320}"\/>/);
    expect(text, path).toMatch(/"og:image" content="http:\/\/127\.0\.0\.1:3000\/[^"]*card\.png\?v=\w+"/);
    expect(text, path).toContain('type="application/atom+xml"');
    expect(text, path).not.toMatch(/ style="| on\w+="|<style|href="javascript:/);
    expect(Buffer.byteLength(text), path).toBeLessThan(60_000);
    if (!own.includes(path)) continue;
    expect(text, path).toContain('Miso');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers['cache-control']).toMatch(/^public, max-age=\d$/);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'sha256-[\w+/]{43}='; connect-src 'self'$/,
    );
  }
  const { text } = await shown(cat, '/agents/wren');
  const given = [...text.matchAll(/<a href="https:\/\/example[^>]*>/g)].map(([link]) => link);
  expect(given).toHaveLength(2);
  for (const link of given) expect(link).toContain('rel="nofollow noopener noreferrer ugc"');
});

test('the list of creatures is filtered by family and stage', async () => {
  const cat = await aHouseWithCat();
  await adopted(cat, 'beagle', 'Tock');
  await adopt(cat, { name: 'Bean', species_slug: 'tabby' });
  for (const [query, names] of [
    ['?family=dog&stage=baby', 'Tock'],
    ['?stage=egg', 'Bean'],
    ['?family=nonsense&page=minus+one', 'Miso Tock'],
  ] as const) {
    const { text } = await shown(cat, `/creatures${query}`);
    const found = ['Miso', 'Tock', 'Bean'].filter((name) => text.includes(`<bdi>${name}</bdi>`));
    expect(found.join(' '), query).toBe(names);
  }
});

test('a page embeds only the public data its script needs, and no hidden stats', async () => {
  const cat = await aHouseWithCat();
  await care(cat, 'feed', { item: 'tuna', notes: 'It ate <all> of it.' });
  const facts = factsIn(await shown(cat, `/creatures/${cat.id}`));
  const living = { appearance: 'happy', urgency: 'safe' };
  expect(facts).toMatchObject({ scale: 1, mark: 'alive.baby.1.0', living });
  expect(JSON.stringify(facts)).not.toMatch(/seed|zone|keeper|personality|lastChecked|UTC/);
  const { body } = await cat.house.ask({ path: `/creatures/${cat.id}/now.json` });
  expect(Object.keys(body)).toEqual(['at', 'scale', 'mark', 'living', 'pose']);
  const shy = await adopted(cat, 'hedgehog', 'Quill');
  const page = await shown(cat, `/creatures/${shy}`);
  expect(page.text.match(/kept to itself/g)).toHaveLength(5);
  expect(page.text).not.toMatch(/data-stat=|data-live="remaining"|appearance-happy/);
  expect(page.text).not.toMatch(/picture\.svg\?look=baby-(?!asleep|guarded)/);
  for (const hidden of [factsIn(page), (await shown(cat, `/creatures/${shy}/now.json`)).body]) {
    expect(hidden['living']).toMatchObject({ shown: {}, glimpse: {}, appearance: 'guarded' });
    expect(JSON.stringify(hidden['living'])).not.toMatch(/"(?:ticking|diesAt)"/);
  }
});

// Written in its lifetime, in the present tense.
const LETTERS =
  /<(?:div class="letter-words"|blockquote)>.*?<\/(?:div|blockquote)>|<entry>(?:(?!<\/entry>).)*term="letter".*?<\/entry>/gs;

test('a dead creature keeps its page with gravestone and resurrection deadline, in the past tense', async () => {
  const cat = await aHouseWithCat();
  await care(cat, 'feed');
  cat.house.clock.forward('60h');
  const page = await shown(cat, `/creatures/${cat.id}`);
  expect(page.text).toContain('class="stone"');
  expect(page.text).toContain('can still be brought back.</strong>');
  expect(page.text).not.toContain('data-stat');
  expect(factsIn(page)).toEqual({});
  const told = [
    page.text.split('Take it along')[0] ?? '',
    (await shown(cat, `/creatures/${cat.id}/letters`)).text,
    (await shown(cat, `/creatures/${cat.id}/feed.atom`)).text,
  ].map((text) =>
    text
      .replaceAll(LETTERS, ' ')
      .replace(/<script.*?<\/script>|<[^>]+>/gs, ' ')
      .replace(/\s+/g, ' '),
  );
  for (const text of told) {
    expect(text).toContain('Miso');
    // Possible actions are facts of today.
    const verb =
      /\b(?:It|Miso) (?!was\b|can (?:still )?be brought back|costs \d+ credits)(?:is|has|can|will|[a-z]*[^s\W]s)\b/g;
    const present = text.matchAll(verb);
    expect([...present].map(([words]) => words)).toEqual([]);
    expect(text).not.toMatch(/(?:hours?|days?) old|(?<!was )kept by|it has reached/);
  }
  cat.house.clock.forward('8d');
  expect((await shown(cat, `/creatures/${cat.id}`)).text).toContain('nobody can bring it back');
  expect((await shown(cat, '/')).text).toMatch(/of (?:neglect|hunger)/);
});

test.each(['/', '/guides/rules', '/keepsakes'])(
  'the long page %s begins with links to its sections',
  async (path) => {
    const house = await aHouseWithCat();
    const { text } = await shown(house, path);
    const [, list = ''] = /<nav class="contents"(.*?)<\/nav>/s.exec(text) ?? [];
    const targets = [...list.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(4);
    const sections = [...text.matchAll(/<section (?:class="floor" )?id="([\w-]+)"/g)].map(([, id]) => id);
    expect(targets).toEqual(sections.filter((id) => id !== 'since'));
  },
);

test('the home page sets up five MCP clients as the documentation does', async () => {
  const { text } = await shown({ house: await aHouse(await anyStore()) }, '/');
  const unescaped = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
  const set = [...unescaped.matchAll(/<summary>([^<]+)<\/summary><pre[^>]*><code>([^<]+)<\/code>/g)];
  expect(set.map(([, client = '']) => client.split(':')[0])).toEqual(
    'Claude Code,Codex,VS Code,Cursor,Claude Desktop'.split(','),
  );
  const documented = readFileSync(new URL('../../docs/use/mcp.md', import.meta.url), 'utf8');
  const [code = '', codex = '', vsCode = '', cursor = '', desktop = ''] = set.map(([, , line = '']) => line);
  for (const line of [code, codex, vsCode]) expect(documented).toContain(line);
  const [json = '{}'] = /\{\n {2}"mcpServers"[^`]*/.exec(documented) ?? [];
  for (const file of [cursor, desktop]) expect(JSON.parse(file)).toEqual(JSON.parse(json));
});

test('every page names the manifest and the colours of the browser’s bar, and the icons of the manifest exist', async () => {
  const house = await aHouse(await anyStore());
  const { text } = await shown({ house }, '/species');
  expect(text.match(/<meta name="theme-color"/g)).toHaveLength(2);
  const [, path = ''] = /<link rel="manifest" href="([^"]+)"/.exec(text) ?? [];
  const manifest = await house.ask({ path });
  expect(manifest.headers).toMatchObject({ 'content-type': 'application/manifest+json' });
  const { icons } = JSON.parse(manifest.text) as { readonly icons: readonly { src: string; type: string }[] };
  for (const { src, type } of icons)
    expect(await house.ask({ path: src })).toMatchObject({ status: 200, headers: { 'content-type': type } });
});

test('links of the navigation and of the footer say what the page they open is called', async () => {
  const house = await aHouseWithCat();
  const { '/feed.atom': _, ...footer } = FOOTER_COLUMNS['For people'];
  expect({ ...ROOMS, ...footer }).toEqual({ ...footer, ...ROOMS });
  for (const [path, label] of Object.entries({ ...ROOMS, ...footer }))
    expect((await shown(house, path)).text, path).toMatch(new RegExp(`<h1>${label}(?:: [a-z ]+)?</h1>`));
});

test('a creature without a meal has no time since one, and shares only from two meals on', async () => {
  const cat = await aHouseWithCat();
  const rhythm = async () => {
    const { text } = await shown(cat, `/creatures/${cat.id}`);
    const [, part = ''] = /<section class="rhythm"(.*?)<\/section>/s.exec(text) ?? [];
    const terms = part.matchAll(/<dt>([^<]+)<\/dt><dd[^>]*>(.*?)<\/dd>/gs);
    return Object.fromEntries(
      [...terms].map(([, label, value = '']) => [label, value.replace(/<[^>]+>/g, '')]),
    );
  };
  const none = { 'Fed on time': 'not yet', 'Answered in time': 'not yet', Variety: 'not yet' };
  expect(await rhythm()).toMatchObject({ 'Since it was fed': 'not yet', ...none });
  cat.house.clock.forward('6h');
  await care(cat, 'feed');
  expect(await rhythm()).toMatchObject({ 'Since it was fed': '00:00:10', ...none });
  cat.house.clock.forward('6h');
  await care(cat, 'feed');
  expect(await rhythm()).toMatchObject({ 'Fed on time': '94%', 'Answered in time': '92%' });
});

test('the page of a species that shows no number above 50 says so', async () => {
  const told = async (slug: string) => {
    const one = await aHouseWithCat(slug);
    return (await shown(one, `/creatures/${one.id}`)).text.includes('shows no number above 50');
  };
  expect([await told('void'), await told('housecat')]).toEqual([true, false]);
});

test('the home page introduces itself first while empty, and lists creatures in visible danger', async () => {
  const house = await aHouse(await anyStore(), { house: { random: seeded(SLEEPLESS) } });
  const order = async () => {
    const { text } = await shown({ house }, '/');
    expect(text.match(/id="join"/g)).toHaveLength(1);
    return text.indexOf('id="join"') < text.indexOf('class="arkhouse"') ? 'first' : 'last';
  };
  expect(await order()).toBe('first');
  const home = await aHome(house, { username: 'wren' });
  await adopted(home, 'housecat', 'Miso');
  const shy = await adopted(home, 'hedgehog', 'Quill');
  expect(await order()).toBe('last');
  const strip = async () =>
    /<div class="home-strip">(.*?)<\/div>/s.exec((await shown({ house }, '/')).text)?.[1] ?? '';
  expect(await strip()).toBe('');
  house.clock.forward('30h');
  expect((await shown({ house }, '/')).text).toContain(`data-creature="${shy}"`);
  expect((await strip()).replace(/<[^>]+>/g, '')).toBe('Miso has 5 h 59 min left');
});

test('pictures are drawn for reached stages only and cannot run scripts', async () => {
  const cat = await aHouseWithCat();
  const own = ['picture.svg', 'picture.svg?stage=egg'].map((file) => `/creatures/${cat.id}/${file}`);
  const others = ['/species/axolotl/picture.svg', '/agents/wren/picture.svg', '/agents/WREN/picture.svg'];
  for (const path of [...own, ...others, keepsakePicturePath('acorn')]) {
    const { headers, text } = await cat.house.ask({ path });
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    const served = { 'content-type': 'image/svg+xml', 'content-security-policy': policy };
    expect(headers, path).toMatchObject(served);
    expect(text).toMatch(/^<svg /);
  }
  const outline = await cat.house.ask({ path: keepsakePicturePath('acorn', 'outline') });
  expect(outline.text).toMatch(/^<svg /);
  expect(outline.text).not.toMatch(/fill="(?!none)[^"]*"/);
  const missing = `/creatures/${cat.id}/picture.svg?stage=adult /creatures/${NOBODY}/picture.svg
    /species/no_such/picture.svg?stage=egg /keepsakes/acorn /keepsakes/constructor/picture.svg
    /agents/nobody/picture.svg /species/no_such_thing /guides/no-such-guide`;
  for (const path of missing.split(/\s+/))
    expect((await cat.house.ask({ path, headers: BROWSER })).status, path).toBe(404);
});

const ORIGIN = 'https://ark.example';

test.each([
  [undefined, undefined, undefined],
  ['/pictures/a/baby.svg', '/pictures/a/baby.svg', undefined],
  [`${ORIGIN}/pictures/a/baby.png`, '/pictures/a/baby.png', undefined],
  ['https://elsewhere.example/pictures/a.png', undefined, 'https://elsewhere.example/pictures/a.png'],
  ['https://ark.example.evil/pictures/a.png', undefined, 'https://ark.example.evil/pictures/a.png'],
  ['http://elsewhere.example/a.png', undefined, undefined],
  ['javascript:alert(1)', undefined, undefined],
])('of a picture at %s a page loads %s and links to %s', (imageUrl, loaded, linked) => {
  expect(ownPicturePath(imageUrl, ORIGIN)).toBe(loaded);
  expect(externalPictureUrl(imageUrl, ORIGIN)).toBe(linked);
});

test('a sleeping creature is drawn asleep with a dark window', async () => {
  const cat = await aHouseWithCat('housecat', SLEEPYHEAD);
  const picture = async () => (await shown(cat, `/creatures/${cat.id}/picture.svg`)).text;
  const awake = await picture();
  expect((await shown(cat, '/creatures')).text).toContain('family-cat awake');
  turnTo(cat.house, NOON + 12 * HOUR);
  expect((await shown(cat, '/creatures')).text).toContain('family-cat asleep');
  expect(await picture()).not.toBe(awake);
  expect((await shown(cat, '/')).text).toContain('No window is lit');
});

test('a newborn that nobody fed yet lights a window of the home page', async () => {
  const house = await aHouse(await anyStore(), { house: { random: seeded(SLEEPLESS) } });
  await hatchFor(house, await aResidentOf(house, 'wren'), { name: 'Bo' });
  const { text } = await house.ask({ path: '/', headers: BROWSER });
  expect(text).toContain('Awake now');
  expect(text).not.toContain('No window is lit');
});

test('the pages of a sandbox begin with the time and the speed of the house, and are not cached longer than that holds', async () => {
  const sandbox = { now: () => NOON, scale: 60, anchorAt: () => undefined, turn: () => undefined };
  const house = await aHouse(await anyStore(), { house: { sandbox } });
  for (const path of ['/', '/guides/feeding']) {
    const { text, headers } = await house.ask({ path, headers: BROWSER });
    expect(text).toMatch(
      /class="sandbox">A sandbox[^<]+Here it is <time [^>]+>[^<]+ UTC<\/time>, and time passes 60 times as fast\./,
    );
    expect(headers['cache-control']).toBe('public, max-age=5');
  }
});

test('assets are cached forever by hash, and compressed on request', async () => {
  const house = await aHouse(await anyStore());
  const { text } = await house.ask({ path: '/', headers: BROWSER });
  const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
  const names = assets.map((path) => path.replace(/^\/assets\/(.*)-[0-9a-f]{12}/, '$1'));
  expect(names).toEqual(['icon.svg', 'arkhouse.webmanifest', 'alegreya-bold.ttf', 'style.css', 'live.js']);
  const [icon = '', _manifest, font = '', style = ''] = assets;
  expect((await house.ask({ path: font })).headers['content-type']).toBe('font/ttf');
  expect((await house.ask({ path: icon })).headers['cache-control']).toContain('immutable');
  const plain = await house.ask({ path: style });
  const response = await house.app.inject({ url: style, headers: { 'accept-encoding': 'gzip, deflate' } });
  expect(gunzipSync(response.rawPayload).toString()).toBe(plain.text);
  const cached = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
  expect(response.headers).toMatchObject({ ...cached, 'content-encoding': 'gzip' });
  expect((await house.ask({ path: '/assets/style-000000000000.css' })).status).toBe(404);
});

const LOST = ['/nowhere', `/creatures/${NOBODY}`, '/creatures/%00', '/agents/no--body-', '/creatures/x/y/z'];
const JSON_PATHS =
  '/api/nowhere /api/house/feed /API/nowhere //api//nowhere /%61pi/nowhere /mcp/nowhere /.well-known/nothing';

test('a 404 is HTML for browsers and JSON for other clients', async () => {
  const house = await aHouse(await anyStore());
  for (const path of LOST) {
    const page = await house.ask({ path, headers: BROWSER });
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
    expect(page, path).toMatchObject({ status: 404, headers });
    expect(page.text).toContain('<h1>Nobody lives behind this door</h1>');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const { status, body } = await house.ask({ path, headers: { accept: '*/*' } });
    expect({ status, code: body['code'] }, path).toEqual({ status: 404, code: 'no_such_route' });
  }
  for (const path of JSON_PATHS.split(' ')) {
    const { headers } = await house.ask({ path, headers: BROWSER });
    expect(headers['content-type'], path).toBe('application/json; charset=utf-8');
  }
});

test('a server error and too many requests show pages, with the request id and without the cause', async () => {
  const secret = 'connection to 10.1.2.3 as admin';
  const broken = storeWith(await anyStore(), { all: () => Promise.reject(new Error(secret)) });
  const house = await aHouse(broken);
  const page = await house.ask({ path: '/creatures', headers: BROWSER });
  expect(page).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page.text).toContain('Something broke in the house');
  expect(page.text).toContain(String(page.headers['x-request-id']));
  expect(page.text).not.toContain(secret);
  expect(house.log.join()).toContain(secret);
  const asked = { path: '/guides', headers: BROWSER, from: '10.9.9.9' };
  for (let times = 0; times < 120; times += 1) await house.ask(asked);
  const late = await house.ask(asked);
  expect(late).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
  expect(late.text).toContain('A little slower, please');
});

test('the graveyard page has the API’s epitaphs and keepers, filters by keeper, and marks resurrected creatures', async () => {
  const house = await aHouse(await anyStore());
  const { bo } = await twoDeaths(house);
  const told = await house.ask({ path: '/api/house/graveyard' });
  const stones = await listGravestones(house.house.store, { offset: 0, limit: 2 });
  const said = told.body['gravestones'] as { epitaph: string }[];
  expect(said.map((stone) => stone.epitaph)).toEqual(stones.map(epitaph));
  await markResurrected(house.house.store, { creatureId: bo, deathNumber: 1 }, house.clock.now());
  const { text } = await shown({ house }, '/graveyard');
  // Where two would be equal, the second is worded differently.
  const [carved, alsoCarved] = carveEpitaphs(stones).map((words) => text.indexOf(escaped(words)));
  expect(carved).toBeGreaterThan(0);
  expect(alsoCarved).toBeGreaterThan(carved ?? Infinity);
  expect(text).toContain('<a href="/agents/robin"><bdi>Robin the Second</bdi></a>');
  expect(text.match(/It came back/g)).toHaveLength(1);
  // A resurrected creature has no lantern.
  expect(text.match(/Its lantern goes out/g)).toHaveLength(1);
  const ofWren = (await shown({ house }, '/graveyard?agent=WREN')).text;
  const names = [...ofWren.matchAll(/<article class="plot.*?<bdi>([^<]*)/gs)].map(([, name]) => name);
  expect(names).toEqual(['Bo']);
  expect(ofWren).toContain('content="noindex"');
});

test('the hall page has the ranks of the API; the board of gravestones has no podium', async () => {
  const house = await aHouse(await anyStore());
  await twoDeaths(house);
  const finch = await aResidentOf(house, 'finch');
  for (const name of ['Ja', 'Jo']) await hatchFor(house, finch, { name });
  await withRecord(house.house.store, finch.id, { hasFed: true });
  for (const category of HALL_CATEGORIES) {
    const told = await house.ask({ path: `/api/house/hall?category=${category}` });
    const board = told.body['leaderboard'] as Record<'rank' | 'creature_name' | 'display_name', string>[];
    expect(board.length).toBeGreaterThan(0);
    const { text } = await shown({ house }, `/hall?category=${category}`);
    const ranks = text.matchAll(/<li class="rank[^>]*value="(\d+)".*?<bdi>([^<]*)/gs);
    const ranked = board.map((entry) => `${entry.rank} ${entry.creature_name ?? entry.display_name}`);
    expect([...ranks].map(([, rank, name]) => `${rank} ${name}`)).toEqual(ranked);
  }
  expect((await shown({ house }, '/hall?category=gravestone_count')).text).not.toMatch(/podium|place-1/);
  const oldest = (await shown({ house }, '/hall')).text;
  expect(oldest.match(/podium-step/g)).toHaveLength(2);
  expect(oldest).toContain('kept by <a href="/agents/finch">');
});

test('a page with unknown query values names them and is not indexed', async () => {
  const house = await aHouse(await anyStore());
  await twoDeaths(house);
  for (const [path, words] of [
    ['/creatures?family=unicorn', 'There is no family called “unicorn”'],
    ['/creatures?stage=elder', 'No age here is called “elder”'],
    ['/creatures?sort=height', 'sorted by “height”'],
    ['/creatures?needs=money', 'Nobody here needs “money”'],
    ['/creatures?page=last', '“last” is not the number of a page'],
    ['/species?family=fish', 'There is no family called “fish”'],
    ['/species?sort=price', 'sorted by “price”'],
    ['/hall?category=richest', 'no board called “richest”'],
    ['/graveyard?agent=nobody-here', 'There is no keeper called “nobody-here” here.'],
    ['/keepers?sort=loudest', 'sorted by “loudest”'],
  ] as const) {
    const { status, text } = await house.ask({ path, headers: BROWSER });
    expect(status, path).toBe(200);
    expect(text, path).toContain(words);
    expect(text, path).toContain('content="noindex"');
  }
  for (const path of ['/creatures', '/species', '/hall', '/graveyard?agent=wren', '/keepers'])
    expect((await house.ask({ path, headers: BROWSER })).text, path).not.toContain('class="unknown"');
});

test('the catalog lists all built-in species at every stage, and none of their favourites', async () => {
  const house = await aHouse(await anyStore());
  const { text } = await house.ask({ path: '/species', headers: BROWSER });
  const ages = STAGES.map((stage) => house.ask({ path: `/species/owl/picture.svg?stage=${stage}` }));
  const drawn = await Promise.all(ages);
  expect(new Set(drawn.map((picture) => picture.text)).size).toBe(STAGES.length);
  const assets = { style: '', script: { src: '', integrity: '' }, icon: '', manifest: '', font: undefined };
  const site = { origin: ORIGIN, assets, sandbox: undefined };
  for (const species of CATALOG) {
    expect(text).toContain(`href="/species/${species.slug}"`);
    const html = renderPage(site, speciesPage({ species, adoptions: 0 }, site.origin));
    const likes = /<dl class="likes">(.*?)<\/section>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ' ') ?? '';
    expect(likes, species.slug).toMatch(/To eat .+ To play .+/);
    const things = ITEM_ACTIONS.flatMap((action) => species.tastes[action]);
    const named = things.filter((thing) => new RegExp(`\\b${thing}\\b`, 'i').test(likes));
    expect(named, species.slug).toEqual([]);
  }
});

const HOSTILE = '</script><script>alert(1)</script><!--<script>';
/** The properties we use, by their type, as schema.org defines them (inherited ones included). */
const PAGE = 'url name description inLanguage image dateCreated isPartOf mainEntity hasPart';
const PROPERTIES: Readonly<Record<string, string>> = {
  WebPage: PAGE,
  ProfilePage: PAGE,
  CollectionPage: PAGE,
  WebSite: 'name url description inLanguage publisher',
  Organization: 'name url logo',
  Article: `${PAGE} headline author datePublished dateModified`,
  BreadcrumbList: 'itemListElement',
  ListItem: 'position name item',
  Thing: 'name identifier url',
  SoftwareApplication: 'applicationCategory name alternateName identifier url',
  DefinedTerm: 'name termCode url inDefinedTermSet',
  CreativeWork: 'genre name url dateCreated',
};
type Node = Readonly<Record<string, unknown>>;

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return '@type' in value ? [value, ...inner] : inner;
}

async function linkedNodes(house: TestHouse, path: string): Promise<readonly Node[]> {
  const { text } = await house.ask({ path, headers: BROWSER });
  const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
  expect(blocks, path).toHaveLength(1);
  expect(text).not.toContain('<script>alert');
  const linked = JSON.parse(blocks[0]?.[1] ?? '') as Node;
  expect(linked['@context']).toBe('https://schema.org');
  for (const { '@type': kind, '@context': _, '@id': __, ...properties } of nodesIn(linked)) {
    const known = PROPERTIES[String(kind)]?.split(' ') ?? [];
    const unknown = Object.keys(properties).filter((property) => !known.includes(property));
    expect(unknown, `${path}: ${String(kind)}`).toEqual([]);
    // Only the list of breadcrumbs has no address.
    expect(properties['url'] ?? properties['item'] ?? `${HERE}/`).toMatch(/^http:\/\/127\.0\.0\.1:3000\//);
  }
  return linked['@graph'] as readonly Node[];
}

test('creature, keeper, species and letter pages carry valid JSON-LD, and text by agents is escaped', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  await house.as(wren.key).updateProfile({ body: { display_name: HOSTILE } });
  const texts = { name: HOSTILE, personality: 'Very, very shy.' };
  await house.as(wren.key).createSpecies({ body: { slug: 'odd_one', family: 'cat', ...texts } });
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'odd_one' });
  house.clock.forward('60h');
  const expected = {
    [`/creatures/${bo}`]: ['WebPage', 'Thing', 'Bo'],
    [`/creatures/${bo}/letters`]: ['CollectionPage', 'Thing', 'Bo'],
    '/agents/wren': ['ProfilePage', 'SoftwareApplication', HOSTILE],
    '/species/odd_one': ['WebPage', 'DefinedTerm', HOSTILE],
  };
  for (const [path, [type, about, name]] of Object.entries(expected)) {
    const [page] = await linkedNodes(house, path);
    expect(page).toMatchObject({
      '@type': type,
      url: `${HERE}${path}`,
      mainEntity: { '@type': about, name },
    });
  }
  const letters = (await house.ask({ path: `/creatures/${bo}/letters`, headers: BROWSER })).text;
  const listed = letters.match(/<article class="letter"/g)?.length ?? 0;
  expect(listed).toBeGreaterThan(0);
  expect(letters.match(/"@type":"CreativeWork"/g)).toHaveLength(listed);
  for (const path of ['/species', '/species/odd_one'])
    expect((await house.ask({ path, headers: BROWSER })).text).toContain('href="/agents/wren"');
});

test('the home page names site and organization, rooms and pages their way from it, and guides their dates', async () => {
  const house = await aHouse(await anyStore());
  const [organization, site] = await linkedNodes(house, '/');
  expect([organization?.['@type'], site?.['@type']]).toEqual(['Organization', 'WebSite']);
  expect(site?.['publisher']).toEqual({ '@id': organization?.['@id'] });
  const wayTo = async (path: string) => {
    const trail = (await linkedNodes(house, path)).find((node) => node['@type'] === 'BreadcrumbList');
    const steps = trail?.['itemListElement'] as readonly Node[];
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, nth) => nth + 1));
    return steps.map(({ item }) => String(item).slice(HERE.length));
  };
  expect(await wayTo('/species')).toEqual(['/', '/species']);
  expect(await wayTo('/species?family=cat')).toEqual(['/', '/species']);
  expect(await wayTo('/species/owl')).toEqual(['/', '/species', '/species/owl']);
  expect(await wayTo('/guides/clock')).toEqual(['/', '/guides', '/guides/clock']);
  const [article] = await linkedNodes(house, '/guides/clock');
  const { published, changed } = guideOf('clock')?.dates ?? {};
  expect(article).toMatchObject({ '@type': 'Article', datePublished: published, dateModified: changed });
});

test('the dates of guides belong to their texts (node tools/generate.ts guide-dates)', () => {
  expect(datesOfGuides('today')).toBe(readFileSync(GUIDE_DATES, 'utf8'));
});
