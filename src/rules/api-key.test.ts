import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { encodeApiKey, checkKeyFormat } from './keys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a key is its prefix, forty-three characters of chance and six of checksum', () => {
  fc.assert(fc.property(secret, (bytes) => /^ah_[0-9A-Za-z]{49}$/.test(encodeApiKey(bytes))));
});

test('after the prefix comes the secret as one number in base 62', () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
      const digits = encodeApiKey(bytes)
        .slice(3, 46)
        .split('')
        .map((digit) => BigInt(DIGITS.indexOf(digit)));
      expect(digits.reduce((sum, digit) => sum * 62n + digit, 0n)).toBe(value);
    }),
  );
});

test('two secrets never share a key', () => {
  fc.assert(
    fc.property(
      secret,
      secret,
      (one, other) => (encodeApiKey(one) === encodeApiKey(other)) === (String(one) === String(other)),
    ),
  );
});

test('a complete key is recognised', () => {
  fc.assert(fc.property(secret, (bytes) => checkKeyFormat(encodeApiKey(bytes)) === 'whole'));
});

test('a key cut off anywhere is recognised as damaged', () => {
  fc.assert(
    fc.property(secret, fc.integer({ min: 3, max: 51 }), (bytes, length) => {
      expect(checkKeyFormat(encodeApiKey(bytes).slice(0, length))).toBe('damaged');
    }),
  );
});

test('a key with one changed character is recognised as damaged', () => {
  fc.assert(
    fc.property(secret, fc.integer({ min: 3, max: 51 }), (bytes, at) => {
      const key = encodeApiKey(bytes);
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(checkKeyFormat(key.slice(0, at) + other + key.slice(at + 1))).toBe('damaged');
    }),
  );
});

test.each(['', 'sk_live_abc', 'AH_abc', 'bearer'])('%j is no key of ours', (text) => {
  expect(checkKeyFormat(text)).toBe('foreign');
});

test('the checksum is CRC-32 in base 62', () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      const key = encodeApiKey(bytes);
      const value = key
        .slice(-6)
        .split('')
        .reduce((sum, digit) => sum * 62 + DIGITS.indexOf(digit), 0);
      expect(value).toBe(crc32(key.slice(0, -6)));
    }),
  );
});
