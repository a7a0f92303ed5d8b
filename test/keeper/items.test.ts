import { expect, test } from 'vitest';

import type { ItemCategory } from '../../src/rules/vocabulary.ts';
import { chooseItem, type KnownTastes } from '../../src/keeper/round.ts';

const NOTHING = { feed: [], play: [], clean: [], medicine: [], discipline: [], sleep: [] };

function tastes(
  approved: readonly string[],
  found: Readonly<Record<string, ItemCategory>> = {},
): KnownTastes {
  return {
    preferences: { ...NOTHING, feed: [...approved] },
    discovered: { feed: Object.entries(found).map(([item, category]) => ({ item, category, score: 0.5 })) },
  };
}

const CHOICES: readonly (readonly [string, KnownTastes, string | undefined, string | undefined])[] = [
  ['nothing known: nothing', tastes([]), undefined, undefined],
  ['nothing tried: the first that is approved', tastes(['tuna', 'trout']), undefined, 'tuna'],
  [
    'something loved comes before anything untried',
    tastes(['tuna'], { shrimp: 'loved' }),
    undefined,
    'shrimp',
  ],
  [
    'something loved comes before something liked',
    tastes([], { rice: 'liked', shrimp: 'loved' }),
    undefined,
    'shrimp',
  ],
  ['something liked comes before anything untried', tastes(['tuna'], { rice: 'liked' }), undefined, 'rice'],
  ['something neutral does not', tastes(['tuna'], { paper: 'neutral' }), undefined, 'tuna'],
  [
    'what was disliked is never tried again',
    tastes(['tuna', 'trout'], { tuna: 'disliked' }),
    undefined,
    'trout',
  ],
  ['what did harm is never tried again', tastes(['tuna'], { tuna: 'harmful' }), undefined, undefined],
  ['what the house suggests comes first', tastes(['tuna', 'trout'], { tuna: 'loved' }), 'trout', 'trout'],
  ['unless it did harm', tastes(['tuna', 'trout'], { trout: 'harmful' }), 'trout', 'tuna'],
];

test.each(CHOICES)('%s', (_, known, advised, item) => {
  expect(chooseItem('feed', known, advised)).toBe(item);
});

test('an item loved for one kind of care is not used for another', () => {
  expect(chooseItem('play', tastes([], { shrimp: 'loved' }), undefined)).toBeUndefined();
});
