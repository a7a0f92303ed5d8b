/** The word of a list that was probably meant, or none. Case, blanks, hyphens and underscores make no difference. */
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

/** Levenshtein distance; 9 when the words are far apart. */
export function editDistance(one: string, other: string): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > 2 || other.length < 4) return FAR;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? FAR;
}

const LONGEST = 60;
const FAR = 9;

function plainWord(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
}

/** One that begins like the other is nearer than its letters say: `feeding`, `oldest`, `cats`. */
function distanceBetween(given: string, word: string): number {
  const [short, long] = given.length < word.length ? [given, word] : [word, given];
  return short.length >= 3 && long.startsWith(short)
    ? Math.min(1, editDistance(given, word))
    : editDistance(given, word);
}
