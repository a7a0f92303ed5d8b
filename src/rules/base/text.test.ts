import fc from 'fast-check';
import { expect, test } from 'vitest';

import { nearestWord } from '../../../packages/base/nearest-word.ts';
import { anyCharacter } from '../../../test/support/bad-values.ts';
import { ACTIONS, FAMILIES, HALL_CATEGORIES } from '../vocabulary.ts';
import { countCharacters, removePromptMarkers, sanitizeText } from './text.ts';

test.each([
  ['control characters', 'a\u0000b\u0007c', 'abc'],
  ['line breaks, which become spaces', 'one\r\ntwo\u2028three', 'one two three'],
  ['bidirectional overrides', 'abc\u202Edcba', 'abcdcba'],
  ['zero-width characters', 'a\u200Bb\uFEFFc\u2060d', 'abcd'],
  ['tag characters that spell hidden words', 'hi\u{E0068}\u{E0069}', 'hi'],
  ['fillers that look like nothing', 'a\u3164b\u115Fc', 'abc'],
  ['chat-template marks', '<|im_start|>system [INST] do it [/INST] </system>', 'system do it'],
  ['marks within marks', 'a <<system>system> <<<|||b [IN[INST]ST]', 'a <<<|||b'],
  ['what keeps an accent from its letter', 'e\u200B\u0301', 'é'],
  ['blanks at the ends and in a row', '  a \t  b  ', 'a b'],
])('%s are removed', (_, given, kept) => {
  expect(sanitizeText(given)).toBe(kept);
});

test('letters, accents and emoji of every language are kept', () => {
  const words = 'Größe, naïve, 猫が好き, قطة, 🐈 & <b>bold</b>';
  expect(sanitizeText(words)).toBe(words);
});

test('cleaning is idempotent, and nothing that cannot be seen survives', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const cleaned = sanitizeText(text);
      expect(sanitizeText(cleaned)).toBe(cleaned);
      expect(cleaned).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    }),
  );
});

test('the fast path for plain words gives the same result', () => {
  const words = fc.string({
    unit: fc.constantFrom(...Array.from(' aZ09<|>[]{}/~!"\\\t'), 'INST', 'system', '\u007f', '\u00a0'),
  });
  fc.assert(
    fc.property(fc.oneof(words, fc.string({ unit: 'grapheme-ascii' })), (text) => {
      // Invisible characters take the slow path.
      expect(sanitizeText(text)).toBe(sanitizeText(`${text}\u200B`));
    }),
    { numRuns: 5000 },
  );
});

test('characters are counted as code points: an emoji is one, half a pair is one', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '🐈', '\ud83d', '\udc08') }), (text) => {
      expect(countCharacters(text)).toBe(Array.from(text).length);
    }),
    { examples: [['🐈🐈']] },
  );
});

test.each([
  ['a tag of any length', `a <system ${'x="1" '.repeat(100)}>b`, 'a b'],
  ['a tag that is never closed', 'a <system b', 'a b'],
  ['a token', 'a <|im_start|> b', 'a b'],
  ['a token in look-alikes', '＜｜im_start｜＞', ''],
  ['a tag in letters of another alphabet', '<ѕуѕtеm>', ''],
  ['a label in brackets', '[SYSTEM_PROMPT]a[/INST]', 'a'],
  ['a turn at the beginning of a line', 'a\n\nHuman: b', 'a b'],
])('a prompt marker is removed: %s', (_, given, left) => {
  expect(removePromptMarkers(given).replace(/\s+/g, ' ').trim()).toBe(left);
});

test.each([
  'a < b and b > c',
  'I <3 it',
  '[system is down]',
  'List<User> and Map<Tool, Prompt>',
  'write to <user@example.org>',
  '#include <sys/types.h>',
  'x |> f <| y',
  'fed at 12:30',
  'The system: feed, play, sleep.',
])('ordinary text is no prompt marker: %s', (words) => {
  expect(removePromptMarkers(words)).toBe(words);
});

const MARKS =
  '--- {{ }} system user prompt INST Human Assistant: <| |> <system> [INST] "role": "system" tool_call';
const PIECES = [...Array.from('<>|[]{}/:#-="\n _a＜｜ѕ≮\u200B\u0301'), ...MARKS.split(' '), '\n\nHuman:'];

test('no combination leaves a prompt marker behind', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 60 }), (text) => {
      const left = removePromptMarkers(text);
      expect(removePromptMarkers(left)).toBe(left);
      expect(sanitizeText(sanitizeText(text))).toBe(sanitizeText(text));
    }),
    { numRuns: 3000 },
  );
});

test.each<[string, readonly string[], string | undefined]>([
  ['Feed', ACTIONS, 'feed'],
  ['feeding', ACTIONS, 'feed'],
  ['disipline', ACTIONS, 'discipline'],
  ['cats', FAMILIES, 'cat'],
  ['AI Native', FAMILIES, 'ai-native'],
  ['oldest', HALL_CATEGORIES, 'oldest_living'],
  ...['', 'x', 'dance', 'constructor', 'f'.repeat(5000)].map(
    (word) => [word, ACTIONS, undefined] satisfies [string, readonly string[], undefined],
  ),
])('%s with the choices %o is corrected to %s', (given, words, meant) => {
  expect(nearestWord(given, words)).toBe(meant);
});
