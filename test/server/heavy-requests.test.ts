import { expect, test } from 'vitest';

import { acceptsGzip } from '../../src/server/send.ts';
import { aHouse, type Ask, type TestHouse } from '../support/house.ts';
import { anyStore } from '../support/stores/any-store.ts';

const REGISTER: Ask = { method: 'POST', path: '/api/auth/register' };
const LARGE = 60_000;
const MARKS = '\u0301\u0316'.repeat(LARGE / 4);
const QUOTES = `{${"'\\".repeat(LARGE / 4)}`;
const registration = (fields: object): Ask => ({ ...REGISTER, body: { username: 'wren', ...fields } });
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const FIELDS = Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`k${nth}`, nth]));

/** Requests that once took 0.1 s to 60 s; each must cost no more than plain text of its size. */
const ATTACKS: Readonly<Record<string, { readonly heavy: Ask; readonly plain: Ask }>> = {
  'marks to be put in order': against(registration({ bio: MARKS })),
  'marks beside an unused field': against(registration({ avatar_prompt: MARKS, avatar_url: 'x' })),
  'quotes that never end': against({ ...REGISTER, body: `{${"'\\".repeat(LARGE / 2)}` }),
  'quotes that never end, in a text': against({ ...REGISTER, body: JSON.stringify(QUOTES) }),
  'short quotes that never end': against({ ...REGISTER, body: `{${"'\\".repeat(4000)}` }),
  'a list of thousands': against(registration({ social_links: Array.from({ length: LARGE / 4 }, Object) })),
  'thousands of fields': against(registration(FIELDS)),
  'a body that goes deep': against({ ...REGISTER, body: deep(LARGE / 2) }),
  'tabs after gzip': { heavy: picture(`gzip${'\t'.repeat(15_500)}x`), plain: picture('x'.repeat(15_500)) },
};

// Far above the noise of a busy machine, and far below the smallest attack.
const FACTOR = 40;
const FLOOR_MS = 25;

test.each(Object.entries(ATTACKS))('%s cost no more than plain text of that size', async (_, attack) => {
  const house = await aHouse(await anyStore());
  await leastMs(house, attack.plain);
  const allowed = FLOOR_MS + FACTOR * (await leastMs(house, attack.plain));
  expect(await leastMs(house, attack.heavy)).toBeLessThan(allowed);
});

test('a caller over the registration limit is refused as cheaply for any Idempotency-Key', async () => {
  const house = await aHouse(await anyStore());
  const from = '203.0.113.7';
  for (let nth = 0; nth < 3; nth += 1)
    await house.ask({ ...REGISTER, from, body: { username: `wren-${nth}` } });
  let keys = 0;
  const keyed = ({ body }: Ask) =>
    leastMs(house, { ...REGISTER, from, body }, () => ({ 'idempotency-key': `key-${(keys += 1)}` }));
  const { heavy, plain } = against(registration({ bio: MARKS }));
  const allowed = FLOOR_MS + FACTOR * (await keyed(plain));
  expect(await keyed(heavy)).toBeLessThan(allowed);
});

test('Accept-Encoding asks for gzip only by its own name and with a weight', () => {
  for (const header of ['gzip', 'GZIP', 'br, gzip;q=0.5', ' gzip ; q=1 , br'])
    expect(acceptsGzip(header), header).toBe(true);
  for (const header of ['gzip;q=0', 'gzip; q=0.000, br', 'x-gzip', 'gzipped', '*', '', undefined])
    expect(acceptsGzip(header), header).toBe(false);
});

/** An attack through the body, and plain letters of the same size. */
function against(heavy: Ask): { heavy: Ask; plain: Ask } {
  const bytes = Buffer.byteLength(typeof heavy.body === 'string' ? heavy.body : JSON.stringify(heavy.body));
  return { heavy, plain: registration({ bio: 'a'.repeat(bytes - 40) }) };
}

function picture(encoding: string): { readonly path: string; readonly headers: Record<string, string> } {
  return { path: '/pictures/a/b', headers: { 'accept-encoding': encoding } };
}

/** The minimum of several times, to exclude the noise of a busy machine. */
async function leastMs(house: TestHouse, request: Ask, headers = () => ({})): Promise<number> {
  let least = Infinity;
  for (let nth = 0; nth < 3; nth += 1) {
    const before = performance.now();
    await house.ask({ ...request, headers: { ...request.headers, ...headers() } });
    least = Math.min(least, performance.now() - before);
  }
  return least;
}
