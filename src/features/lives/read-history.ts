import { varietyOf } from '../../rules/care/care-record.ts';
import { missedWindows, windowsSinceFed } from '../../rules/care/feeding.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import type { MannerKind } from '../../rules/heart/manner.ts';
import {
  hasHatched,
  isAlive,
  type CareRecord,
  type Creature,
  type HatchedCreature,
} from '../../rules/lives/creature.ts';
import { consistencyAt, pathAt } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Path } from '../../rules/vocabulary.ts';
import { archivedLogsOfMany, careLogBefore, careLogOf, type CareLogEntry } from '../care/care-log.store.ts';
import { markKeepsakesRead, type StoredCreature } from './creatures.store.ts';
import { gravestonesOfCreature } from './gravestones.store.ts';
import { milestonesOf, type MilestoneRecord } from './life-log.store.ts';
import { readShelf, type Shelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { speciesOf } from '../species/species-registry.ts';
import { chooseForReading, type ReadingQuery } from './choose-creature.ts';

export type LogEntry = CareLogEntry;

export interface CareTotals extends Pick<
  CareRecord,
  'feedings' | 'missedFeedings' | 'careActions' | 'consistency'
> {
  readonly variety: number;
}

/** A life so far. */
export interface History {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
  /** Newest first, as many as were asked for; a stat that was hidden then is missing for ever. */
  readonly log: readonly CareLogEntry[];
  /** Entries up to this moment were moved to files by `arkhouse archive` of 1.0.0. */
  readonly archivedUntil: Instant | undefined;
  /** In the order they were reached, stages among them; those about hidden stats are left out. */
  readonly milestones: readonly Omit<MilestoneRecord, 'shown'>[];
  readonly deaths: readonly { readonly at: Instant; readonly resurrectedAt: Instant | undefined }[];
  readonly totals: CareTotals;
  /** Where one that is growing up is heading. */
  readonly trendingToward: Path | undefined;
  /** Who it became when it grew up. */
  readonly manner: MannerKind | undefined;
  readonly shelf: Shelf;
}

/** The life of one of an agent's creatures, whatever became of it: the one that was named, or the newest that lives, or the newest. Its keepsakes are read with it. */
export async function readHistory(
  house: House,
  agent: KnownAgent,
  wish: ReadingQuery,
  now: Instant,
): Promise<History> {
  const stored = await chooseForReading(house, agent, wish.creatureId, now);
  const { creature } = stored;
  const species = await speciesOf(house, creature.species);
  const { store } = house;
  const reached = await milestonesOf(store, creature.id);
  const heart = hasHatched(creature) ? heartAt(creature, species, now).heart : undefined;
  await markShelfRead(house, stored, heart);
  return {
    now,
    creature,
    species,
    log: await careLogOf(store, creature.id, wish),
    archivedUntil: (await archivedLogsOfMany(store, [creature.id]))[0]?.lastAt,
    milestones: reached.filter(({ shown }) => shown),
    deaths: (await gravestonesOfCreature(store, creature.id)).map(({ diedAt: at, resurrectedAt }) => ({
      at,
      resurrectedAt,
    })),
    totals: totalsOf(creature, species, now),
    trendingToward: isGrowing(creature) ? pathAt(creature, species, now) : undefined,
    manner: heart?.manner,
    shelf: await readShelf(house, creature, species, now),
  };
}

async function markShelfRead(
  { store }: House,
  { creature, keepsakesRead }: StoredCreature,
  heart: Heart | undefined,
): Promise<void> {
  const kept = heart?.keepsakes.length ?? 0;
  if (kept > keepsakesRead) await markKeepsakesRead(store, creature, kept);
}

/** As much of a log as is held at once. */
export const LOG_PIECE = 500;

/** The rest of a log below this entry, in pieces: one that was kept for years is long. */
export async function* readOlder(
  { store }: House,
  entry: LogEntry | undefined,
): AsyncGenerator<readonly LogEntry[]> {
  let last = entry;
  while (last) {
    const piece = await careLogBefore(store, last, LOG_PIECE);
    if (piece.length > 0) yield piece;
    last = piece.length === LOG_PIECE ? piece.at(-1) : undefined;
  }
}

function isGrowing(creature: Creature): creature is HatchedCreature {
  return (
    hasHatched(creature) && isAlive(creature) && (creature.stage === 'child' || creature.stage === 'teen')
  );
}

/** How it was cared for in all, up to now or to its end. */
export function totalsOf(creature: Creature, species: Species, now: Instant): CareTotals {
  const { feedings, missedFeedings, careActions, consistency, recentActions } = creature.record;
  const variety = recentActions.length === 0 ? 0 : varietyOf(recentActions);
  const totals = { feedings, missedFeedings, careActions, consistency, variety };
  if (!hasHatched(creature)) return totals;
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const missed = missedFeedings + missedWindows(windowsSinceFed(creature, species, end));
  return { ...totals, missedFeedings: missed, consistency: consistencyAt(creature, species, end) };
}
