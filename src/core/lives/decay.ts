import type { Instant } from '../engine/clock.ts';
import { mechanicsOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { trustDecayPerHour } from '../species/trust.ts';
import type { Stats } from '../stats.ts';
import type { HatchedCreature } from './creature.ts';
import { feltTimeUntil, type FeltTime } from './felt-time.ts';

/** What a creature loses per felt hour, besides what its species says. */
export const HEALTH_LOSS_WHILE_CRITICAL = 2;
export const HAPPINESS_WHILE_OVERDUE = 1.5;

/** What a kind of creature loses per felt hour. */
export interface DecayRates {
  readonly hunger: number;
  readonly happiness: number;
  readonly trust: number;
  /** Above this much trust, its decay is multiplied by the factor. */
  readonly slowTrust?: { readonly above: number; readonly factor: number } | undefined;
}

// Asked for with every look.
const known = new WeakMap<Species, DecayRates>();

export function decayRatesOf(species: Species): DecayRates {
  const found = known.get(species);
  if (found) return found;
  const losses = {
    hunger: species.hungerDecayPerHour,
    happiness: species.happinessDecayPerHour,
    trust: trustDecayPerHour(species),
    slowTrust: mechanicsOf(species).find(({ trustDecay }) => trustDecay !== undefined)?.trustDecay,
  };
  known.set(species, losses);
  return losses;
}

/** The stats at a moment after the last settling, if nobody came in between. */
export function statsAt(creature: HatchedCreature, species: Species, at: Instant): Stats {
  return statsAfter(creature.life.stats, decayRatesOf(species), feltTimeUntil(creature, species, at));
}

/** The stats as they were, less what the felt time took. Discipline does not decay. */
export function statsAfter(stats: Stats, losses: DecayRates, felt: FeltTime): Stats {
  const unhappy = felt.all + (HAPPINESS_WHILE_OVERDUE - 1) * felt.overdue;
  return {
    hunger: lowered(stats.hunger, losses.hunger * felt.all),
    happiness: lowered(stats.happiness, losses.happiness * unhappy),
    health: lowered(stats.health, HEALTH_LOSS_WHILE_CRITICAL * felt.critical),
    trust: trustAfter(stats.trust, losses, felt.neglected),
    discipline: stats.discipline,
  };
}

/** A stat within its bounds. */
export function clamped(value: number): number {
  return Math.min(100, Math.max(0, value));
}

function lowered(stat: number, by: number): number {
  return clamped(stat - by);
}

function trustAfter(trust: number, losses: DecayRates, neglectedHours: number): number {
  const loss = losses.trust * neglectedHours;
  const slow = losses.slowTrust;
  if (!slow || trust <= slow.above) return lowered(trust, loss);
  const untilThere = (trust - slow.above) / slow.factor;
  return loss <= untilThere ? trust - loss * slow.factor : lowered(slow.above, loss - untilThere);
}
