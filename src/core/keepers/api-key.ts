const PREFIX = 'ah_';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_LENGTH = PREFIX.length + SECRET_LENGTH + CHECKSUM_LENGTH;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = /^ah_[0-9A-Za-z]+$/;

/** What a key is by its form alone, without looking it up. */
type KeyFormat = 'whole' | 'damaged' | 'foreign';

/** The key for 32 random bytes: prefix, 256 bits in base 62, and a checksum (CRC-32) that tells a cut-off or mistyped key. */
export function encodeApiKey(secret: Uint8Array): string {
  const body = PREFIX + base62(bigEndian(secret), SECRET_LENGTH);
  return body + checksum(body);
}

/** Could this be one of ours? A cut-off one could not. */
export function looksLikeKey(key: string): boolean {
  return key.length === KEY_LENGTH && key.startsWith(PREFIX);
}

export function checkKeyFormat(key: string): KeyFormat {
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

// So many digits at once fit into a plain number, which is divided many times faster.
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
    // The index is masked to 0–255, and the table has 256 entries.
    crc = (CRC_TABLE[(crc ^ text.charCodeAt(at)) & 0xff] as number) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
