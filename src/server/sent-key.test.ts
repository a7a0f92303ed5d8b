import { expect, test } from 'vitest';

import { findWrappedKey } from './authenticate.ts';
import { apiKeyFrom } from './caller.ts';

const KEY = 'ah_0123456789ABCDEFabcdef';

test.each([
  [{ authorization: `Bearer ${KEY}` }, KEY],
  [{ 'x-api-key': KEY }, KEY],
  [{ authorization: 'Bearer ah_1' }, 'ah_1'],
])('a key by itself is read without problems: %o', (headers, key) => {
  expect(apiKeyFrom(headers)).toBe(key);
  expect(findWrappedKey(headers)).toBeUndefined();
});
