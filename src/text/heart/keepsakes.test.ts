import { expect, test } from 'vitest';

import { KEEPSAKES, KEEPSAKE_KINDS, type KeepsakeRow } from '../../rules/heart/keepsakes-table.ts';
import { MANNERS, MANNER_KINDS, QUIET_MANNERS, VARIETY_BANDS } from '../../rules/heart/manner.ts';
import { FAMILIES } from '../../rules/vocabulary.ts';
import { keepsakeFrom, keepsakeName, keepsakeStory, rarityWords } from './keepsakes.ts';
import { MANNER_LINES, mannerName, mannerReason, mannerTrait } from './manners.ts';

const NAME = 'Bartholomew';

test.each(KEEPSAKE_KINDS)(
  '%s has a name, an origin with the number of its rule and a story of one sentence',
  (kind) => {
    expect(keepsakeName(kind)).toMatch(/^(?:an? |the |two )[a-z -]+$/);
    expect(keepsakeFrom(kind)).toMatch(/^[a-z\d].*[a-z]$/);
    const story = keepsakeStory(kind, NAME);
    expect(story).toMatch(/^[A-Z](?!.*(?:[{}!\d]|[.?] |\s\s|undefined)).*\.$/);
    expect(story.length).toBeLessThanOrEqual(120);
    expect(story).toContain(NAME);
    const { streak, days, acts, granted }: KeepsakeRow = KEEPSAKES[kind];
    const counted = streak ?? days ?? acts ?? granted;
    expect(/^\d+/.exec(keepsakeFrom(kind))?.[0]).toBe(counted === undefined ? undefined : String(counted));
  },
);

test('the origin of a keepsake of a wish names the wish', () => {
  expect(keepsakeFrom('silver_scale')).toBe('a wish for a bite out of the water');
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

/** Words that would reveal the stats of a creature that hides them. */
const HIDDEN_WORDS = /\d|hung|happ|health|trust|disciplin|sick|starv|weak/i;
const ONE_SENTENCE = /^[A-Z](?!.*(?:[{}!]|[.?] |\s\s|undefined)).*\.$/;

test.each(MANNER_KINDS)(
  '%s has a name and a trait addressed to its keeper, two behaviour lines and a reason',
  (kind) => {
    expect(mannerName(kind)).toMatch(/^(?:an? |one )[a-z ]+$/);
    for (const family of FAMILIES) {
      const trait = mannerTrait(kind, { name: 'Pip', family });
      expect(trait).toMatch(ONE_SENTENCE);
      expect(trait).toMatch(/\byou/i);
      expect(trait).not.toMatch(HIDDEN_WORDS);
      expect(trait.length).toBeLessThanOrEqual(120);
    }
    const lines = MANNER_LINES[kind].behavior;
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.replaceAll('{bowl}', 'bowl')).toMatch(ONE_SENTENCE);
      expect(line).not.toMatch(HIDDEN_WORDS);
      expect(line.length).toBeLessThanOrEqual(120);
    }
    expect(mannerReason(kind)).toMatch(/^[a-z](?!.*(?:[{}!.\d]|\s\s|undefined)).{0,108}[a-z]$/);
  },
);

test('a reason never contains more than the table', () => {
  const food = 'at least half of its care was food, and few other kinds came its way';
  expect(mannerReason('connoisseur')).toBe(food);
  expect(MANNERS.preener.from).toBe(0.3);
  expect(mannerReason('preener')).toContain('at least a quarter of its care was washing');
  expect(MANNERS.conductor.from).toBe(15);
  expect(mannerReason('conductor')).toContain('at least its last fifteen meals had come on time');
  expect(mannerReason('one_song')).toContain('it had found something to love');
});

test('without a dominant sign only the variety of care is mentioned', () => {
  for (const band of VARIETY_BANDS)
    expect(mannerReason(QUIET_MANNERS[band])).not.toMatch(/at least|on time|never came|had come true/);
});
