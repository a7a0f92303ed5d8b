import { isPlaceholder } from './base/text.ts';
import publishedTokens from './published-tokens.json' with { type: 'json' };
import { type Guest, guestPrefix } from './vocabulary.ts';

const PREFIX = 'ah_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = /^ah_[0-9A-Za-z]+$/;

type KeyFormat = 'whole' | 'damaged' | 'placeholder' | 'foreign';

/** Encodes an API key: prefix, 256 bits in base 62, and a CRC-32 that detects truncated or mistyped keys. */
export function encodeApiKey(secret: Uint8Array): string {
  const body = PREFIX + base62(bigEndian(secret), SECRET_LENGTH);
  return body + checksum(body);
}

/** Encodes a secret of 32 bytes as the credential of a guest. */
export function encodeGuestKey(guest: Guest, secret: Uint8Array): string {
  return guestPrefix(guest) + Buffer.from(secret).toString('base64url');
}

export function looksLikeKey(key: string): boolean {
  return key.length === KEY_LENGTH && key.startsWith(PREFIX);
}

// What examples write in the place of a key: YOUR_API_KEY, ah_your_key_here, ah_xxxx, ah_...
const KEY_IN_EXAMPLES =
  /^(?:ah_)?(?:(?:your|my)[-_ ])?(?:arkhouse[-_ ])?(?:api[-_ ]?)?(?:key|token)(?:[-_ ]here)?$|^ah_[-_x.*…]{6,}$/i;

export function checkKeyFormat(key: string): KeyFormat {
  if (isPlaceholder(key) || KEY_IN_EXAMPLES.test(key)) return 'placeholder';
  if (!key.startsWith(PREFIX)) return 'foreign';
  if (!looksLikeKey(key) || !CHARACTERS.test(key)) return 'damaged';
  const body = key.slice(0, -CHECKSUM_LENGTH);
  return key.endsWith(checksum(body)) ? 'whole' : 'damaged';
}

function bigEndian(bytes: Uint8Array): bigint {
  let hex = '0x';
  for (const byte of bytes) hex += HEX[byte];
  return BigInt(hex);
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

// Eight base 62 digits fit into a number, which divides many times faster than a bigint.
const DIGITS_AT_ONCE = 8;
const DIVISOR = 62n ** BigInt(DIGITS_AT_ONCE);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= DIVISOR) {
    text = smallBase62(Number(rest % DIVISOR), DIGITS_AT_ONCE) + text;
  }
  return text.slice(-length);
}

function smallBase62(value: number, length: number): string {
  let text = '';
  let rest = value;
  while (text.length < length) {
    const quotient = Math.floor(rest / 62);
    text = DIGITS.charAt(rest - quotient * 62) + text;
    rest = quotient;
  }
  return text;
}

function checksum(text: string): string {
  return smallBase62(crc32(text), CHECKSUM_LENGTH);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    // The cast holds: the index is masked to 0–255.
    crc = (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

// A repeated registration or key rotation is answered with the same API key, so its Idempotency-Key must not be guessable.

const UUID_V4 = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const HEX_KEY = /(?:[\da-f]{32}|[\dA-F]{32})$/;
const BASE64 = /[\w+/-]{22}(?=={0,2}$)/;

/** False if it ends in 128 random-looking bits: a UUID of version 4, 32 hexadecimal digits, or 22 of base64. */
export function isGuessable(word: string): boolean {
  const hex = (UUID_V4.exec(word) ?? HEX_KEY.exec(word))?.[0].replaceAll('-', '').toLowerCase();
  if (hex !== undefined)
    return isPublished(hex) || isPattern(hex) || isLopsided(hex) || isText(Buffer.from(hex, 'hex'));
  const base64 = BASE64.exec(word)?.[0];
  if (base64 === undefined) return true;
  return (
    isPublished(base64) || isPattern(base64) || isText(Buffer.from(word, 'base64')) || readsLikeText(base64)
  );
}

/** UUIDs from specifications, tools and libraries, and the ends of MD5, SHA-1 and SHA-256 of the empty string. */
const PUBLISHED: ReadonlySet<string> = new Set(publishedTokens);

function isPublished(token: string): boolean {
  return PUBLISHED.has(token.replaceAll('+', '-').replaceAll('/', '_'));
}

/** True for few distinct characters, or a regular step, as in 0123, aaaa, a1b2c3 and abcabc. */
function isPattern(token: string): boolean {
  if (new Set(token).size < 9) return true;
  for (let gap = 1; gap <= token.length / 2; gap += 1) {
    const counts = new Map<number, number>();
    for (let at = gap; at < token.length; at += 1) {
      const step = token.charCodeAt(at) - token.charCodeAt(at - gap);
      const count = (counts.get(step) ?? 0) + 1;
      if (count > token.length / 3) return true;
      counts.set(step, count);
    }
  }
  return false;
}

/** 32 random digits have 12 letters on average; fewer than 2 or more than 23 occur once in 40,000. */
function isLopsided(hex: string): boolean {
  const letters = hex.replace(/\d/g, '').length;
  return letters < 2 || letters > 23;
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f));
}

const KINDS = [/[aeiouy]/, /[a-z]/, /[A-Z]/, /\d/, /./];
// Per pair of character kinds: log2 of how much more frequent it is in names, words, numbers and dates than in random text.
const WEIGHTS = [
  [2, 3, -1, -2, 2],
  [2, 0, -2, -2, 2],
  [1, -1, -4, -4, -4],
  [-4, -4, -2, 2, 1],
  [-1, -1, 2, 1, -4],
];

/** True if a token looks like text: letters of one case, or words and numbers. False positives: 1 in 20,000 random strings. */
function readsLikeText(token: string): boolean {
  if (!/[a-z]/.test(token) || !/[A-Z]/.test(token)) return true;
  return weighPairs(token) >= 17 || weighPairs(swapCase(token)) >= 17;
}

function weighPairs(text: string): number {
  const kinds = Array.from(text, (sign) => KINDS.findIndex((kind) => kind.test(sign)));
  return kinds.reduce((sum, kind, at) => sum + (WEIGHTS[kinds[at - 1] ?? -1]?.[kind] ?? 0), 0);
}

function swapCase(text: string): string {
  return text.replace(/[a-z]+|([A-Z]+)/g, (run, upper) => (upper ? run.toLowerCase() : run.toUpperCase()));
}
