import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { HOUR } from '../../src/rules/base/clock.ts';
import { keepsakePicturePath } from '../../src/web/paths.ts';
import { NOON, SLEEPLESS, SLEEPYHEAD } from '../support/creature.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { aHouse, type Told } from '../support/house.ts';
import { adopt, adopted, aHome, care, seeded, turnTo, type Kept } from '../support/keeping.ts';
import { storeWith } from '../support/store-with.ts';

const PEOPLE = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const NOBODY = '00000000-0000-4000-8000-000000000000';
const LARGEST_PAGE = 60_000;

async function aCatAtHome(place: Place, slug = 'housecat', seed = SLEEPLESS): Promise<Kept> {
  const house = await aHouse(await place.fresh(), { house: { random: seeded(seed) } });
  const home = await aHome(house, {
    username: 'wren',
    display_name: 'Wren of the Eaves',
    bio: 'I come back.',
  });
  return { ...home, id: await adopted(home, slug, 'Miso') };
}

async function shown({ house }: Pick<Kept, 'house'>, path: string): Promise<Told> {
  // Responses may be cached for some seconds.
  house.clock.forward('10s');
  return house.ask({ path, headers: PEOPLE });
}

function factsIn({ text }: Told): Readonly<Record<string, unknown>> {
  const [, json = '{}'] =
    /<script type="application\/json" id="live-facts">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as Readonly<Record<string, unknown>>;
}

