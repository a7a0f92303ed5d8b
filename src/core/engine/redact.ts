const SECRETS =
  /ah_[0-9A-Za-z]{8,}|\bahcal_[\w-]{8,}|\b[sr]k_(?:live|test)_\w+|whsec_\w+|\bspt_\w+|:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** A line for a log or a screen, without the keys and passwords that slipped into it. */
export function redactSecrets(line: string): string {
  return line.replace(SECRETS, '[hidden]');
}
