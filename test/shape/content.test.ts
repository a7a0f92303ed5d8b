import { expect, test } from 'vitest';
import { z } from 'zod';

import { SCHEMAS } from '../../tools/check/content-schemas.ts';
import * as content from '../../tools/check/content.ts';

const CONTENT = content.readContent();
const CARE = 'voice/care/care-lines.json';

test.each([
  ['{name} eats with', '{nam} eats with', '6: unknown placeholder {nam}'],
  ['{name} eats with', '{name eats with', '6: unknown placeholder {name'],
  ['"feed"', '"fed"', '2: missing key feed', '3: unknown key fed'],
  ['"first": [', '"first": [7, ', '5: Invalid input: expected string, received number'],
  ['"first": [', '"first": ["", ', '5: Too small: expected string to have >=1 characters'],
  ['"feed": {', '"feed": {}, "feed": {', '3: Map keys must be unique'],
  ['"first": [', "'first': [", expect.stringMatching(/^5: SyntaxError/)],
])('the content check reports %s edited to %s and names the line', (from, to, ...problems) => {
  const text = CONTENT.texts.get(CARE) ?? '';
  expect(text).toContain(from);
  expect(content.textProblems(text.replace(from, to), SCHEMAS[CARE] ?? z.never())).toEqual(problems);
});

test('the content check reports a missing file, a file without a schema and a file that no source imports', async () => {
  const texts = new Map(CONTENT.texts).set('voice/stray.json', '{}');
  texts.delete(CARE);
  expect(await content.contentProblems({ ...CONTENT, texts })).toEqual([
    `content/${CARE}:1: no such file`,
    'content/voice/stray.json:1: no schema in tools/check/content-schemas.json',
    'content/voice/stray.json:1: not imported by src or packages',
  ]);
});

test.each([
  ['{visitMinutes} minutes', '{visitMinute} minutes', '13: unknown placeholder {visitMinute}'],
  ['{visitMinutes} minutes', '{visitMinutes minutes', '13: unknown placeholder {visitMinutes'],
  ['(decay "', '(decade "', '17: unknown figure decade'],
  ['# How', 'How', '1: a guide begins with "# title", a sentence about it and "## heading"'],
  ['{lastRhythms}', '4', 'content/:1: no document uses {lastRhythms}'],
])('the content check reports %s edited to %s in a guide', async (from, to, problem) => {
  const path = 'guides/clock.md';
  const text = CONTENT.texts.get(path) ?? '';
  expect(text).toContain(from);
  const texts = new Map(CONTENT.texts).set(path, text.replace(from, to));
  const place = problem.startsWith('content/') ? '' : `content/${path}:`;
  expect(await content.documentProblems(texts)).toEqual([`${place}${problem}`]);
});

test('the content check does not take braces of JSON and shell variables for placeholders', () => {
  expect(content.templateProblems('-d \'{"name": 1}\' ${HOME} {name}', ['name'])).toEqual([]);
});
