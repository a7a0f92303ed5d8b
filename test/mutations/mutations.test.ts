import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { EXPLAINED } from '../../tools/mutate/explained.ts';
import { filesOf, GROUPS, type MutationPart } from '../../tools/mutate/groups.ts';
import { scoreOf, type PlantedBug } from '../../tools/mutate/planted-bugs.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const bug = (status: string): PlantedBug => ({
  file: 'src/features/money/ledger.ts',
  lineNumber: 1,
  line: 'if (a | b) return;',
  kind: 'ConditionalExpression',
  becomes: 'true',
  status,
});

test('of planted bugs, those are found at which a test failed or did not end', () => {
  expect(scoreOf(['Killed', 'Timeout', 'Survived', 'NoCoverage'].map((status) => bug(status)))).toBe(50);
});

test.each(Object.entries(EXPLAINED))(
  'what is explained about %s still stands in it',
  (file, explanations) => {
    const lines = readFileSync(`${ROOT}${file}`, 'utf8').split('\n');
    const known = new Set(lines.map((line) => line.trim()));
    expect(explanations.map(({ line }) => line).filter((line) => !known.has(line))).toEqual([]);
  },
);

const PARTS = Object.values(GROUPS).flatMap(({ parts }): readonly MutationPart[] => parts);

test.each(PARTS)('$files are there, and so are $tests', ({ files, tests }) => {
  const named = [...files.filter((file) => !file.startsWith('!')), ...tests];
  expect(named.filter((file) => filesOf({ files: [file], tests }, ROOT).length === 0)).toEqual([]);
  expect(filesOf({ files, tests }, ROOT).filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});
