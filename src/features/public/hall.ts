import type { Db, KeysetRange, Value } from '../../../packages/database/db.ts';
import { allReadable, UnreadableRowError } from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { consistencyAt } from '../../rules/lives/growth.ts';
import type { HallCategory } from '../../rules/vocabulary.ts';
import {
  type HiddenHouse,
  readHiddenContent,
  visibleCreatureName,
  visibleKeeperName,
} from '../hidden/hidden-content.ts';
import type { KnownAgent } from '../identity/agents.store.ts';
import { type KeysetList, type Paging, readPage } from '../pagination.ts';
import { noEarlierThan } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { toKeeperEntries, type KeeperEntry } from './browse-creatures.ts';
import {
  type Comeback,
  comebacksSince,
  countMournersBefore,
  countOlder,
  countSteadier,
  FIRST_MOURNER,
  FIRST_OLDEST,
  FIRST_STEADIEST,
  mostConsistent,
  mostGravestones,
  mostThoughtOf,
  type Mourner,
  type OldCreature,
  oldestLiving,
  REFLECTIONS_LOOKED_THROUGH,
  type SteadyKeeper,
} from './hall.store.ts';
import { findShown, reliableSince, type GrowingKeeper } from './lists.store.ts';
import {
  allToPublic,
  type HouseTotals,
  preparePublicReading,
  type PublicCreature,
  type PublicReading,
  readHouseTotals,
} from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

type LongLife = Awaited<ReturnType<typeof longLife>>;

type RankedEntry<Entry> = Entry & { readonly rank: number };

export type HallBoard =
  | { readonly category: 'oldest_living'; readonly entries: readonly RankedEntry<LongLife>[] }
  | { readonly category: 'most_consistent'; readonly entries: readonly RankedEntry<SteadyKeeper>[] }
  | { readonly category: 'gravestone_count'; readonly entries: readonly RankedEntry<Mourner>[] };

export interface Hall {
  readonly board: HallBoard;
  readonly totals: HouseTotals;
  readonly nextCursor: string | undefined;
  readonly asOf: Instant | undefined;
}

type HallQuery = Readonly<{ visitor?: KnownAgent | undefined; category: HallCategory; paging: Paging }>;

export async function readHall(
  house: PublicHouse,
  { visitor, category, paging }: HallQuery,
  now: Instant,
): Promise<Hall> {
  const reading = await preparePublicReading(house, now, visitor);
  const totals = await readHouseTotals(reading.store);
  const board: Board<LongLife | SteadyKeeper | Mourner> = BOARDS[category](house, reading);
  // Upper bound of the board's length: pages beyond it are not searched for.
  const longest = category === 'oldest_living' ? totals.alive : totals.agents;
  const marks = house.pageMarks[category].at(reading.moment);
  const { entries, nextCursor } = await readPage(paging, longest, { ...rankedList(board), marks });
  // The cast holds: BOARDS pairs entries with their category.
  return { board: { category, entries } as HallBoard, totals, nextCursor, asOf: reading.asOf };
}

interface Board<Entry> {
  readonly first: readonly Value[];
  keyOf(entry: Entry): readonly Value[];
  read(range: KeysetRange): Promise<readonly Entry[]>;
  /** The entry's score as displayed: entries with equal displayed scores share a rank. */
  scoreOf(entry: Entry): number;
  /** The entry's score by its key; absent where the score changes with time. */
  scoreIn?(key: readonly Value[]): number;
  equalsBefore(entry: Entry): Promise<number>;
}

function rankedList<Entry extends object>(board: Board<Entry>): KeysetList<RankedEntry<Entry>> {
  return {
    // Cursors contain the rank: entries that share one may be spread over several pages.
    first: [Number.MAX_SAFE_INTEGER, ...board.first],
    keyOf: (entry) => [entry.rank, ...board.keyOf(entry)],
    async read({ after: place = [], ...range }, passed) {
      const [rank, ...after] = place;
      const entries = await board.read({ ...range, after });
      return withRanks(entries, passed, board, { rank: Number(rank), score: board.scoreIn?.(after) });
    },
  };
}

/** Adds ranks to the entries of a page; equal scores share a rank, also across pages. */
async function withRanks<Entry extends object>(
  entries: readonly Entry[],
  passed: number,
  board: Board<Entry>,
  before: Readonly<{ rank: number; score: number | undefined }>,
): Promise<readonly RankedEntry<Entry>[]> {
  const [first] = entries;
  if (!first) return [];
  let score = board.scoreOf(first);
  let rank = passed + 1;
  if (score === before.score) rank = before.rank;
  else if (passed > 0) rank -= await board.equalsBefore(first);
  return entries.map((entry, at) => {
    const own = board.scoreOf(entry);
    if (own !== score) rank = passed + at + 1;
    score = own;
    return { ...entry, rank };
  });
}

const SHOWN_AGE = DAY / 100;

function oldestBoard(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  { store, moment: now }: PublicReading,
): Board<LongLife> {
  const read = async (range: KeysetRange): Promise<readonly LongLife[]> => {
    const oldest = await oldestLiving(store, range);
    const lives = await allReadable(oldest.map((one) => longLife(house, one, now)));
    const left = oldest.length - lives.length;
    // A page that is not full would be taken for the last one.
    if (left === 0) return lives;
    return [...lives, ...(await read({ ...range, offset: range.offset + range.limit, limit: left }))];
  };
  return {
    first: FIRST_OLDEST,
    keyOf: ({ creature }) => [creature.life.ageFrom, creature.id],
    read,
    scoreOf: ({ ageDays }) => ageDays,
    equalsBefore: ({ creature }) =>
      countOlder(store, creature, now - (shownAge(creature, now) + 0.5) * SHOWN_AGE),
  };
}

