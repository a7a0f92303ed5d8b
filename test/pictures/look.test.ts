import { expect, test } from 'vitest';

import { recognizePicture } from '../../src/outside/images-api.ts';
import { PictureError } from '../../src/outside/picture-maker.ts';
import { JPEG, png, WEBP, WEBP_LOSSLESS, WEBP_SEE_THROUGH } from './samples.ts';

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
