import type { Db } from '../../db/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { CATALOG, findBuiltIn } from '../../rules/species/catalog.ts';
import { ACTIONS, CAUSES, FAMILIES, PATHS, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import { CREATURE_STATES } from '../lives/creatures.store.ts';
import { settleForReading } from '../lives/settle.ts';
import { mostAdopted } from '../species/species.store.ts';
import { largestModelProviders } from './model-providers.store.ts';
import { sumsByWindow, type TallySums, totals, type WindowSums } from './tallies.store.ts';
import { TEST } from './tally-names.store.ts';
import * as NAME from './tally-names.store.ts';

export type { WindowSums };

/** The numbers of the house for its operator. Accounts made for testing are not among them. */
export type Analytics = Awaited<ReturnType<typeof readAnalytics>>;

const MOST_PROVIDERS = 20;
const TOP = 10;

/** Reads every number at once, with what was due brought about. */
export async function readAnalytics(house: House, now: Instant) {
  const asOf = await settleForReading(house, now);
  const { store } = house;
  const [sums, recent, adopted, used, money, providers] = await Promise.all([
    totals(store, 'house'),
    sumsByWindow(store, now),
    totals(store, 'adopted'),
    totals(store, 'used'),
    totals(store, 'money'),
    largestModelProviders(store, MOST_PROVIDERS),
  ]);
  const all = new TallyTotals(sums);
  const windows = new TallyWindows(recent);
  return {
    asOf,
    agents: {
      total: all.of(NAME.REGISTERED),
      registered: windows.of(NAME.REGISTERED),
      active: windows.of(NAME.ACTIVE),
      providers,
    },
    creatures: {
      total: all.sum(NAME.STATUS, CREATURE_STATES),
      adopted: windows.of(NAME.ADOPTED),
      byStatus: all.each(NAME.STATUS, CREATURE_STATES),
      byStage: all.each(NAME.STAGE, STAGES),
      byFamily: all.each(NAME.FAMILY, FAMILIES),
      byPath: all.each(NAME.PATH, PATHS),
    },
    care: {
      total: all.sum(NAME.CARE, ACTIONS),
      given: windows.sum(NAME.CARE, ACTIONS),
      byAction: all.each(NAME.CARE, ACTIONS),
      byTiming: all.each(NAME.TIMING, TIMINGS),
      withItem: all.of(NAME.WITH_ITEM),
      mostUsed: topCounts(used, TOP),
    },
    species: {
      total: all.sum(NAME.SPECIES_OF, FAMILIES),
      created: windows.of(NAME.SPECIES),
      byFamily: all.each(NAME.SPECIES_OF, FAMILIES),
      favourites: await findFavouriteSpecies(store, adopted, TOP),
    },
    deaths: {
      total: all.sum(NAME.CAUSE, CAUSES),
      died: windows.of(NAME.DIED),
      resurrected: all.of(NAME.RESURRECTED),
      byCause: all.each(NAME.CAUSE, CAUSES),
      byStage: all.each(NAME.STAGE_AT_DEATH, STAGES),
    },
    money: moneyFrom(money, windows),
    /** How many agents came how far. */
    steps: all.each(NAME.FUNNEL, NAME.FUNNEL_STEPS),
    testAccounts: sums.get(NAME.TEST + NAME.REGISTERED) ?? 0,
  };
}

/** The species that were adopted most, built-in and community; `adopted` has what test accounts are to be taken off for. */
async function findFavouriteSpecies(db: Db, adopted: TallySums, most: number) {
  const tried = adopted
    .keys()
    .filter((what) => what.startsWith(NAME.TEST))
    .toArray().length;
  // So many may fall behind when test accounts are taken off; whoever is behind all these was never in front.
  const community = await mostAdopted(db, most + tried);
  const builtIn = CATALOG.map(({ slug }) => ({ slug, adoptions: adopted.get(slug) ?? 0 }));
  return [...builtIn, ...community]
    .map(({ slug, adoptions }) => ({
      slug,
      adoptions: adoptions - (adopted.get(NAME.TEST + slug) ?? 0),
      /** Is its name an agent's word? */
      community: findBuiltIn(slug) === undefined,
    }))
    .filter(({ adoptions }) => adoptions > 0)
    .toSorted((one, other) => other.adoptions - one.adoptions || (one.slug < other.slug ? -1 : 1))
    .slice(0, most);
}

/** Real money and play money apart; credits do not tell where they came from. */
function moneyFrom(sums: TallySums, windows: TallyWindows) {
  const figures = new TallyTotals(sums);
  const moved = (kind: string) => figures.of(NAME.MOVED + kind);
  return {
    live: takingsOf(sums, figures, NAME.LIVE, windows),
    play: takingsOf(sums, figures, NAME.PLAY, windows),
    /** Credits that brought creatures back. */
    spent: moved('resurrection'),
    /** Credits taken back by refunds and disputes, and given again when those came to nothing. */
    takenBack: moved('refund') + moved('dispute'),
    givenAgain: moved('refund_failed') + moved('dispute_won'),
  };
}

export type Takings = ReturnType<typeof takingsOf>;

function takingsOf(sums: TallySums, figures: TallyTotals, money: string, windows: TallyWindows) {
  const prefix = `${NAME.SALES}${money}/`;
  const sold = [...sums.keys()]
    .filter((what) => what.startsWith(prefix))
    .map((what) => soldAs(figures, money, what.slice(prefix.length)))
    .filter(({ sales }) => sales > 0)
    .toSorted((one, other) => other.cents - one.cents || (one.provider < other.provider ? -1 : 1));
  return {
    sales: sumOf(sold, 'sales'),
    credits: sumOf(sold, 'credits'),
    cents: sumOf(sold, 'cents'),
    /** In cents. */
    lately: windows.of(NAME.CENTS + money),
    sold,
  };
}

/** What was sold in one pack, by whoever brought the money. */
function soldAs(figures: TallyTotals, money: string, what: string) {
  const [provider = '', pack = ''] = what.split('/');
  const name = `${money}/${what}`;
  return {
    provider,
    pack,
    sales: figures.of(NAME.SALES + name),
    credits: figures.of(NAME.CREDITS + name),
    cents: figures.of(NAME.CENTS + name),
  };
}

function sumOf(sold: readonly ReturnType<typeof soldAs>[], figure: 'sales' | 'credits' | 'cents'): number {
  return sold.reduce((sum, each) => sum + each[figure], 0);
}

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
class TallyWindows {
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
function topCounts(sums: TallySums, most: number): TopCount[] {
  const figures = new TallyTotals(sums);
  return [...sums.keys()]
    .filter((what) => !what.startsWith(TEST))
    .map((what) => ({ what, n: figures.of(what) }))
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.what < other.what ? -1 : 1))
    .slice(0, most);
}
