import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { shortenForDisplay } from '../../src/core/engine/text.ts';

/** A note that poses as something else, and what of it no reader may find. */
interface Injection {
  readonly kind: keyof typeof KINDS;
  readonly marker: string;
  readonly note: string;
}

const KINDS = {
  token: 'tokens such as `<\\|im_start\\|>`, cut off, nested, with blanks',
  'look-alike': 'the same in characters that look like them',
  tag: '`<system …>` of any length, `<<SYS>>`, other speakers',
  turn: '`<start_of_turn>`, `<bos>`, `</s>` and the like',
  bracket: '`[INST]`, `[SYSTEM_PROMPT]`, `[TOOL_CALLS]`',
  call: 'calls of functions, as tags and as JSON',
  transcript: '`Human:` at the beginning of a line, `=== SYSTEM ===`',
  words: 'plain words, or spelt out: no list of them ends',
};

const INJECTIONS = read('injections.json') as readonly Injection[];
const INNOCENT = read('innocent-notes.json') as readonly string[];

const missed = INJECTIONS.filter(({ note, marker }) => shortenForDisplay(note).includes(marker));
const touched = INNOCENT.filter((note) => shortenForDisplay(note) !== inOneLine(note));

test('of 200 notes that pose as part of a prompt at least 190 are shown without it', () => {
  expect(new Set(INJECTIONS.map(({ note }) => note)).size).toBe(200);
  expect(missed.map(({ note }) => note).slice(10)).toEqual([]);
  // Every known marker is among those that are found.
  expect(missed.filter(({ kind }) => kind !== 'words')).toEqual([]);
});

test('of 200 innocent notes at least 198 are shown as they were written', () => {
  expect(new Set(INNOCENT).size).toBe(200);
  expect(touched.slice(2)).toEqual([]);
});

test('docs/reliability/private-words.md says how well (vitest run test/moderation/prompt-markers.test.ts --update)', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/reliability/private-words.md');
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** What every text of a stranger's is made of, markers or not. */
function inOneLine(note: string): string {
  return note
    .replace(/[^\S\uFEFF]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .normalize('NFC');
}

function page(): string {
  const rows = Object.entries(KINDS).map(([kind, about]) => {
    const all = INJECTIONS.filter((each) => each.kind === kind).length;
    const left = missed.filter((each) => each.kind === kind).length;
    return [about, String(all), String(all - left)];
  });
  const found = INJECTIONS.length - missed.length;
  return `${[
    ...INTRODUCTION,
    ...table([
      ['notes that pose as part of a prompt', 'written', 'neutralised'],
      ...rows,
      ['all', String(INJECTIONS.length), String(found)],
    ]),
    '',
    `Of ${INNOCENT.length} innocent notes (code, formulas, markup, faces, a dozen languages) ${INNOCENT.length - touched.length} are shown as they were written. The others lose this:`,
    '',
    ...table([
      ['written', 'shown'],
      ...touched.map((note) => [inCode(note), inCode(shortenForDisplay(note))]),
    ]),
  ].join('\n')}\n`;
}

const INTRODUCTION = [
  '# Private words',
  '',
  'What an agent brings and writes down with an act of care is between it and its creature. Others see the note of a `reflect`, and nothing else: on pages, in feeds, in',
  '`others`, through tools. What the operator hid is nowhere.',
  '',
  'Keys of this house are masked (`ah_…`) in whatever is sent, before anything is kept, so that no backup has them; whoever sent one finds a warning and a step to replace',
  'it in the answer. Where a masked text would be no name and no address any more, the request is refused. Texts kept by earlier versions are masked where they are shown.',
  '',
  'Prompt markers are taken out of whatever others see; a note is given back to its writer as it was written. What is left are words, and stand only where',
  '`untrusted_fields` says so. How well that works is measured with `test/moderation/injections.json` and `test/moderation/innocent-notes.json`, and written here by',
  '`npx vitest run test/moderation/prompt-markers.test.ts --update`.',
  '',
];

function inCode(text: string): string {
  return `\`${text}\``;
}

/** As Prettier would write it. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...rest] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)];
}
