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

test('every rule is about a name, a kind or a group of the lexicon, for everybody or for each of nine ways of life', () => {
  expect(rows.filter(([key]) => !known.has(key))).toEqual([]);
  expect(rows.filter(([, row]) => !/^[lndh](?:[lndh]{8})?$/.test(row))).toEqual([]);
  expect(Object.keys(rules).toSorted()).toEqual(['any', ...ITEM_ACTIONS].toSorted());
});

test('no two kinds have the same name', () => {
  expect(new Set(KINDS.map(([kind]) => kind)).size).toBe(KINDS.length);
});

test('the lexicon knows at least fifteen hundred everyday things', () => {
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
])('how a %s lives is told from what it eats: %s', (slug, way) => {
  const species = findBuiltIn(slug);
  expect(species && receiverOf(species).way).toBe(way);
});
