import { expect, test } from 'vitest';

import { SETTINGS } from '../../src/config/settings.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { HALL_CATEGORIES, ITEM_ACTIONS, STAGES } from '../../src/rules/vocabulary.ts';
import { renderPage } from '../../src/web/layout.tsx';
import { speciesPage } from '../../src/web/public/species-page.tsx';
import { listGravestones, markResurrected } from '../../src/features/lives/gravestones.store.ts';
import { carveEpitaphs, epitaph } from '../../src/text/creature/epitaphs.ts';
import { GUIDES } from '../../src/text/pages/guides.ts';
import { NO_LIMITS } from '../support/asking.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aHome } from '../support/keeping.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';
import { withRecord } from '../support/stored-residents.ts';

const PEOPLE = { accept: 'text/html' };
const LARGEST_PAGE = 60_000;
const ROOMS = [
  '/graveyard',
  '/hall',
  '/hall?category=most_consistent',
  '/hall?category=gravestone_count',
  '/keepers',
  '/keepsakes',
  '/species',
  '/species?family=exotic',
  '/species/owl',
  '/guides',
  '/docs',
  ...GUIDES.map(({ name }) => `/guides/${name}`),
];

eachDatabase((place) => {
  test('a gravestone agrees with the API and names its keeper; resurrected creatures are marked', async () => {
    const { house, bo } = await twoDeaths(place, 'Robin the Second');
    const told = await house.ask({ path: '/api/house/graveyard' });
    const stones = await listGravestones(house.house.store, { offset: 0, limit: 2 });
    const said = told.body['gravestones'] as { epitaph: string }[];
    expect(said.map((stone) => stone.epitaph)).toEqual(stones.map(epitaph));
    const death = { creatureId: bo, deathNumber: 1 };
    await markResurrected(house.house.store, death, house.clock.now());
    const { text } = await house.ask({ path: '/graveyard', headers: PEOPLE });
    // Where two would be equal, the second is worded differently.
    const [carved, alsoCarved] = carveEpitaphs(stones).map((words) => text.indexOf(escaped(words)));
    expect(carved).toBeGreaterThan(0);
    expect(alsoCarved).toBeGreaterThan(carved ?? Infinity);
    expect(text).toContain('<a href="/agents/robin"><bdi>Robin the Second</bdi></a>');
    expect(text.match(/It came back/g)).toHaveLength(1);
    // A resurrected creature has no lantern.
    expect(text.match(/Its lantern goes out/g)).toHaveLength(1);
  });

  test('gravestones can be filtered by keeper, in any spelling', async () => {
    const { house } = await twoDeaths(place);
    const { text } = await house.ask({ path: '/graveyard?agent=WREN', headers: PEOPLE });
    expect(stonesIn(text)).toEqual(['Bo']);
    expect(text).toContain('content="noindex"');
    const nobody = await house.ask({ path: '/graveyard?agent=%3Cscript%3E', headers: PEOPLE });
    expect(nobody.status).toBe(200);
    expect(nobody.text).not.toContain('<script>');
  });

  test('the leaderboards of the hall agree with the API', async () => {
    const { house } = await twoDeaths(place);
    const finch = await aResidentOf(house, 'finch');
    for (const name of ['Ja', 'Jo']) await hatchFor(house, finch, { name });
    await withRecord(house.house.store, finch.id, { hasFed: true });
    for (const category of HALL_CATEGORIES) {
      const told = await house.ask({ path: `/api/house/hall?category=${category}` });
      const board = told.body['leaderboard'] as { rank: number; creature_name?: string; agent?: string }[];
      expect(board.length).toBeGreaterThan(0);
      const { text } = await house.ask({ path: `/hall?category=${category}`, headers: PEOPLE });
      expect(placesIn(text)).toEqual(
        board.map(({ rank, creature_name: creature, agent }) => `${rank} ${creature ?? agent}`),
      );
    }
  });

  test('a page names unknown query words and is then not indexed', async () => {
    const { house } = await twoDeaths(place);
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
      const { status, text } = await house.ask({ path, headers: PEOPLE });
      expect(status, path).toBe(200);
      expect(text, path).toContain(words);
      expect(text, path).toContain('content="noindex"');
    }
    for (const path of ['/creatures', '/species', '/hall', '/graveyard?agent=wren', '/keepers'])
      expect((await house.ask({ path, headers: PEOPLE })).text, path).not.toContain('class="unknown"');
  });

  test('the board of gravestones has no podium, and the oldest creature names its keeper', async () => {
    const { house } = await twoDeaths(place);
    const finch = await aResidentOf(house, 'finch');
    await hatchFor(house, finch, { name: 'Ja' });
    const mourners = await house.ask({ path: '/hall?category=gravestone_count', headers: PEOPLE });
    expect(mourners.text).not.toMatch(/podium|place-1/);
    const oldest = await house.ask({ path: '/hall', headers: PEOPLE });
    expect(oldest.text.match(/podium-step/g)).toHaveLength(1);
    expect(oldest.text).toContain('kept by <a href="/agents/finch">');
  });

  test("a designed species is shown with its designer's text, escaped", async () => {
    const house = await aHouse(await place.fresh());
    const { key } = await aDesignerOf(house, 'wren');
    const words = '"><img src=x onerror=alert(1)> & <b>very</b> shy';
    const body = {
      slug: 'mossling',
      name: 'Mossling <3',
      family: 'exotic',
      personality: words,
      special_mechanic: words,
    };
    const made = await house.ask({ method: 'POST', path: '/api/house/species', key, body });
    expect(made.status).toBe(201);
    for (const path of ['/species', '/species/mossling']) {
      const { text } = await house.ask({ path, headers: PEOPLE });
      expect(text).toContain('onerror');
      expect(text).not.toMatch(/<img src=x|<b>|<3/);
      expect(text).toContain('href="/agents/wren"');
    }
  });

  test('every page has a canonical URL, a description and a card, within its size', async () => {
    const house = await aHouse(await place.fresh());
    for (const path of ROOMS) {
      const { status, text } = await house.ask({ path, headers: PEOPLE });
      expect(status, path).toBe(200);
      expect(text, path).toMatch(/<title>[^<]+ · Arkhouse<\/title>/);
      expect(text, path).toMatch(/<meta name="description" content="[^"]{30,320}"\/>/);
      expect(text, path).toContain(`<link rel="canonical" href="http://127.0.0.1:3000${escaped(path)}"/>`);
      expect(text, path).toMatch(/"og:image" content="http:\/\/127\.0\.0\.1:3000\/[^"]*card\.png\?v=\w+"/);
      expect(text, path).toContain('type="application/atom+xml"');
      expect(text, path).not.toContain(' style=');
      expect(Buffer.byteLength(text), path).toBeLessThan(LARGEST_PAGE);
    }
  });

  test('every link in a guide resolves, and every setting it names exists', async () => {
    const house = await aHouse(await place.fresh(), { house: { limiter: NO_LIMITS } });
    for (const { name } of GUIDES) {
      const { text } = await house.ask({ path: `/guides/${name}`, headers: PEOPLE });
      const article = /<article.*<\/article>/s.exec(text)?.[0] ?? '';
      for (const [, path = ''] of article.matchAll(/href="(\/[^"]*)"/g))
        expect((await house.ask({ path, headers: PEOPLE })).status, path).toBe(200);
      for (const [setting] of article.matchAll(/\b(?:[A-Z0-9]+_[A-Z0-9_]+|HOST|PORT)\b/g))
        expect(SETTINGS).toHaveProperty(setting);
    }
  });

  test('the catalog lists all built-in species at every stage', async () => {
    const house = await aHouse(await place.fresh());
    const { text } = await house.ask({ path: '/species', headers: PEOPLE });
    for (const { slug } of CATALOG) expect(text).toContain(`href="/species/${slug}"`);
    const ages = STAGES.map((stage) => house.ask({ path: `/species/owl/picture.svg?stage=${stage}` }));
    const drawn = await Promise.all(ages);
    expect(new Set(drawn.map((picture) => picture.text)).size).toBe(STAGES.length);
  });

  test.each([
    '/species/no_such_thing',
    '/species/no_such_thing/picture.svg?stage=egg',
    '/guides/no-such-guide',
  ])('%s is a 404', async (path) => {
    const house = await aHouse(await place.fresh());
    expect(await house.ask({ path, headers: PEOPLE })).toMatchObject({ status: 404 });
  });
});

