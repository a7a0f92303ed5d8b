import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { printableText } from '../../src/rules/base/text.ts';
import { findBuiltIns } from '../../src/rules/species/catalog.ts';
import { epitaph } from '../../src/text/creature/epitaphs.ts';
import { lifeCardSvg } from '../../src/features/drawing/cards.tsx';
import { CARD_ROWS } from '../../src/features/drawing/share-cards.http.ts';
import { glanceAtLife } from '../../src/features/public/view-creature.ts';
import { CARD_FONT_FILES, type Rasterizer } from '../../src/outside/rasterizer.ts';
import { drawAll } from '../pictures/fake-images.ts';
import { aKeeper, NO_LIMITS } from '../support/asking.ts';
import { aHouse, type TestHouse } from '../support/house.ts';
import { aResidentOf, hatchFor } from '../support/residents.ts';
import { anyStore } from '../support/stores/any-store.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const SPECIES_CARDS = findBuiltIns({}).map(({ slug }) => `/species/${slug}/card.png`);

test('every page has a card of the standard size, cached forever by version; death changes the card', async () => {
  const { house, bo } = await aHouseWithCat();
  const life = `/creatures/${bo}`;
  const pages = ['/', '/hall', '/graveyard', '/keepsakes', '/species', '/species/owl', '/agents/wren'];
  for (const path of [...pages, life, `${life}/letters`]) {
    const card = await cardOf(house, path);
    expect(card, path).toMatchObject({ status: 200, type: 'image/png', width: 1200, height: 630 });
    expect(card.headers['cache-control']).toBe(FOR_EVER);
    const known = { 'if-none-match': String(card.headers['etag']) };
    expect((await house.ask({ path: card.path, headers: known })).status, path).toBe(304);
  }
  const { text } = await house.ask({ path: life, headers: { accept: 'text/html' } });
  const square = await fetched(house, /href="([^"]+card-square\.png[^"]+)"/.exec(text)?.[1] ?? '');
  expect(square).toMatchObject({ status: 200, type: 'image/png', width: 1080, height: 1080 });
  expect(square.headers['cache-control']).toBe(FOR_EVER);
  const alive = await cardOf(house, life);
  const outdated = await fetched(house, `${life}/card.png?v=guess`);
  expect(outdated.headers['cache-control']).toBe('public, max-age=300');
  expect(outdated.headers['etag']).toBe(alive.headers['etag']);
  house.clock.forward('40h');
  const dead = await cardOf(house, life);
  expect(dead.path).not.toBe(alive.path);
  expect(dead.headers['etag']).not.toBe(alive.headers['etag']);
});

test('a card has name, age and a line for its situation; after death the epitaph', async () => {
  const { house, bo } = await aHouseWithCat(new FakeRasterizer());
  const glance = () => glanceAtLife(house.house, bo, house.clock.now());
  const wordsOn = async () => {
    const seen = await glance();
    const svg = seen ? lifeCardSvg(seen, '<svg />', 'square', 'ark.example') : '';
    return [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, words]) => words);
  };
  house.clock.forward('5h');
  expect((await wordsOn()).slice(0, 4)).toEqual(['Bo', 'Housecat, baby', expect.any(String), '5 hours old']);
  house.clock.forward('41h');
  const [name, kind, state, age, ...line] = (await wordsOn()).slice(0, -1);
  expect([name, kind, state]).toEqual(['Bo', 'Housecat, child', 'at rest']);
  expect(age).toMatch(/^lived 1 day/);
  const { stone } = (await glance()) ?? {};
  expect(line.join(' ')).toBe(stone && epitaph(stone));
});

test('a name is drawn as text, as far as the font has glyphs', async () => {
  const { house, bo } = await aHouseWithCat(new FakeRasterizer());
  const face = await glanceAtLife(house.house, bo, house.clock.now());
  if (!face) throw new Error('Bo is not at home');
  const named = (name: string) =>
    lifeCardSvg({ ...face, creature: { ...face.creature, name } }, '<svg />', 'wide', 'ark.example');
  expect(named('</text><script>')).not.toContain('<script>');
  expect(named('Zoë 🐈 Łukasz')).toContain('Zoë Łukasz');
  expect(named('🐈🐈')).toContain('>cat<');
  expect(named('Wolfeschlegelsteinhausenbergerdorff '.repeat(2)).match(/<text/g)?.length).toBeLessThan(9);
});

test('concurrent requests render a card once; when the rasterizer is overloaded, the default card is served for a minute', async () => {
  const press = new FakeRasterizer();
  const { house, bo } = await aHouseWithCat(press);
  const { etag } = (await fetched(house, '/card.png')).headers;
  press.broken = true;
  const path = `/creatures/${bo}/card.png`;
  expect((await fetched(house, path)).headers).toMatchObject({ etag, 'cache-control': 'public, max-age=60' });
  press.broken = false;
  press.pressed = 0;
  const all = await Promise.all(Array.from({ length: 12 }, () => fetched(house, path)));
  const [own, ...others] = new Set(all.map(({ headers }) => headers['etag']));
  expect([others, own === etag]).toEqual([[], false]);
  expect(press.pressed).toBe(1);
});

test('an address may render 20 cards a minute; cached cards are not counted', async () => {
  const rasterizer = new FakeRasterizer();
  const house = await aHouse(await anyStore(), { house: { rasterizer } });
  const from = '192.0.2.17';
  const statuses: number[] = [];
  for (const path of SPECIES_CARDS.slice(0, 21)) statuses.push((await house.ask({ path, from })).status);
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  expect((await house.ask({ path: SPECIES_CARDS[0] ?? '', from })).status).toBe(200);
  expect(rasterizer.pressed).toBe(20);
});

