import type { Instant } from '../engine/clock.ts';
import { hasHatched, isAlive, type Creature } from '../lives/creature.ts';
import type { Observation } from '../lives/observe.ts';
import type { Species } from '../species/species.ts';
import type { VisibleStats } from '../stats.ts';
import type { Appearance, Urgency } from '../vocabulary.ts';
import { appearanceOf } from './situation.ts';
import { attireOf, lookWord } from './attire.ts';
import { glimpseOf, type Glimpse } from './glimpse.ts';

/** What the page of a creature starts with, and gets again whenever it polls. */
export interface LiveFacts {
  /** The moment these facts are of, by the clock of the house. */
  readonly at: Instant;
  /** How fast that clock runs. */
  readonly scale: number;
  /** Changes when something happened that the rest of the page does not show yet. */
  readonly mark: string;
  /** Nothing for one that does not live, or has not hatched. */
  readonly living?: LivingFacts | undefined;
  /** What it is doing, in words. */
  readonly pose?: string | undefined;
}

interface LivingFacts {
  readonly appearance: Appearance;
  /** What the address of its picture says of it. */
  readonly look: string;
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
  const { shown, publicClock, at } = observed;
  const glimpse = glimpseOf(creature, species, at);
  const appearance = appearanceOf(observed);
  const look = lookWord(creature.stage, appearance, attireOf(creature, species, at));
  return { appearance, look, urgency: publicClock.urgency, shown, glimpse };
}

/** Changes with its stage, with every care, and with its end. */
function markOf(creature: Creature): string {
  const { stage, record, resurrections } = creature;
  return [isAlive(creature) ? 'alive' : 'gone', stage, record.careActions, resurrections].join('.');
}
