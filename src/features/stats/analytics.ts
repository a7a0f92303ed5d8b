import type { Db } from '../../db/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { CATALOG, findBuiltIn } from '../../rules/species/catalog.ts';
import { ACTIONS, CAUSES, FAMILIES, PATHS, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import { CREATURE_STATES } from '../lives/creatures.store.ts';
import { type Settled, settleForReading } from '../lives/settle.ts';
import { mostAdopted } from '../species/species.store.ts';
import {
  largestModelProviders,
  sumsByWindow,
  type TallySums,
  totals,
  type WindowSums,
} from './tallies.store.ts';
import * as NAME from './tally-names.store.ts';

export type { WindowSums };

export type Figures = Awaited<ReturnType<typeof readFigures>>;
export type Analytics = Figures & Settled;

const MAX_PROVIDERS = 20;
const TOP = 10;

/** Figures for the operator, without test accounts. Settles due creatures first. */
export async function readAnalytics(house: House, now: Instant): Promise<Analytics> {
  const asOf = await settleForReading(house, now);
  return { asOf, ...(await readFigures(house, now)) };
}

/** The same as they are stored: works while nothing can be settled. */
export async function readFigures({ store }: Pick<House, 'store'>, now: Instant) {
  const [sums, recent, adopted, used, money, providers] = await Promise.all([
    totals(store, 'house'),
    sumsByWindow(store, now),
    totals(store, 'adopted'),
    totals(store, 'used'),
    totals(store, 'money'),
    largestModelProviders(store, MAX_PROVIDERS),
  ]);
  const all = figuresIn(withoutTests(sums));
  const lately = (...names: string[]) => sumWindows(recent, names);
  return {
    agents: {
      total: all.of(NAME.REGISTERED),
      registered: lately(NAME.REGISTERED),
      active: lately(NAME.ACTIVE),
      providers,
    },
    creatures: {
      total: all.sum(NAME.STATUS, CREATURE_STATES),
      adopted: lately(NAME.ADOPTED),
      byStatus: all.each(NAME.STATUS, CREATURE_STATES),
      byStage: all.each(NAME.STAGE, STAGES),
      byFamily: all.each(NAME.FAMILY, FAMILIES),
      byPath: all.each(NAME.PATH, PATHS),
    },
    care: {
      total: all.sum(NAME.CARE, ACTIONS),
      given: lately(...ACTIONS.map((action) => NAME.CARE + action)),
      byAction: all.each(NAME.CARE, ACTIONS),
      byTiming: all.each(NAME.TIMING, TIMINGS),
      withItem: all.of(NAME.WITH_ITEM),
      mostUsed: mostUsedItems(used),
    },
    species: {
      total: all.sum(NAME.SPECIES_OF, FAMILIES),
      created: lately(NAME.SPECIES),
      byFamily: all.each(NAME.SPECIES_OF, FAMILIES),
      favourites: await findFavouriteSpecies(store, adopted),
    },
    deaths: {
      total: all.sum(NAME.CAUSE, CAUSES),
      died: lately(NAME.DIED),
      resurrected: all.of(NAME.RESURRECTED),
      byCause: all.each(NAME.CAUSE, CAUSES),
      byStage: all.each(NAME.STAGE_AT_DEATH, STAGES),
    },
    money: moneyFrom(withoutTests(money), lately),
    steps: all.each(NAME.FUNNEL, NAME.FUNNEL_STEPS),
    testAccounts: sums.get(NAME.TEST + NAME.REGISTERED) ?? 0,
  };
}

async function findFavouriteSpecies(db: Db, adopted: TallySums) {
  const tried = [...adopted.keys()].filter((what) => what.startsWith(NAME.TEST)).length;
  // More species are read than shown: subtracting test accounts may drop up to `tried` species from the top.
  const community = await mostAdopted(db, TOP + tried);
  const builtIn = CATALOG.map(({ slug }) => ({ slug, adoptions: adopted.get(slug) ?? 0 }));
  return [...builtIn, ...community]
    .map(({ slug, adoptions }) => ({
      slug,
      adoptions: adoptions - (adopted.get(NAME.TEST + slug) ?? 0),
      community: findBuiltIn(slug) === undefined,
    }))
    .filter(({ adoptions }) => adoptions > 0)
    .toSorted((one, other) => other.adoptions - one.adoptions || (one.slug < other.slug ? -1 : 1))
    .slice(0, TOP);
}

function mostUsedItems(used: TallySums) {
  return [...withoutTests(used)]
    .map(([what, n]) => ({ what, n }))
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.what < other.what ? -1 : 1))
    .slice(0, TOP);
}

