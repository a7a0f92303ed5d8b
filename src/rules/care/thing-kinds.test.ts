import { expect, test } from 'vitest';

import likedThings from '../heart/liked-things.json' with { type: 'json' };
import { isLikedThing, WISHES, WISH_KINDS, type WishRow } from '../heart/wishes-table.ts';
import { APPROVED_ITEMS } from '../species/catalog.ts';
import { thingKindsOf, type ThingKind } from './lexicon.ts';

test.each<[string, ThingKind]>([
  ['a bowl of rice', 'food'],
  ['Ripe mango slices', 'fruit'],
  ['grilled salmon', 'fish'],
  ['krill', 'fish'],
  ['roast chicken', 'meat'],
  ['baby carrots', 'vegetable'],
  ['birthday cake', 'sweet'],
  ['apple juice', 'drink'],
  ['feather wand', 'toy'],
  ['a red rubber ball', 'ball'],
  ['brain teasers', 'puzzle'],
  ['a lullaby', 'music'],
  ['an old fairy tale', 'story'],
  ['poems', 'story'],
  ['bristle brush', 'brush'],
  ['warm bath', 'bath'],
  ['fluffy towel', 'bath'],
  ['memory foam pillow', 'blanket'],
  ['starlight', 'light'],
  ['candle', 'light'],
  ['hibiscus flowers', 'flower'],
  ['gold coins', 'shiny'],
  ['sorting algorithms', 'code'],
  ['datasets', 'code'],
  ['vitamin drops', 'medicine'],
  ['a walk in the park', 'outdoors'],
  ['self portraits', 'picture'],
])('%s is of the kind %s', (item, kind) => {
  expect(thingKindsOf(item)).toContain(kind);
});

test('a word beside a thing does not change its kind', () => {
  expect(thingKindsOf('sardines in water')).not.toContain('drink');
  expect(thingKindsOf('sardines in water')).toContain('fish');
});

test('an unknown word has no kind', () => {
  expect(thingKindsOf('florbinax')).toEqual([]);
  expect(thingKindsOf('')).toEqual([]);
});

test('for each kind of a wish, the liked things of that kind are those of the lexicon', () => {
  const wished = WISH_KINDS.flatMap((kind) => (WISHES[kind] as WishRow).thing ?? []);
  expect(Object.keys(likedThings).toSorted()).toEqual([...new Set(wished)].toSorted());
  for (const item of APPROVED_ITEMS)
    expect([item, wished.filter((thing) => isLikedThing(item, thing))]).toEqual([
      item,
      wished.filter((thing) => thingKindsOf(item).includes(thing)),
    ]);
});
