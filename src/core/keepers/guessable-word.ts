// A repeated registration or rotation is answered with the same API key, so its Idempotency-Key must not be guessable.

const UUID_V4 = /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
const HEX = /(?:[\da-f]{32}|[\dA-F]{32})$/;
const BASE64 = /[\w+/-]{22}(?=={0,2}$)/;

/** True unless a word ends in 128 random-looking bits: a UUID of version 4, 32 hexadecimal digits, or 22 of base64. */
export function isGuessable(word: string): boolean {
  const hex = (UUID_V4.exec(word) ?? HEX.exec(word))?.[0].replaceAll('-', '').toLowerCase();
  if (hex !== undefined)
    return isPublished(hex) || isPattern(hex) || isLopsided(hex) || isText(Buffer.from(hex, 'hex'));
  const base64 = BASE64.exec(word)?.[0];
  if (base64 === undefined) return true;
  return (
    isPublished(base64) || isPattern(base64) || isText(Buffer.from(word, 'base64')) || readsLikeText(base64)
  );
}

/** UUIDs that specifications, tools and libraries print, and the ends of MD5, SHA-1 and SHA-256 of nothing. */
const PUBLISHED: ReadonlySet<string> = new Set([
  '8e03978e40d543e8bc936894a57f9324',
  '919108f752d143209bacf847db4148a8',
  '550e8400e29b41d4a716446655440000',
  '123e4567e89b42d3a456426614174000',
  '3fa85f6457174562b3fc2c963f66afa6',
  '497f6eca62764993bfeb53cbbbba6f08',
  'd290f1ee6c544b0190e6d701748f0851',
  'f47ac10b58cc4372a5670e02b2c3d479',
  '9b1deb4d3b7d4bad9bdd2b0d7b3dcb6d',
  '1b9d6bcdbbfd4b2d9b5dab8dfbbd4bed',
  '110ec58aa0f24ac48393c866d813b8d1',
  '7c9e6679742540de944be07fc1f90ae7',
  'c9bf9e5716854c89bafbff5af830be8a',
  'a0eebc999c0b4ef8bb6d6bb9bd380a11',
  '16fd27068baf433b82eb8c7fada847da',
  '936da01f9abd4d9d80c702af85c822a8',
  'de305d5475b4431badb2eb6b9e546014',
  '67e5504410b1426f9247bb680e5fe0c8',
  '6f3d0c52b1e94a7d8c05f2e6a9134bd7',
  'd41d8cd98f00b204e9800998ecf8427e',
  '5e6b4b0d3255bfef95601890afd80709',
  '27ae41e4649b934ca495991b7852b855',
  '1B2M2Y8AsgTpgAmY7PhCfg',
  'l5rSw0yVb_vlWAYkK_YBwk',
  'CeuQeRkm5NMpJWZG3hSuFU',
]);

function isPublished(token: string): boolean {
  return PUBLISHED.has(token.replaceAll('+', '-').replaceAll('/', '_'));
}

/** Few characters, or one step between many that are equally far apart, as in 0123, aaaa, a1b2c3 and abcabc. */
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

/** Of 32 random digits 12 are letters, and fewer than 2 or more than 23 in one word of 40,000. */
function isLopsided(hex: string): boolean {
  const letters = hex.replace(/\d/g, '').length;
  return letters < 2 || letters > 23;
}

function isText(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x0a || (byte >= 0x20 && byte < 0x7f));
}

const KINDS = [/[aeiouy]/, /[a-z]/, /[A-Z]/, /\d/, /./];
// How much commoner a pair of kinds is in names, words, numbers and dates than in random text, as log2.
const WEIGHTS = [
  [2, 3, -1, -2, 2],
  [2, 0, -2, -2, 2],
  [1, -1, -4, -4, -4],
  [-4, -4, -2, 2, 1],
  [-1, -1, 2, 1, -4],
];

/** True for letters of one case, and for words and numbers. Of random text 1 in 20,000 is taken for it. */
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
