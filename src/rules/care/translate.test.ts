import { expect, test } from 'vitest';

import { CATALOG } from '../species/catalog.ts';
import { translateToEnglish } from './lexicon.ts';

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

test.each([
  'tuna',
  'A Can of Tuna!',
  'pain relief',
  'gift',
  'stock market',
  'the die is cast',
  'glockenspiel',
])('%s is not translated', (text) => {
  expect(translateToEnglish(text)).toBe(text);
});

test('no favourite is read as a foreign word', () => {
  const liked = CATALOG.flatMap(({ tastes }) => Object.values(tastes).flat());
  expect(liked.filter((item) => translateToEnglish(item) !== item)).toEqual([]);
});