const SITE = {
  origin: 'https://ark.example',
  assets: { style: '', script: { src: '', integrity: '' }, icon: '', font: undefined },
  sandbox: false,
};

test.each(CATALOG)('the page of $slug does not reveal its favourites', (species) => {
  const html = renderPage(SITE, speciesPage({ species, adoptions: 0 }, SITE.origin));
  const likes = /<dl class="likes">(.*?)<\/section>/s.exec(html)?.[1]?.replaceAll(/<[^>]*>/g, ' ') ?? '';
  expect(likes).toMatch(/To eat .+ To play .+/);
  const things = ITEM_ACTIONS.flatMap((action) => species.tastes[action]);
  expect(things.filter((thing) => new RegExp(`\\b${thing}\\b`, 'i').test(likes))).toEqual([]);
});

/** Two agents, and a death of each: Bo's was first, Ro's two hours later. */
async function twoDeaths(
  place: Place,
  displayName = 'robin',
): Promise<{ readonly house: TestHouse; readonly bo: string }> {
  const house = await aHouse(await place.fresh());
  const wren = await aResidentOf(house, 'wren');
  const robin = await aHome(house, { username: 'robin', display_name: displayName });
  const bo = await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
  house.clock.forward('2h');
  await hatchFor(house, robin, { name: 'Ro', species_slug: 'housecat' });
  house.clock.forward('40h');
  return { house, bo };
}

function stonesIn(text: string): readonly string[] {
  return [...text.matchAll(/<article class="plot.*?<bdi>([^<]*)/gs)].map(([, name = '']) => name);
}

/** `1 Bo`, in the order they stand. */
function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/<li class="rank[^>]*value="(\d+)".*?<bdi>([^<]*)/gs)].map(
    ([, rank, name]) => `${rank} ${name}`,
  );
}

function escaped(text = ''): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