function moneyFrom(sums: TallySums, lately: (name: string) => WindowSums) {
  const { of } = figuresIn(sums);
  const sales = salesIn(sums);
  return {
    live: takingsOf(sales, NAME.LIVE, lately(NAME.CENTS + NAME.LIVE)),
    play: takingsOf(sales, NAME.PLAY, lately(NAME.CENTS + NAME.PLAY)),
    /** This and the next two are in credits: the ledger does not record whether they were bought with live or play money. */
    spent: of(`${NAME.MOVED}resurrection`),
    takenBack: of(`${NAME.MOVED}refund`) + of(`${NAME.MOVED}dispute`),
    givenAgain: of(`${NAME.MOVED}refund_failed`) + of(`${NAME.MOVED}dispute_won`),
  };
}

export type Takings = ReturnType<typeof takingsOf>;

/** Revenue of one kind of money; `lately` is in cents. */
function takingsOf(allSales: ReturnType<typeof salesIn>, kind: string, lately: WindowSums) {
  const sold = allSales
    .filter(({ money, sales }) => money === kind && sales > 0)
    .toSorted((one, other) => other.cents - one.cents || (one.provider < other.provider ? -1 : 1))
    .map(({ money: _, ...sale }) => sale);
  const sum = (figure: 'sales' | 'credits' | 'cents') => sold.reduce((all, sale) => all + sale[figure], 0);
  return { sales: sum('sales'), credits: sum('credits'), cents: sum('cents'), lately, sold };
}

export function salesIn(sums: TallySums) {
  const { of } = figuresIn(sums);
  const names = [...sums.keys()].filter((what) => what.startsWith(NAME.SALES));
  return names.map((what) => {
    const sale = what.slice(NAME.SALES.length);
    const [money = '', provider = '', pack = ''] = sale.split('/');
    const [credits, cents] = [of(NAME.CREDITS + sale), of(NAME.CENTS + sale)];
    return { money, provider, pack, sales: of(what), credits, cents };
  });
}

export function withoutTests(sums: TallySums): TallySums {
  const net = new Map<string, number>();
  for (const [name, n] of sums) {
    const isTest = name.startsWith(NAME.TEST);
    const what = isTest ? name.slice(NAME.TEST.length) : name;
    net.set(what, (net.get(what) ?? 0) + (isTest ? -n : n));
  }
  return net;
}

export function figuresIn(sums: TallySums) {
  const of = (what: string) => sums.get(what) ?? 0;
  return {
    of,
    each: <Word extends string>(prefix: string, words: readonly Word[]) =>
      Object.fromEntries(words.map((word) => [word, of(prefix + word)])) as Record<Word, number>,
    sum: (prefix: string, words: readonly string[]) =>
      words.reduce((sum, word) => sum + of(prefix + word), 0),
  };
}

function sumWindows(windows: ReadonlyMap<string, WindowSums>, names: readonly string[]): WindowSums {
  const sum = (window: keyof WindowSums) => {
    const of = (what: string) => windows.get(what)?.[window] ?? 0;
    return names.reduce((all, name) => all + of(name) - of(NAME.TEST + name), 0);
  };
  return { last24h: sum('last24h'), last7d: sum('last7d'), last30d: sum('last30d') };
}
