import { expect, test } from 'vitest';

import { ACTIONS, FAMILIES, HALL_CATEGORIES } from '../vocabulary.ts';
import { nearestWord } from './nearest-word.ts';

test.each([
  ['Feed', ACTIONS, 'feed'],
  ['feeding', ACTIONS, 'feed'],
  ['disipline', ACTIONS, 'discipline'],
  ['cats', FAMILIES, 'cat'],
  ['AI Native', FAMILIES, 'ai-native'],
  ['oldest', HALL_CATEGORIES, 'oldest_living'],
])('%s with the choices %o is corrected to %s', (given, words, meant) => {
  expect(nearestWord<string>(given, words)).toBe(meant);
});

test.each(['', 'x', 'dance', 'constructor', 'f'.repeat(5000)])('%s is corrected to no action', (given) => {
  expect(nearestWord(given, ACTIONS)).toBeUndefined();
});
