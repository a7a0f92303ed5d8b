import { expect, test } from 'vitest';

import { CATALOG } from '../../src/rules/species/catalog.ts';
import { recognizePicture } from '../../src/outside/images-api.ts';
import { PictureError, ownArtist } from '../../src/outside/picture-maker.ts';
import { JPEG, png, WEBP, WEBP_LOSSLESS, WEBP_SEE_THROUGH } from './samples.ts';

const KINDS = [
  ['a PNG', png(24, 16), 'image/png'],
  ['a JPEG', JPEG, 'image/jpeg'],
  ['a WebP', WEBP, 'image/webp'],
  ['a WebP without loss', WEBP_LOSSLESS, 'image/webp'],
  ['a WebP one can see through', WEBP_SEE_THROUGH, 'image/webp'],
] as const;

test.each(KINDS)(
  '%s is recognised by its bytes and kept unchanged; truncated or extended it is refused',
  (_, bytes, type) => {
    expect(recognizePicture(bytes)).toEqual({ type, bytes });
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => recognizePicture(bytes.subarray(0, length)), `${length} bytes`).toThrow(PictureError);
    expect(() => recognizePicture(Buffer.concat([bytes, Buffer.from('<script>')]))).toThrow(PictureError);
  },
);

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
  for (const [width, height] of [
    [15, 16],
    [16, 15],
    [4097, 16],
    [16, 4097],
    [0, 16],
  ] as const)
    expect(claimed(width, height)).toThrow(`the picture measures ${width} × ${height} pixels`);
  for (const side of [16, 4096]) expect(claimed(side, side)()).toMatchObject({ type: 'image/png' });
});

test('a JPEG is read over filling bytes and other segments', () => {
  const filled = Buffer.concat([
    JPEG.subarray(0, 2),
    Buffer.from('fffffffe0004abcd', 'hex'),
    JPEG.subarray(2),
  ]);
  expect(recognizePicture(filled)).toMatchObject({ type: 'image/jpeg' });
});

test('the built-in artist draws SVG without limits or network', async () => {
  const [species] = CATALOG;
  if (species === undefined) throw new Error('no species');
  const portrayed = { species, stage: 'adult', seed: 7, personality: ['gentle'] } as const;
  const portrait = await ownArtist.portrait({ portrayed, prompt: '' });
  const avatar = await ownArtist.avatar({ sitter: { seed: 7, words: 'fox' }, prompt: '' });
  for (const { type, bytes } of [portrait, avatar]) {
    expect(type).toBe('image/svg+xml');
    expect(Buffer.from(bytes).toString()).toMatch(/^<svg [^]*<\/svg>\s*$/);
  }
  expect(ownArtist).toMatchObject({ name: 'own', perAgentDaily: undefined });
});
