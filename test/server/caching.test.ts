import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { aHouse, type TestHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const SHARED = 'public, s-maxage=60, stale-while-revalidate=30';
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const COMPRESSED = '/ /guides /species/owl/picture.svg /llms.txt /openapi.json /api/house/species'.split(' ');

function fetchRaw({ app }: TestHouse, path: string, headers: Record<string, string>) {
  return app.inject({ method: 'GET', url: path, headers });
}

test('the graveyard is publicly cacheable without a key and without a filter by agent', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aResidentOf(house, 'wren');
  const path = '/api/house/graveyard';
  for (const [query, cached] of [
    ['', SHARED],
    ['?page=2&per_page=3', SHARED],
    [`?user_id=${wren.id}`, SHARED],
    ['?agent=wren', 'no-store'],
    [`?agent=wren&user_id=${wren.id}`, 'no-store'],
  ] as const) {
    const { headers } = await house.ask({ path: path + query });
    expect(headers, query).toMatchObject({ vary: 'Authorization, X-Api-Key', 'cache-control': cached });
    expect(headers).not.toHaveProperty('etag');
    const own = await house.ask({ path: path + query, key: wren.key });
    expect(own.headers['cache-control'], query).toBe('private, no-store');
  }
});

test('the hall is public for a minute, species with revalidation, and other refusals are not cached', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const [path, cached] of [
    ['hall?category=most_consistent', SHARED],
    ['species', 'public, no-cache'],
    ['species/housecat', 'public, no-cache'],
    ['species/nobody', 'no-store'],
    ['graveyard?user_id=x', 'no-store'],
  ] as const) {
    const { headers } = await ask({ path: `/api/house/${path}` });
    expect(headers['cache-control'], path).toBe(cached);
    expect('etag' in headers, path).toBe(cached !== 'no-store');
  }
});

test('a matching If-None-Match gets 304 with limit and cache headers; it may be a list, weak, or *', async () => {
  const { ask } = await aHouse(await anyStore());
  for (const path of ['/api/house/species', '/api/house/hall', '/openapi.json']) {
    const { headers } = await ask({ path });
    const again = await ask({ path, headers: { 'if-none-match': String(headers['etag']) } });
    expect(again, path).toMatchObject({ status: 304, text: '' });
    for (const name of ['etag', 'cache-control', 'x-ratelimit-limit'])
      expect(again.headers[name], name).toBe(headers[name]);
    expect(again.headers).not.toHaveProperty('content-type');
    // The same for every Origin, since the reply has no `Vary: Origin`.
    const browser = await ask({ path, headers: { origin: 'https://a.example' } });
    const exposed = 'access-control-expose-headers';
    expect([headers[exposed], again.headers[exposed]]).toEqual(Array(2).fill(browser.headers[exposed]));
  }
  const path = '/api/house/species/housecat';
  const etag = String((await ask({ path })).headers['etag']);
  for (const known of [`"a", ${etag}`, `${etag},"b"`, `W/${etag}`, `"a,b" , W/${etag}`, '*', ' * '])
    expect((await ask({ path, headers: { 'if-none-match': known } })).status, known).toBe(304);
  for (const known of ['', '"a"', etag.slice(1, -1), 'W/"*"', '"*"', etag.slice(0, -2)])
    expect((await ask({ path, headers: { 'if-none-match': known } })).status, known).toBe(200);
  expect(await ask({ method: 'HEAD', path })).toMatchObject({ status: 200, headers: { etag } });
  expect((await ask({ method: 'HEAD', path, headers: { 'if-none-match': etag } })).status).toBe(304);
});

test('a new species, an adoption and a birth each change the ETag', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aDesignerOf(house, 'wren');
  const tagOf = async (list: string) => (await house.ask({ path: `/api/house/${list}` })).headers['etag'];
  const tags = () => Promise.all(['species', 'species/housecat', 'hall'].map(tagOf));
  const [list, housecat, hall] = await tags();
  const design = { slug: 'moss_fox', name: 'Moss Fox', family: 'cat', personality: 'Naps all day long.' };
  await house.ask({ method: 'POST', path: '/api/house/species', key: wren.key, body: design });
  const [longerList, sameCat, sameHall] = await tags();
  expect(longerList).not.toBe(list);
  expect([sameCat, sameHall]).toEqual([housecat, hall]);
  await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' });
  const [adoptedList, adoptedCat, fullerHall] = await tags();
  expect(adoptedList).not.toBe(longerList);
  expect(adoptedCat).not.toBe(housecat);
  expect(fullerHall).not.toBe(hall);
});

test.each(COMPRESSED)('%s is compressed as negotiated, with its own ETag and 304', async (path) => {
  const house = await aHouse(await anyStore());
  const plain = await fetchRaw(house, path, {});
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers['vary']).toMatch(/(?:^|, )Accept-Encoding$/);
  for (const encoding of ['br', 'gzip'] as const) {
    const packed = await fetchRaw(house, path, { 'accept-encoding': encoding });
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(packed.rawPayload.length),
      etag: String(plain.headers['etag']).replace(/"$/, `-${encoding}"`),
      vary: plain.headers['vary'],
    });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    expect(UNPACK[encoding](packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    const etag = String(packed.headers['etag']);
    const known = { 'accept-encoding': encoding, 'if-none-match': etag };
    const again = await fetchRaw(house, path, known);
    const { vary } = plain.headers;
    expect(again).toMatchObject({ statusCode: 304, body: '', headers: { etag, vary } });
    expect(again.headers).not.toHaveProperty('content-encoding');
    const other = await fetchRaw(house, path, { ...known, 'accept-encoding': 'identity' });
    expect(other.statusCode).toBe(200);
    const asked = { method: 'HEAD', url: path, headers: { 'accept-encoding': encoding } } as const;
    const head = await house.app.inject(asked);
    expect(head.headers['content-length']).toBe(packed.headers['content-length']);
  }
});

test('small and private answers are not compressed and have no ETag', async () => {
  const house = await aHouse(await anyStore());
  const wren = await aResidentOf(house, 'wren');
  await hatchFor(house, wren, { name: 'Bo' });
  const headers = { 'accept-encoding': 'br, gzip', 'if-none-match': '"a"', 'x-api-key': wren.key };
  const own = ['/api/house/status', '/api/house/history', '/api/auth/me', '/api/auth/me/export'];
  for (const path of [...own, '/robots.txt', '/api/health', '/api', '/api/house/graveyard']) {
    const told = await fetchRaw(house, path, headers);
    expect(told.statusCode, path).toBe(200);
    expect(told.headers, path).not.toHaveProperty('content-encoding');
    expect('etag' in told.headers, path).toBe(path === '/robots.txt');
  }
});
