import { expect, test } from 'vitest';

import { hasColours, paintFor } from './paint.ts';

test.each([
  ['a terminal has colours', true, {}, true],
  ['a pipe has none', false, {}, false],
  ['NO_COLOR takes them away', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR says nothing', true, { NO_COLOR: '' }, true],
  ['FORCE_COLOR brings them to a pipe', false, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0 takes them away', true, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR is never overruled', false, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
  ['a dumb terminal has none', true, { TERM: 'dumb' }, false],
])('%s', (_, isTTY, env, expected) => {
  expect(hasColours({ isTTY }, env)).toBe(expected);
});

test('what is painted ends where it ends, and is plain without colours', () => {
  expect(paintFor(true).heading('Options')).toBe('\u001b[1mOptions\u001b[22m');
  expect(paintFor(false).heading('Options')).toBe('Options');
});
