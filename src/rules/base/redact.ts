const OUR_KEYS = /ah(?:cal)?_[\w-]{8,}/g;
const THEIR_KEYS = /(?:[sr]k_(?:live|test)|whsec|spt)_\w+/g;
const PASSWORDS = /:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** A line for a log or a screen, without the keys and passwords that slipped into it. */
export function redactSecrets(line: string): string {
  return [OUR_KEYS, THEIR_KEYS, PASSWORDS].reduce((rest, secret) => rest.replace(secret, '[hidden]'), line);
}

const KEYS = /ah(cal)?(?:_|%5f)([\w-]+)/gi;
// The whole secret is in fewer characters than a key has, and nobody can do anything with so few.
const KEY_BEGINNING = /^[0-9A-Za-z]{16}/;
const FEWEST = 16;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

const PRINTABLE_ASCII = /^[ -~]*$/;

/** What stands where a key of this house stood: nothing that could be taken for a name, a slug or an address. */
const MASKED_KEY = 'ah_…';

/** A stranger's words without any key of this house, whoever wrote it there; the very same when there is none. */
export function maskKeys(text: string): string {
  if (!text.includes('_') && !text.includes('%')) return text;
  const masked = text.replace(KEYS, maskKey);
  if (PRINTABLE_ASCII.test(masked)) return masked;
  // Characters that nobody sees may stand between those of a key, until they are taken out.
  const seen = masked.replace(UNSEEN, '');
  const seenMasked = seen.replace(KEYS, maskKey);
  return seen === seenMasked ? masked : seenMasked;
}

/** Calendars are opened by tokens that have more kinds of characters. */
function maskKey(all: string, calendar: string | undefined, secret: string): string {
  const isKey = calendar === undefined ? KEY_BEGINNING.test(secret) : secret.length >= FEWEST;
  return isKey ? MASKED_KEY : all;
}
