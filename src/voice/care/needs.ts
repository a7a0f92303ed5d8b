import { needsOf, type Need, type NeedReason, type TendedCreature } from '../../core/care/needs.ts';
import { requireHatched, type Creature } from '../../core/lives/creature.ts';
import type { Observation } from '../../core/lives/observe.ts';
import { mechanicsOf, type CareMoment } from '../../core/species/mechanics.ts';
import type { Species } from '../../core/species/species.ts';
import type { Action, ItemAction } from '../../core/vocabulary.ts';
import { formatTimeLeft } from '../engine/durations.ts';
import { isSeveral, pickLine, type TemplateWords } from '../engine/pick-line.ts';

/** Why something is needed, with a gap for its name. */
export function needWords({ reason, action }: Need): string {
  return isHealing(reason) ? HEALING[reason][action === 'clean' ? 'clean' : 'medicine'] : WORDS[reason];
}

function isHealing(reason: NeedReason): reason is HealingReason {
  return reason in HEALING;
}

type HealingReason = Extract<NeedReason, 'grave' | 'weak' | 'perhaps_hurt'>;

const HEALING: Record<HealingReason, Record<'medicine' | 'clean', string>> = {
  grave: {
    medicine: '{name} is in danger: medicine first, then food.',
    clean: '{name} is in danger: clean it first, which heals it most, then feed it.',
  },
  weak: {
    medicine: '{name} is weak: medicine helps it most now.',
    clean: '{name} is weak: cleaning heals it more than medicine would.',
  },
  perhaps_hurt: {
    medicine: 'Medicine for {name}, this once: it may be hurt, and does not show it.',
    clean: 'Clean {name}: it has been through something, and does not show how it is.',
  },
};

const WORDS: Record<Exclude<NeedReason, HealingReason>, string> = {
  vigil: '{name} is asleep and in danger: sit with it, which is all it takes now.',
  too_shy: '{name} is too shy for anything else yet: reflect until it uncurls.',
  frail: 'Clean {name}: its health could be better.',
  starving: '{name} has missed a meal: feed it before anything else.',
  late_meal: 'The meal of {name} is late: feed it now.',
  meal: '{name} is ready to eat: a meal counts in full now.',
  early_meal: 'Feed {name} now, though it is early: it will sleep through much of its mealtime.',
  play_first: '{name} wants to play before it eats: play, then feed it.',
  low_spirits: '{name} could be happier: play with it.',
  little_trust: 'Sit with {name} for a while: it does not trust you much yet.',
};

/** When it dies, and what its keeper can do about it, as `when` and `act`. */
export function urgencyWords({ creature, species, observed }: UrgentCreature): TemplateWords {
  const [need] = needsOf({ creature: requireHatched(creature), species, observed });
  const { asleepUntil, deathClock } = observed;
  const when = formatTimeLeft(deathClock.hoursRemaining);
  if (!asleepUntil) return { when, act: ACTS[need?.action ?? 'feed'] };
  if (asleepUntil.wakesAt >= deathClock.diesAt) return { when, act: ACTS_ASLEEP.last };
  return { when, act: ACTS_ASLEEP[need ? 'vigil' : 'seen'] };
}

interface UrgentCreature {
  readonly creature: Creature;
  readonly species: Species;
  readonly observed: Observation;
}

const ACTS: Record<Action, string> = {
  feed: 'feed it now',
  medicine: 'give it medicine, then feed it',
  clean: 'clean it, then feed it',
  play: 'play with it, then feed it',
  // It is too shy for anything else.
  reflect: 'reflect with it now',
  discipline: 'see to it now',
  sleep: 'see to it now',
};

const ACTS_ASLEEP = {
  vigil: 'reflect now, and feed it when it wakes',
  seen: 'be there to feed it when it wakes',
  /** It dies before it wakes. */
  last: 'reflect with it, since it will not wake in time to eat',
};

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
