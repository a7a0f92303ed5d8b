import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

import { eachDatabase } from '../support/databases.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const;
const PUBLIC = [
  '/',
  '/species',
  '/species/owl/picture.svg',
  '/llms.txt',
  '/openapi.json',
  '/api/house/species',
];

function fetchRaw({ app }: TestHouse, path: string, headers: Record<string, string>) {
  return app.inject({ method: 'GET', url: path, headers });
}

eachDatabase((place) => {
  test.each(PUBLIC)('%s is compressed as negotiated, with its own ETag', async (path) => {
    const house = await aHouse(await place.fresh());
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
    }
  });

  test('a matching ETag of a compressed answer gets 304, and any other the body', async () => {
    const house = await aHouse(await place.fresh());
    const known = { 'accept-encoding': 'br' };
    const etag = String((await fetchRaw(house, '/guides', known)).headers['etag']);
    const again = await fetchRaw(house, '/guides', { ...known, 'if-none-match': etag });
    expect(again).toMatchObject({ statusCode: 304, body: '' });
    expect(again.headers).toMatchObject({ etag, vary: expect.stringContaining('Accept-Encoding') });
    expect(again.headers).not.toHaveProperty('content-encoding');
    const other = await fetchRaw(house, '/guides', { 'accept-encoding': 'gzip', 'if-none-match': etag });
    expect(other.statusCode).toBe(200);
  });

  test('small and private answers are not compressed', async () => {
    const house = await aHouse(await place.fresh());
    const wren = await aResidentOf(house, 'wren');
    await hatchFor(house, wren, { name: 'Bo' });
    const headers = { 'accept-encoding': 'br, gzip', 'x-api-key': wren.key };
    const own = ['/api/house/status', '/api/house/history', '/api/auth/me', '/api/auth/me/export'];
    for (const path of [...own, '/robots.txt', '/api/health']) {
      const told = await fetchRaw(house, path, headers);
      expect(told.statusCode, path).toBe(200);
      expect(told.headers, path).not.toHaveProperty('content-encoding');
    }
  });

  test('HEAD has the Content-Length of GET', async () => {
    const { app } = await aHouse(await place.fresh());
    const headers = { 'accept-encoding': 'br' };
    const head = await app.inject({ method: 'HEAD', url: '/guides', headers });
    const { rawPayload } = await app.inject({ method: 'GET', url: '/guides', headers });
    expect(head.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(rawPayload.length),
    });
  });
});
