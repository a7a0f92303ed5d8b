import { type Db, inBackground } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { DAY, HOUR, type Instant, SECOND } from '../../rules/base/clock.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { isAsleep } from '../../rules/lives/rhythm.ts';
import { compareDangers, isMealLate, publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Cause, Path, Stage } from '../../rules/vocabulary.ts';
import type { Gravestone } from '../creatures/gravestones.store.ts';
import {
  readHiddenContent,
  redactGravestone,
  visibleCreatureName,
  visibleKeeperName,
  type KeeperName,
} from '../hidden/hidden-content.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import type { Activity } from '../tallies/counting.ts';
import { type CreatureWithKeeper, lastCaredFor, listLiving, nextToChange } from './lists.store.ts';
import {
  type HappeningRow,
  latestDeathNews,
  latestHappenings,
  latestReflectionNews,
  latestStageNews,
  type NewsSubject,
} from './news.store.ts';
import {
  allToPublic,
  type HouseTotals,
  isLiving,
  type LivingPublicCreature,
  observeLiving,
  preparePublicReading,
  type PublicReading,
  readPageTotals,
} from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

/** The creature of a news item. */
export interface NewsMention {
  readonly id: string;
  readonly name: string;
  readonly species: Species;
  readonly keeper: KeeperName;
}

export interface DeathNewsItem {
  readonly kind: 'died';
  readonly at: Instant;
  readonly who: NewsMention;
  readonly stone: Gravestone;
}

export type NewsItem = BirthNewsItem | GrowthNewsItem | DeathNewsItem;

export interface News {
  readonly asOf: Instant | undefined;
  /** The newest first. */
  readonly items: readonly NewsItem[];
}

export async function readNews(house: PublicHouse, now: Instant, limit: number): Promise<News> {
  const { store, asOf } = await preparePublicReading(house, now);
  const items = await Promise.all([
    readBirths(house, store, limit),
    readGrowth(house, store, 'grown up', limit),
    readDeaths(house, store, limit),
  ]);
  const newest = items.flat().toSorted((one, other) => other.at - one.at);
  return { asOf, items: newest.slice(0, limit) };
}

interface BirthNewsItem {
  readonly kind: 'born';
  readonly at: Instant;
  readonly who: NewsMention;
}

async function readBirths(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  store: Db,
  limit: number,
): Promise<BirthNewsItem[]> {
  const births = await latestStageNews(store, 'hatched', limit);
  const toItem = async (birth: NewsSubject) => {
    const who = await toNewsMention(house, birth);
    return { kind: 'born' as const, at: birth.at, who };
  };
  return allReadable(births.map(toItem));
}

interface GrowthNewsItem {
  readonly kind: 'grew';
  readonly at: Instant;
  readonly who: NewsMention;
  readonly to: Stage;
  readonly path: Path | undefined;
}

async function readGrowth(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  store: Db,
  stages: 'grown' | 'grown up',
  limit: number,
): Promise<GrowthNewsItem[]> {
  const growth = await latestStageNews(store, stages, limit);
  return allReadable(
    growth.map(async (grown) => ({
      kind: 'grew' as const,
      at: grown.at,
      who: await toNewsMention(house, grown),
      to: grown.to,
      path: pathOnReaching(grown.to, grown.path),
    })),
  );
}

/** The evolution path to name with a stage: only an adult has one, and the stored path is the current one. */
const pathOnReaching = (stage: string, path: Path | undefined) => (stage === 'adult' ? path : undefined);

async function readDeaths(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  store: Db,
  limit: number,
): Promise<DeathNewsItem[]> {
  const deaths = await latestDeathNews(store, limit);
  const hidden = await readHiddenContent(house);
  return allReadable(
    deaths.map(async ({ displayName, ...stone }) => ({
      kind: 'died' as const,
      at: stone.diedAt,
      who: await toNewsMention(house, { ...stone, username: stone.caretaker, displayName }),
      stone: redactGravestone(hidden, stone),
    })),
  );
}

