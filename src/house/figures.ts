import type { Sums, Windows } from '../store/tallies.ts';
import { TEST } from '../store/tally-names.ts';

/** Counts in all, with those of test accounts taken off. */
export class Figures {
  readonly #sums: Sums;

  constructor(sums: Sums) {
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

const NONE: Windows = { last24h: 0, last7d: 0, last30d: 0 };

/** Counts of the last day, week and month, with those of test accounts taken off. */
export class WindowFigures {
  readonly #windows: ReadonlyMap<string, Windows>;

  constructor(windows: ReadonlyMap<string, Windows>) {
    this.#windows = windows;
  }

  of(what: string): Windows {
    return this.sum(what, ['']);
  }

  sum(prefix: string, words: readonly string[]): Windows {
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

export interface Most {
  readonly what: string;
  readonly n: number;
}

/** What was counted most, with what test accounts counted taken off. */
export function mostOf(sums: Sums, most: number): Most[] {
  const figures = new Figures(sums);
  return [...sums.keys()]
    .filter((what) => !what.startsWith(TEST))
    .map((what) => ({ what, n: figures.of(what) }))
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.what < other.what ? -1 : 1))
    .slice(0, most);
}
