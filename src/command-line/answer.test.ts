import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyCharacter } from '../../test/support/bad-values.ts';
import { command, type Program } from './command.ts';
import { escapeControls } from './escape-controls.ts';
import { answer, closest, explained, hasColours, type ProgramAnswer } from './run-program.ts';

const USUAL = { default: '180', variable: 'OVEN_HEAT' };
const HEAT = { type: 'string', placeholder: 'DEGREES', meaning: 'how hot', ...USUAL } as const;
const BAKE = command({
  name: 'bake',
  summary: 'bake something',
  operands: [{ name: 'WHAT', meaning: 'what to bake' }],
  options: {
    heat: { ...HEAT, fits: [(given) => Number(given) <= 300, 'at most 300'] },
    icing: { type: 'boolean', meaning: 'with icing' },
    tin: { type: 'string', placeholder: 'TIN', meaning: 'what it is baked in' },
  },
  needed: ['tin'],
  examples: [['bake bread --tin round', 'bread']],
  load: async () => ({ run: async () => {} }),
});

const SIT = command({ ...BAKE, name: 'sit', operands: [], options: {}, needed: [], usageCode: 1 });

const KITCHEN: Program = {
  name: 'kitchen',
  about: 'A kitchen.',
  firstSteps: [['bake bread --tin round', 'bread']],
  commands: [BAKE, SIT],
  topics: [{ name: 'ovens', summary: 'all of them', rows: [['GAS', 'off', 'The old one.']] }],
  foreseen: new Set(['BurntError']),
  byCode: { ENOENT: 'There is no such tin.', 'SQLite 11': 'The recipes are damaged.' },
};

function ask(typed: string, env = {}, program: Program = KITCHEN): ProgramAnswer {
  const args = typed === '' ? [] : typed.split(' ');
  const style = { isColoured: false, width: 80 };
  return answer(program, { args, env, version: () => '1.2.3', style });
}

test('a command gets the typed arguments, before their environment variables and defaults', () => {
  const given = { operands: ['bread'], values: { heat: '180', icing: false, tin: 'round' } };
  expect(ask('bake bread --tin round')).toMatchObject({ command: { name: 'bake' }, given });
  const heat = (typed: string, env: object) => ask(`bake bread --tin x${typed}`, env);
  expect(heat('', { OVEN_HEAT: '90' })).toMatchObject({ given: { values: { heat: '90' } } });
  expect(heat('', { OVEN_HEAT: '' })).toMatchObject({ given: { values: { heat: '180' } } });
  expect(heat(' --heat=70', { OVEN_HEAT: '90' })).toMatchObject({ given: { values: { heat: '70' } } });
});

const HINT = '"kitchen bake --help" tells more.';

test.each([
  ['bake bread --tni x', `bake has no option --tni. Did you mean --tin? ${HINT}`],
  ['bake bread --constructor', `bake has no option --constructor. ${HINT}`],
  ['bake bread --tin=', `--tin needs a value: --tin TIN. ${HINT}`],
  [
    'bake bread --tin --icing',
    `--tin needs a value: --tin TIN. If it begins with a dash: --tin=--icing. ${HINT}`,
  ],
  ['bake bread --icing=yes', `--icing takes no value: it is either there or not. ${HINT}`],
  ['bake bread', `bake needs --tin TIN: what it is baked in. ${HINT}`],
  ['bake --tin x', `bake needs WHAT: what to bake. ${HINT}`],
  ['bake bread buns --tin x', `bake does not know what to do with "buns". ${HINT}`],
  ['bake bread --tin x --heat 400', `--heat (or OVEN_HEAT) is at most 300. ${HINT}`],
  ['bkae', 'There is no command "bkae". Did you mean bake? "kitchen help" lists them.'],
  ['help bkae', 'There is no command "bkae". Did you mean bake? "kitchen help" lists them.'],
  [
    '--hepl',
    'kitchen has no option --hepl of its own. Did you mean --help? Options come after a command; "kitchen help" lists them.',
  ],
])('%s is refused with one sentence that names the fix, and exit code 2', (typed, refused) => {
  expect(ask(typed)).toEqual({ refused, code: 2 });
  // A command that uses exit code 2 otherwise has a code of its own for usage errors.
  expect(ask('sit --down')).toMatchObject({ code: 1 });
});