test('a portrait that has to be rendered as PNG counts under the limit of cards, a cached one does not', async () => {
  const rasterizer = new FakeRasterizer();
  const house = await aHouse(await anyStore(), { house: { rasterizer } });
  const from = '192.0.2.17';
  const { id } = await aKeeper(house);
  await drawAll(house);
  const path = `/pictures/${id}/avatar.png`;
  for (const card of SPECIES_CARDS.slice(0, 20)) await house.ask({ path: card, from });
  expect(await house.ask({ path, from })).toMatchObject({ status: 429 });
  expect(rasterizer.pressed).toBe(20);
  house.clock.forward('1m');
  expect((await house.ask({ path, from })).headers).toMatchObject({ 'x-ratelimit-remaining': '19' });
  expect((await house.ask({ path, from })).headers).toMatchObject({ 'x-ratelimit-limit': '1200' });
  expect(rasterizer.pressed).toBe(21);
});

test("every card has the service's name and host, truncated if too long", async () => {
  const { house, bo } = await aHouseWithCat(new FakeRasterizer());
  const params: Readonly<Record<string, string>> = { id: bo, slug: 'owl', username: 'wren' };
  const sign = (svg = '') => /<tspan[^>]*>([^<]*)<\/tspan>([^<]*)<\/text>/.exec(svg)?.slice(1);
  for (const row of CARD_ROWS) {
    const card = await row.find(house.house, params, house.clock.now());
    expect(sign(await card?.draw('ark.example:8080')), row.path).toEqual(['Arkhouse', ' ark.example:8080']);
    const long = sign(await card?.draw(`${'long.'.repeat(20)}example`))?.[1];
    expect(long, row.path).toMatch(/^ long\.[a-z.]*…$/);
  }
});

test('concurrent cards on a cold cache are all rendered; when too many wait, the next get 503 with Retry-After', async () => {
  const press = new FakeRasterizer();
  const { ask } = await aHouse(await anyStore(), { house: { limiter: NO_LIMITS, rasterizer: press } });
  const asked = (from: number, to: number) => SPECIES_CARDS.slice(from, to).map((path) => ask({ path }));
  press.hold();
  const some = asked(0, 16);
  await expect.poll(() => press.pressed).toBe(6);
  press.letGo();
  expect((await Promise.all(some)).map(({ status }) => status)).toEqual(Array<number>(16).fill(200));
  expect(press.pressed).toBe(16);
  press.hold();
  const all = asked(16, 61);
  for (const { status, headers, text } of await Promise.all(all.slice(38))) {
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(text).not.toContain('.svg');
  }
  press.letGo();
  const others = await Promise.all(all.slice(0, 38));
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([200]));
});

test.each(CARD_FONT_FILES)('%s has a glyph for every character used', (file) => {
  const letters = codePointsIn(readFileSync(file));
  const signs = Array.from({ length: 0x2100 - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at));
  // Between letters, because a name needs at least one.
  const written = signs.filter((sign) => printableText(`a${sign}a`)?.includes(sign));
  expect(written.length).toBeGreaterThan(500);
  expect(written.filter((sign) => !letters.has(sign.codePointAt(0) ?? 0))).toEqual([]);
});

/** A rasterizer that returns the drawing itself, counts, fails on demand, and can be held. */
class FakeRasterizer implements Rasterizer {
  pressed = 0;
  broken = false;
  letGo = () => {};
  #free = Promise.resolve();

  hold(): void {
    this.#free = new Promise((resolve) => (this.letGo = resolve));
  }

  async rasterize(svg: string): Promise<Uint8Array> {
    this.pressed += 1;
    if (this.broken) throw new Error('the rasterizer is full');
    await this.#free;
    return Buffer.from(svg);
  }

  rasterizePet(): Promise<Uint8Array> {
    return this.rasterize('a pet');
  }

  async forget(): Promise<void> {}
  async close(): Promise<void> {}
}

async function aHouseWithCat(rasterizer?: Rasterizer) {
  const parts = { limiter: NO_LIMITS, ...(rasterizer && { rasterizer }) };
  const house = await aHouse(await anyStore(), { house: parts });
  const wren = await aResidentOf(house, 'wren');
  return { house, bo: await hatchFor(house, wren, { name: 'Bo', species_slug: 'housecat' }) };
}

async function cardOf(house: TestHouse, page: string) {
  // Responses may be cached for some seconds.
  house.clock.forward('1m');
  const { text } = await house.ask({ path: page, headers: { accept: 'text/html' } });
  const [, path = ''] = /"og:image" content="http:\/\/127\.0\.0\.1:3000([^"]+)"/.exec(text) ?? [];
  return { path, ...(await fetched(house, path)) };
}

async function fetched({ app }: TestHouse, url: string) {
  const { statusCode: status, headers, rawPayload: png } = await app.inject({ url });
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  return { status, headers, type: headers['content-type'], width, height };
}

/** Characters of a font, from its `cmap` table in format 4. */
function codePointsIn(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, at) => 12 + 16 * at);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap') ?? 0;
  const cmap = font.readUInt32BE(entry + 8);
  const kinds = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, at) =>
    font.readUInt32BE(cmap + 8 + 8 * at),
  );
  const from = cmap + (kinds.find((at) => font.readUInt16BE(cmap + at) === 4) ?? 0);
  const runs = font.readUInt16BE(from + 6) / 2;
  const found = new Set<number>();
  for (let run = 0; run < runs; run += 1) {
    const last = font.readUInt16BE(from + 14 + 2 * run);
    const first = font.readUInt16BE(from + 16 + 2 * runs + 2 * run);
    for (let point = first; point <= last; point += 1) found.add(point);
  }
  return found;
}
