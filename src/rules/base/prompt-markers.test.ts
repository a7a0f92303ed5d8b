import fc from 'fast-check';
import { expect, test } from 'vitest';

import { removePromptMarkers, sanitizeText } from './text.ts';

test.each([
  ['a tag of any length', `a <system ${'x="1" '.repeat(100)}>b`, 'a b'],
  ['a tag that is never closed', 'a <system b', 'a b'],
  ['a token', 'a <|im_start|> b', 'a b'],
  ['a token in look-alikes', '＜｜im_start｜＞', ''],
  ['a tag in letters of another alphabet', '<ѕуѕtеm>', ''],
  ['a label in brackets', '[SYSTEM_PROMPT]a[/INST]', 'a'],
  ['a turn at the beginning of a line', 'a\n\nHuman: b', 'a b'],
])('%s is removed', (_, given, left) => {
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
])('ordinary text is kept: %s', (words) => {
  expect(removePromptMarkers(words)).toBe(words);
});

const SINGLE = Array.from('<>|[]{}/:#-="\n _a＜｜ѕ≮\u200B\u0301');
const PIECES = fc.constantFrom(
  ...SINGLE,
  ...'--- {{ }} system user prompt INST Human Assistant: <| |> <system> [INST] "role": "system" tool_call'.split(
    ' ',
  ),
  '\n\nHuman:',
);

test('no combination leaves a marker behind', () => {
  fc.assert(
    fc.property(fc.string({ unit: PIECES, maxLength: 60 }), (text) => {
      const left = removePromptMarkers(text);
      expect(removePromptMarkers(left)).toBe(left);
      const words = sanitizeText(text);
      expect(sanitizeText(words)).toBe(words);
    }),
    { numRuns: 3000 },
  );
});
