import { expect, test } from 'vitest';

import {
  apiKeyFrom,
  bearerToken,
  findMisplacedKey,
  findWrappedKey,
  oneKeyOf,
  sameSecret,
} from './authenticate.ts';

const KEY = 'ah_0123456789AB';
const SHORT = 'ah_0123456789A';

const wrappedIn = (name: string) => ({ place: 'wrapped', name });

test.each([
  `Bearer "${KEY}"`,
  `Bearer '${KEY}'`,
  `Bearer <${KEY}>`,
  `Bearer { ${KEY} }`,
  `Bearer [[${KEY}`,
  `Bearer Bearer ${KEY}`,
  `bearer  BEARER\t${KEY}`,
  `  Bearer "${KEY}"  `,
  `"${KEY}"`,
  `Bearer bearer "${KEY}"`,
])('a key with surrounding characters is recognised: %s', (authorization) => {
  expect(findWrappedKey({ authorization })).toEqual(wrappedIn('Authorization'));
});

test('a key wrapped in its own header is recognised', () => {
  for (const own of [`"${KEY}"`, ` <${KEY}>`, `Bearer ${KEY}`])
    expect(findWrappedKey({ 'x-api-key': own })).toEqual(wrappedIn('x-api-key'));
});

test.each([
  {},
  { authorization: KEY },
  { authorization: `Bearer ${KEY}` },
  { authorization: `Bearer "${SHORT}"` },
  { authorization: `Bearer x"${KEY}"` },
  { authorization: `Basic "${KEY}"` },
  { authorization: 'Bearer "hello"' },
  { 'x-api-key': KEY },
  { 'x-api-key': `x "${KEY}"` },
  { 'x-api-key': [`"${KEY}"`, `"${KEY}"`] as unknown as string },
])('a clean key has no surrounding characters: %o', (headers) => {
  expect(findWrappedKey(headers)).toBeUndefined();
});

test.each([
  ['Basic YWRhOmxvdmVsYWNl', 'Basic'],
  [`Token ${KEY}`, 'Token'],
  [`token:${KEY}`, 'token'],
  [`Api-Key=  ${KEY}`, 'Api-Key'],
  ['  Digest x', 'Digest'],
  ['Paymentx x', 'Paymentx'],
  ['a2345678901234567890 x', 'a2345678901234567890'],
])('%s has a foreign scheme', (authorization, name) => {
  expect(findMisplacedKey({ authorization })).toEqual({ place: 'scheme', name });
});

test('payments and malformed schemes are no foreign schemes', () => {
  const payments = ['Payment eyJpZCI6IjEifQ', 'payment eyJpZCI6IjEifQ'];
  const malformed = ['1token x', 'Basic', 'Basic   ', 'two/words', 'a23456789012345678901 x'];
  for (const authorization of [...payments, ...malformed])
    expect(findMisplacedKey({ authorization })).toBeUndefined();
});

test.each([
  [{ 'x-token': 'anything' }, 'x-token'],
  [{ 'api-key': ' anything ' }, 'api-key'],
  [{ 'x-anything': KEY }, 'x-anything'],
  [{ 'x-anything': ` ${KEY} ` }, 'x-anything'],
  [{ 'x-anything': `Bearer ${KEY}` }, 'x-anything'],
  [{ 'x-anything': `Bearer  ${KEY}` }, 'x-anything'],
  [{ [`x-${'a'.repeat(38)}`]: KEY }, `x-${'a'.repeat(38)}`],
  [{ [`x-${'a'.repeat(39)}`]: KEY }, 'a header'],
  [{ x_1: KEY }, 'a header'],
  [{ '1x': KEY }, 'a header'],
  [{ 'x1!': KEY }, 'a header'],
])('a key in another header is reported with the name of that header if it is plain: %o', (headers, name) => {
  expect(findMisplacedKey(headers)).toEqual({ place: 'header', name });
});

test.each([
  {},
  { authorization: KEY, 'x-api-key': KEY },
  { 'x-anything': SHORT },
  { 'x-anything': `the key ${KEY}` },
  { 'x-anything': `a-b ${KEY}` },
  { 'x-anything': `${KEY}!` },
  { 'x-token': '  ' },
  { 'x-anything': 'anything' },
  { 'set-cookie': [KEY] },
])('no misplaced key: %o', (headers) => {
  expect(findMisplacedKey(headers)).toBeUndefined();
});

test('a key in a cookie is misplaced', () => {
  expect(findMisplacedKey({ cookie: KEY })).toEqual({ place: 'header', name: 'cookie' });
  for (const cookie of [`session=${KEY}`, `a=b; ${KEY}`, `a=b;${KEY}`, `a="${KEY}"`])
    expect(findMisplacedKey({ cookie })).toEqual({ place: 'cookie', name: '' });
  for (const cookie of [`session=x${KEY}`, `session=${SHORT}`, 'session=abc'])
    expect(findMisplacedKey({ cookie })).toBeUndefined();
});

test.each([
  [{ authorization: `Bearer ${KEY}` }, KEY],
  [{ 'x-api-key': KEY }, KEY],
  [{ authorization: 'Bearer ah_1' }, 'ah_1'],
])('a key by itself is read without problems: %o', (headers, key) => {
  expect(apiKeyFrom(headers)).toBe(key);
  expect(findWrappedKey(headers)).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['  ', undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer a', 'a'],
  ['bearer \t a b ', 'a b'],
  [' Bearer a ', 'a'],
  [KEY, KEY],
  [` ${KEY} `, KEY],
  [`x ${KEY}`, undefined],
  [`x Bearer ${KEY}`, undefined],
  ['Bearera', undefined],
])('%s bears %s', (header, token) => {
  expect(bearerToken(header)).toBe(token);
});

test('the same key may be sent twice, and two different keys are refused', () => {
  expect([undefined, '  '].map((own) => oneKeyOf(undefined, own))).toEqual([undefined, undefined]);
  expect([undefined, 'a', '  ', ['b', 'c']].map((own) => oneKeyOf('a', own))).toEqual(['a', 'a', 'a', 'a']);
  expect(oneKeyOf(undefined, ' a ')).toBe('a');
  expect(() => oneKeyOf('a', 'b')).toThrow(expect.objectContaining({ code: 'two_keys' }));
  expect(apiKeyFrom({ authorization: `Bearer ${KEY}`, 'x-api-key': KEY })).toBe(KEY);
  expect(apiKeyFrom({ 'x-api-key': [KEY] })).toBeUndefined();
});

test('secrets are equal only character by character, at any length', () => {
  expect(sameSecret('open', 'open')).toBe(true);
  for (const other of ['', 'ope', 'openn', 'Open']) expect(sameSecret(other, 'open')).toBe(false);
});
