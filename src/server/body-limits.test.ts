import { expect, test } from 'vitest';

import { excessIn, excessOf, requirePlain } from './body-limits.ts';

const TOO_DEEP = 'more than 32 levels';
const TOO_MANY = 'more than 200 of them';
const lists = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
const numbers = (count: number) => JSON.stringify(Array.from({ length: count }, () => 1));
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, 1])));

test.each([
  ['a bare text', '"hello"', undefined],
  ['thirty-two lists in each other', lists(32), undefined],
  ['two hundred list entries', numbers(200), undefined],
  ['thirty-two objects in each other', objects(32), undefined],
  ['two hundred fields', fields(200), undefined],
  ['two hundred entries on two levels', `[${numbers(99)},${numbers(98)},null]`, undefined],
  ['lists and objects beside each other, none deep', `[${Array(50).fill('[1],{"a":1}').join()}]`, undefined],
  ['brackets and commas in a text', JSON.stringify('[{,'.repeat(300)), undefined],
  ['brackets after a quote in a text', JSON.stringify(`"${'['.repeat(40)}`), undefined],
  ['brackets after a backslash at the end of a text', `["\\\\",${lists(31)}]`, undefined],
  ['thirty-three lists in each other', lists(33), TOO_DEEP],
  ['thirty-three objects in each other', objects(33), TOO_DEEP],
  ['two hundred and two fields', fields(202), TOO_MANY],
  ['lists and objects by turns', '[{"a":'.repeat(17) + '1' + '}]'.repeat(17), TOO_DEEP],
  ['depth behind a text that ends with a backslash', `["\\\\",${lists(32)}]`, TOO_DEEP],
  ['two hundred and two list entries', numbers(202), TOO_MANY],
  ['two hundred and two entries, half of them below', `[${numbers(100)},${numbers(102)}]`, TOO_MANY],
])('the limits of 32 levels and 200 entries apply before and after parsing: %s', (_, text, excess) => {
  expect([excessIn(text), excessOf(JSON.parse(text))]).toEqual([excess, excess]);
});

test('one entry above the limit is refused right after parsing', () => {
  expect(excessIn(numbers(201))).toBeUndefined();
  expect(excessOf(JSON.parse(numbers(201)))).toBe(TOO_MANY);
  expect(excessOf(JSON.parse(`[${numbers(199)}]`))).toBeUndefined();
  expect(excessOf(JSON.parse(`[${numbers(200)}]`))).toBe(TOO_MANY);
  // A closing bracket without an opening one is left to the parser.
  expect(excessIn('}]'.repeat(50))).toBeUndefined();
});

test('a body above a limit is refused with the limit and the excess', () => {
  const expected = 'JSON of at most 32 levels, with at most 200 fields and list entries in all';
  const facts = { misfits: [{ field: 'body', expected, received: TOO_DEEP }] };
  expect(() => requirePlain(TOO_DEEP)).toThrow(expect.objectContaining({ code: 'invalid_request', facts }));
  expect(() => requirePlain(undefined)).not.toThrow();
});
