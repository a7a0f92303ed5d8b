import { expect, test } from 'vitest';

import { closest, slipsBetween } from './parse-command.ts';

test.each([
  ['', '', 0],
  ['port', 'port', 0],
  ['prot', 'port', 1],
  ['prt', 'port', 1],
  ['pport', 'port', 1],
  ['part', 'port', 1],
  ['', 'port', 4],
  ['sandbox', 'species', 6],
])('the edit distance between %s and %s is %i', (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips);
  expect(slipsBetween(other, one)).toBe(slips);
});

const WORDS = ['serve', 'keep', 'migrate', 'backup', 'restore', 'audit'];

test.each([
  ['serv', 'serve'],
  ['bakcup', 'backup'],
  ['restroe', 'restore'],
  ['mig', 'migrate'],
  ['keeep', 'keep'],
  ['dance', undefined],
  ['a', undefined],
  ['constructor', undefined],
])('%s suggests %s', (typed, meant) => {
  expect(closest(typed, WORDS)).toBe(meant);
});
