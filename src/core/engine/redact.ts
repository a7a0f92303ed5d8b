const SECRETS =
  /ah_[0-9A-Za-z]{8,}|\bahcal_[\w-]{8,}|\b[sr]k_(?:live|test)_\w+|whsec_\w+|\bspt_\w+|:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** A line for a log or a screen, without the keys and passwords that slipped into it. */
export function redactSecrets(line: string): string {
  return line.replace(SECRETS, '[hidden]');
}

// The whole secret is in far fewer characters than a key has. Addresses may have the underscore in another spelling.
const KEYS = /ah(?:_|%5f)[0-9a-z]{20,}|ahcal(?:_|%5f)[0-9a-z_-]{20,}/gi;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;

/** What stands where a key of this house stood: nothing that could be taken for a name, a slug or an address. */
export const MASKED_KEY = 'ah_…';

/** A stranger's words without any key of this house, whoever wrote it there; the very same when there is none. */
export function maskKeys(text: string): string {
  if (!text.includes('_') && !text.includes('%')) return text;
  const masked = text.replace(KEYS, MASKED_KEY);
  // Characters that nobody sees may stand between those of a key, until they are taken out.
  const seen = masked.replace(UNSEEN, '');
  return seen === masked || !holdsKey(seen) ? masked : seen.replace(KEYS, MASKED_KEY);
}

function holdsKey(text: string): boolean {
  return text.search(KEYS) >= 0;
}
