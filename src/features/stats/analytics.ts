import type { Db } from '../../../packages/database/db.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import { CATALOG, findBuiltIn } from '../../rules/species/catalog.ts';
import {
  ACTIONS,
  CAUSES,
  CREATURE_STATES,
  FAMILIES,
  PATHS,
  STAGES,
  TIMINGS,
  type Timing,
  type Stage,
  type Path,
  type Family,
  type CreatureState,
  type Cause,
  type Action,
} from '../../rules/vocabulary.ts';
import { type Settled, settleForReading } from '../creatures/settle.ts';
import { mostAdopted } from '../species/species.store.ts';
import {
  bucketOf,
  largestModelProviders,
  sumsByDay,
  sumsByWindow,
  type TallySums,
  totals,
  type WindowSums,
} from '../tallies/tallies.store.ts';
import {
  ACTIVE,
  ADOPTED,
  BACK,
  BORN,
  CALLS,
  CARE,
  CAUSE,
  CENTS,
  CREDITS,
  DIED,
  ERRORS,
  FAMILY,
  FUNNEL,
  FUNNEL_STEPS,
  LEFT,
  LIVE,
  MOVED,
  PATH,
  PLAY,
  REGISTERED,
  RESURRECTED,
  SALES,
  SPECIES,
  SPECIES_OF,
  STAGE,
  STAGE_AT_DEATH,
  STATUS,
  TEST,
  TIMING,
  WITH_ITEM,
  type FunnelStep,
} from '../tallies/tally-names.store.ts';
import type { StatsHouse } from './health.ts';

export type { WindowSums };

/** Figures of the service, without test accounts. */
export interface Figures {
  readonly agents: {
    readonly total: number;
    readonly registered: WindowSums;
    readonly active: WindowSums;
    readonly providers: readonly ModelProvider[];
  };
  readonly creatures: {
    readonly total: number;
    readonly adopted: WindowSums;
    readonly byStatus: CountsBy<CreatureState>;
    readonly byStage: CountsBy<Stage>;
    readonly byFamily: CountsBy<Family>;
    readonly byPath: CountsBy<Path>;
  };
  readonly care: {
    readonly total: number;
    readonly given: WindowSums;
    readonly byAction: CountsBy<Action>;
    readonly byTiming: CountsBy<Timing>;
    readonly withItem: number;
    readonly mostUsed: readonly UsedItem[];
  };
  readonly species: {
    readonly total: number;
    readonly created: WindowSums;
    readonly byFamily: CountsBy<Family>;
    readonly favourites: readonly FavouriteSpecies[];
  };
  readonly deaths: {
    readonly total: number;
    readonly died: WindowSums;
    readonly resurrected: number;
    readonly byCause: CountsBy<Cause>;
    readonly byStage: CountsBy<Stage>;
  };
  readonly money: MoneyFigures;
  readonly steps: CountsBy<FunnelStep>;
  readonly testAccounts: number;
}
export type Analytics = Figures & Settled;

const MAX_PROVIDERS = 20;
const TOP = 10;

/** Figures for the operator, without test accounts. Settles due creatures first. */
export async function readAnalytics(house: StatsHouse, now: Instant): Promise<Analytics> {
  const asOf = await settleForReading(house, now);
  return { asOf, ...(await readFigures(house, now)) };
}

type CountsBy<Word extends string> = Readonly<Record<Word, number>>;

interface ModelProvider {
  readonly name: string;
  readonly agents: number;
}

/** The same as they are stored: works while nothing can be settled. */
export async function readFigures({ store }: Pick<StatsHouse, 'store'>, now: Instant): Promise<Figures> {
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
      total: all.of(REGISTERED),
      registered: lately(REGISTERED),
      active: lately(ACTIVE),
      providers,
    },
    creatures: {
      total: all.sum(STATUS, CREATURE_STATES),
      adopted: lately(ADOPTED),
      byStatus: all.each(STATUS, CREATURE_STATES),
      byStage: all.each(STAGE, STAGES),
      byFamily: all.each(FAMILY, FAMILIES),
      byPath: all.each(PATH, PATHS),
    },
    care: {
      total: all.sum(CARE, ACTIONS),
      given: lately(...ACTIONS.map((action) => CARE + action)),
      byAction: all.each(CARE, ACTIONS),
      byTiming: all.each(TIMING, TIMINGS),
      withItem: all.of(WITH_ITEM),
      mostUsed: mostUsedItems(used),
    },
    species: {
      total: all.sum(SPECIES_OF, FAMILIES),
      created: lately(SPECIES),
      byFamily: all.each(SPECIES_OF, FAMILIES),
      favourites: await findFavouriteSpecies(store, adopted),
    },
    deaths: {
      total: all.sum(CAUSE, CAUSES),
      died: lately(DIED),
      resurrected: all.of(RESURRECTED),
      byCause: all.each(CAUSE, CAUSES),
      byStage: all.each(STAGE_AT_DEATH, STAGES),
    },
    money: moneyFrom(withoutTests(money), lately),
    steps: all.each(FUNNEL, FUNNEL_STEPS),
    testAccounts: sums.get(TEST + REGISTERED) ?? 0,
  };
}

const DAYS = 30;

export interface DayFigures {
  /** The day's beginning. */
  readonly day: Instant;
  /** Creatures alive at the end of the day. */
  readonly living: number;
  readonly births: number;
  readonly deaths: number;
  /** New agents. */
  readonly agents: number;
  readonly calls: number;
  readonly errors: number;
}

