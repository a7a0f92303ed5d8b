import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { type DiaryEntry, diaryLine, openDiary } from '../../src/keeper/diary.ts';
import { aFolder } from '../program/arkhouse.ts';

const AT = Date.parse('2030-01-01T12:34:56Z');
const WHO = { creature_id: 'x', name: 'Pebble' };
const FED: DiaryEntry = {
  kind: 'care',
  ...WHO,
  action: 'feed',
  item: 'tuna',
  category: 'loved',
  success: true,
  effectiveness: 'effective',
  timing: 'on_time',
  changes: { hunger: { before: 62.4, after: 100 }, trust: { before: 20, after: 21.5 } },
  care_log_entry_id: 'e1',
};

const LINES: readonly (readonly [DiaryEntry, string])[] = [
  [
    { ...FED, granted: 'a tasting spoon' },
    'Fed Pebble: tuna, right on time. It loved that. It had wished for that, and keeps a tasting spoon. Hunger 62 to 100, trust 20 to 22.',
  ],
  [FED, 'Fed Pebble: tuna, right on time. It loved that. Hunger 62 to 100, trust 20 to 22.'],
  [{ ...FED, success: false, changes: {} }, 'Pebble would not eat yet.'],
  [
    { kind: 'died', ...WHO, cause: 'neglect', died_at: '2030-01-01T11:00:00.000Z' },
    'Pebble died at 2030-01-01 11:00, because nobody came. It will be missed.',
  ],
  [{ kind: 'grew', ...WHO, stage: 'adult', form: 'Hearthcat' }, 'Pebble has grown up: Hearthcat.'],
  [{ kind: 'hatched', ...WHO, name: 'Pe\u001b[31m\nbble\u202e' }, 'Pe[31mbble has hatched.'],
];

test.each(LINES)('%o is one plain line', (entry, words) => {
  expect(diaryLine({ at: '2030-01-01T12:34:56.000Z', ...entry })).toBe(`2030-01-01 12:34  ${words}`);
});

function aDiary(format: 'words' | 'json' = 'json') {
  const file = join(aFolder(), 'diary');
  const printed: string[] = [];
  const diary = openDiary({ file, format, print: async (line) => void printed.push(line) });
  return { diary, file, printed, written: () => readFileSync(file, 'utf8').split('\n').slice(0, -1) };
}

test('every line is printed and stored, in JSON format as JSON', async () => {
  const { diary, printed, written } = aDiary('words');
  await diary.write(AT, { kind: 'back' });
  await diary.write(AT, FED);
  expect(printed).toHaveLength(2);
  expect(written()).toEqual(printed);
  const json = aDiary();
  await json.diary.write(AT, FED);
  expect(JSON.parse(json.written()[0] ?? '')).toEqual({ at: '2030-01-01T12:34:56.000Z', ...FED });
});

test('an entry written before a crash is not repeated, and the same act on a later visit is another entry', async () => {
  const { diary, file, written } = aDiary();
  await diary.write(AT, { kind: 'goodbye' });
  const before = await diary.length();
  await diary.write(AT, FED);
  await diary.write(AT, { kind: 'back' });
  await diary.writeOnce(before, AT, FED);
  expect(written()).toHaveLength(3);
  const later = await diary.length();
  await diary.writeOnce(later, AT, FED);
  expect(written()).toHaveLength(4);
  // A line cut off by a crash is removed and written again.
  appendFileSync(file, '{"at":"2030-01-0');
  await diary.writeOnce(await diary.length(), AT, { kind: 'back' });
  const kinds = written().map((line) => (JSON.parse(line) as DiaryEntry).kind);
  expect(kinds).toEqual(['goodbye', 'care', 'back', 'care', 'back']);
});

test('foreign text in the file is kept, and the diary begins on a new line', async () => {
  const { diary, file, written } = aDiary('words');
  appendFileSync(file, 'My notes about Pebble');
  await diary.writeOnce(await diary.length(), AT, FED);
  await diary.writeOnce(await diary.length(), AT, { kind: 'back' });
  expect(written()).toHaveLength(3);
  expect(written()[0]).toBe('My notes about Pebble');
});
