import type { TallySums, WindowSums } from '../../store/figures/tallies.ts';
import { TEST } from '../../store/figures/tally-names.ts';

/** Counts in all, with those of test accounts taken off. */
export class TallyTotals {
  readonly #sums: TallySums;

  constructor(sums: TallySums) {
    this.#sums = sums;
  }

  of(what: string): number {
    return (this.#sums.get(what) ?? 0) - (this.#sums.get(TEST + what) ?? 0);
  }

  each<Word extends string>(prefix: string, words: readonly Word[]): Record<Word, number> {
    // Exactly the words are its keys.
    return Object.fromEntries(words.map((word) => [word, this.of(prefix + word)])) as Record<Word, number>;
  }

  sum(prefix: string, words: readonly string[]): number {
    return words.reduce((sum, word) => sum + this.of(prefix + word), 0);
  }
}

const NONE: WindowSums = { last24h: 0, last7d: 0, last30d: 0 };

/** Counts of the last day, week and month, with those of test accounts taken off. */
export class TallyWindows {
  readonly #windows: ReadonlyMap<string, WindowSums>;

  constructor(windows: ReadonlyMap<string, WindowSums>) {
    this.#windows = windows;
  }

  of(what: string): WindowSums {
    return this.sum(what, ['']);
  }

  sum(prefix: string, words: readonly string[]): WindowSums {
    return words.reduce((sum, word) => {
      const all = this.#windows.get(prefix + word) ?? NONE;
      const tests = this.#windows.get(TEST + prefix + word) ?? NONE;
      return {
        last24h: sum.last24h + all.last24h - tests.last24h,
        last7d: sum.last7d + all.last7d - tests.last7d,
        last30d: sum.last30d + all.last30d - tests.last30d,
      };
    }, NONE);
  }
}

export interface TopCount {
  readonly what: string;
  readonly n: number;
}

/** What was counted most, with what test accounts counted taken off. */
export function topCounts(sums: TallySums, most: number): TopCount[] {
  const figures = new TallyTotals(sums);
  return [...sums.keys()]
    .filter((what) => !what.startsWith(TEST))
    .map((what) => ({ what, n: figures.of(what) }))
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.what < other.what ? -1 : 1))
    .slice(0, most);
}
