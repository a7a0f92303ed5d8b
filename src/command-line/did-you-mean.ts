/** ` Did you mean …?`, or nothing when no word comes close. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const near = closest(typed, words);
  return near === undefined ? '' : ` Did you mean ${near}?`;
}

/** The word that was meant: the only one that begins so, or one that a slip or two of the finger makes of it. */
export function closest(typed: string, words: readonly string[]): string | undefined {
  const beginnings = words.filter((word) => typed.length > 2 && word.startsWith(typed));
  if (beginnings.length === 1) return beginnings[0];
  const allowed = Math.max(1, Math.floor(typed.length / 3));
  const ranked = words.map((word) => ({ word, slips: slipsBetween(typed, word) }));
  const [best] = ranked.toSorted((a, b) => a.slips - b.slips);
  return best && best.slips <= allowed ? best.word : undefined;
}

/** How many letters are missing, too many, wrong or swapped with their neighbour. */
export function slipsBetween(one: string, other: string): number {
  let older: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, nth) => nth);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const wrong = at(last, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? at(older, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, wrong, swapped));
    }
    [older, last] = [last, row];
  }
  return at(last, other.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
