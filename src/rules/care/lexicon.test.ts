import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { quantize, dequantize, cosine, nearestCosine } from '../../../packages/tastes/embedding-score.ts';
import { thingKindsOf, translateToEnglish, type ThingKind } from '../../../packages/tastes/lexicon.ts';
import likedThings from '../heart/liked-things.json' with { type: 'json' };
import { isLikedThing, WISHES, WISH_KINDS, type WishRow } from '../heart/wishes-table.ts';
import { APPROVED_ITEMS, CATALOG } from '../species/catalog.ts';

const THINGS: Partial<Record<ThingKind, string>> = {
  fruit: 'Ripe mango slices',
  fish: 'grilled salmon; krill; sardines in water',
  meat: 'roast chicken',
  vegetable: 'baby carrots',
  sweet: 'birthday cake',
  drink: 'apple juice; a bowl of warm broth',
  toy: 'feather wand',
  ball: 'a red rubber ball',
  puzzle: 'brain teasers',
  music: 'a lullaby',
  brush: 'bristle brush',
  bath: 'warm bath; fluffy towel',
  blanket: 'memory foam pillow',
  light: 'starlight; candle',
  shiny: 'gold coins',
  code: 'sorting algorithms; datasets',
  outdoors: 'a walk in the park',
};

test.each(Object.entries(THINGS))('of the kind %s: %s', (kind, items) => {
  expect(items.split('; ').filter((item) => !(thingKindsOf(item) as string[]).includes(kind))).toEqual([]);
});

const NOT_THINGS: Partial<Record<ThingKind, string>> = {
  drink: 'beef stew; lamb stew with carrots; goulash; soup; gravy',
  code: 'log rolling; rolling a log',
};

test.each(Object.entries(NOT_THINGS))('not of the kind %s: %s', (kind, items) => {
  expect(items.split('; ').filter((item) => (thingKindsOf(item) as string[]).includes(kind))).toEqual([]);
});

test('a word beside a thing does not change its kind, and an unknown word has none', () => {
  expect(thingKindsOf('sardines in water')).not.toContain('drink');
  expect([...thingKindsOf('florbinax'), ...thingKindsOf('')]).toEqual([]);
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

test.each([
  ['pollo', 'chicken'],
  ['Huhn', 'chicken'],
  ['saumon grillée', 'salmon grilled'],
  ['une balle', 'ball'],
  ['zanahorias', 'carrot'],
  ['チーズ', 'cheese'],
  ['salmão', 'salmon'],
  ['weiche Decke', 'soft blanket'],
  ['Fischsuppe', 'fish soup'],
  ['鮭とご飯', 'salmon rice'],
])('%s is translated to %s', (text, english) => {
  expect(translateToEnglish(text)).toBe(english);
});

test('English is not translated, and no favourite is read as a foreign word', () => {
  const english =
    'tuna; A Can of Tuna!; pain relief; gift; stock market; the die is cast; glockenspiel'.split('; ');
  const liked = CATALOG.flatMap(({ tastes }) => Object.values(tastes).flat());
  expect([...english, ...liked].filter((item) => translateToEnglish(item) !== item)).toEqual([]);
});

test('the similarity is that of the nearest favourite, and zero without any', () => {
  const [east, north] = [Float32Array.of(1, 0), Float32Array.of(0, 1)];
  const between = Float32Array.of(Math.SQRT1_2, Math.SQRT1_2);
  expect(nearestCosine(between, [north, east])).toBeCloseTo(Math.SQRT1_2);
  expect(nearestCosine(north, [east, north])).toBe(1);
  expect(nearestCosine(north, [])).toBe(0);
});

test('a quantized vector is nearly unchanged, and quantizing is idempotent', () => {
  const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 400 });
  const longEnough = numbers.filter((each) => each.some((value) => Math.abs(value) > 0.01));
  fc.assert(
    fc.property(longEnough, (given) => {
      const length = Math.hypot(...given);
      const unit = Float32Array.from(given, (value) => value / length);
      expect(cosine(unit, dequantize(quantize(given)))).toBeGreaterThan(0.999);
    }),
  );
  const once = quantize([0.3, -0.7, 0.1]);
  expect(quantize(dequantize(once))).toEqual(once);
});
