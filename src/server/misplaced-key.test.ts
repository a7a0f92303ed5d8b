import { expect, test } from 'vitest';

import {
  apiKeyFrom,
  bearerToken,
  findMisplacedKey,
  findWrappedKey,
  oneKeyOf,
  sameSecret,
} from '../http/credentials.ts';

const KEY = 'ah_0123456789AB';
const SHORT = 'ah_0123456789A';
const wrappedIn = (name: string) => ({ place: 'wrapped', name });

test('a key with surrounding characters is recognised in both headers', () => {
  const bare = [`'${KEY}'`, `<${KEY}>`, `{ ${KEY} }`, `[[${KEY}`, `Bearer ${KEY}`, `bearer "${KEY}"`];
  const more = [`bearer  BEARER\t${KEY}`, `  Bearer "${KEY}"  `, `"${KEY}"`];
  for (const authorization of [...bare.map((text) => `Bearer ${text}`), ...more])
    expect(findWrappedKey({ authorization }), authorization).toEqual(wrappedIn('Authorization'));
  for (const own of [`"${KEY}"`, ` <${KEY}>`, `Bearer ${KEY}`])
    expect(findWrappedKey({ 'x-api-key': own }), own).toEqual(wrappedIn('x-api-key'));
});

test('a clean key and other text have no surrounding characters', () => {
  const clean = [KEY, `Bearer ${KEY}`, `Bearer "${SHORT}"`, `Bearer x"${KEY}"`, `Basic "${KEY}"`];
  for (const authorization of [...clean, 'Bearer "hello"', undefined])
    expect(findWrappedKey({ authorization }), authorization).toBeUndefined();
  for (const own of [KEY, `x "${KEY}"`, [`"${KEY}"`, `"${KEY}"`] as unknown as string])
    expect(findWrappedKey({ 'x-api-key': own })).toBeUndefined();
});

test('a foreign scheme is named, payments and malformed schemes are none', () => {
  for (const [authorization, name] of [
    ['Basic YWRhOmxvdmVsYWNl', 'Basic'],
    [`Token ${KEY}`, 'Token'],
    [`token:${KEY}`, 'token'],
    [`Api-Key=  ${KEY}`, 'Api-Key'],
    ['  Digest x', 'Digest'],
    ['Paymentx x', 'Paymentx'],
    ['a2345678901234567890 x', 'a2345678901234567890'],
  ] as const)
    expect(findMisplacedKey({ authorization }), authorization).toEqual({ place: 'scheme', name });
  const payments = ['Payment eyJpZCI6IjEifQ', 'payment eyJpZCI6IjEifQ'];
  const malformed = ['1token x', 'Basic', 'Basic   ', 'two/words', 'a23456789012345678901 x'];
  for (const authorization of [...payments, ...malformed])
    expect(findMisplacedKey({ authorization }), authorization).toBeUndefined();
});

test.each([
  [{ 'x-token': 'anything' }, 'x-token'],
  [{ 'api-key': ' anything ' }, 'api-key'],
  [{ 'x-anything': KEY }, 'x-anything'],
  [{ 'x-anything': ` Bearer  ${KEY} ` }, 'x-anything'],
  [{ [`x-${'a'.repeat(38)}`]: KEY }, `x-${'a'.repeat(38)}`],
  [{ [`x-${'a'.repeat(39)}`]: KEY }, 'a header'],
  [{ '1x': KEY }, 'a header'],
  [{ 'x1!': KEY }, 'a header'],
])('a key in another header is reported with the name of that header if it is plain: %o', (headers, name) => {
  expect(findMisplacedKey(headers)).toEqual({ place: 'header', name });
});

test('a short, embedded or clean key in a header is not misplaced', () => {
  for (const value of [SHORT, `the key ${KEY}`, `a-b ${KEY}`, `${KEY}!`, 'anything'])
    expect(findMisplacedKey({ 'x-anything': value }), value).toBeUndefined();
  for (const headers of [{}, { authorization: KEY, 'x-api-key': KEY }, { 'x-token': '  ' }])
    expect(findMisplacedKey(headers)).toBeUndefined();
  expect(findMisplacedKey({ 'set-cookie': [KEY] })).toBeUndefined();
});

test('a key in a cookie is misplaced', () => {
  for (const cookie of [`session=${KEY}`, `a=b; ${KEY}`, `a="${KEY}"`])
    expect(findMisplacedKey({ cookie })).toEqual({ place: 'cookie', name: '' });
  for (const cookie of [`session=x${KEY}`, `session=${SHORT}`, 'session=abc'])
    expect(findMisplacedKey({ cookie })).toBeUndefined();
});

test.each([
  [undefined, undefined],
  ['  ', undefined],
  ['Bearer ', undefined],
  ['bearer \t a b ', 'a b'],
  [' Bearer a ', 'a'],
  [` ${KEY} `, KEY],
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
