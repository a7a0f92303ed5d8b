import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';

import { drawAvatar } from '../../packages/artist/avatar.ts';
import { seedOf } from '../../packages/base/hash.ts';
import { findAgent } from '../../src/features/identity/agents.store.ts';
import { findPicture } from '../../src/features/pictures/pictures.store.ts';
import { RasterizeError, openRasterizer } from '../../src/outside/rasterizer.ts';
import { aKeptHouse, aKeeper, aPlainHouse, of } from '../support/asking.ts';
import { after } from '../support/creature.ts';
import { anyStore } from '../support/stores/any-store.ts';
import { drawAll, pictureQueue } from './fake-images.ts';

const HERE = 'http://127.0.0.1:3000';
const at = (hours: number) => new Date(after(hours)).toISOString();

test('every stage gets its portrait, announced while it is being drawn, and the newest is the creature’s picture', async () => {
  const { house: home, wren } = await aKeptHouse(await anyStore());
  const id = await wren.hatch();
  const place1 = `${HERE}/pictures/${id}/baby.svg`;
  expect((await wren.status()).body).not.toHaveProperty('portraits');
  await drawAll(home);
  const baby = { stage: 'baby', image_url: place1, generated_at: at(0) };
  expect((await wren.status()).body).toMatchObject({ creature: { image_url: place1 }, portraits: [baby] });
  home.clock.forward('24h');
  const grown = await wren.status();
  expect(of(grown, 'milestone', 'portrait_note')).toContain('being drawn');
  expect(of(grown, 'creature', 'image_url')).toBe(place1);
  await drawAll(home);
  const place2 = `${HERE}/pictures/${id}/child.svg`;
  const seen = {
    creature: { image_url: place2 },
    portraits: [baby, { stage: 'child', image_url: place2, generated_at: at(24) }],
  };
  expect((await wren.status()).body).toMatchObject(seen);
  home.clock.forward('12h');
  expect((await wren.status(`?id=${id}`)).body).toMatchObject({ ...seen, creature: { alive: false } });
  // A portrait drawn before its keeper looks is not announced; that of a sibling depends on more than the species.
  const twin = await wren.hatch();
  await drawAll(home);
  home.clock.forward('24h');
  await wren.history(`?id=${twin}`);
  await drawAll(home);
  const { body } = await wren.status(`?id=${twin}`);
  expect(body).toHaveProperty('milestone.stage', 'child');
  expect(body).not.toHaveProperty('milestone.portrait_note');
  const babyOf = async (each: string) => (await findPicture(home.house.store, each, 'baby'))?.bytes;
  expect(await babyOf(id)).not.toEqual(await babyOf(twin));
});

test('a given image_url is shown unchanged and no picture is drawn, unless there is a prompt', async () => {
  const home = await aPlainHouse(await anyStore());
  const wren = await aKeeper(home, 'wren', { avatar_url: 'https://example.com/me.png' });
  const image_url = 'https://example.com/bo.png';
  await wren.adopt({ image_url });
  const { body: first } = await wren.status();
  expect(of({ body: first }, 'creature', 'image_url')).toBe(image_url);
  expect(first).not.toHaveProperty('milestone.portrait_note');
  expect(await pictureQueue(home.house.store)).toEqual({ waiting: 0, givenUp: 0 });
  const drawn = await wren.adopt({ image_url, image_prompt: 'a cat of glass' });
  const id = String(of(drawn, 'creature', 'id'));
  const { body } = await wren.status(`?id=${id}`);
  expect(of({ body }, 'creature', 'image_url')).toBeNull();
  await drawAll(home);
  expect(of(await wren.status(`?id=${id}`), 'creature', 'image_url')).toBe(`${HERE}/pictures/${id}/baby.svg`);
});

const bio = 'a night owl';
test.each([
  [{ avatar_prompt: 'a blue robot', avatar_url: 'https://a.example/b.png', bio }, 'a blue robot'],
  [{ bio, display_name: 'Rex the dog' }, bio],
  [{ display_name: 'Rex the dog' }, 'Rex the dog'],
  [{}, 'wren'],
])('an agent that says %j has its avatar drawn from %j', async (given, words) => {
  const home = await aPlainHouse(await anyStore());
  const { id } = await aKeeper(home, 'wren', given);
  await drawAll(home);
  const kept = await findPicture(home.house.store, id, 'avatar');
  expect(gunzipSync(kept?.bytes ?? Buffer.alloc(0)).toString()).toBe(drawAvatar({ seed: seedOf(id), words }));
  expect((await findAgent(home.house.store, id))?.avatarUrl).toBe(`/pictures/${id}/avatar.svg`);
});

test('a drawing is served with a sandbox policy, cached forever, and compressed on request', async () => {
  const { house: home, wren } = await aKeptHouse(await anyStore());
  const path = `/pictures/${await wren.hatch()}/baby.svg`;
  await drawAll(home);
  const { headers, text } = await home.ask({ path });
  expect(text).toMatch(/^<svg[\s\S]*<\/svg>$/);
  expect(headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await home.ask({ path, headers: { 'if-none-match': String(headers['etag']) } })).status).toBe(304);
  const packed = await home.app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } });
  expect(packed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(packed.rawPayload).toString()).toBe(text);
  const ofPacked = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers['etag']) };
  const again = await home.ask({ path, headers: ofPacked });
  expect([again.status, again.headers['content-encoding']]).toEqual([304, undefined]);
  for (const file of 'avatar.jpg avatar.exe adult.svg avatar ..%2favatar.svg avatar.svg.png'.split(' ')) {
    const missing = await home.ask({ path: `/pictures/${wren.id}/${file}` });
    expect(missing.status, file).toBe(404);
    expect(String(missing.headers['content-type'])).toContain('json');
  }
  for (const sitter of ['%00', 'wr%00en', '%F0%9F%A6%8A', '..', "'", 'x'.repeat(99)])
    expect((await home.ask({ path: `/pictures/${sitter}/avatar.svg` })).status, sitter).toBe(404);
});

test('a drawing is rasterized once for all requests; without a rasterizer the SVG is offered, and a busy one is asked later', async () => {
  let pressed = 0;
  const home = await aPlainHouse(await anyStore());
  const rasterizer = openRasterizer();
  onTestFinished(() => rasterizer.close());
  const rasterize: typeof rasterizer.rasterize = (...asked) => {
    pressed += 1;
    return rasterizer.rasterize(...asked);
  };
  const busy = () => Promise.reject(new RasterizeError('too many'));
  const use = (other: object | undefined) => void Object.assign(home.house, { rasterizer: other });
  const wren = await aKeeper(home);
  await drawAll(home);
  const url = `/pictures/${wren.id}/avatar.png`;
  use(undefined);
  const none = await home.ask({ path: url });
  expect(none).toMatchObject({ status: 501, body: { suggestion: expect.stringContaining('.svg') } });
  expect((await home.ask({ path: url.replace('.png', '.svg') })).status).toBe(200);
  use({ rasterize: busy });
  expect(await home.ask({ path: url })).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
  use({ rasterize });
  const prints = await Promise.all(Array.from({ length: 5 }, () => home.app.inject({ url })));
  for (const { rawPayload, headers } of prints) {
    expect(headers['content-type']).toBe('image/png');
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect(rawPayload.readUInt32BE(16)).toBe(512);
  }
  expect(pressed).toBe(1);
  use(undefined);
});
