import { expect, test } from 'vitest';

import { ownPicturePath, externalPictureUrl } from '../../src/web/paths.ts';

const ORIGIN = 'https://ark.example';

test.each([
  [undefined, undefined, undefined],
  ['/pictures/a/baby.svg', '/pictures/a/baby.svg', undefined],
  [`${ORIGIN}/pictures/a/baby.png`, '/pictures/a/baby.png', undefined],
  ['https://elsewhere.example/pictures/a.png', undefined, 'https://elsewhere.example/pictures/a.png'],
  ['https://ark.example.evil/pictures/a.png', undefined, 'https://ark.example.evil/pictures/a.png'],
  ['http://elsewhere.example/a.png', undefined, undefined],
  ['javascript:alert(1)', undefined, undefined],
])('of a picture at %s a page loads %s and links to %s', (imageUrl, loaded, linked) => {
  expect(ownPicturePath(imageUrl, ORIGIN)).toBe(loaded);
  expect(externalPictureUrl(imageUrl, ORIGIN)).toBe(linked);
});
