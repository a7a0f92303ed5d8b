/** How a few words stand out. */
export interface TextPaint {
  heading(text: string): string;
  name(text: string): string;
}

/** On a terminal that can; never with `NO_COLOR`, and anywhere with `FORCE_COLOR`. */
export function hasColours(
  stream: { readonly isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: none, FORCE_COLOR: forced, TERM: terminal } = env;
  if (none) return false;
  if (forced) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && terminal !== 'dumb';
}

export function paintFor(isColoured: boolean): TextPaint {
  const painted = (on: number, off: number) => (text: string) =>
    isColoured ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { heading: painted(1, 22), name: painted(36, 39) };
}
