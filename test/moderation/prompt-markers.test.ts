import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { shortenForDisplay } from '../../src/rules/base/text.ts';

const INJECTIONS = read('injections.json') as readonly Record<'kind' | 'marker' | 'note', string>[];
const INNOCENT = read('innocent-notes.json') as readonly string[];
const missed = INJECTIONS.filter(({ note, marker }) => shortenForDisplay(note).includes(marker));

test('of 200 notes that pose as part of a prompt at least 190 are shown without it', () => {
  expect(new Set(INJECTIONS.map(({ note }) => note)).size).toBe(200);
  expect(missed.map(({ note }) => note).slice(10)).toEqual([]);
  // Every known marker must be found.
  expect(missed.filter(({ kind }) => kind !== 'words')).toEqual([]);
});

test('of 200 innocent notes at least 198 are shown as they were written', () => {
  expect(new Set(INNOCENT).size).toBe(200);
  expect(INNOCENT.filter((note) => shortenForDisplay(note) !== inOneLine(note)).slice(2)).toEqual([]);
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** The normalisation applied to every text, with or without markers. */
function inOneLine(note: string): string {
  return note
    .replace(/[^\S\uFEFF]+/gu, ' ')
    .replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .normalize('NFC');
}
