import { inspect } from 'node:util';
import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { imagesApi, recognizePicture } from '../../src/outside/images-api.ts';
import { PictureError } from '../../src/outside/picture-maker.ts';
import { freePort } from '../support/local-server.ts';
import {
  endless,
  KEY,
  says,
  sendsAddress,
  sendsBase64,
  serves,
  silent,
  whyNot,
  withService,
} from './fake-images.ts';
import { JPEG, png, WEBP, WEBP_LOSSLESS, WEBP_SEE_THROUGH } from './samples.ts';

const HTML = '<!doctype html><script>alert(1)</script>';
const hangsUp = (response: { destroy(): unknown }) => void response.destroy();
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test('a request has the format of OpenAI with only the prompt, at a base or full URL, with the key if there is one', async () => {
  const { service, pictures, ask } = await withService();
  expect(await ask()).toEqual({ type: 'image/png', bytes: png() });
  const keyless = { key: undefined, model: 'dauber-2', perAgentDaily: 3 };
  const order = { sitter: { seed: 1, words: 'fox' }, prompt: 'A fox.' };
  for (const url of [`${service.url}/images/generations`, `${service.url}/`])
    await imagesApi({ ...keyless, url }).avatar(order);
  const [species] = CATALOG;
  if (species === undefined) throw new Error('no species');
  const portrayed = { species, stage: 'baby', seed: 1, personality: ['gentle'], prompt: 'private' } as const;
  expect(await pictures.portrait({ portrayed, prompt: 'A small cat.' })).toMatchObject({ type: 'image/png' });
  const asked = (prompt: string, authorization: string | undefined) => ({
    path: '/v1/images/generations',
    authorization,
    body: { model: 'dauber-2', prompt, n: 1, size: '1024x1024' },
  });
  const own = `Bearer ${KEY}`;
  const [first, last] = [asked('A fox in a scarf.', own), asked('A small cat.', own)];
  expect(service.asked).toEqual([first, asked('A fox.', undefined), asked('A fox.', undefined), last]);
  expect(pictures).toMatchObject({ name: 'dauber-2', perAgentDaily: 3 });
});

test('a service may send a WebP, or its type before the picture', async () => {
  const { service, ask } = await withService();
  const labelled = `data:image/png;base64,${png().toString('base64')}`;
  service.answer(sendsBase64(WEBP));
  expect(await ask()).toEqual({ type: 'image/webp', bytes: WEBP });
  service.answer(sendsBase64(labelled));
  expect(await ask()).toEqual({ type: 'image/png', bytes: png() });
});

test('an address on the service itself is fetched from it, without the key', async () => {
  const { service, ask } = await withService();
  service.answer(sendsAddress('/drawn.png?seed=7'));
  service.serve(serves(JPEG, 'text/plain'));
  expect(await ask()).toEqual({ type: 'image/jpeg', bytes: JPEG });
  expect(service.fetched.map(({ url }) => url)).toEqual(['/drawn.png?seed=7']);
  expect(service.fetched[0]?.headers).not.toHaveProperty('authorization');
});

test('a service that refuses the size parameter gets requests without it from then on', async () => {
  const { service, ask } = await withService();
  service.answer((response, asked, origin) =>
    'size' in asked.body
      ? says('{"code":"400","error":"Argument not supported: size"}', 400)(response)
      : sendsBase64()(response, asked, origin),
  );
  await Promise.all([ask(), ask()]);
  await ask();
  const sized = service.asked.map(({ body }) => 'size' in body);
  expect([sized.length, sized.filter(Boolean).length, sized.at(-1)]).toEqual([5, 2, false]);
});

