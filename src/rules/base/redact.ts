const OUR_KEYS = /ah(?:cal|[os])?_[\w-]{8,}/g;
const THEIR_KEYS = /(?:[sr]k_(?:live|test)|whsec|spt)_\w+/g;
const PASSWORDS = /:\/\/[^\s/:@]*:[^\s/@]+@/g;

export function redactSecrets(line: string): string {
  return [OUR_KEYS, THEIR_KEYS, PASSWORDS].reduce((rest, secret) => rest.replace(secret, '[hidden]'), line);
}

const KEYS = /ah(cal|[os])?(?:_|%5f)([\w-]+)/gi;
// A key is masked from 16 characters on: shorter parts do not identify one.
const KEY_BEGINNING = /^[0-9A-Za-z]{16}/;
const FEWEST = 16;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

const PRINTABLE_ASCII = /^[ -~]*$/;

/** Replaces an API key in texts; valid neither as a name nor as a slug or an address. */
export const MASKED_KEY = 'ah_…';

/** The text with API keys masked; the same string when it has none. */
export function maskKeys(text: string): string {
  if (!text.includes('_') && !text.includes('%')) return text;
  const masked = text.replace(KEYS, maskKey);
  if (PRINTABLE_ASCII.test(masked)) return masked;
  // Invisible characters are ignored: they may be hidden inside a key.
  const seen = masked.replace(UNSEEN, '');
  const seenMasked = seen.replace(KEYS, maskKey);
  return seen === seenMasked ? masked : seenMasked;
}

/** Masks a token of a calendar or a guest (base64url) or an API key (base 62). */
function maskKey(all: string, other: string | undefined, secret: string): string {
  const isKey = other === undefined ? KEY_BEGINNING.test(secret) : secret.length >= FEWEST;
  return isKey ? MASKED_KEY : all;
}
