import { expect, test } from 'vitest';

import { answer, hasColours } from './run-program.ts';

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

test('colours are reset at the end of the text, and absent when disabled', () => {
  const rows = [['NAME', 'none', 'A meaning.']] as const;
  const topics = [{ name: 'settings', summary: 'variables', rows }];
  const program = {
    name: 'ark',
    about: '',
    firstSteps: [],
    commands: [],
    topics,
    foreseen: new Set(''),
    byCode: {},
  };
  const page = (isColoured: boolean) =>
    answer(program, { args: ['--help'], env: {}, version: () => '1', style: { isColoured, width: 80 } });
  expect(page(true)).toMatchObject({ page: expect.stringContaining('\u001b[1mCommands\u001b[22m\n') });
  expect(page(true)).toMatchObject({ page: expect.stringContaining('\u001b[36mhelp settings\u001b[39m') });
  expect(page(false)).toMatchObject({ page: expect.not.stringContaining('\u001b') });
});