test('a refusal is tried again or not by its status, after as long as it asks for', async () => {
  const { service, ask } = await withService();
  const final = [400, 401, 403, 404, 422];
  for (const status of [...final, 408, 409, 425, 429, 500, 503]) {
    service.answer(says('{"error":{"message":"no","code":"out_of_paint"}}', status));
    expect(await whyNot(ask())).toMatchObject({
      retry: !final.includes(status),
      reason: `the images service answered ${status} (out_of_paint)`,
      retryAfterMs: status === 429 ? 60_000 : undefined,
    });
  }
  expect(service.asked).toHaveLength(11);
  for (const [asked, retryAfterMs] of Object.entries({
    '30': 30_000,
    'Sat, 01 Jan 2028 00:01:00 GMT': 60_000,
    '99999999999': 24 * 3_600_000,
    soon: 60_000,
    '-5': 60_000,
  })) {
    service.answer(says('', 429, { 'retry-after': asked, date: 'Sat, 01 Jan 2028 00:00:00 GMT' }));
    expect(await whyNot(ask()), asked).toMatchObject({ retry: true, retryAfterMs });
  }
});

test.each([
  ['a page instead of an answer', says(HTML), true],
  ['nothing', says(''), true],
  ['no pictures', says('{"data":[]}'), true],
  ['a picture that is none', says('{"data":[{"b64_json":7}]}'), true],
  ['base64 that was cut off', sendsBase64(png().toString('base64').slice(0, -9)), true],
  ['a broken line', hangsUp, true],
  ['a page as a picture', sendsBase64(Buffer.from(HTML)), false],
  ['an SVG with a script', sendsBase64(Buffer.from(SVG)), false],
  ['a GIF', sendsBase64(Buffer.from('GIF89a')), false],
  ['more than a picture weighs', sendsBase64(Buffer.alloc(257 * 1024)), false],
  ['a picture of one pixel', sendsBase64(png(1)), false],
  ['a picture of fifty thousand pixels', sendsBase64(png(50_000, 50_000, 'claimed')), false],
  ['a redirect', says('', 307, { location: '/elsewhere' }), false],
])('of a service that sends %s no picture comes', async (_, how, retry) => {
  const { service, ask } = await withService();
  service.answer(how);
  expect(await whyNot(ask())).toMatchObject({ retry });
  expect(service.asked).toHaveLength(1);
});

test.each([
  ['a page labelled as a picture', serves(HTML), false],
  ['an SVG with a script', serves(SVG, 'image/svg+xml'), false],
  ['a picture that was cut off', serves(png().subarray(0, -5)), true],
  ['a redirect to itself', says('', 302, { location: '/drawn.png' }), false],
  ['not found', says('', 404), false],
  ['an error', says('', 502), true],
])('of an address that gives %s no picture comes', async (_, how, retry) => {
  const { service, ask } = await withService();
  service.answer(sendsAddress());
  service.serve(how);
  expect(await whyNot(ask())).toMatchObject({ retry });
  expect(service.fetched).toHaveLength(1);
});

test.each(['an answer', 'a picture'])('%s without end is not read to the end', async (what) => {
  const { service, ask } = await withService({ mostBytes: 256 * 1024 });
  const { how, told } = endless(what === 'an answer' ? '{"data":' : png());
  service.answer(what === 'an answer' ? how : sendsAddress());
  service.serve(how);
  const reason = expect.stringMatching(/^more came than/);
  expect(await whyNot(ask())).toMatchObject({ retry: false, reason });
  await expect.poll(() => told.ended).toBe(true);
  // Data in socket buffers is not counted as read.
  expect(told.bytes).toBeLessThan(32 * 1024 * 1024);
});

const begins = (response: { write(part: Uint8Array): unknown }) => void response.write(png().subarray(0, 40));

