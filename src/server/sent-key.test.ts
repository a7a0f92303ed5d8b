import { expect, test } from 'vitest';

import { findWrappedKey } from './authenticate.ts';
import { apiKeyFrom, plainKeyFrom } from './caller.ts';

const KEY = 'ah_0123456789ABCDEFabcdef';

test.each([
  [{ authorization: `Bearer ${KEY}` }, KEY],
  [{ 'x-api-key': KEY }, KEY],
  [{ authorization: 'Bearer ah_1' }, 'ah_1'],
])('a key that stands alone is read at once, as it would be with care: %o', (headers, key) => {
  expect(plainKeyFrom(headers)).toBe(key);
  expect(apiKeyFrom(headers)).toBe(key);
  expect(findWrappedKey(headers)).toBeUndefined();
});

test.each([
  {},
  { authorization: '' },
  { authorization: KEY },
  { authorization: `bearer ${KEY}` },
  { authorization: `Bearer  ${KEY}` },
  { authorization: ` Bearer ${KEY} ` },
  { authorization: `Bearer Bearer ${KEY}` },
  { authorization: `Bearer "${KEY}"` },
  { authorization: `Basic ${KEY}` },
  { authorization: 'Bearer sk-123' },
  { authorization: `Bearer ${KEY}`, 'x-api-key': KEY },
  { authorization: `Bearer ${KEY}`, 'x-api-key': `${KEY}0` },
  { authorization: '', 'x-api-key': KEY },
  { 'x-api-key': ` ${KEY}` },
  { 'x-api-key': `"${KEY}"` },
  { 'x-api-key': 'sk-123' },
])('whatever else was sent is looked at with care: %o', (headers) => {
  expect(plainKeyFrom(headers)).toBeUndefined();
});