test('without arguments a program prints its purpose, first commands and all commands', () => {
  const asked = ask('');
  expect(asked).toEqual(ask('help'));
  expect(asked).toEqual(ask('--help'));
  expect(asked).toEqual(ask('-h'));
  const { page } = asked as { page: string };
  expect(page).toMatch(/^A kitchen\.\n\nFirst things to type\n {2}kitchen bake bread --tin round {2}bread\n/);
  for (const word of ['sit', 'help ovens', '--version', 'Exit codes']) expect(page).toContain(word);
});

test('--help prints help regardless of other arguments', () => {
  const asked = ask('help bake');
  for (const typed of ['bake --help', 'bake -h', 'bake bread --nonsense -h', 'help bake --help'])
    expect(ask(typed)).toEqual(asked);
  expect((asked as { page: string }).page).toBe(`kitchen bake: bake something

Usage
  kitchen bake WHAT --tin TIN [options]

What goes where
  WHAT  what to bake

Options
  --heat DEGREES  how hot (without it: OVEN_HEAT, 180)
  --icing         with icing
  --tin TIN       what it is baked in
  -h, --help      this page
  -v, --version   the version, and nothing else

Examples
  kitchen bake bread --tin round  bread

Exit codes
  0    all is well
  1    something is wrong, and standard error or the findings say what
  2    it was typed wrong; nothing was done
  130  Ctrl-C ended it (143: SIGTERM did); it says what remains
  141  its output was closed
`);
});

test('a help topic has a page of its own, and help and version work even where no command can run', () => {
  const page = 'ovens: all of them\n\n  GAS  The old one. (without it: off)\n';
  expect(ask('help ovens')).toEqual({ page });
  const cold = { ...KITCHEN, refusalOf: () => 'There is no fire.' };
  expect(ask('sit', {}, cold)).toEqual({ refused: 'There is no fire.', code: 1 });
  expect(ask('sit --help', {}, cold)).toEqual(ask('sit --help'));
  for (const typed of ['--version', '-v', 'bake --version', 'bake -v'])
    expect(ask(typed, {}, cold), typed).toEqual({ page: '1.2.3\n' });
});

test('no line of help is wider than the terminal, except for single long words', () => {
  const style = { isColoured: false, width: 40 };
  const asked = answer(KITCHEN, { args: [], env: {}, version: () => '', style }) as { page: string };
  expect(asked.page.split('\n').filter((line) => line.length > 44)).toEqual([]);
});

test('expected errors print their message, known error codes ours, and bugs their stack', () => {
  const burnt = Object.assign(new Error('It is black.'), { name: 'BurntError' });
  expect(explained(KITCHEN, burnt)).toBe('It is black.');
  const missing = new Error('open tin', { cause: Object.assign(new Error('x'), { code: 'ENOENT' }) });
  expect(explained(KITCHEN, missing)).toBe('There is no such tin. (open tin)');
  const damaged = Object.assign(new Error('malformed'), { code: 'ERR_SQLITE_ERROR', errcode: 267 });
  expect(explained(KITCHEN, damaged)).toBe('The recipes are damaged. (malformed)');
  expect(explained(KITCHEN, new Error('oops'))).toMatch(/^Error: oops\n +at /);
});

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
  const page = (isColoured: boolean) =>
    answer(KITCHEN, { args: ['--help'], env: {}, version: () => '1', style: { isColoured, width: 80 } });
  expect(page(true)).toMatchObject({ page: expect.stringContaining('\u001b[1mCommands\u001b[22m\n') });
  expect(page(true)).toMatchObject({ page: expect.stringContaining('\u001b[36mhelp ovens\u001b[39m') });
  expect(page(false)).toMatchObject({ page: expect.not.stringContaining('\u001b') });
});

const WORDS = ['serve', 'keep', 'migrate', 'backup', 'restore', 'audit'];
const TYPOS = { bacup: 'backup', restroe: 'restore', keeep: 'keep', aidut: undefined, a: undefined };

test.each(Object.entries(TYPOS))('%s suggests %s', (typed, meant) => {
  expect(closest(typed, WORDS)).toBe(meant);
});

test('a terminal gets every control character as an escape, and other text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(escapeControls(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
  expect(escapeControls('Möwe, 猫 – 🦊')).toBe('Möwe, 猫 – 🦊');
  expect(escapeControls('\u001b[31m\n\u202e')).toBe('\\x1b[31m\\x0a\\u202e');
});
