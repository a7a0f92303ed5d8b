import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../../test/support/bad-values.ts';
import { countCharacters, sanitizeText } from './text.ts';

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

test('cleaning is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      (text) => sanitizeText(sanitizeText(text)) === sanitizeText(text),
    ),
  );
});

test('nothing that cannot be seen survives', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      (text) => !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(sanitizeText(text)),
    ),
  );
});

test('an emoji counts as one character', () => {
  expect(countCharacters('🐈🐈')).toBe(2);
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

test('characters are counted as graphemes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '🐈', '\ud83d', '\udc08') }), (text) => {
      expect(countCharacters(text)).toBe(Array.from(text).length);
    }),
  );
});
