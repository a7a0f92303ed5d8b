import { expect, test } from 'vitest';

import { MANNERS, MANNER_KINDS, QUIET_MANNERS, VARIETY_BANDS } from '../../rules/heart/manner.ts';
import { FAMILIES } from '../../rules/vocabulary.ts';
import { ASIDES } from '../creature/behavior.ts';
import { MANNER_LINES, mannerName, mannerReason, mannerTrait } from './manners.ts';

const LONGEST = { sentence: 120, reason: 110 } as const;
/** Words that would reveal the stats of a creature that hides them. */
const HIDDEN_WORDS = /\d|hung|happ|health|trust|disciplin|sick|starv|weak/i;
const ONE_SENTENCE = /^[A-Z](?!.*(?:[{}!]|[.?] |\s\s|undefined)).*\.$/;

test.each(MANNER_KINDS)('%s has a name and a trait of one sentence addressed to its keeper', (kind) => {
  expect(mannerName(kind)).toMatch(/^(?:an? |one )[a-z ]+$/);
  for (const family of FAMILIES) {
    const trait = mannerTrait(kind, { name: 'Pip', family });
    expect(trait).toMatch(ONE_SENTENCE);
    expect(trait).toMatch(/\byou/i);
    expect(trait).not.toMatch(HIDDEN_WORDS);
    expect(trait.length).toBeLessThanOrEqual(LONGEST.sentence);
  }
});

test.each(MANNER_KINDS)('%s has a pair of behaviour lines', (kind) => {
  const lines = MANNER_LINES[kind].behavior;
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line.replaceAll('{bowl}', 'bowl')).toMatch(ONE_SENTENCE);
    expect(line).not.toMatch(HIDDEN_WORDS);
    expect(line.length).toBeLessThanOrEqual(LONGEST.sentence);
  }
});

test('names, traits, reasons and lines of manners are unique, also elsewhere', () => {
  const lines = Object.values(MANNER_LINES);
  const tables = [
    lines.map(({ name }) => name),
    lines.map(({ trait }) => trait),
    MANNER_KINDS.map(mannerReason),
    [...lines.flatMap(({ behavior }) => behavior), ...ASIDES.flat()],
  ];
  for (const said of tables) expect(said.filter((text, at) => said.indexOf(text) !== at)).toEqual([]);
});

test.each(MANNER_KINDS)('the reason for %s is a clause', (kind) => {
  const reason = mannerReason(kind);
  expect(reason).toMatch(/^[a-z](?!.*(?:[{}!.\d]|\s\s|undefined)).*[a-z]$/);
  expect(reason.length).toBeLessThanOrEqual(LONGEST.reason);
});

test('a reason never contains more than the table', () => {
  expect(mannerReason('connoisseur')).toBe(
    'at least half of its care was food, and few other kinds came its way',
  );
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
