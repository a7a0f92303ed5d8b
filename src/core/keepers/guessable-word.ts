// A registration and a rotation can be asked for again by the word they were sent under, and tell an API key again.

const BITS = 128;

// What a word may be written in, the smallest alphabet first, by how many signs it has.
const PLAIN_ALPHABETS: readonly (readonly [size: number, written: RegExp])[] = [
  [10, /^[0-9]*$/],
  [16, /^(?:[0-9a-f]*|[0-9A-F]*)$/],
  [36, /^(?:[0-9a-z]*|[0-9A-Z]*)$/],
];
const BASE64 = /^[0-9A-Za-z+/_-]*={0,2}$/;
const VISIBLE_ASCII = 94;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True when a stranger could come upon it: by its alphabet and length it has less than 128 bits, or it only goes on as it began. */
export function isGuessable(word: string): boolean {
  // Of all kinds of UUID only the fourth is made of nothing but chance.
  const kind = UUID.exec(word)?.[1];
  if (kind !== undefined && kind !== '4') return true;
  return bitsOf(word) < BITS || repeatsItself(word) || countsUp(word);
}

function bitsOf(word: string): number {
  // What only parts a word makes it no harder to guess.
  const signs = word.replace(/[-_.:]/g, '');
  const [size] = PLAIN_ALPHABETS.find(([, written]) => written.test(signs)) ?? [];
  if (size !== undefined) return signs.length * Math.log2(size);
  if (BASE64.test(word)) return word.replaceAll('=', '').length * 6;
  return signs.length * Math.log2(VISIBLE_ASCII);
}

/** Chance hardly ever makes the same three signs twice in so short a word. */
function repeatsItself(word: string): boolean {
  const threes = Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3));
  return new Set(threes).size < (threes.length * 2) / 3;
}

/** As 0123456789 does, and zyxwvu. */
function countsUp(word: string): boolean {
  const codes = Array.from(word, (sign) => sign.charCodeAt(0));
  const near = codes.filter((code, at) => Math.abs(code - (codes[at - 1] ?? Number.NaN)) <= 1);
  return near.length > (codes.length * 2) / 3;
}
