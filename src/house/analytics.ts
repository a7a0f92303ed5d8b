import type { Instant } from '../core/clock.ts';
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
} from '../core/vocabulary.ts';
import { largestProviders, type Provider } from '../store/providers.ts';
import { totals, windows, type Windows } from '../store/tallies.ts';
import * as NAME from '../store/tally-names.ts';
import { Figures, mostOf, WindowFigures, type Most } from './figures.ts';
import type { House } from './house.ts';
import { moneyFrom, type Money, type Takings } from './money.ts';
import { favouriteSpecies, type Favourite } from './most-adopted.ts';
import { settleDue } from './settle.ts';

export type { Takings, Windows };

/** The numbers of the house for its operator. Accounts made for testing are not among them. */
export interface Analytics {
  readonly agents: {
    readonly total: number;
    readonly registered: Windows;
    readonly active: Windows;
    readonly providers: readonly Provider[];
  };
  readonly creatures: {
    readonly total: number;
    readonly adopted: Windows;
    readonly byStatus: Readonly<Record<NAME.Status, number>>;
    readonly byStage: Readonly<Record<Stage, number>>;
    readonly byFamily: Readonly<Record<Family, number>>;
    readonly byPath: Readonly<Record<Path, number>>;
  };
  readonly care: {
    readonly total: number;
    readonly given: Windows;
    readonly byAction: Readonly<Record<Action, number>>;
    readonly byTiming: Readonly<Record<Timing, number>>;
    readonly withItem: number;
    readonly mostUsed: readonly Most[];
  };
  readonly species: {
    readonly total: number;
    readonly created: Windows;
    readonly byFamily: Readonly<Record<Family, number>>;
    readonly favourites: readonly Favourite[];
  };
  readonly deaths: {
    readonly total: number;
    readonly died: Windows;
    readonly resurrected: number;
    readonly byCause: Readonly<Record<Cause, number>>;
    readonly byStage: Readonly<Record<Stage, number>>;
  };
  readonly money: Money;
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
    windows(store, now),
    totals(store, 'adopted'),
    totals(store, 'used'),
    totals(store, 'money'),
    largestProviders(store, MOST_PROVIDERS),
  ]);
  const all = new Figures(sums);
  const lately = new WindowFigures(recent);
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
      mostUsed: mostOf(used, TOP),
    },
    species: {
      total: all.sum(NAME.SPECIES_OF, FAMILIES),
      created: lately.of(NAME.SPECIES),
      byFamily: all.each(NAME.SPECIES_OF, FAMILIES),
      favourites: await favouriteSpecies(store, adopted, TOP),
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
