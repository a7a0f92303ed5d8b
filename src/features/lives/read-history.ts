import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Instant } from '../../rules/base/clock.ts';
import { missedWindows, windowsSinceFed } from '../../rules/care/feeding.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import {
  type Creature,
  hasHatched,
  type HatchedCreature,
  isAlive,
  varietyOf,
} from '../../rules/lives/creature.ts';
import { consistencyAt, pathAt } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Path } from '../../rules/vocabulary.ts';
import { chooseForReading, type ReadingQuery } from '../creatures/choose-creature.ts';
import { gravestonesOfCreature } from '../creatures/gravestones.store.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { type Rarity, readShelf, type Shelf } from '../heart/read-heart.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import {
  archivedLogsOfMany,
  careLogBefore,
  careLogOf,
  type CareLogEntry,
} from '../records/care-log.store.ts';
import { markKeepsakesRead, noEarlierThan, type StoredCreature } from '../records/creatures.store.ts';
import { milestonesOf, type MilestoneRecord } from '../records/life-log.store.ts';
import { withSitters } from '../records/sitter-visits.store.ts';
import { speciesOf } from '../species/species-registry.ts';

export interface LogEntry extends CareLogEntry {
  /** The sitter whose act it was. */
  readonly by?: string;
}

export interface History {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
  readonly log: readonly LogEntry[];
  /** Log entries up to this moment were moved to files by `arkhouse archive` of 1.0.0. */
  readonly archivedUntil: Instant | undefined;
  /** In the order they were reached, without those about hidden stats. */
  readonly milestones: readonly MilestoneRecord[];
  readonly deaths: readonly PastDeath[];
  readonly totals: CareTotals;
  readonly trendingToward: Path | undefined;
  readonly manner: Heart['manner'];
  readonly shelf: Shelf;
}

interface StoredHistory extends History {
  readonly stored: StoredCreature;
}

interface PastDeath {
  readonly at: Instant;
  readonly resurrectedAt: Instant | undefined;
}

const NO_HEART = { heart: undefined, happened: [] };

export async function readHistory(
  house: CreaturesHouse,
  agent: KnownAgent,
  wish: ReadingQuery,
  arrivedAt: Instant,
  rarity?: Promise<Rarity>,
): Promise<StoredHistory> {
  const stored = await chooseForReading(house, agent, wish.creatureId, arrivedAt);
  const { creature } = stored;
  const now = noEarlierThan(creature, arrivedAt);
  const species = await speciesOf(house, creature.species);
  const { store } = house;
  const reached = await milestonesOf(store, creature.id);
  const { heart, happened } = hasHatched(creature) ? heartAt(creature, species, now) : NO_HEART;
  const kept = heart?.keepsakes.length ?? 0;
  if (kept > stored.keepsakesRead) await markKeepsakesRead(store, creature, kept);
  return {
    now,
    stored,
    creature,
    species,
    log: await withSitters(store, await careLogOf(store, creature.id, wish)),
    archivedUntil: (await archivedLogsOfMany(store, [creature.id]))[0]?.lastAt,
    milestones: reached.filter(({ shown }) => shown),
    deaths: (await gravestonesOfCreature(store, creature.id)).map(({ diedAt: at, resurrectedAt }) => ({
      at,
      resurrectedAt,
    })),
    totals: totalsOf(creature, species, now),
    trendingToward: isGrowing(creature) ? pathAt(creature, species, now) : undefined,
    manner: heart?.manner,
    shelf: await readShelf(house, creature, happened, rarity),
  };
}

export const LOG_PIECE = 500;

/** Whether the log has an entry before this one. */
export async function isFollowed(
  { store }: Pick<BaseHouse, 'store'>,
  entry: LogEntry | undefined,
): Promise<boolean> {
  return entry !== undefined && (await careLogBefore(store, entry, 1)).length > 0;
}

export async function* readOlder(
  { store }: Pick<BaseHouse, 'store'>,
  entry: Pick<LogEntry, 'previousAt' | 'previousId'> | undefined,
): AsyncGenerator<LogEntry[]> {
  let last = entry;
  while (last) {
    const piece = await careLogBefore(store, last, LOG_PIECE);
    if (piece.length > 0) yield await withSitters(store, piece);
    await nextTurn();
    last = piece.length === LOG_PIECE ? piece.at(-1) : undefined;
  }
}

function isGrowing(creature: Creature): creature is HatchedCreature {
  const { stage } = creature;
  return hasHatched(creature) && isAlive(creature) && (stage === 'child' || stage === 'teen');
}

export interface CareTotals {
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  readonly consistency: number;
  readonly variety: number;
}

export function totalsOf(creature: Creature, species: Species, now: Instant): CareTotals {
  const { feedings, missedFeedings, careActions, consistency, recentActions } = creature.record;
  const variety = recentActions.length === 0 ? 0 : varietyOf(recentActions);
  const totals = { feedings, missedFeedings, careActions, consistency, variety };
  if (!hasHatched(creature)) return totals;
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const missed = missedFeedings + missedWindows(windowsSinceFed(creature, species, end));
  return { ...totals, missedFeedings: missed, consistency: consistencyAt(creature, species, end) };
}
