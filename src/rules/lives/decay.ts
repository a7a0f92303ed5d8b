import type { Instant } from '../base/clock.ts';
import { mechanicsOf } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import { trustDecayPerHour } from '../species/trust.ts';
import { clampStat, type Stats } from '../stats.ts';
import type { HatchedCreature } from './creature.ts';
import { feltTimeUntil, type FeltTime } from './felt-time.ts';

/** Health lost per felt hour while feeding is critical. */
export const HEALTH_LOSS_WHILE_CRITICAL = 2;
/** Factor of the loss of happiness while feeding is overdue. */
export const HAPPINESS_WHILE_OVERDUE = 1.5;

/** Stats lost per felt hour (time at the creature's own pace). */
export interface DecayRates {
  readonly hunger: number;
  readonly happiness: number;
  readonly trust: number;
  /** Above this much trust, the decay of trust is multiplied by the factor. */
  readonly slowTrust?: { readonly above: number; readonly factor: number } | undefined;
}

export function decayRatesOf(species: Species): DecayRates {
  return {
    hunger: species.hungerDecayPerHour,
    happiness: species.happinessDecayPerHour,
    trust: trustDecayPerHour(species),
    slowTrust: mechanicsOf(species).find(({ trustDecay }) => trustDecay !== undefined)?.trustDecay,
  };
}

/** The stats at a moment since the last settling, without visits in between. */
export function statsAt(creature: HatchedCreature, species: Species, at: Instant): Stats {
  return statsAfter(creature.life.stats, decayRatesOf(species), feltTimeUntil(creature, species, at));
}

/** Stats after decay; discipline does not decay. */
export function statsAfter(stats: Stats, rates: DecayRates, felt: FeltTime): Stats {
  const unhappy = felt.all + (HAPPINESS_WHILE_OVERDUE - 1) * felt.overdue;
  return {
    hunger: clampStat(stats.hunger - rates.hunger * felt.all),
    happiness: clampStat(stats.happiness - rates.happiness * unhappy),
    health: clampStat(stats.health - HEALTH_LOSS_WHILE_CRITICAL * felt.critical),
    trust: trustAfter(stats.trust, rates, felt.neglected),
    discipline: stats.discipline,
  };
}

function trustAfter(trust: number, rates: DecayRates, neglectedHours: number): number {
  const loss = rates.trust * neglectedHours;
  const slow = rates.slowTrust;
  if (!slow || trust <= slow.above) return clampStat(trust - loss);
  const untilThere = (trust - slow.above) / slow.factor;
  return loss <= untilThere ? trust - loss * slow.factor : clampStat(slow.above - (loss - untilThere));
}
