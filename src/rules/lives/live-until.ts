import type { Instant } from '../base/clock.ts';
import { hooksOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Cause, Path, Stage } from '../vocabulary.ts';
import {
  hasHatched,
  isAlive,
  newLife,
  requireHatched,
  STATS_AT_BIRTH,
  type Creature,
  type HatchedCreature,
} from './creature.ts';
import { causeAt, diesAt } from './death.ts';
import { statsAt } from './decay.ts';
import { nextGrowth } from './growth.ts';

/** Something that came about by itself, at its own moment. */
export type Happening =
  | { readonly kind: 'grew'; readonly at: Instant; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly at: Instant; readonly cause: Cause };

/** A creature after some time, and what happened in it. */
export interface LifeStretch {
  readonly creature: Creature;
  readonly happened: readonly Happening[];
}

/**
 * The creature at a moment, and all that happened on the way. What is stored of its stats is left as it was, so that
 * living in many steps is the same as living in one.
 */
export function liveUntil(creature: Creature, species: Species, now: Instant): LifeStretch {
  const happened: Happening[] = [];
  let current = creature;
  for (
    let next = nextHappening(current, species);
    next && next.at <= now;
    next = nextHappening(current, species)
  ) {
    const happening = withCause(next, current, species);
    happened.push(happening);
    current = applyHappening(current, happening);
  }
  return { creature: current, happened };
}

/** The moment of the next death or stage if nobody comes; what the settler waits for. */
export function nextEventAt(creature: Creature, species: Species): Instant | undefined {
  return nextHappening(creature, species)?.at;
}

/** Happens when its keeper first looks at it; every clock of its life starts then. */
export function hatchEgg(creature: Creature, now: Instant): Creature {
  return { ...creature, stage: 'baby', life: newLife(STATS_AT_BIRTH, now) };
}

/** Its keeper looked in. Settles the stats of those who mind being alone; others do not change. */
export function markChecked(creature: HatchedCreature, species: Species, now: Instant): Creature {
  if (hooksOf(species, 'loneliness').length === 0) return creature;
  const stats = statsAt(creature, species, now);
  return { ...creature, life: { ...creature.life, stats, settledAt: now, lastCheckedAt: now } };
}

/** Its keeper lives by another clock from now on: what it has felt so far, it felt by the old one. */
export function moveToZone(creature: Creature, species: Species, zone: string, now: Instant): Creature {
  if (!hasHatched(creature)) return { ...creature, zone };
  const stats = statsAt(creature, species, now);
  return { ...creature, zone, life: { ...creature.life, stats, settledAt: now } };
}

type Grew = Extract<Happening, { kind: 'grew' }>;
type Upcoming = Grew | { readonly kind: 'died'; readonly at: Instant };

function nextHappening(creature: Creature, species: Species): Upcoming | undefined {
  if (!isAlive(creature) || !hasHatched(creature)) return undefined;
  const dies = diesAt(creature, species);
  const growth = nextGrowth(creature, species);
  // Who dies at the moment of growing up has not grown up.
  if (growth && growth.at < dies) return { kind: 'grew', ...growth };
  return { kind: 'died', at: dies };
}

/** Computed only for deaths that have come about: the cause takes a walk over all hours since the last care. */
function withCause(upcoming: Upcoming, creature: Creature, species: Species): Happening {
  if (upcoming.kind === 'grew') return upcoming;
  return { ...upcoming, cause: causeAt(requireHatched(creature), species, upcoming.at) };
}

function applyHappening(creature: Creature, happening: Happening): Creature {
  if (happening.kind === 'died') return { ...creature, died: { at: happening.at, cause: happening.cause } };
  return { ...creature, stage: happening.to, path: happening.path ?? creature.path };
}
