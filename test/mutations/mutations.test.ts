import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { EXPLAINED, filesOf, GROUPS, scoreOf } from '../../tools/mutate/groups.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

test('a mutant is found when a test failed or did not end', () => {
  const mutant = { file: 'src/a.ts', lineNumber: 1, line: 'if (a | b) return;', becomes: 'true' };
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage'];
  expect(scoreOf(statuses.map((status) => ({ ...mutant, status })))).toBe(50);
});

test.each(Object.entries(EXPLAINED))(
  'what is explained about %s still stands in it',
  (file, explanations) => {
    const lines = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
    const known = new Set(lines.map((line) => line.trim()));
    expect(explanations.map(({ line }) => line).filter((line) => !known.has(line))).toEqual([]);
  },
);

const PARTS = [...GROUPS.values()].flatMap(({ parts }) => parts);

test.each(PARTS)('$files are there, and so are $tests', ({ files, tests }) => {
  const named = [...files.filter((file) => !file.startsWith('!')), ...tests];
  expect(named.filter((file) => filesOf({ files: [file], tests }, ROOT).length === 0)).toEqual([]);
  expect(filesOf({ files, tests }, ROOT).filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});