eachDatabase((place) => {
  test('a link that an agent has given leads out of the house without a word of where from', async () => {
    const cat = await aCatAtHome(place);
    await cat.house.as(cat.key).updateProfile({
      body: {
        website_url: 'https://example.org/nest',
        social_links: [{ platform: 'web', url: 'https://example.com/' }],
      },
    });
    const { text } = await shown(cat, '/agents/wren');
    const given = [...text.matchAll(/<a href="https:\/\/example[^>]*>/g)].map(([link]) => link);
    expect(given).toHaveLength(2);
    for (const link of given) expect(link).toContain('rel="nofollow noopener noreferrer ugc"');
  });

  test('every page of the house is whole, small, and lets nothing in from elsewhere', async () => {
    const cat = await aCatAtHome(place);
    for (const path of [
      '/',
      '/creatures',
      `/creatures/${cat.id}`,
      `/creatures/${cat.id}/letters`,
      '/agents/wren',
    ]) {
      const page = await shown(cat, path);
      expect(page.status, path).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'sha256-[\w+/]{43}='; connect-src 'self'$/,
      );
      expect(page.headers).not.toHaveProperty('access-control-allow-origin');
      expect(page.headers['cache-control']).toMatch(/^public, max-age=\d$/);
      expect(page.text).toMatch(/^<!doctype html><html lang="en">/);
      expect(page.text).toContain(`<link rel="canonical" href="http://127.0.0.1:3000${path}"`);
      expect(page.text).toMatch(/<title>[^<]+<\/title><meta name="description" content="[^"]+"/);
      expect(page.text).not.toMatch(/ style="| on\w+="|<style|href="javascript:/);
      expect(page.text).toContain('Miso');
      expect(page.text.length).toBeLessThan(LARGEST_PAGE);
    }
  });

  test('pages support 304 until they change', async () => {
    const cat = await aCatAtHome(place);
    const first = await shown(cat, '/creatures');
    const known = { ...PEOPLE, 'if-none-match': String(first.headers['etag']) };
    const again = await cat.house.ask({ path: '/creatures', headers: known });
    expect(again).toMatchObject({ status: 304, text: '' });
    await adopted(cat, 'tabby', 'Tock');
    cat.house.clock.forward('10s');
    expect((await cat.house.ask({ path: '/creatures', headers: known })).status).toBe(200);
    expect((await cat.house.ask({ method: 'HEAD', path: '/creatures' })).status).toBe(200);
  });

  test('creatures can be filtered by family and stage', async () => {
    const cat = await aCatAtHome(place);
    await adopted(cat, 'beagle', 'Tock');
    await adopt(cat, { name: 'Bean', species_slug: 'tabby' });
    const names = async (query: string) => {
      const { text } = await shown(cat, `/creatures${query}`);
      return ['Miso', 'Tock', 'Bean'].filter((name) => text.includes(`<bdi>${name}</bdi>`));
    };
    expect(await names('')).toEqual(['Miso', 'Tock']);
    expect(await names('?family=cat')).toEqual(['Miso']);
    expect(await names('?family=dog&stage=baby')).toEqual(['Tock']);
    expect(await names('?stage=egg')).toEqual(['Bean']);
    expect(await names('?stage=adult')).toEqual([]);
    expect(await names('?family=nonsense&page=minus+one')).toEqual(['Miso', 'Tock']);
  });

  test('reading pages hatches nothing and changes nothing', async () => {
    const cat = await aCatAtHome(place, 'beagle');
    const egg = await adopt(cat, { name: 'Bean' });
    const rows = () => cat.house.house.store.all(EVERYTHING, []);
    const before = await rows();
    for (const id of [cat.id, egg.creature.id]) {
      for (const path of ['', '/letters', '/now.json', '/picture.svg', '/picture.svg?stage=egg'])
        expect((await shown(cat, `/creatures/${id}${path}`)).status).toBe(200);
    }
    await shown(cat, '/');
    expect(await rows()).toEqual(before);
  });

  test('a page embeds only the public data its script needs', async () => {
    const cat = await aCatAtHome(place);
    await care(cat, 'feed', { item: 'tuna', notes: 'It ate <all> of it.' });
    const facts = factsIn(await shown(cat, `/creatures/${cat.id}`));
    expect(facts).toMatchObject({
      scale: 1,
      mark: 'alive.baby.1.0',
      living: { appearance: 'happy', urgency: 'safe' },
    });
    const told = JSON.stringify(facts);
    expect(told).not.toMatch(/seed|zone|keeper|personality|lastChecked|UTC/);
    const { body } = await cat.house.ask({ path: `/creatures/${cat.id}/now.json` });
    expect(Object.keys(body)).toEqual(['at', 'scale', 'mark', 'living', 'pose']);
  });

  test('the page of a creature does not contain its hidden stats', async () => {
    const shy = await aCatAtHome(place, 'hedgehog');
    const page = await shown(shy, `/creatures/${shy.id}`);
    expect(page.text.match(/kept to itself/g)).toHaveLength(5);
    expect(page.text).not.toMatch(/data-stat=|data-live="remaining"|appearance-happy/);
    expect(page.text).not.toMatch(/picture\.svg\?look=baby-(?!asleep|guarded)/);
    for (const { living } of [factsIn(page), (await shown(shy, `/creatures/${shy.id}/now.json`)).body]) {
      expect(living).toMatchObject({ shown: {}, glimpse: {} });
      expect(living).toMatchObject({ appearance: 'guarded' });
      expect(living).not.toMatchObject({ glimpse: { ticking: expect.anything() as unknown } });
      expect(living).not.toMatchObject({ glimpse: { diesAt: expect.anything() as unknown } });
    }
  });

  test('a dead creature keeps its page with gravestone, care log and resurrection deadline', async () => {
    const cat = await aCatAtHome(place);
    cat.house.clock.forward('37h');
    const page = await shown(cat, `/creatures/${cat.id}`);
    expect(page.text).toContain('class="stone"');
    expect(page.text).toContain('can still bring it back, until');
    expect(page.text).not.toContain('data-stat');
    expect(factsIn(page)).toEqual({});
    cat.house.clock.forward('8d');
    expect((await shown(cat, `/creatures/${cat.id}`)).text).toContain('nobody can bring it back');
    expect((await shown(cat, '/')).text).toContain('of neglect');
  });

  test('the danger strip lists creatures in danger, except those that hide it', async () => {
    const cat = await aCatAtHome(place);
    const other = await adopted(cat, 'hedgehog', 'Quill');
    const strip = async () =>
      /<div class="home-strip">(.*?)<\/div>/s.exec((await shown(cat, '/')).text)?.[1] ?? '';
    expect(await strip()).toBe('');
    cat.house.clock.forward('30h');
    expect((await shown(cat, '/')).text).toContain(`data-creature="${other}"`);
    expect((await strip()).replace(/<[^>]+>/g, '')).toBe('Miso has 5 hours left');
  });

  test('without creatures the introduction comes first, otherwise after them', async () => {
    const house = await aHouse(await place.fresh(), {});
    const order = async () => {
      const { text } = await shown({ house }, '/');
      expect(text.match(/id="join"/g)).toHaveLength(1);
      return text.indexOf('id="join"') < text.indexOf('class="arkhouse"') ? 'first' : 'last';
    };
    expect(await order()).toBe('first');
    await adopted(await aHome(house, { username: 'wren' }), 'housecat');
    expect(await order()).toBe('last');
  });

  test('all text about a dead creature is in the past tense', async () => {
    const cat = await aCatAtHome(place);
    await care(cat, 'feed');
    cat.house.clock.forward('60h');
    const told = [
      (await shown(cat, `/creatures/${cat.id}`)).text.split('Take it along')[0] ?? '',
      (await shown(cat, `/creatures/${cat.id}/letters`)).text,
      (await shown(cat, `/creatures/${cat.id}/feed.atom`)).text,
    ].map((page) => page.replace(/<script.*?<\/script>|<[^>]+>/gs, ' ').replace(/\s+/g, ' '));
    for (const page of told) {
      expect(page).toContain('Miso');
      // Letters are quoted, and possible actions are facts of today.
      const present = page.matchAll(
        /\b(?:It|Miso) (?!was\b|can be brought back)(?:is|has|can|will|[a-z]*[^s\W]s)\b/g,
      );
      expect([...present].map(([words]) => words)).toEqual([]);
      expect(page).not.toMatch(/(?:hours?|days?) old|(?<!was )kept by|it has reached/);
    }
  });

  test('pictures are ours, of ages that were reached, and can do nothing', async () => {
    const cat = await aCatAtHome(place);
    for (const path of [
      `/creatures/${cat.id}/picture.svg`,
      `/creatures/${cat.id}/picture.svg?stage=egg`,
      '/species/axolotl/picture.svg',
      keepsakePicturePath('acorn'),
      '/agents/wren/picture.svg',
      '/agents/WREN/picture.svg',
    ]) {
      const { status, headers, text } = await cat.house.ask({ path });
      expect(status, path).toBe(200);
      expect(headers['content-type']).toBe('image/svg+xml');
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(text).toMatch(/^<svg /);
    }
    for (const path of [
      `/creatures/${cat.id}/picture.svg?stage=adult`,
      `/creatures/${NOBODY}/picture.svg`,
      '/species/no_such/picture.svg',
      '/keepsakes/no_such/picture.svg',
      '/keepsakes/constructor/picture.svg',
      '/agents/nobody/picture.svg',
    ])
      expect((await cat.house.ask({ path })).status, path).toBe(404);
  });

  test('a sleeping creature is drawn asleep with a dark window', async () => {
    const cat = await aCatAtHome(place, 'housecat', SLEEPYHEAD);
    const picture = async () => (await shown(cat, `/creatures/${cat.id}/picture.svg`)).text;
    const awake = await picture();
    expect((await shown(cat, '/creatures')).text).toContain('family-cat awake');
    turnTo(cat.house, MIDNIGHT);
    expect((await shown(cat, '/creatures')).text).toContain('family-cat asleep');
    expect(await picture()).not.toBe(awake);
    expect((await shown(cat, '/')).text).toContain('Nobody is awake');
  });
});

const MIDNIGHT = NOON + 12 * HOUR;
const EVERYTHING = {
  text: 'select id, version, body, stage from creatures order by id',
  columns: ['id', 'version', 'body', 'stage'],
} as const;

const LOST = ['/nowhere', `/creatures/${NOBODY}`, '/creatures/%00', '/agents/no--body-', '/creatures/x/y/z'];
const FOR_PROGRAMS = [
  '/api/nowhere',
  '/api/house/feed',
  '/API/nowhere',
  '//api//nowhere',
  '/%61pi/nowhere',
  '/mcp/nowhere',
  '/.well-known/nothing',
];

eachDatabase((place) => {
  test('assets are cached forever by hash, and compressed on request', async () => {
    const house = await aHouse(await place.fresh());
    const { text } = await house.ask({ path: '/', headers: PEOPLE });
    const assets = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(assets.map((path) => path.replace(/-[0-9a-f]{12}/, ''))).toEqual([
      '/assets/icon.svg',
      '/assets/alegreya-bold.ttf',
      '/assets/style.css',
      '/assets/live.js',
    ]);
    const [icon = '', font = '', style = ''] = assets;
    expect((await house.ask({ path: font })).headers['content-type']).toBe('font/ttf');
    expect((await house.ask({ path: icon })).headers['cache-control']).toContain('immutable');
    const plain = await house.ask({ path: style });
    const response = await house.app.inject({ url: style, headers: { 'accept-encoding': 'gzip, deflate' } });
    expect(gunzipSync(response.rawPayload).toString()).toBe(plain.text);
    expect(response.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      vary: 'Accept-Encoding',
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers['etag']).not.toBe(response.headers.etag);
    const known = { 'if-none-match': String(plain.headers['etag']) };
    expect((await house.ask({ path: style, headers: known })).status).toBe(304);
    expect((await house.ask({ path: '/assets/style-000000000000.css' })).status).toBe(404);
  });

  test('a 404 is a page for people and JSON for programs', async () => {
    const house = await aHouse(await place.fresh());
    for (const path of LOST) {
      const page = await house.ask({ path, headers: PEOPLE });
      expect(page, path).toMatchObject({
        status: 404,
        headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
      });
      expect(page.text).toContain('<h1>Nobody lives behind this door</h1>');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      const { status, body } = await house.ask({ path, headers: { accept: '*/*' } });
      expect({ status, code: body['code'] }, path).toEqual({ status: 404, code: 'no_such_route' });
    }
    for (const path of FOR_PROGRAMS) {
      const { headers } = await house.ask({ path, headers: PEOPLE });
      expect(headers['content-type'], path).toBe('application/json; charset=utf-8');
    }
  });

  test('when something breaks, people are told that it is our fault, and nothing else', async () => {
    const store = await place.fresh();
    const secret = 'connection to 10.1.2.3 as admin';
    const house = await aHouse(storeWith(store, { all: () => Promise.reject(new Error(secret)) }));
    const page = await house.ask({ path: '/creatures', headers: PEOPLE });
    expect(page).toMatchObject({ status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.text).toContain('Something broke in the house');
    expect(page.text).toContain(String(page.headers['x-request-id']));
    expect(page.text).not.toContain(secret);
    expect(house.log.join()).toContain(secret);
  });

  test('too many page requests get a page with Retry-After', async () => {
    const house = await aHouse(await place.fresh());
    const asked = { path: '/creatures', headers: PEOPLE, from: '10.9.9.9' };
    for (let times = 0; times < 120; times += 1) await house.ask(asked);
    const page = await house.ask(asked);
    expect(page).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(page.text).toContain('A little slower, please');
  });
});
