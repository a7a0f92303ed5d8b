import type { StatChanges } from '../stats.ts';
import type { TrustSpeed } from '../vocabulary.ts';
import { mechanicsOf } from './mechanics.ts';
import type { Species } from './species.ts';

export const TRUST_RATES: Record<TrustSpeed, { readonly gain: number; readonly decayPerHour: number }> = {
  instant: { gain: 2, decayPerHour: 0.15 },
  fast: { gain: 1.5, decayPerHour: 0.2 },
  medium: { gain: 1, decayPerHour: 0.3 },
  slow: { gain: 0.5, decayPerHour: 0.45 },
};

export function trustDecayPerHour(species: Species): number {
  return TRUST_RATES[species.trustSpeed].decayPerHour * lossFactor(species);
}

export function applyTrustSpeed(changes: StatChanges, species: Species): StatChanges {
  const { trust } = changes;
  if (trust === undefined) return changes;
  const factor = trust > 0 ? TRUST_RATES[species.trustSpeed].gain * gainFactor(species) : lossFactor(species);
  return { ...changes, trust: trust * factor };
}

function gainFactor(species: Species): number {
  return mechanicsOf(species).reduce((product, { trustGain = 1 }) => product * trustGain, 1);
}

function lossFactor(species: Species): number {
  return mechanicsOf(species).reduce((product, { trustLoss = 1 }) => product * trustLoss, 1);
}