/** What happened on each of the last thirty days (UTC), the oldest first, without test accounts. The last day is not over. */
export async function readDays({ store }: Pick<StatsHouse, 'store'>, now: Instant): Promise<DayFigures[]> {
  const today = bucketOf(DAY, now);
  const first = today - (DAYS - 1) * DAY;
  const [sums, rows] = await Promise.all([totals(store, 'house'), sumsByDay(store, first)]);
  const perDay = Map.groupBy(rows, ({ day }) => day);
  let living = figuresIn(withoutTests(sums)).of(`${STATUS}alive`);
  const days = Array.from({ length: DAYS }, (_, back) => {
    const day = today - back * DAY;
    const counted = new Map((perDay.get(day) ?? []).map(({ what, n }) => [what, n]));
    const { of } = figuresIn(withoutTests(counted));
    const [births, deaths] = [of(BORN), of(DIED)];
    const figures = { day, living, births, deaths, agents: of(REGISTERED) };
    // How many lived at the end of the day before.
    living += deaths + of(LEFT) - births - of(BACK);
    return { ...figures, calls: of(CALLS), errors: of(ERRORS) };
  });
  return days.toReversed();
}

interface FavouriteSpecies {
  readonly slug: string;
  readonly adoptions: number;
  readonly community: boolean;
}

async function findFavouriteSpecies(db: Db, adopted: TallySums): Promise<FavouriteSpecies[]> {
  const tried = [...adopted.keys()].filter((what) => what.startsWith(TEST)).length;
  // More species are read than shown: subtracting test accounts may drop up to `tried` species from the top.
  const community = await mostAdopted(db, TOP + tried);
  const builtIn = CATALOG.map(({ slug }) => ({ slug, adoptions: adopted.get(slug) ?? 0 }));
  return [...builtIn, ...community]
    .map(({ slug, adoptions }) => ({
      slug,
      adoptions: adoptions - (adopted.get(TEST + slug) ?? 0),
      community: findBuiltIn(slug) === undefined,
    }))
    .filter(({ adoptions }) => adoptions > 0)
    .toSorted((one, other) => other.adoptions - one.adoptions || (one.slug < other.slug ? -1 : 1))
    .slice(0, TOP);
}

interface UsedItem {
  readonly what: string;
  readonly n: number;
}

function mostUsedItems(used: TallySums): UsedItem[] {
  return [...withoutTests(used)]
    .map(([what, n]) => ({ what, n }))
    .filter(({ n }) => n > 0)
    .toSorted((one, other) => other.n - one.n || (one.what < other.what ? -1 : 1))
    .slice(0, TOP);
}

interface MoneyFigures {
  readonly live: Takings;
  readonly play: Takings;
  /** This and the next two are in credits: the ledger does not record whether they were bought with live or play money. */
  readonly spent: number;
  readonly takenBack: number;
  readonly givenAgain: number;
}

function moneyFrom(sums: TallySums, lately: (name: string) => WindowSums): MoneyFigures {
  const { of } = figuresIn(sums);
  const sales = salesIn(sums);
  return {
    live: takingsOf(sales, LIVE, lately(CENTS + LIVE)),
    play: takingsOf(sales, PLAY, lately(CENTS + PLAY)),
    spent: of(`${MOVED}resurrection`),
    takenBack: of(`${MOVED}refund`) + of(`${MOVED}dispute`),
    givenAgain: of(`${MOVED}refund_failed`) + of(`${MOVED}dispute_won`),
  };
}

/** Revenue of one kind of money. */
export interface Takings {
  readonly sales: number;
  readonly credits: number;
  readonly cents: number;
  /** In cents. */
  readonly lately: WindowSums;
  readonly sold: readonly Omit<PackSales, 'money'>[];
}

/** Revenue of one kind of money; `lately` is in cents. */
function takingsOf(allSales: readonly PackSales[], kind: string, lately: WindowSums): Takings {
  const sold = allSales
    .filter(({ money, sales }) => money === kind && sales > 0)
    .toSorted((one, other) => other.cents - one.cents || (one.provider < other.provider ? -1 : 1))
    .map(({ money: _, ...sale }) => sale);
  const sum = (figure: 'sales' | 'credits' | 'cents') => sold.reduce((all, sale) => all + sale[figure], 0);
  return { sales: sum('sales'), credits: sum('credits'), cents: sum('cents'), lately, sold };
}

/** Sales of one pack by one provider. */
export interface PackSales {
  readonly money: string;
  readonly provider: string;
  readonly pack: string;
  readonly sales: number;
  readonly credits: number;
  readonly cents: number;
}

export function salesIn(sums: TallySums): PackSales[] {
  const { of } = figuresIn(sums);
  const names = [...sums.keys()].filter((what) => what.startsWith(SALES));
  return names.map((what) => {
    const sale = what.slice(SALES.length);
    const [money = '', provider = '', pack = ''] = sale.split('/');
    const [credits, cents] = [of(CREDITS + sale), of(CENTS + sale)];
    return { money, provider, pack, sales: of(what), credits, cents };
  });
}

export function withoutTests(sums: TallySums): TallySums {
  const net = new Map<string, number>();
  for (const [name, n] of sums) {
    const isTest = name.startsWith(TEST);
    const what = isTest ? name.slice(TEST.length) : name;
    net.set(what, (net.get(what) ?? 0) + (isTest ? -n : n));
  }
  return net;
}

/** Reads counters by name; one that was never counted is 0. */
export interface TallyReader {
  readonly of: (what: string) => number;
  readonly each: <Word extends string>(prefix: string, words: readonly Word[]) => Record<Word, number>;
  readonly sum: (prefix: string, words: readonly string[]) => number;
}

export function figuresIn(sums: TallySums): TallyReader {
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
    return names.reduce((all, name) => all + of(name) - of(TEST + name), 0);
  };
  return { last24h: sum('last24h'), last7d: sum('last7d'), last30d: sum('last30d') };
}
