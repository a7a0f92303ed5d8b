const SECRETS = /ah(?:cal)?_[\w-]{8,}|(?:[sr]k_(?:live|test)|whsec|spt)_\w+/g;
const PASSWORDS = /:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** A line for a log or a screen, without the keys and passwords that slipped into it. */
export function redactSecrets(line: string): string {
  return line.replace(SECRETS, '[hidden]').replace(PASSWORDS, '[hidden]');
}
