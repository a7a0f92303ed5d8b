import { expect, test } from 'vitest';

import { HALL_CATEGORIES } from '../../src/rules/vocabulary.ts';
import { onSqlite } from '../support/databases.ts';
import { aHouse } from '../support/house.ts';
import { aDesignerOf, aResidentOf, hatchFor } from '../support/residents.ts';

const SHARED = 'public, s-maxage=60, stale-while-revalidate=30';
const TAGGED = [
  '/api/house/species',
  '/api/house/species/housecat',
  '/api/house/hall',
  '/openapi.json',
] as const;

onSqlite((place) => {
  test('every answer of the hall is public for one minute', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const category of HALL_CATEGORIES) {
      const { headers } = await ask({ path: `/api/house/hall?category=${category}` });
      expect(headers['cache-control']).toBe(SHARED);
    }
  });

  test('the graveyard is publicly cacheable without a key and without a filter by agent', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    const path = '/api/house/graveyard';
    const cacheControl = async (query: string, key?: string) => {
      const { headers } = await house.ask({ path: path + query, ...(key !== undefined && { key }) });
      expect(headers['vary']).toBe('Authorization, X-Api-Key');
      return headers['cache-control'];
    };
    expect(await cacheControl('')).toBe(SHARED);
    expect(await cacheControl('?page=2&per_page=3')).toBe(SHARED);
    expect(await cacheControl('?agent=wren')).toBe('no-store');
    expect(await cacheControl(`?user_id=${wren.id}`)).toBe(SHARED);
    expect(await cacheControl(`?agent=wren&user_id=${wren.id}`)).toBe('no-store');
    expect(await cacheControl(`?user_id=${wren.id}`, wren.key)).toBe('private, no-store');
    expect(await cacheControl('', wren.key)).toBe('private, no-store');
    expect(await cacheControl('?agent=wren', wren.key)).toBe('private, no-store');
  });

  test('species may be cached with revalidation', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const path of ['/api/house/species', '/api/house/species/housecat'])
      expect((await ask({ path })).headers['cache-control']).toBe('public, no-cache');
  });

  test('what is refused outside the hall is kept by nobody', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const path of ['/api/house/species/nobody', '/api/house/graveyard?user_id=x']) {
      const { headers } = await ask({ path });
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(headers).not.toHaveProperty('etag');
    }
  });

  test('a matching If-None-Match gets 304 without a body, with limit and cache headers', async () => {
    const { ask } = await aHouse(await place.fresh());
    for (const path of TAGGED) {
      const first = await ask({ path });
      const etag = String(first.headers['etag']);
      expect(etag, path).toMatch(/^"[\w-]{27}"$/);
      const again = await ask({ path, headers: { 'if-none-match': etag } });
      expect(again, path).toMatchObject({ status: 304, text: '' });
      expect(again.headers).toMatchObject({
        etag,
        'cache-control': first.headers['cache-control'],
        'x-ratelimit-limit': first.headers['x-ratelimit-limit'],
        'x-ratelimit-remaining': expect.any(String),
        'x-request-id': expect.any(String),
      });
      expect(again.headers).not.toHaveProperty('content-type');
    }
  });

  test('If-None-Match may be a list, weak, or *', async () => {
    const { ask } = await aHouse(await place.fresh());
    const path = '/api/house/species/housecat';
    const etag = String((await ask({ path })).headers['etag']);
    for (const known of [`"a", ${etag}`, `${etag},"b"`, `W/${etag}`, `"a,b" , W/${etag}`, '*', ' * '])
      expect((await ask({ path, headers: { 'if-none-match': known } })).status, known).toBe(304);
    for (const known of ['', '"a"', etag.slice(1, -1), 'W/"*"', '"*"', etag.slice(0, -2)])
      expect((await ask({ path, headers: { 'if-none-match': known } })).status, known).toBe(200);
  });

  test('HEAD has the ETag and answers 304', async () => {
    const { ask } = await aHouse(await place.fresh());
    const path = '/api/house/species';
    const head = await ask({ method: 'HEAD', path });
    expect(head.status).toBe(200);
    expect(head.headers['etag']).toBe((await ask({ path })).headers['etag']);
    const headers = { 'if-none-match': String(head.headers['etag']) };
    expect((await ask({ method: 'HEAD', path, headers })).status).toBe(304);
  });

  test('a new species, an adoption and a birth each change the ETag', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aDesignerOf(house, 'wren');
    const tags = async () =>
      Promise.all(
        ['/api/house/species', '/api/house/species/housecat', '/api/house/hall'].map(
          async (path) => (await house.ask({ path })).headers['etag'],
        ),
      );
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

  test('other answers have no ETag', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    for (const path of ['/api', '/api/house/graveyard', '/api/health']) {
      const told = await house.ask({ path, headers: { 'if-none-match': '*' } });
      expect(told.status, path).toBe(200);
      expect(told.headers, path).not.toHaveProperty('etag');
    }
    await hatchFor(house, wren, { name: 'Bo' });
    const status = await house.ask({
      path: '/api/house/status',
      key: wren.key,
      headers: { 'if-none-match': '*' },
    });
    expect(status).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
  });
});
