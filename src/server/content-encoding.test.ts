import { expect, test } from 'vitest';

import { preferredEncoding } from './send.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['BR', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['identity;q=0.5, gzip;q=0.4', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=nonsense', undefined],
  ['deflate', undefined],
  [',,;q=1,', undefined],
  ['', undefined],
  [undefined, undefined],
  [`br${' '.repeat(1000)}`, undefined],
])('Accept-Encoding: %s is served as %s', (header, encoding) => {
  expect(preferredEncoding(header)).toBe(encoding);
});
