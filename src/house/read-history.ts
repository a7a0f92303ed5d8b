import type { Instant } from '../core/clock.ts';
import { hasHatched, isAlive, type Creature } from '../core/creature.ts';
import { missedWindows, windowsSinceFed } from '../core/feeding.ts';
import { Problem } from '../core/problem.ts';
import type { Species } from '../core/species/species.ts';
import { consistencyAt, pathAt } from '../core/stages.ts';
import { varietyOf } from '../core/variety.ts';
import type { Milestone, Path, Stage } from '../core/vocabulary.ts';
import { entriesOf, type Entry } from '../store/care-log.ts';
import { newestOf } from '../store/creatures.ts';
import { deathsOf } from '../store/gravestones.ts';
import { milestonesOf } from '../store/milestones.ts';
import { livingNow, mine, ownNow } from './choose-creature.ts';
import type { House } from './house.ts';
import type { KnownAgent } from './recognise.ts';
import { settled } from './settle.ts';
import { speciesOf } from './species-of.ts';

export type LogEntry = Entry;

export interface ReachedAt {
  readonly type: Milestone;
  readonly threshold: number | Stage;
  readonly at: Instant;
}

export interface CareTotals {
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
  readonly consistency: number;
  readonly variety: number;
}

/** A life so far. */
export interface History {
  readonly now: Instant;
  readonly creature: Creature;
  readonly species: Species;
  /** Newest first, as many as were asked for; a stat that was hidden then is missing for ever. */
  readonly log: readonly Entry[];
  /** In the order they were reached, stages among them; those about hidden stats are left out. */
  readonly milestones: readonly ReachedAt[];
  readonly deaths: readonly { readonly at: Instant; readonly resurrectedAt: Instant | undefined }[];
  readonly totals: CareTotals;
  /** Where one that is growing up is heading. */
  readonly trendingToward: Path | undefined;
}

export interface HistoryWish {
  readonly creatureId?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** The life of one of an agent's creatures, whatever became of it: the one that was named, or the newest. */
export async function readHistory(
  house: House,
  agent: KnownAgent,
  wish: HistoryWish,
  now: Instant,
): Promise<History> {
  const { creature } = await chosen(house, agent, wish.creatureId, now);
  const species = await speciesOf(house, creature.species);
  const { store } = house;
  const reached = await milestonesOf(store, creature.id);
  return {
    now,
    creature,
    species,
    log: await entriesOf(store, creature.id, wish),
    milestones: reached.filter(({ shown }) => shown),
    deaths: (await deathsOf(store, creature.id)).map(({ diedAt: at, resurrectedAt }) => ({
      at,
      resurrectedAt,
    })),
    totals: totalsOf(creature, species, now),
    trendingToward: isGrowing(creature) ? pathAt(creature, species, now) : undefined,
  };
}

async function chosen(house: House, agent: KnownAgent, id: string | undefined, now: Instant) {
  const newest = id === undefined ? await newestOf(house.store, agent.id) : undefined;
  const found =
    id === undefined ? newest && (await settled(house, newest, now)) : await ownNow(house, agent, id, now);
  if (!found)
    throw new Problem('no_creature', { yours: await mine(house, await livingNow(house, agent, now)) });
  return found;
}

function isGrowing(
  creature: Creature,
): creature is Creature & { readonly life: NonNullable<Creature['life']> } {
  return (
    hasHatched(creature) && isAlive(creature) && (creature.stage === 'child' || creature.stage === 'teen')
  );
}

/** How it was cared for in all, up to now or to its end. */
export function totalsOf(creature: Creature, species: Species, now: Instant): CareTotals {
  const { feedings, missedFeedings, careActions, consistency, recentActions } = creature.record;
  const variety = recentActions.length === 0 ? 0 : varietyOf(recentActions);
  if (!hasHatched(creature)) return { feedings, missedFeedings, careActions, consistency, variety };
  const end = creature.died?.at ?? creature.releasedAt ?? now;
  return {
    feedings,
    missedFeedings: missedFeedings + missedWindows(windowsSinceFed(creature, species, end)),
    careActions,
    consistency: consistencyAt(creature, species, end),
    variety,
  };
}
