import { expect, test } from 'vitest';

import { KEEPSAKES, KEEPSAKE_KINDS, type KeepsakeRow } from '../../rules/heart/keepsakes-table.ts';
import { keepsakeFrom, keepsakeName, keepsakeStory, rarityWords } from './keepsakes.ts';

const NAME = 'Bartholomew';
const LONGEST_STORY = 120;

test.each(KEEPSAKE_KINDS)('%s has a name, an origin and a story of one sentence', (kind) => {
  expect(keepsakeName(kind)).toMatch(/^(?:an? |the |two )[a-z -]+$/);
  expect(keepsakeFrom(kind)).toMatch(/^[a-z\d].*[a-z]$/);
  const story = keepsakeStory(kind, NAME);
  expect(story).toMatch(/^[A-Z](?!.*(?:[{}!\d]|[.?] |\s\s|undefined)).*\.$/);
  expect(story.length).toBeLessThanOrEqual(LONGEST_STORY);
});

test('no two keepsakes share a name, an origin or a story', () => {
  for (const words of [
    keepsakeName,
    keepsakeFrom,
    (kind: (typeof KEEPSAKE_KINDS)[0]) => keepsakeStory(kind, NAME),
  ]) {
    const said = KEEPSAKE_KINDS.map(words);
    expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
  }
});

test('a keepsake has a name and an origin', () => {
  expect([keepsakeName('silver_scale'), keepsakeFrom('silver_scale')]).toEqual([
    'a silver scale',
    'a wish for a bite of fish',
  ]);
  expect([keepsakeName('knot_of_ten'), keepsakeFrom('knot_of_ten')]).toEqual([
    'a knot of ten',
    '10 meals on time in a row',
  ]);
});

test('every story contains the name of its creature', () => {
  const nameless = KEEPSAKE_KINDS.filter((kind) => !keepsakeStory(kind, NAME).includes(NAME));
  expect(nameless).toEqual([]);
});

test("the number in a keepsake's text is that of its rule", () => {
  for (const kind of KEEPSAKE_KINDS) {
    const { streak, days, acts, granted }: KeepsakeRow = KEEPSAKES[kind];
    const counted = streak ?? days ?? acts ?? granted;
    const told = /^\d+/.exec(keepsakeFrom(kind))?.[0];
    expect(told).toBe(counted === undefined ? undefined : String(counted));
  }
});

test.each([
  [0, 120, 'nobody in the house has one yet'],
  [1, 1, 'the only one in the house'],
  [1, 120, 'the only one in the house'],
  [3, 120, '3 of 120 creatures here have one'],
  [120, 120, 'all 120 creatures here have one'],
])('rarity is worded exactly: %i of %i', (count, of, words) => {
  expect(rarityWords(count, of)).toBe(words);
});
