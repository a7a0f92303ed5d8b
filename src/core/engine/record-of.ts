/** A value for every word of a closed list. */
export function recordOf<Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Readonly<Record<Word, Value>> {
  return Object.fromEntries(words.map((word) => [word, valueOf(word)])) as Record<Word, Value>;
}
