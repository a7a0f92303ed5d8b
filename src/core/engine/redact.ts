const OUR_KEYS = /ah(?:cal)?_[\w-]{8,}/g;
const THEIR_KEYS = /(?:[sr]k_(?:live|test)|whsec|spt)_\w+/g;
const PASSWORDS = /:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** A line for a log or a screen, without the keys and passwords that slipped into it. */
export function redactSecrets(line: string): string {
  return [OUR_KEYS, THEIR_KEYS, PASSWORDS].reduce((rest, secret) => rest.replace(secret, '[hidden]'), line);
}
