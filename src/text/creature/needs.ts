import needLines from '#content/voice/care/need-lines.json' with { type: 'json' };

import { itemsFitting } from '../../rules/care/item-moments.ts';
import { needsOf, type Need, type TendedCreature } from '../../rules/care/needs.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import { requireHatched, type Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { mechanicsOf, type CareMoment } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import type { ItemAction } from '../../rules/vocabulary.ts';
import { pickFirst, type TemplateWords } from '../pick-line.ts';
import { formatTimeUntil } from '../times.ts';

export interface SeenCreature {
  readonly observed: Observation;
  readonly creature: Creature;
  readonly species: Species;
  readonly heart?: Pick<Heart, 'manner'> | undefined;
}

/** Why care is needed, as a template with `{name}`. */
export function needWords({ reason, action }: Need): string {
  if (reason !== 'grave' && reason !== 'weak' && reason !== 'perhaps_hurt') return needLines.others[reason];
  return needLines.healing[reason][action === 'clean' ? 'clean' : 'medicine'];
}

/** Words about urgency: `when` the creature dies and how its keeper can `act`; `actsAsleep.last`: it dies before it wakes. */
export function urgencyWords({ creature, species, observed }: SeenCreature): TemplateWords {
  const [need] = needsOf({ creature: requireHatched(creature), species, observed });
  const { asleepUntil, deathClock } = observed;
  const when = formatTimeUntil(deathClock.hoursRemaining);
  if (!asleepUntil) return { when, act: needLines.acts[need?.action ?? 'feed'] };
  if (asleepUntil.wakesAt >= deathClock.diesAt) return { when, act: needLines.actsAsleep.last };
  return { when, act: needLines.actsAsleep[need ? 'vigil' : 'seen'] };
}

/** An item that the creature likes for this action and that fits the hour; the same until the next act of care. */
export function pickLikedItem(
  action: ItemAction,
  { creature, species, observed }: TendedCreature,
): string | undefined {
  const useful = usefulItems(action, species);
  const now = itemsFitting(useful, creature.zone, observed.at);
  const likes = now.length > 0 ? now : useful;
  const most = likes.length > 2 * KEPT_BACK ? likes.length - KEPT_BACK : likes.length;
  const { seed, record } = creature;
  return pickFirst(likes, most, { seed, field: action, count: record.careActions });
}

/** Number of liked items that are never suggested, so that some are left for a wish for something new. */
const KEPT_BACK = 2;

/** Liked items that can be fully effective: some species limit which items count. */
export function usefulItems(action: ItemAction, species: Species): readonly string[] {
  const likes = species.tastes[action];
  const mechanics = mechanicsOf(species);
  if (!mechanics.some(({ neverEffective }) => neverEffective)) return likes;
  return likes.filter(
    (name) => !mechanics.some(({ neverEffective }) => neverEffective?.(itemMoment(action, name))),
  );
}

function itemMoment(action: ItemAction, name: string): CareMoment {
  const stats = { hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 50 };
  return { action, item: { name, category: 'loved' }, localHour: 12, playedSinceFed: true, stats };
}
