import { expect, test } from 'vitest';

import { readArguments, wantedOf } from '../../tools/bench/read-arguments.ts';

const NAMES = {
  speed: ['keyed, small', 'GET /status', 'GET /status?view=brief'],
  quick: ['keyed, small'],
  frames: [],
  profile: ['keyed, small'],
  postgres: ['adoption'],
};
const read = (line: string) => readArguments(line.split(' ').filter(Boolean), NAMES);

test.each([
  ['', { mode: 'speed', words: [], runs: 1 }],
  ['status keyed', { mode: 'speed', words: ['status', 'keyed'], runs: 1 }],
  ['view=brief runs=3', { mode: 'speed', words: ['view=brief'], runs: 3 }],
  ['quick against=/there', { mode: 'quick', words: [], runs: 1, against: '/there' }],
  ['profile small', { mode: 'profile', words: ['small'], runs: 1 }],
  ['postgres', { mode: 'postgres', words: [], runs: 1 }],
])('the arguments "%s" are parsed', (line, wish) => {
  expect(read(line)).toEqual(wish);
});

test.each([
  [
    'stauts',
    'Nothing that is measured has "stauts" in its name. These are there: keyed, small; GET /status;',
  ],
  ['frames care', 'Nothing more can be named here.'],
  ['quick status', 'These are there: keyed, small.'],
  ['runs=none', 'runs= takes a whole number from 1 to 50, not "none".'],
  ['runs=0', 'runs= takes a whole number'],
  ['rounds=3', 'There is no option rounds=.'],
  ['profile runs=3', 'runs= does not go with profile.'],
])('the arguments "%s" are refused with the possible values', (line, problem) => {
  expect(() => read(line)).toThrow(problem);
  expect(() => read(line)).toThrow('npm run bench -- [');
});

test('a word selects the measurements with it in their name; without words all are selected', () => {
  const all = NAMES.speed.map((name) => ({ name }));
  expect(wantedOf(all, ['brief', 'keyed']).map(({ name }) => name)).toEqual([
    'keyed, small',
    'GET /status?view=brief',
  ]);
  expect(wantedOf(all, [])).toEqual(all);
});
