import { DAY, type Instant } from '../core/clock.ts';
import type { Hatched } from '../core/creature.ts';
import type { Species } from '../core/species/species.ts';
import { consistencyAt } from '../core/stages.ts';
import type { HallCategory } from '../core/vocabulary.ts';
import {
  mostConsistent,
  mostGravestones,
  mournersBefore,
  olderBy,
  oldestLiving,
  steadierBy,
  type Mourner,
  type SteadyKeeper,
} from '../store/hall.ts';
import { curtainOf } from './curtain.ts';
import { keeperName, shownName } from './faces.ts';
import type { House } from './house.ts';
import { houseTotals, type HouseTotals } from './house-totals.ts';
import { stretchOf, type Paging, type Stretch } from './paging.ts';
import { ranked, type Ranked } from './ranking.ts';
import { settleDue } from './settle.ts';
import { speciesOf } from './species-of.ts';

/** One of the longest lives. */
export interface LongLife {
  readonly creature: Hatched;
  readonly species: Species;
  readonly ageDays: number;
  readonly consistency: number;
}

/** A page of one of the boards. */
export type Board =
  | { readonly category: 'oldest_living'; readonly entries: readonly Ranked<LongLife>[] }
  | { readonly category: 'most_consistent'; readonly entries: readonly Ranked<SteadyKeeper>[] }
  | { readonly category: 'gravestone_count'; readonly entries: readonly Ranked<Mourner>[] };

export interface Hall {
  readonly board: Board;
  readonly totals: HouseTotals;
}

export interface HallVisit {
  readonly category: HallCategory;
  readonly paging: Paging;
}

export async function visitHall(house: House, { category, paging }: HallVisit, now: Instant): Promise<Hall> {
  await settleDue(house, now);
  const totals = await houseTotals(house.store);
  const stretch = stretchOf(paging);
  // Who asks for a page beyond the end would have the whole board walked through to find nobody.
  if (stretch.offset >= LONGEST[category](totals)) return { board: { category, entries: [] }, totals };
  return { board: await READERS[category](house, stretch, now), totals };
}

/** More than so many cannot be on a board. */
const LONGEST: Record<HallCategory, (totals: HouseTotals) => number> = {
  oldest_living: ({ alive }) => alive,
  most_consistent: ({ agents }) => agents,
  gravestone_count: ({ agents }) => agents,
};

type Reader = (house: House, stretch: Stretch, now: Instant) => Promise<Board>;

const READERS: Record<HallCategory, Reader> = {
  oldest_living: readOldest,
  most_consistent: readSteadiest,
  gravestone_count: readMourners,
};

/** Ages are shown in hundredths of a day. */
const SHOWN_AGE = DAY / 100;

async function readOldest(house: House, stretch: Stretch, now: Instant): Promise<Board> {
  const oldest = await oldestLiving(house.store, stretch);
  const lives = await Promise.all(oldest.map((creature) => longLife(house, creature, now)));
  const entries = await ranked(lives, stretch.offset, {
    scoreOf: ({ ageDays }) => ageDays,
    equalsBefore: ({ creature }) =>
      olderBy(house.store, creature, now - (shownAge(creature, now) + 0.5) * SHOWN_AGE),
  });
  return { category: 'oldest_living', entries };
}

async function longLife(house: House, found: Hatched, now: Instant): Promise<LongLife> {
  const creature = { ...found, name: shownName(await curtainOf(house), found) };
  const species = await speciesOf(house, creature.species);
  const consistency = consistencyAt(creature, species, now);
  return { creature, species, ageDays: shownAge(creature, now) / 100, consistency };
}

function shownAge({ life }: Hatched, now: Instant): number {
  return Math.round((now - life.ageFrom) / SHOWN_AGE);
}

async function readSteadiest(house: House, stretch: Stretch): Promise<Board> {
  const { store } = house;
  const keepers = await named(house, await mostConsistent(store, stretch));
  const entries = await ranked(keepers, stretch.offset, {
    scoreOf: shownTenths,
    equalsBefore: (keeper) => steadierBy(store, keeper, (shownTenths(keeper) + 0.5) / 10),
  });
  return { category: 'most_consistent', entries };
}

function shownTenths({ score }: SteadyKeeper): number {
  return Math.round(score * 10);
}

async function readMourners(house: House, stretch: Stretch): Promise<Board> {
  const { store } = house;
  const keepers = await named(house, await mostGravestones(store, stretch));
  const entries = await ranked(keepers, stretch.offset, {
    scoreOf: ({ gravestones }) => gravestones,
    equalsBefore: (keeper) => mournersBefore(store, keeper),
  });
  return { category: 'gravestone_count', entries };
}

async function named<Keeper extends SteadyKeeper | Mourner>(
  house: House,
  keepers: readonly Keeper[],
): Promise<readonly Keeper[]> {
  const curtain = await curtainOf(house);
  return keepers.map((keeper) => ({ ...keeper, ...keeperName(curtain, keeper) }));
}
