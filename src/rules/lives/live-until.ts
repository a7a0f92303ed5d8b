import type { Instant } from '../base/clock.ts';
import { TimeZone } from '../base/local-time.ts';
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

export type Happening =
  | { readonly kind: 'grew'; readonly at: Instant; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly at: Instant; readonly cause: Cause };

export interface LifeStretch {
  readonly creature: Creature;
  readonly happened: readonly Happening[];
  /** The next growth or death without visits. */
  readonly nextEventAt?: Instant | undefined;
}

/** Applies growth and death until a moment. Stored stats stay as they are, so many steps give the same result as one. */
export function liveUntil(creature: Creature, species: Species, now: Instant): LifeStretch {
  const happened: Happening[] = [];
  let current = creature;
  for (;;) {
    const next = nextHappening(current, species);
    if (!next || next.at > now) return { creature: current, happened, nextEventAt: next?.at };
    const happening = withCause(next, current, species);
    happened.push(happening);
    current = applyHappening(current, happening);
  }
}

export function nextEventAt(creature: Creature, species: Species): Instant | undefined {
  return nextHappening(creature, species)?.at;
}

/** Hatches an egg, at its keeper's first look. */
export function hatchEgg(creature: Creature, now: Instant): Creature {
  return { ...creature, stage: 'baby', life: newLife(STATS_AT_BIRTH, now) };
}

/** Records the keeper's look at a creature: writes the current stats of social species, and changes no other. */
export function markChecked(creature: HatchedCreature, species: Species, now: Instant): Creature {
  if (hooksOf(species, 'loneliness').length === 0) return creature;
  const stats = statsAt(creature, species, now);
  return { ...creature, life: { ...creature.life, stats, settledAt: now, lastCheckedAt: now } };
}

/** Changes a creature's time zone. Stats are settled first: the time until now was felt by the old clock. */
export function moveToZone(creature: Creature, species: Species, zone: string, now: Instant): Creature {
  if (!hasHatched(creature)) return { ...creature, zone: new TimeZone(zone) };
  const stats = statsAt(creature, species, now);
  return { ...creature, zone: new TimeZone(zone), life: { ...creature.life, stats, settledAt: now } };
}

type Grew = Extract<Happening, { kind: 'grew' }>;
type Upcoming = Grew | { readonly kind: 'died'; readonly at: Instant };

function nextHappening(creature: Creature, species: Species): Upcoming | undefined {
  if (!isAlive(creature) || !hasHatched(creature)) return undefined;
  const dies = diesAt(creature, species);
  const growth = nextGrowth(creature, species);
  // If growth and death fall on the same moment, the creature dies.
  if (growth && growth.at < dies) return { kind: 'grew', ...growth };
  return { kind: 'died', at: dies };
}

/** Adds the cause to a death that has happened: finding it takes a walk over all hours since the last care. */
function withCause(upcoming: Upcoming, creature: Creature, species: Species): Happening {
  if (upcoming.kind === 'grew') return upcoming;
  return { ...upcoming, cause: causeAt(requireHatched(creature), species, upcoming.at) };
}

function applyHappening(creature: Creature, happening: Happening): Creature {
  if (happening.kind === 'died') return { ...creature, died: { at: happening.at, cause: happening.cause } };
  return { ...creature, stage: happening.to, path: happening.path ?? creature.path };
}
