import needLines from '#content/voice/care/need-lines.json' with { type: 'json' };

import { needsOf, type Need, type NeedReason, type TendedCreature } from '../../rules/care/needs.ts';
import { requireHatched, type Creature } from '../../rules/lives/creature.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { mechanicsOf, type CareMoment } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, ItemAction } from '../../rules/vocabulary.ts';
import { formatTimeLeft } from '../times.ts';
import { isSeveral, pickLine, type TemplateWords } from '../pick-line.ts';

type HealingReason = Extract<NeedReason, 'grave' | 'weak' | 'perhaps_hurt'>;

const NEEDS = needLines as {
  readonly healing: Record<HealingReason, Record<'medicine' | 'clean', string>>;
  readonly others: Record<Exclude<NeedReason, HealingReason>, string>;
  readonly acts: Record<Action, string>;
  /** `last`: it dies before it wakes. */
  readonly actsAsleep: Record<'vigil' | 'seen' | 'last', string>;
};

/** Why something is needed, with a gap for its name. */
export function needWords({ reason, action }: Need): string {
  return isHealing(reason)
    ? NEEDS.healing[reason][action === 'clean' ? 'clean' : 'medicine']
    : NEEDS.others[reason];
}

function isHealing(reason: NeedReason): reason is HealingReason {
  return reason in NEEDS.healing;
}

/** When it dies, and what its keeper can do about it, as `when` and `act`. */
export function urgencyWords({ creature, species, observed }: UrgentCreature): TemplateWords {
  const [need] = needsOf({ creature: requireHatched(creature), species, observed });
  const { asleepUntil, deathClock } = observed;
  const when = formatTimeLeft(deathClock.hoursRemaining);
  if (!asleepUntil) return { when, act: NEEDS.acts[need?.action ?? 'feed'] };
  if (asleepUntil.wakesAt >= deathClock.diesAt) return { when, act: NEEDS.actsAsleep.last };
  return { when, act: NEEDS.actsAsleep[need ? 'vigil' : 'seen'] };
}

interface UrgentCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation;
}

/** Something it likes for this kind of care; the same for as long as nobody has cared for it. */
export function pickLikedItem(
  action: ItemAction,
  { creature, species }: Omit<TendedCreature, 'observed'>,
): string | undefined {
  const likes = usefulItems(action, species);
  const items = likes.length > 2 * KEPT_BACK ? likes.slice(0, -KEPT_BACK) : likes;
  if (!isSeveral(items)) return items[0];
  const { seed, record } = creature;
  return pickLine(items, { seed, field: action, count: record.careActions });
}

/** So many items are left untried, for the day it wishes for something new. */
const KEPT_BACK = 2;

/** What it likes that does it good: for some species only certain items ever count in full. */
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