test.each([
  ['a service that says nothing', silent, silent],
  ['an address that says nothing', sendsAddress(), silent],
  ['a picture that never comes to its end', sendsAddress(), begins],
])('%s is waited for no longer than its time, nor when the house closes', async (_, answer, serve) => {
  const late = await withService({ timeoutMs: 300 });
  late.service.answer(answer);
  late.service.serve(serve);
  expect(await whyNot(late.ask())).toMatchObject({ retry: true, reason: 'the images service took too long' });

  const leaving = await withService();
  leaving.service.answer(answer);
  leaving.service.serve(serve);
  const closing = new AbortController();
  const drawing = whyNot(leaving.ask(closing.signal));
  await expect.poll(() => leaving.service.asked.length).toBe(1);
  closing.abort();
  expect(await drawing).toMatchObject({ retry: true, reason: 'the house closed meanwhile' });
});

test('an unreachable service is retried', async () => {
  const api = { url: `http://127.0.0.1:${await freePort()}`, key: KEY, model: 'dauber-2', perAgentDaily: 3 };
  const drawing = imagesApi(api).avatar({ sitter: { seed: 1, words: '' }, prompt: 'A fox.' });
  const reason = 'the images service could not be reached (ECONNREFUSED)';
  expect(await whyNot(drawing)).toMatchObject({ retry: true, reason });
});

test.each([
  ['a refusal', says(`{"error":{"message":"no fox for ${KEY}","code":"${KEY}"}}`, 400)],
  ['a broken line', hangsUp],
])('neither the key nor the words of strangers are in the error of %s', async (_, how) => {
  const { service, ask } = await withService();
  service.answer(how);
  const told = inspect(await whyNot(ask()), { depth: 9, showHidden: true });
  expect(told).not.toContain(KEY);
  expect(told).not.toContain('fox');
});

const KINDS = [
  ['a PNG', png(24, 16), 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a WebP', WEBP, 'image/webp'],
  ['a WebP without loss', WEBP_LOSSLESS, 'image/webp'],
  ['a WebP one can see through', WEBP_SEE_THROUGH, 'image/webp'],
] as const;

test.each(KINDS)('%s is recognised by its bytes; truncated or extended it is refused', (_, bytes, type) => {
  expect(recognizePicture(bytes)).toEqual({ type, bytes });
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => recognizePicture(bytes.subarray(0, length)), `${length} bytes`).toThrow(PictureError);
  expect(() => recognizePicture(Buffer.concat([bytes, Buffer.from('<script>')]))).toThrow(PictureError);
});

// Where each format stores width and height, and the maximum.
const LARGEST = [
  ['a JPEG', JPEG, JPEG.indexOf(Buffer.from('ffc00011', 'hex')) + 5, 'ffff', '24 × 65535'],
  ['a WebP', WEBP, 26, 'ff3f', '16383 × 16'],
  ['a WebP without loss', WEBP_LOSSLESS, 21, 'ffff', '16384 × 16'],
  ['a WebP one can see through', WEBP_SEE_THROUGH, 24, 'ffffff', '16777216 × 16'],
] as const;

test.each(LARGEST)('%s with the largest size of its format is refused', (_, bytes, place, value, size) => {
  const large = Buffer.from(bytes);
  large.set(Buffer.from(value, 'hex'), place);
  expect(() => recognizePicture(large)).toThrow(`the picture measures ${size} pixels`);
});

test('a picture measures 16 to 4096 pixels each way', () => {
  const claimed = (width: number, height: number) => () => recognizePicture(png(width, height, 'claimed'));
  for (const other of [0, 15, 4097]) {
    expect(claimed(other, 16)).toThrow(`the picture measures ${other} × 16 pixels`);
    expect(claimed(16, other)).toThrow(`the picture measures 16 × ${other} pixels`);
  }
  for (const side of [16, 4096]) expect(claimed(side, side)()).toMatchObject({ type: 'image/png' });
});

test('a JPEG is read over filling bytes and other segments', () => {
  const fill = Buffer.from('fffffffe0004abcd', 'hex');
  const filled = Buffer.concat([JPEG.subarray(0, 2), fill, JPEG.subarray(2)]);
  expect(recognizePicture(filled)).toMatchObject({ type: 'image/jpeg' });
});
