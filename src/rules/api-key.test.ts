import fc from 'fast-check';
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';

import { encodeApiKey, checkKeyFormat, isGuessable } from './keys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secret = fc.uint8Array({ minLength: 32, maxLength: 32 });

const fromBase62 = (digits: string): bigint =>
  Array.from(digits).reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n);

test('a key is its prefix, forty-three characters of chance and six of checksum', () => {
  fc.assert(
    fc.property(secret, (bytes) => {
      const key = encodeApiKey(bytes);
      expect(key).toMatch(/^ah_[0-9A-Za-z]{49}$/);
      expect(fromBase62(key.slice(3, 46))).toBe(bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
      expect(fromBase62(key.slice(-6))).toBe(BigInt(crc32(key.slice(0, -6))));
      expect(checkKeyFormat(key)).toBe('whole');
    }),
  );
});

test('a key cut off anywhere, or with one changed character, is recognised as damaged', () => {
  fc.assert(
    fc.property(secret, fc.integer({ min: 3, max: 51 }), (bytes, at) => {
      const key = encodeApiKey(bytes);
      const other = key[at] === 'x' ? 'y' : 'x';
      expect(checkKeyFormat(key.slice(0, at))).toBe('damaged');
      expect(checkKeyFormat(key.slice(0, at) + other + key.slice(at + 1))).toBe('damaged');
    }),
  );
});

test('what examples write in the place of a key is recognised as a placeholder', () => {
  const texts = [
    'YOUR_API_KEY',
    '<your key>',
    '$ARKHOUSE_API_KEY',
    '{{key}}',
    'ah_xxxxxxxxxxxx',
    'ah_your_key_here',
    'ah_...............',
  ];
  expect(texts.filter((text) => checkKeyFormat(text) !== 'placeholder')).toEqual([]);
});

test('other texts are no keys of ours', () => {
  const texts = ['', 'sk_live_abc', 'AH_abc', 'bearer'];
  expect(texts.filter((text) => checkKeyFormat(text) !== 'foreign')).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['short', 'k register-1 wren-7 register-wren-7-once correct-horse-battery-st'],
  ['31 hexadecimal digits or 21 of base64', '6f3d0c52b1e94a7d8c05f2e6a9134bd h3Kq9ZtWmX2bRv7LpJ4cY'],
  ['decimal digits', '38460195372846019537284619305728461930'],
  ['a ULID, which begins with the time', '01KA8M3Q7ZV5X9T2BWC4RHJ6YN'],
  ['a UUID of version 1 or 7, with the time', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'],
  ['a UUID of version 7', '019a87c3-7e31-7d58-9e2f-c84a10d7f632 019a8b2e-4c5d-7e6f-8a1b-2c3d4e5f6a7b'],
  ['a UUID of a name', '886313e1-3b8a-5372-9b90-0c9aee199e5d'],
  ['a UUID of version 4, but not of the variant with random bits', '6f3d0c52-b1e9-4a7d-0c05-f2e6a9134bd7'],
  ['a UUID of few digits', '00000000-0000-0000-0000-000000000000 00000000-0000-4000-8000-000000000000'],
  ['a UUID of one digit', '11111111-1111-4111-8111-111111111111'],
  ['a pattern in a UUID', 'a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d deadbeef-cafe-4bad-8bad-feedfacec0de'],
  ['a repetition', `${'x'.repeat(255)} deadbeefdeadbeefdeadbeefdeadbeef ${'-wren-7'.repeat(7).slice(1)}`],
  ['a row', '0123456789abcdef0123456789abcdef 0123456789abcdefghijklmnopqrstuvwxyz'],
  ['a row backwards', 'zyxwvutsrqponmlkjihgfedcba9876543210 A1b2C3d4E5f6G7h8I9j0K1l2'],
  ['words', 'my-first-registration-at-arkhouse MyFirstRegistrationAtArkhouse2026'],
  ['words in German', 'registrierung-von-wren-7-am-16-november Registrierung-Von-Wren-7-Am-16-November'],
  ['words in capitals', 'RegistrierungVonWrenAmNovember REGISTER-WREN-7-PROD-FIRST-v1'],
  ['an address', 'wren-7@bots.example.com#1'],
  ['a time', 'register-wren-7-2026-11-16T22:27:00Z 2026-11-16T22:27:00.123456Z-7f3a'],
  ['a time in numbers', 'wren-7-signup-1763332020123-prod idem-key-wren-7-1763332020123'],
  ['a time among words', 'wren-7_20261116T222700Z_signup_bot Wren-7-Signup-1763332020123-Prod'],
  ['a random prefix with a predictable suffix', '0b6e4f9a7c314d589e2fc84a10d7f632-wren-7'],
  ['"wren-7-signup-17" in hexadecimal', '7772656e2d372d7369676e75702d3137'],
  ['"wren-7-signup-1763332020123" in base64', 'd3Jlbi03LXNpZ251cC0xNzYzMzMyMDIwMTIz'],
  ['MD5 of nothing', 'd41d8cd98f00b204e9800998ecf8427e 1B2M2Y8AsgTpgAmY7PhCfg=='],
  ['SHA-1 of nothing', 'da39a3ee5e6b4b0d3255bfef95601890afd80709 2jmj7l5rSw0yVb/vlWAYkK/YBwk='],
  ['SHA-256 of nothing', 'E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855'],
  ['SHA-256 of nothing in base64url', '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU'],
  ['the example of /openapi.json', '6f3d0c52-b1e9-4a7d-8c05-f2e6a9134bd7'],
  ['an example', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11 67e55044-10b1-426f-9247-bb680e5fe0c8'],
  ['another example', '8e03978e-40d5-43e8-bc93-6894a57f9324 919108F7-52D1-4320-9BAC-F847DB4148A8'],
  ['an example of PostgreSQL', '550e8400-e29b-41d4-a716-446655440000'],
  ['an example after a word', 'register-f47ac10b-58cc-4372-a567-0e02b2c3d479'],
])('the Idempotency-Key is guessable: %s', (_, words) => {
  expect(words.split(' ').filter((word) => !isGuessable(word))).toEqual([]);
});

test.each([
  '0b6e4f9a-7c31-4d58-9e2f-c84a10d7f632',
  '0B6E4F9A-7C31-4D58-9E2F-C84A10D7F632',
  '0b6e4f9a7c314d589e2fc84a10d7f632',
  'register:0b6e4f9a-7c31-4d58-9e2f-c84a10d7f632',
  'register-wren-7-0b6e4f9a7c314d589e2fc84a10d7f632',
  'reg_h3Kq9ZtWmX2bRv7LpJ4cYd',
  'uF0-y_4Hk2sPq8VbXz1LmA==',
])('the Idempotency-Key is not guessable: %s', (word) => {
  expect(isGuessable(word)).toBe(false);
});

const NANOID = 'useandom-26T198340PX75pxJACKVERYMINDBUSHWOLF_GQZbfghjklqvwyzrict';
const COUNT = process.env['TEST_LONG'] ? 10_000 : 2000;
const BYTES = Array.from({ length: COUNT }, (_, nth) => hash('sha256', `chance ${nth}`, 'buffer'));

test.each<[string, (bytes: Buffer) => string]>([
  ['UUIDs of version 4', (bytes) => asUuid(bytes.toString('hex'))],
  ['16 bytes in hexadecimal', (bytes) => bytes.toString('hex', 0, 16)],
  ['32 bytes in hexadecimal', (bytes) => bytes.toString('hex')],
  ['16 bytes in base64', (bytes) => bytes.toString('base64', 0, 16)],
  ['16 bytes in base64url', (bytes) => bytes.toString('base64url', 0, 16)],
  ['characters of nanoid', (bytes) => Array.from(bytes.subarray(10), (byte) => NANOID[byte & 63]).join('')],
])('of thousands of random %s at most one is refused', (_, written) => {
  expect(BYTES.map(written).filter(isGuessable).length).toBeLessThanOrEqual(1);
});

const asUuid = (hex: string): string =>
  hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
