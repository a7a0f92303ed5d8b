/** The word of a list that was probably meant, ignoring case, blanks, hyphens and underscores. */
export function nearestWord<Word extends string>(given: string, words: readonly Word[]): Word | undefined {
  if (given.length > LONGEST) return undefined;
  const plain = plainWord(given);
  if (plain.length < 2) return undefined;
  const ranked = words
    .map((word) => ({ word, distance: distanceBetween(plain, plainWord(word)) }))
    .toSorted((one, other) => one.distance - other.distance);
  const [best] = ranked;
  return best && best.distance <= plain.length / 3 ? best.word : undefined;
}

/** The Damerau–Levenshtein distance (optimal string alignment); FAR when it exceeds 2 by length alone. */
export function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > 2 || other.length < 4) return FAR;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwap ? (beforeLast[j - 2] ?? 0) + 1 : FAR;
      row.push(Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = row;
  }
  return last.at(-1) ?? FAR;
}

const LONGEST = 60;
const FAR = 9;

function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** The distance of a given word from a known one; a prefix counts as 1: `feeding`, `oldest`, `cats`. */
function distanceBetween(given: string, word: string): number {
  const [short, long] = given.length < word.length ? [given, word] : [word, given];
  return short.length >= 3 && long.startsWith(short)
    ? Math.min(1, editDistance(given, word))
    : editDistance(given, word);
}