async function toNewsMention(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  about: Omit<NewsSubject, 'at'>,
): Promise<NewsMention> {
  const { creatureId: id, keeperId, name, username, displayName } = about;
  const hidden = await readHiddenContent(house);
  return {
    id,
    name: visibleCreatureName(hidden, { id, name }),
    species: await speciesOf(house, about.species),
    keeper: visibleKeeperName(hidden, { id: keeperId, username, displayName }),
  };
}

export type HouseHappening = Awaited<ReturnType<typeof toHappening>>;

async function readLatestHappenings(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  store: Db,
  limit: number,
) {
  const range = { careAfter: 0, mostCare: 4 * limit, livesAfter: 0, mostLives: limit };
  const rows = await latestHappenings(store, range);
  return allReadable(rows.slice(0, limit).map((row) => toHappening(house, row)));
}

const FIRST_READ = 60 * SECOND;
// Care is committed a moment after its own timestamp, and the clocks of nodes differ: reads go back this far.
const CARE_COMMIT_DELAY = 5 * SECOND;
// Growth and death are written when a creature is settled, after an outage hours later: reads go back this far.
const SETTLING_DELAY = DAY;
/** Most rows of care per read; older ones are dropped. */
const MOST_CARE = 300;
const MOST_LIVES = 24;

/**
 * Returns the events since the previous read. Rows are not committed in the order of their timestamps, so each read goes back
 * further and skips the keys it has returned before.
 */
export class HappeningFeed {
  readonly #house: PublicHouse;
  #knownKeys: ReadonlySet<string> = new Set();
  #readAt: Instant | undefined;

  constructor(house: PublicHouse) {
    this.#house = house;
  }

