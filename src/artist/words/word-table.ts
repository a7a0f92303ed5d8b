export type WordTable<T> = readonly (readonly [words: RegExp, meaning: T])[];

/** The value of the first row of a word table whose words are in the text. */
export function firstMatch<T>(table: WordTable<T>, text: string): T | undefined {
  return table.find((row) => row[0].test(text))?.[1];
}
