export type WordTable<T> = readonly (readonly [words: RegExp, meaning: T])[];

export function firstMatch<T>(table: WordTable<T>, text: string): T | undefined {
  return table.find((row) => row[0].test(text))?.[1];
}
