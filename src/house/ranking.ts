/** How entries of a board compare. */
export interface Order<Entry> {
  /** The score as it is shown: what looks equal is equal. */
  readonly scoreOf: (entry: Entry) => number;
  /** How many that come before the entry on the board have the same score. */
  readonly equalsBefore: (entry: Entry) => Promise<number>;
}

export type Ranked<Entry> = Entry & { readonly rank: number };

/** Gives a page of a board its ranks. Equal scores share one, on whatever pages they stand. */
export async function ranked<Entry extends object>(
  entries: readonly Entry[],
  offset: number,
  { scoreOf, equalsBefore }: Order<Entry>,
): Promise<readonly Ranked<Entry>[]> {
  const [first] = entries;
  if (!first) return [];
  let rank = offset === 0 ? 1 : offset + 1 - (await equalsBefore(first));
  let score = scoreOf(first);
  return entries.map((entry, at) => {
    const own = scoreOf(entry);
    if (own !== score) rank = offset + at + 1;
    score = own;
    return { ...entry, rank };
  });
}
