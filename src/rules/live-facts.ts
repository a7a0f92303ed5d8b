import { attireOf, lookWord } from './attire.ts';
import type { Instant } from './base/clock.ts';
import { glimpseOf, type LiveFacts, type LivingFacts } from './live.ts';
import { type Creature, hasHatched, isAlive } from './lives/creature.ts';
import type { Observation } from './lives/observe.ts';
import { appearanceOf } from './situation.ts';
import type { Species } from './species/species.ts';

interface ObservedCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation | undefined;
}

export function liveFacts(seen: ObservedCreature, now: Instant, scale: number): LiveFacts {
  const { creature, species, observed } = seen;
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

/** A text that changes with the creature's stage, every care and its death. */
function markOf(creature: Creature): string {
  const { stage, record, resurrections } = creature;
  return [isAlive(creature) ? 'alive' : 'gone', stage, record.careActions, resurrections].join('.');
}
