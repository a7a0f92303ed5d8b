import type { Instant } from '../../core/engine/clock.ts';
import {
  ACTIONS,
  CAUSES,
  FAMILIES,
  PATHS,
  STAGES,
  TIMINGS,
  type Action,
  type Cause,
  type Family,
  type Path,
  type Stage,
  type Timing,
} from '../../core/vocabulary.ts';
import { largestModelProviders, type ModelProviderCount } from '../../store/figures/model-providers.ts';
import { totals, sumsByWindow, type WindowSums } from '../../store/figures/tallies.ts';
import * as NAME from '../../store/figures/tally-names.ts';
import type { House } from '../house.ts';
import { settleDue } from '../lives/settle.ts';
import { moneyFrom, type MoneyFigures, type Takings } from './money.ts';
import { findFavouriteSpecies, type FavouriteSpecies } from './most-adopted.ts';
import { TallyTotals, topCounts, TallyWindows, type TopCount } from './tally-figures.ts';

export type { Takings, WindowSums };

/** The numbers of the house for its operator. Accounts made for testing are not among them. */
export interface Analytics {
  readonly agents: {
    readonly total: number;
    readonly registered: WindowSums;
    readonly active: WindowSums;
    readonly providers: readonly ModelProviderCount[];
  };
  readonly creatures: {
    readonly total: number;
    readonly adopted: WindowSums;
    readonly byStatus: Readonly<Record<NAME.CountedStatus, number>>;
    readonly byStage: Readonly<Record<Stage, number>>;
    readonly byFamily: Readonly<Record<Family, number>>;
    readonly byPath: Readonly<Record<Path, number>>;
  };
  readonly care: {
    readonly total: number;
    readonly given: WindowSums;
    readonly byAction: Readonly<Record<Action, number>>;
    readonly byTiming: Readonly<Record<Timing, number>>;
    readonly withItem: number;
    readonly mostUsed: readonly TopCount[];
  };
  readonly species: {
    readonly total: number;
    readonly created: WindowSums;
    readonly byFamily: Readonly<Record<Family, number>>;
    readonly favourites: readonly FavouriteSpecies[];
  };
  readonly deaths: {
    readonly total: number;
    readonly died: WindowSums;
    readonly resurrected: number;
    readonly byCause: Readonly<Record<Cause, number>>;
    readonly byStage: Readonly<Record<Stage, number>>;
  };
  readonly money: MoneyFigures;
  /** How many agents came how far. */
  readonly steps: Readonly<Record<NAME.FunnelStep, number>>;
  readonly testAccounts: number;
}

const MOST_PROVIDERS = 20;
const TOP = 10;

/** Reads every number at once, with everything brought about that was due. */
export async function readAnalytics(house: House, now: Instant): Promise<Analytics> {
  await settleDue(house, now);
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
  const lately = new TallyWindows(recent);
  return {
    agents: {
      total: all.of(NAME.REGISTERED),
      registered: lately.of(NAME.REGISTERED),
      active: lately.of(NAME.ACTIVE),
      providers,
    },
    creatures: {
      total: all.sum(NAME.STATUS, NAME.STATUSES),
      adopted: lately.of(NAME.ADOPTED),
      byStatus: all.each(NAME.STATUS, NAME.STATUSES),
      byStage: all.each(NAME.STAGE, STAGES),
      byFamily: all.each(NAME.FAMILY, FAMILIES),
      byPath: all.each(NAME.PATH, PATHS),
    },
    care: {
      total: all.sum(NAME.CARE, ACTIONS),
      given: lately.sum(NAME.CARE, ACTIONS),
      byAction: all.each(NAME.CARE, ACTIONS),
      byTiming: all.each(NAME.TIMING, TIMINGS),
      withItem: all.of(NAME.WITH_ITEM),
      mostUsed: topCounts(used, TOP),
    },
    species: {
      total: all.sum(NAME.SPECIES_OF, FAMILIES),
      created: lately.of(NAME.SPECIES),
      byFamily: all.each(NAME.SPECIES_OF, FAMILIES),
      favourites: await findFavouriteSpecies(store, adopted, TOP),
    },
    deaths: {
      total: all.sum(NAME.CAUSE, CAUSES),
      died: lately.of(NAME.DIED),
      resurrected: all.of(NAME.RESURRECTED),
      byCause: all.each(NAME.CAUSE, CAUSES),
      byStage: all.each(NAME.STAGE_AT_DEATH, STAGES),
    },
    money: moneyFrom(money, lately),
    steps: all.each(NAME.FUNNEL, NAME.FUNNEL_STEPS),
    testAccounts: sums.get(NAME.TEST + NAME.REGISTERED) ?? 0,
  };
}
