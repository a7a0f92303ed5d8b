import { DAY, type Instant } from '../../core/engine/clock.ts';
import type { HatchedCreature } from '../../core/lives/creature.ts';
import { consistencyAt } from '../../core/lives/growth.ts';
import type { Species } from '../../core/species/species.ts';
import type { HallCategory } from '../../core/vocabulary.ts';
import type { OffsetLimit } from '../../store/engine/db.ts';
import {
  mostConsistent,
  mostGravestones,
  countMournersBefore,
  countOlder,
  oldestLiving,
  countSteadier,
  type Mourner,
  type SteadyKeeper,
} from '../../store/public/hall.ts';
import { noEarlierThan } from '../engine/optimistic-lock.ts';
import { toPageRange, type Paging } from '../engine/pagination.ts';
import type { House } from '../house.ts';
import { settleForReading, type Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { visibleCreatureName, visibleKeeperName } from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';
import { readHouseTotals, type HouseTotals } from './house-stats.ts';

/** One of the longest lives. */
interface LongLife {
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly ageDays: number;
  readonly consistency: number;
}

/** A page of one of the boards. */
export type HallBoard =
  | { readonly category: 'oldest_living'; readonly entries: readonly RankedEntry<LongLife>[] }
  | { readonly category: 'most_consistent'; readonly entries: readonly RankedEntry<SteadyKeeper>[] }
  | { readonly category: 'gravestone_count'; readonly entries: readonly RankedEntry<Mourner>[] };

export interface Hall extends Settled {
  readonly board: HallBoard;
  readonly totals: HouseTotals;
}

interface HallQuery {
  readonly category: HallCategory;
  readonly paging: Paging;
}

export async function readHall(house: House, { category, paging }: HallQuery, now: Instant): Promise<Hall> {
  const asOf = await settleForReading(house, now);
  const totals = await readHouseTotals(house.store);
  const range = toPageRange(paging);
  // Who asks for a page beyond the end would have the whole board walked through to find nobody.
  if (range.offset >= LONGEST[category](totals)) return { board: { category, entries: [] }, totals, asOf };
  return { board: await READERS[category](house, range, asOf ?? now), totals, asOf };
}

/** More than so many cannot be on a board. */
const LONGEST: Record<HallCategory, (totals: HouseTotals) => number> = {
  oldest_living: ({ alive }) => alive,
  most_consistent: ({ agents }) => agents,
  gravestone_count: ({ agents }) => agents,
};

type BoardReader = (house: House, range: OffsetLimit, now: Instant) => Promise<HallBoard>;

const READERS: Record<HallCategory, BoardReader> = {
  oldest_living: readOldest,
  most_consistent: readSteadiest,
  gravestone_count: readMourners,
};

/** Ages are shown in hundredths of a day. */
const SHOWN_AGE = DAY / 100;

async function readOldest(house: House, range: OffsetLimit, now: Instant): Promise<HallBoard> {
  const oldest = await oldestLiving(house.store, range);
  const lives = await Promise.all(oldest.map((creature) => longLife(house, creature, now)));
  const entries = await withRanks(lives, range.offset, {
    scoreOf: ({ ageDays }) => ageDays,
    equalsBefore: ({ creature }) =>
      countOlder(house.store, creature, now - (shownAge(creature, now) + 0.5) * SHOWN_AGE),
  });
  return { category: 'oldest_living', entries };
}

async function longLife(house: House, found: HatchedCreature, now: Instant): Promise<LongLife> {
  const creature = { ...found, name: visibleCreatureName(await readHiddenContent(house), found) };
  const species = await speciesOf(house, creature.species);
  const consistency = consistencyAt(creature, species, noEarlierThan(creature, now));
  return { creature, species, ageDays: shownAge(creature, now) / 100, consistency };
}

function shownAge({ life }: HatchedCreature, now: Instant): number {
  return Math.max(0, Math.round((now - life.ageFrom) / SHOWN_AGE));
}

async function readSteadiest(house: House, range: OffsetLimit): Promise<HallBoard> {
  const { store } = house;
  const keepers = await withVisibleNames(house, await mostConsistent(store, range));
  const entries = await withRanks(keepers, range.offset, {
    scoreOf: shownTenths,
    equalsBefore: (keeper) => countSteadier(store, keeper, (shownTenths(keeper) + 0.5) / 10),
  });
  return { category: 'most_consistent', entries };
}

function shownTenths({ score }: SteadyKeeper): number {
  return Math.round(score * 10);
}

async function readMourners(house: House, range: OffsetLimit): Promise<HallBoard> {
  const { store } = house;
  const keepers = await withVisibleNames(house, await mostGravestones(store, range));
  const entries = await withRanks(keepers, range.offset, {
    scoreOf: ({ gravestones }) => gravestones,
    equalsBefore: (keeper) => countMournersBefore(store, keeper),
  });
  return { category: 'gravestone_count', entries };
}

async function withVisibleNames<Entry extends SteadyKeeper | Mourner>(
  house: House,
  keepers: readonly Entry[],
): Promise<readonly Entry[]> {
  const hidden = await readHiddenContent(house);
  return keepers.map((keeper) => ({ ...keeper, ...visibleKeeperName(hidden, keeper) }));
}

/** How entries of a board compare. */
interface RankOrder<Entry> {
  /** The score as it is shown: what looks equal is equal. */
  readonly scoreOf: (entry: Entry) => number;
  /** How many that come before the entry on the board have the same score. */
  readonly equalsBefore: (entry: Entry) => Promise<number>;
}

type RankedEntry<Entry> = Entry & { readonly rank: number };

/** Gives a page of a board its ranks. Equal scores share one, on whatever pages they stand. */
async function withRanks<Entry extends object>(
  entries: readonly Entry[],
  offset: number,
  { scoreOf, equalsBefore }: RankOrder<Entry>,
): Promise<readonly RankedEntry<Entry>[]> {
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
