import { expect, test } from 'vitest';

import { CATALOG } from '../../species/catalog.ts';
import { isGibberish } from './gibberish.ts';

test.each([
  '',
  '...',
  '!!!',
  '12345',
  '%%%%',
  'asdfqwer',
  'hjkl hjkl',
  'zzzzzz',
  'qwxzvk',
  'xcvbnm',
  'aaaaaaa',
])('%j says nothing', (text) => {
  expect(isGibberish(text)).toBe(true);
});

test.each([
  'tuna',
  'yuzu',
  'rhythm game',
  'oxygen',
  'pspsps',
  'shhh',
  'XML',
  'マグロ',
  'рыба',
  'Hähnchen',
  'poisson',
  'asdfqwer tuna',
  'amoxicillin',
])('%j says something', (text) => {
  expect(isGibberish(text)).toBe(false);
});

test('nothing anybody likes is noise', () => {
  const liked = CATALOG.flatMap(({ tastes }) => Object.values(tastes).flat());
  expect(liked.filter(isGibberish)).toEqual([]);
});
