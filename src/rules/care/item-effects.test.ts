import { expect, test } from 'vitest';

import { ITEM_CATEGORIES } from '../vocabulary.ts';
import { categoryOf, effectOf, scoreWithin } from './care.ts';

test.each([
  [1, 'loved'],
  [0.6, 'loved'],
  [0.5999, 'liked'],
  [0.5, 'liked'],
  [0.4999, 'neutral'],
  [0.42, 'neutral'],
  [0.4199, 'disliked'],
  [0.33, 'disliked'],
  [0.3299, 'harmful'],
  [-1, 'harmful'],
])('an item with score %f is %s', (score, category) => {
  expect(categoryOf(score)).toBe(category);
});

test.each(ITEM_CATEGORIES)('a score within %s rises with its share and stays in its band', (category) => {
  const scores = [-1, 0, 0.3, 0.6, 1, 7].map((share) => scoreWithin(category, share));
  expect(new Set(scores.map(categoryOf))).toEqual(new Set([category]));
  expect(scores).toEqual(scores.toSorted((one, other) => one - other));
  expect(new Set(scores).size).toBe(4);
});

test.each([
  ['feed', { hunger: 50 }, { hunger: 60, happiness: 8 }, { health: -15 }],
  ['play', { happiness: 15 }, { happiness: 20, health: 5 }, { happiness: -10, health: -5 }],
  ['clean', { health: 10 }, { health: 15, happiness: 8 }, { health: -10 }],
  ['medicine', { health: 25 }, { health: 30, trust: 4 }, { health: -20 }],
  [
    'discipline',
    { discipline: 10, happiness: -5, trust: -1 },
    { discipline: 12, happiness: -2 },
    { happiness: -15, health: -10 },
  ],
  ['sleep', { health: 5 }, { health: 8, happiness: 3 }, { health: -5 }],
] as const)(
  '%s has the effects of the table with a loved and with a harmful item',
  (action, plain, loved, harmful) => {
    expect(effectOf(action, undefined)).toEqual(plain);
    expect(effectOf(action, 'neutral')).toEqual(plain);
    expect(effectOf(action, 'loved')).toEqual(loved);
    expect(effectOf(action, 'harmful')).toEqual(harmful);
  },
);

test('a liked item is halfway between neutral and loved', () => {
  expect(effectOf('feed', 'liked')).toEqual({ hunger: 55, happiness: 4 });
  expect(effectOf('discipline', 'liked')).toEqual({ discipline: 11, happiness: -3.5, trust: -0.5 });
});

test('a disliked item gives half at the same cost', () => {
  expect(effectOf('feed', 'disliked')).toEqual({ hunger: 25 });
  expect(effectOf('discipline', 'disliked')).toEqual({ discipline: 5, happiness: -5, trust: -1 });
});

test('reflect takes no item', () => {
  expect(effectOf('reflect', 'harmful')).toEqual({ trust: 2 });
});
