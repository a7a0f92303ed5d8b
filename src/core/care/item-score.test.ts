import { expect, test } from 'vitest';

import { tastesOf } from '../species/tastes.ts';
import { categoryOf } from './item-effects.ts';
import { similarityByWords, scoreByMeaning, scoreByWords } from './item-score.ts';

const LIST = [
  'tuna',
  'salmon',
  'cat kibble',
  'catnip treats',
  'ball of yarn',
  'ball',
  'mealworms',
  'strawberries',
];

test.each([
  'tuna',
  'TUNA',
  'some tuna, please',
  'a can of tuna',
  'túna',
  'cat kibbles',
  'treats (catnip)',
  'yarn ball',
  'balls',
  'mealworm',
  'strawberry',
  'catkibble',
])('%j has the same words as something on the list', (item) => {
  expect(similarityByWords(item, LIST)).toBe(1);
});

test.each(['tunna', 'samlon', 'salmn', 'cat kible', 'catnip treets', 'mealwrms', 'strawbery'])(
  '%j is a slip of the finger',
  (item) => {
    expect(similarityByWords(item, LIST)).toBeGreaterThanOrEqual(0.85);
    expect(similarityByWords(item, LIST)).toBeLessThan(1);
  },
);

test.each([
  'tuba',
  'bell',
  'bull',
  'call',
  'poisoned tuna',
  'dog',
  'yarn',
  '',
  '!!!',
  '🐟',
  'マグロ',
  'kibble',
])('words alone cannot tell what %j is', (item) => {
  expect(similarityByWords(item, LIST)).toBeUndefined();
});

test('nothing is like an empty list', () => {
  expect(similarityByWords('tuna', [])).toBeUndefined();
});

test('a word of its own is not a slip of another', () => {
  expect(similarityByWords('salon', LIST)).toBeUndefined();
  expect(similarityByWords('sting', ['string'])).toBeUndefined();
});

const cat = {
  family: 'cat' as const,
  tastes: tastesOf('cat', { feed: ['tuna', 'chicken', 'kibble', 'cooked egg'] }),
};
const brought = (item: string) => ({ item, action: 'feed' as const, species: cat });

test('words tell what is approved before they tell what hurts, and noise before both', () => {
  expect(scoreByWords(brought('tuna'))).toBe(1);
  expect(scoreByWords(brought('poisoned tuna'))).toBeLessThan(0.33);
  expect(scoreByWords(brought('xkcdqwrt'))).toBe(0);
  expect(scoreByWords(brought('herring'))).toBeUndefined();
});

test('what a whole family likes is never worse than neutral', () => {
  const sardines = brought('sardines');
  expect(sardines.species.tastes.feed).not.toContain('sardines');
  expect(categoryOf(scoreByMeaning(0.1, sardines))).toBe('neutral');
  expect(scoreByMeaning(0.7, sardines)).toBe(0.7);
  expect(scoreByMeaning(0.1, brought('porridge'))).toBe(0.1);
});

test('a score is in the category it shows', () => {
  expect(scoreByMeaning(0.4996, brought('porridge'))).toBe(0.5);
});
