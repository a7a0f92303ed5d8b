import type { Db, KeysetRange, Value } from '../../db/db.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { HatchedCreature } from '../../rules/lives/creature.ts';
import { consistencyAt } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import type { HallCategory } from '../../rules/vocabulary.ts';
import type { KnownAgent } from '../agents/agents.store.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { type KeeperName, visibleCreatureName, visibleKeeperName } from '../moderation/redact.ts';
import { noEarlierThan } from '../optimistic-lock.ts';
import { type EntryPage, type Paging, readPage } from '../pagination.ts';
import { speciesOf } from '../species/species-registry.ts';
import { toKeeperEntries } from './browse-keepers.ts';
import {
  type ComebackFrom,
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
import { type HouseTotals, readHouseTotals } from './house-stats.ts';
import { findShown, reliableSince } from './lists.store.ts';
import { type PublicCreature, toPublic } from './public-creature.ts';
import { preparePublicReading, type PublicReading } from './public-reading.ts';

/** One of the longest lives. */
interface LongLife {
  readonly creature: HatchedCreature;
  readonly keeper: KeeperName;
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
  /** Where the board goes on, if it does. */
  readonly nextCursor: string | undefined;
}

interface HallQuery {
  /** One who came with a key. */
  readonly visitor?: KnownAgent | undefined;
  readonly category: HallCategory;
  readonly paging: Paging;
}

export async function readHall(house: House, query: HallQuery, now: Instant): Promise<Hall> {
  const reading = await preparePublicReading(house, now, query.visitor);
  const totals = await readHouseTotals(reading.store);
  const page = await READERS[query.category](house, query, totals, reading);
  return { ...page, totals, asOf: reading.asOf };
}

type BoardPage = Pick<Hall, 'board' | 'nextCursor'>;
type BoardReader = (
  house: House,
  query: HallQuery,
  totals: HouseTotals,
  reading: PublicReading,
) => Promise<BoardPage>;

const READERS: Record<HallCategory, BoardReader> = {
  async oldest_living(house, query, { alive }, reading) {
    const { entries, nextCursor } = await readBoard(
      house,
      query,
      alive,
      reading.moment,
      oldestBoard(house, reading),
    );
    return { board: { category: 'oldest_living', entries }, nextCursor };
  },
  async most_consistent(house, query, { agents }, { store, moment }) {
    const { entries, nextCursor } = await readBoard(
      house,
      query,
      agents,
      moment,
      steadiestBoard(house, store),
    );
    return { board: { category: 'most_consistent', entries }, nextCursor };
  },
  async gravestone_count(house, query, { agents }, { store, moment }) {
    const { entries, nextCursor } = await readBoard(
      house,
      query,
      agents,
      moment,
      mournersBoard(house, store),
    );
    return { board: { category: 'gravestone_count', entries }, nextCursor };
  },
};

/** A board and its order. */
interface Board<Entry> {
  readonly first: readonly Value[];
  keyOf(entry: Entry): readonly Value[];
  read(range: KeysetRange): Promise<readonly Entry[]>;
  /** The score as it is shown: what looks equal is equal. */
  readonly scoreOf: (entry: Entry) => number;
  /** The same of an entry that is known by its key; undefined where it changes as time goes by. */
  scoreIn?(key: readonly Value[]): number;
  /** How many that come before the entry on the board have the same score. */
  readonly equalsBefore: (entry: Entry) => Promise<number>;
}

/** `longest`: more cannot be on the board, and who asks for a page beyond it is not to have all of it walked through. */
function readBoard<Entry extends object>(
  house: House,
  { category, paging }: HallQuery,
  longest: number,
  now: Instant,
  board: Board<Entry>,
): Promise<EntryPage<RankedEntry<Entry>>> {
  return readPage<RankedEntry<Entry>>(paging, longest, {
    // Ranks travel along: who shares one may be spread over any number of pages.
    first: [Number.MAX_SAFE_INTEGER, ...board.first],
    keyOf: (entry) => [entry.rank, ...board.keyOf(entry)],
    async read({ after: place = [], ...range }, passed) {
      const [rank, ...after] = place;
      const entries = await board.read({ ...range, after });
      return withRanks(entries, passed, board, { rank: Number(rank), score: board.scoreIn?.(after) });
    },
    marks: house.pageMarks[category].at(now),
  });
}

/** Ages are shown in hundredths of a day. */
const SHOWN_AGE = DAY / 100;

function oldestBoard(house: House, { store, moment: now }: PublicReading): Board<LongLife> {
  return {
    first: FIRST_OLDEST,
    keyOf: ({ creature }) => [creature.life.ageFrom, creature.id],
    async read(range) {
      const oldest = await oldestLiving(store, range);
      return Promise.all(oldest.map((one) => longLife(house, one, now)));
    },
    scoreOf: ({ ageDays }) => ageDays,
    equalsBefore: ({ creature }) =>
      countOlder(store, creature, now - (shownAge(creature, now) + 0.5) * SHOWN_AGE),
  };
}

async function longLife(house: House, found: OldCreature, now: Instant): Promise<LongLife> {
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

function steadiestBoard(house: House, store: Db): Board<SteadyKeeper> {
  return {
    first: FIRST_STEADIEST,
    keyOf: ({ score, adultsRaised, username }) => [score, adultsRaised, username],
    read: async (range) => withVisibleNames(house, await mostConsistent(store, range)),
    scoreOf: ({ score }) => shownTenths(score),
    scoreIn: ([score]) => shownTenths(Number(score)),
    equalsBefore: (keeper) => countSteadier(store, keeper, (shownTenths(keeper.score) + 0.5) / 10),
  };
}

function shownTenths(score: number): number {
  return Math.round(score * 10);
}

function mournersBoard(house: House, store: Db): Board<Mourner> {
  return {
    first: FIRST_MOURNER,
    keyOf: ({ gravestones, username }) => [gravestones, username],
    read: async (range) => withVisibleNames(house, await mostGravestones(store, range)),
    scoreOf: ({ gravestones }) => gravestones,
    scoreIn: ([gravestones]) => Number(gravestones),
    equalsBefore: (keeper) => countMournersBefore(store, keeper),
  };
}

async function withVisibleNames<Entry extends SteadyKeeper | Mourner>(
  house: House,
  keepers: readonly Entry[],
): Promise<readonly Entry[]> {
  const hidden = await readHiddenContent(house);
  return keepers.map((keeper) => ({ ...keeper, ...visibleKeeperName(hidden, keeper) }));
}

type RankedEntry<Entry> = Entry & { readonly rank: number };

/** Gives a stretch of a board its ranks. Equal scores share one, on whatever pages they stand. */
async function withRanks<Entry extends object>(
  entries: readonly Entry[],
  passed: number,
  { scoreOf, equalsBefore }: Board<Entry>,
  before: { readonly rank: number; readonly score: number | undefined },
): Promise<readonly RankedEntry<Entry>[]> {
  const [first] = entries;
  if (!first) return [];
  let score = scoreOf(first);
  let rank = passed + 1;
  if (score === before.score) rank = before.rank;
  else if (passed > 0) rank -= await equalsBefore(first);
  return entries.map((entry, at) => {
    const own = scoreOf(entry);
    if (own !== score) rank = passed + at + 1;
    score = own;
    return { ...entry, rank };
  });
}

/** What the hall tells beside its boards. Nobody blocked and no test account is in any of it. */
export type HallStories = Awaited<ReturnType<typeof readHallStories>>;

/** One that was nearly lost, or was, and is still here. */
interface Comeback {
  readonly resident: PublicCreature;
  readonly from: ComebackFrom;
  readonly at: Instant;
}

export const WEEK_DAYS = 7;
export const MONTH_DAYS = 30;
const SHOWN = 3;

export async function readHallStories(house: House, now: Instant) {
  const reading = await preparePublicReading(house, now);
  const [keepers, comebacks, loved] = await Promise.all([
    reliableSince(reading.store, now - WEEK_DAYS * DAY, SHOWN),
    readComebacks(house, reading, now),
    readMostLoved(house, reading),
  ]);
  return {
    keepersOfTheWeek: await toKeeperEntries(house, keepers),
    comebacks,
    loved,
    reflections: REFLECTIONS_LOOKED_THROUGH,
  };
}

/** Who was dead comes before who was close to it. */
async function readComebacks(
  house: House,
  reading: PublicReading,
  now: Instant,
): Promise<readonly Comeback[]> {
  const since = now - MONTH_DAYS * DAY;
  const told: { creatureId: string; at: Instant; from: ComebackFrom }[] = [];
  for (const from of ['the dead', 'the edge'] as const) {
    const known = new Set(told.map(({ creatureId }) => creatureId));
    const found = await comebacksSince(reading.store, from, since, 2 * SHOWN);
    told.push(...found.filter(({ creatureId }) => !known.has(creatureId)).map((one) => ({ ...one, from })));
  }
  return withResidents(house, reading, told.slice(0, SHOWN));
}

async function readMostLoved(house: House, reading: PublicReading) {
  return withResidents(house, reading, await mostThoughtOf(reading.store, SHOWN));
}

/** What is told of some creatures, with the creatures; in the same order. */
async function withResidents<Told extends { readonly creatureId: string }>(
  house: House,
  { store, moment }: PublicReading,
  told: readonly Told[],
): Promise<(Told & { readonly resident: PublicCreature })[]> {
  const found = await findShown(
    store,
    told.map(({ creatureId }) => creatureId),
  );
  const residents = await Promise.all(found.map((one) => toPublic(house, one, moment)));
  const byId = new Map(residents.map((resident) => [resident.creature.id, resident]));
  return told.flatMap((one) => {
    const resident = byId.get(one.creatureId);
    return resident ? [{ ...one, resident }] : [];
  });
}
