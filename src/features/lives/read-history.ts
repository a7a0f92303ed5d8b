import { setImmediate as nextTurn } from 'node:timers/promises';

import { missedWindows, windowsSinceFed } from '../../rules/care/feeding.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import * as creatures from '../../rules/lives/creature.ts';
import { consistencyAt, pathAt } from '../../rules/lives/growth.ts';
import type { Species } from '../../rules/species/species.ts';
import { archivedLogsOfMany, careLogBefore, careLogOf, type CareLogEntry } from '../care/care-log.store.ts';
import { markKeepsakesRead, noEarlierThan } from './creatures.store.ts';
import { gravestonesOfCreature } from './gravestones.store.ts';
import { milestonesOf } from './life-log.store.ts';
import { readShelf } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { speciesOf } from '../species/species-registry.ts';
import { chooseForReading, type ReadingQuery } from './choose-creature.ts';

export type LogEntry = CareLogEntry;

export type History = Awaited<ReturnType<typeof readHistory>>;

export async function readHistory(house: House, agent: KnownAgent, wish: ReadingQuery, arrivedAt: Instant) {
  const stored = await chooseForReading(house, agent, wish.creatureId, arrivedAt);
  const { creature } = stored;
  const now = noEarlierThan(creature, arrivedAt);
  const species = await speciesOf(house, creature.species);
  const { store } = house;
  const reached = await milestonesOf(store, creature.id);
  const heart = creatures.hasHatched(creature) ? heartAt(creature, species, now).heart : undefined;
  const kept = heart?.keepsakes.length ?? 0;
  if (kept > stored.keepsakesRead) await markKeepsakesRead(store, creature, kept);
  return {
    now,
    creature,
    species,
    log: await careLogOf(store, creature.id, wish),
    /** Log entries up to this moment were moved to files by `arkhouse archive` of 1.0.0. */
    archivedUntil: (await archivedLogsOfMany(store, [creature.id]))[0]?.lastAt,
    /** In the order they were reached, without those about hidden stats. */
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

export const LOG_PIECE = 500;

export async function* readOlder({ store }: House, entry: LogEntry | undefined) {
  let last = entry;
  while (last) {
    const piece = await careLogBefore(store, last, LOG_PIECE);
    if (piece.length > 0) yield piece;
    await nextTurn();
    last = piece.length === LOG_PIECE ? piece.at(-1) : undefined;
  }
}

function isGrowing(creature: creatures.Creature): creature is creatures.HatchedCreature {
  const { stage } = creature;
  return (
    creatures.hasHatched(creature) && creatures.isAlive(creature) && (stage === 'child' || stage === 'teen')
  );
}

export function totalsOf(creature: creatures.Creature, species: Species, now: Instant) {
  const { feedings, missedFeedings, careActions, consistency, recentActions } = creature.record;
  const variety = recentActions.length === 0 ? 0 : creatures.varietyOf(recentActions);
  const totals = { feedings, missedFeedings, careActions, consistency, variety };
  if (!creatures.hasHatched(creature)) return totals;
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  const missed = missedFeedings + missedWindows(windowsSinceFed(creature, species, end));
  return { ...totals, missedFeedings: missed, consistency: consistencyAt(creature, species, end) };
}