async function longLife(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  found: OldCreature | UnreadableRowError,
  now: Instant,
) {
  if (found instanceof UnreadableRowError) throw found;
  const hidden = await readHiddenContent(house);
  const creature = { ...found.creature, name: visibleCreatureName(hidden, found.creature) };
  const keeper = visibleKeeperName(hidden, { ...found, id: creature.keeperId });
  const species = await speciesOf(house, creature.species);
  const consistency = consistencyAt(creature, species, noEarlierThan(creature, now));
  return { creature, keeper, species, ageDays: shownAge(creature, now) / 100, consistency };
}

function shownAge({ life }: HatchedCreature, now: Instant): number {
  return Math.max(0, Math.round((now - life.ageFrom) / SHOWN_AGE));
}

const shownTenths = (score: number) => Math.round(score * 10);

function steadiestBoard(
  house: Pick<HiddenHouse, 'moderation'>,
  { store }: PublicReading,
): Board<SteadyKeeper> {
  return {
    first: FIRST_STEADIEST,
    keyOf: ({ score, adultsRaised, username }) => [score, adultsRaised, username],
    read: async (range) => withVisibleNames(house, await mostConsistent(store, range)),
    scoreOf: ({ score }) => shownTenths(score),
    scoreIn: ([score]) => shownTenths(Number(score)),
    equalsBefore: (keeper) => countSteadier(store, keeper, (shownTenths(keeper.score) + 0.5) / 10),
  };
}

function mournersBoard(house: Pick<HiddenHouse, 'moderation'>, { store }: PublicReading): Board<Mourner> {
  return {
    first: FIRST_MOURNER,
    keyOf: ({ gravestones, username }) => [gravestones, username],
    read: async (range) => withVisibleNames(house, await mostGravestones(store, range)),
    scoreOf: ({ gravestones }) => gravestones,
    scoreIn: ([gravestones]) => Number(gravestones),
    equalsBefore: (keeper) => countMournersBefore(store, keeper),
  };
}

const BOARDS = {
  oldest_living: oldestBoard,
  most_consistent: steadiestBoard,
  gravestone_count: mournersBoard,
};

async function withVisibleNames<Entry extends Mourner>(
  house: Pick<HiddenHouse, 'moderation'>,
  keepers: readonly Entry[],
) {
  const hidden = await readHiddenContent(house);
  return keepers.map((keeper) => ({ ...keeper, ...visibleKeeperName(hidden, keeper) }));
}

/** What the hall page shows besides its boards, without blocked agents and test accounts. */
export interface HallStories {
  readonly keepersOfTheWeek: readonly KeeperEntry<GrowingKeeper>[];
  readonly comebacks: readonly WithResident<HallComeback>[];
  readonly loved: readonly WithResident<LovedCreature>[];
  /** Number of reflections that were looked through for the loved ones. */
  readonly reflections: number;
}

export const WEEK_DAYS = 7;
export const MONTH_DAYS = 30;
const SHOWN = 3;

interface HallComeback extends Comeback {
  readonly from: 'the dead' | 'the edge';
}

interface LovedCreature {
  readonly creatureId: string;
  /** Number of days on which it was thought of. */
  readonly days: number;
}

type WithResident<Story> = Story & { readonly resident: PublicCreature };

export async function readHallStories(house: PublicHouse, now: Instant): Promise<HallStories> {
  const reading = await preparePublicReading(house, now);
  const { store } = reading;
  const [keepers, comebacks, loved] = await Promise.all([
    reliableSince(store, now - WEEK_DAYS * DAY, SHOWN),
    readComebacks(store, now),
    mostThoughtOf(store, SHOWN),
  ]);
  return {
    keepersOfTheWeek: await toKeeperEntries(house, keepers),
    comebacks: await withResidents(house, reading, comebacks),
    loved: await withResidents(house, reading, loved),
    reflections: REFLECTIONS_LOOKED_THROUGH,
  };
}

async function readComebacks(store: Db, now: Instant) {
  const read = async <From extends 'the dead' | 'the edge'>(from: From) => {
    const found = await comebacksSince(store, from, now - MONTH_DAYS * DAY, 2 * SHOWN);
    return found.map((one) => ({ ...one, from }));
  };
  const [dead, edge] = await Promise.all([read('the dead'), read('the edge')]);
  const resurrected = new Set(dead.map(({ creatureId }) => creatureId));
  return [...dead, ...edge.filter(({ creatureId }) => !resurrected.has(creatureId))].slice(0, SHOWN);
}

/** Adds the creature to each story; stories about creatures that are not listed publicly are dropped. */
async function withResidents<Story extends { readonly creatureId: string }>(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  { store, moment }: PublicReading,
  stories: readonly Story[],
) {
  const ids = stories.map(({ creatureId }) => creatureId);
  const residents = await allToPublic(house, await findShown(store, ids), moment);
  const byId = new Map(residents.map((resident) => [resident.creature.id, resident]));
  return stories.flatMap((story) => {
    const resident = byId.get(story.creatureId);
    return resident ? [{ ...story, resident }] : [];
  });
}
