// What the font of the share cards has no letters for: all but Latin, Greek and Cyrillic, and the signs between words.
const UNPRINTABLE =
  /[^\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u038e-\u03a1\u03a3-\u03cf\u0400-\u045f\u1ea0-\u1ef9‘’“”…–—•]/gu;

/** The text as it can be printed: every other character is left out; undefined when no letter is left of it. */
export function printableText(text: string): string | undefined {
  const left = text.normalize('NFC').replace(UNPRINTABLE, '').replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(left) ? left : undefined;
}

/** At most so many characters, with an ellipsis where it was cut. */
export function truncateWithEllipsis(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

// How wide letters are, as shares of their height; near enough to tell what fits.
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijl|.,:;'’‘!()[\]]/u, 0.27],
  [/[mwMWЖШЩЮ@%—…]/u, 0.82],
  [/\p{Lu}/u, 0.63],
  [/ /u, 0.24],
];

/** How wide a line will be at a height of one. */
export function textWidth(text: string): number {
  return Array.from(text).reduce(
    (sum, sign) => sum + (WIDTHS.find(([signs]) => signs.test(sign))?.[1] ?? 0.48),
    0,
  );
}