  /** Converts real time to the service's clock, which runs faster in a sandbox. */
  scaled(ms: number): number {
    return ms * (this.#house.sandbox?.scale ?? 1);
  }

  async next(now: Instant): Promise<HouseHappening[]> {
    // Events are read from the time of the previous read, however long ago: a sandbox clock can be turned by days.
    const from = this.#readAt ?? now - this.scaled(FIRST_READ);
    const range = {
      careAfter: from - this.scaled(CARE_COMMIT_DELAY),
      mostCare: MOST_CARE,
      livesAfter: from - SETTLING_DELAY,
      mostLives: MOST_LIVES,
    };
    const rows = await inBackground(() => latestHappenings(this.#house.store, range));
    const fresh = rows.filter((row) => !this.#knownKeys.has(keyOf(row))).toReversed();
    // A row that left the range never comes back, so its key can be forgotten.
    this.#knownKeys = new Set(rows.map(keyOf));
    this.#readAt = now;
    return allReadable(fresh.map((row) => toHappening(this.#house, row)));
  }
}

/** `key` is unique among all events and the same on every node. */
async function toHappening(house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>, row: HappeningRow) {
  const { at, stage } = row;
  return { ...factsOf(row), key: keyOf(row), at, who: await toNewsMention(house, row), stage };
}

// The casts hold: the query selects `word` by kind.
function factsOf({ kind, word, granted, path, livedMs }: HappeningRow) {
  switch (kind) {
    case 'cared':
      return { kind, action: word as Action, isWish: granted !== undefined };
    case 'grew':
      return { kind, to: word as Stage, path: pathOnReaching(word, path) };
    case 'died':
      return { kind, cause: word as Cause, livedMs };
    default:
      return { kind };
  }
}

function keyOf({ kind, at, entryId, creatureId, word }: HappeningRow): string {
  return entryId === '' ? [kind, word, creatureId, at].filter((part) => part !== '').join('.') : entryId;
}

/** The content of the home page, without test accounts; they are counted as agents and gravestones. */
export interface HouseSnapshot {
  readonly now: Instant;
  readonly asOf: Instant | undefined;
  readonly totals: HouseTotals;
  readonly activity: Activity;
  readonly awake: readonly LivingPublicCreature[];
  readonly inNeed: readonly LivingPublicCreature[];
  readonly happenings: readonly HouseHappening[];
  readonly births: readonly BirthNewsItem[];
  readonly growth: readonly GrowthNewsItem[];
  readonly deaths: readonly DeathNewsItem[];
  readonly reflections: readonly ReflectionNewsItem[];
}

const SHOWN = 6;
const WINDOWS = 12;

export async function readHouseSnapshot(house: PublicHouse, now: Instant): Promise<HouseSnapshot> {
  const reading = await preparePublicReading(house, now);
  const { store, asOf } = reading;
  const [totals, activity, awake, inNeed, happenings, births, growth, deaths, reflections] =
    await Promise.all([
      readPageTotals(store),
      house.activity.at(now),
      readAwake(house, now, reading),
      readInNeed(house, now, store),
      readLatestHappenings(house, store, SHOWN),
      readBirths(house, store, SHOWN),
      readGrowth(house, store, 'grown', SHOWN),
      readDeaths(house, store, SHOWN),
      readReflections(house, store),
    ]);
  return { now, asOf, totals, activity, awake, inNeed, happenings, births, growth, deaths, reflections };
}

async function readAwake(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  now: Instant,
  { store, moment }: PublicReading,
) {
  // Twice as many creatures are read as shown: some have fallen asleep since their last care.
  const recent = await lastCaredFor(store, 2 * WINDOWS);
  // The youngest fill the windows that are left: newborns are not fed yet.
  const youngest = await listLiving(store, { order: 'youngest', offset: 0, limit: 2 * WINDOWS });
  const candidates = new Map([...recent, ...youngest].map((one) => [one.stored.creature.id, one]));
  const awake = [...candidates.values()]
    .filter(({ stored }) => !isAsleep(stored.creature, now))
    .slice(0, WINDOWS);
  return (await allToPublic(house, awake, moment)).filter(isLiving);
}

const CANDIDATES = 2 * SHOWN;

async function readInNeed(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  now: Instant,
  store: Db,
) {
  const [endangered, next] = await Promise.all([
    listLiving(store, { order: 'danger', offset: 0, limit: CANDIDATES }),
    nextToChange(store, now, CANDIDATES),
  ]);
  const candidates = new Map([...endangered, ...next].map((one) => [one.stored.creature.id, one]));
  const needs = await allReadable([...candidates.values()].map((one) => urgentNeed(house, one, now)));
  const urgent = needs
    .filter((need) => need !== undefined)
    .toSorted((one, other) => compareDangers(one.danger, other.danger) || one.diesAt - other.diesAt)
    .slice(0, SHOWN)
    .map(({ candidate }) => candidate);
  return (await allToPublic(house, urgent, now)).filter(isLiving);
}

/** The need of a creature; undefined unless its danger is public or its meal is late. */
async function urgentNeed(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  candidate: CreatureWithKeeper,
  now: Instant,
) {
  const { creature } = candidate.stored;
  const observed = observeLiving(creature, await speciesOf(house, creature.species), now);
  if (!observed) return undefined;
  const { danger } = publicSituation(observed);
  if (danger === 'none' && !isMealLate(observed.feeding.status)) return undefined;
  const { thresholdHours, hoursWithoutCare } = observed.deathClock;
  const diesAt = observed.publicClock.diesAt ?? now + (thresholdHours - hoursWithoutCare) * HOUR;
  return { candidate, danger, diesAt };
}

interface ReflectionNewsItem {
  readonly at: Instant;
  readonly who: NewsMention;
  readonly entryId: string;
  readonly note: string;
}

async function readReflections(
  house: Pick<SpeciesHouse, 'moderation' | 'species' | 'store'>,
  store: Db,
): Promise<ReflectionNewsItem[]> {
  // More reflections are read than shown: some are hidden.
  const reflections = await latestReflectionNews(store, 2 * SHOWN);
  const hidden = await readHiddenContent(house);
  const shown = await allReadable(
    reflections.map(async (reflection) => {
      const { at, entryId, notes } = reflection;
      const note = hidden.visibleText('note', entryId, notes);
      if (note === undefined) return undefined;
      return { at, who: await toNewsMention(house, reflection), entryId, note: shortenForDisplay(note) };
    }),
  );
  return shown.filter((reflection) => reflection !== undefined);
}
