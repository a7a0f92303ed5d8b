import type { Instant } from '../../core/engine/clock.ts';
import { resurrectionClosesAt } from '../../core/lives/resurrection.ts';
import type { CreatureGlance } from '../../house/public/view-creature.ts';
import type { SharedCreature } from '../../voice/lives/story/share.ts';

/** A creature as a link to it may tell of it: nothing that it hides, and no word that is hidden. */
export function sharedFrom(
  { creature, species, observed, state }: CreatureGlance,
  { now, ageMs }: { readonly now: Instant; readonly ageMs: number },
): SharedCreature {
  return { name: creature.name, species, ageMs, now, fate: fateOf({ creature, observed, state, now }) };
}

function fateOf({
  creature: { died, releasedAt },
  observed,
  state,
  now,
}: Pick<CreatureGlance, 'creature' | 'observed' | 'state'> & {
  readonly now: Instant;
}): SharedCreature['fate'] {
  if (state === 'released') return { state, at: releasedAt ?? now };
  if (died) return { state: 'dead', ...died, returnsUntil: resurrectionClosesAt(died.at) };
  if (!observed) return { state: 'egg' };
  return { state: 'alive', observed };
}
