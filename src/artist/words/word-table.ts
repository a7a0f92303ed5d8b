/** Words beside what they stand for. */
export type WordTable<T> = readonly (readonly [words: RegExp, meaning: T])[];

/** What a text stands for: the first row whose words are in it counts. */
export function firstMatch<T>(table: WordTable<T>, text: string): T | undefined {
  return table.find((row) => row[0].test(text))?.[1];
}
