import type { Instant } from '../engine/clock.ts';
import { hasHatched, isAlive, type Creature } from '../lives/creature.ts';
import type { Observation } from '../lives/observe.ts';
import { publicMood } from '../lives/visible-stats.ts';
import type { Species } from '../species/species.ts';
import type { VisibleStats } from '../stats.ts';
import type { Mood, Urgency } from '../vocabulary.ts';
import { glimpseOf, type Glimpse } from './glimpse.ts';

/** What a page about a creature is told, and told again when it asks. */
export interface LiveFacts {
  /** The moment it is told, by the clock of the house. */
  readonly at: Instant;
  /** How fast that clock runs. */
  readonly scale: number;
  /** Another one when something happened that the page tells and these facts do not. */
  readonly mark: string;
  /** Nothing for one that does not live, or has not hatched. */
  readonly living?: LivingFacts | undefined;
}

interface LivingFacts {
  readonly mood: Mood | undefined;
  readonly urgency: Urgency;
  /** The stats as anybody may see them. */
  readonly shown: VisibleStats;
  readonly glimpse: Glimpse;
}

interface ObservedCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation | undefined;
}

export function liveFacts(
  { creature, species, observed }: ObservedCreature,
  now: Instant,
  scale: number,
): LiveFacts {
  const at = observed?.at ?? now;
  return { at, scale, mark: markOf(creature), living: observed && livingOf(creature, species, observed) };
}

function livingOf(creature: Creature, species: Species, observed: Observation): LivingFacts | undefined {
  if (!hasHatched(creature)) return undefined;
  const { shown, deathClock, at } = observed;
  const glimpse = glimpseOf(creature, species, at);
  return { mood: publicMood(observed), urgency: deathClock.urgency, shown, glimpse };
}

/** Changes with its stage, with every care, and with its end. */
function markOf(creature: Creature): string {
  const { stage, record, resurrections } = creature;
  return [isAlive(creature) ? 'alive' : 'gone', stage, record.careActions, resurrections].join('.');
}
