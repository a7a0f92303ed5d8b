import { expect, test } from 'vitest';

import { findBuiltIn } from '../species/catalog.ts';
import { ITEM_ACTIONS } from '../vocabulary.ts';
import lexicon from './lexicon.json' with { type: 'json' };
import rules from './taste-rules.json' with { type: 'json' };
import { receiverOf } from './judge-item.ts';

const KINDS = Object.values(lexicon).flatMap((kinds) => Object.entries<string>(kinds));
const names = KINDS.flatMap(([, list]) => list.split(', ').map((each) => each.split('=')[0] ?? ''));
const known = new Set([...Object.keys(lexicon), ...KINDS.map(([kind]) => kind), ...names]);
const rows = Object.values(rules).flatMap((table) => Object.entries<string>(table));

test('every rule names a word, kind or group of the lexicon, for all or for each of nine diets', () => {
  expect(rows.filter(([key]) => !known.has(key))).toEqual([]);
  expect(rows.filter(([, row]) => !/^[lndh](?:[lndh]{8})?$/.test(row))).toEqual([]);
  expect(Object.keys(rules).toSorted()).toEqual(['any', ...ITEM_ACTIONS].toSorted());
});

test('kind names are unique', () => {
  expect(new Set(KINDS.map(([kind]) => kind)).size).toBe(KINDS.length);
});

test('the lexicon has at least fifteen hundred everyday things', () => {
  expect(new Set(names).size).toBeGreaterThan(1_500);
});

test.each([
  ['housecat', 'cat'],
  ['beagle', 'dog'],
  ['penguin', 'meat'],
  ['hedgehog', 'mixed'],
  ['parrot', 'seed'],
  ['tortoise', 'graze'],
  ['chonk', 'snack'],
  ['cipher', 'ai'],
  ['phoenix', 'ember'],
])('the diet of a %s follows from its food: %s', (slug, way) => {
  const species = findBuiltIn(slug);
  expect(species && receiverOf(species).way).toBe(way);
});
