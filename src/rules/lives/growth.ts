import { consistencyNow, windowsSinceFed } from '../care/feeding.ts';
import { HOUR, type Instant } from '../base/clock.ts';
import type { Species } from '../species/species.ts';
import type { Family, Path, Stage } from '../vocabulary.ts';
import type { Creature, HatchedCreature } from './creature.ts';

export const GROWS_AT = { baby: 24, child: 72, teen: 120 } as const;
const GROWS_INTO = { baby: 'child', child: 'teen', teen: 'adult' } as const;

/** Consistency a teen needs to grow up on time, and the age in hours at which it grows up anyway. */
export const GROWN_UP_CONSISTENCY = 50;
export const LATE_BLOOM_HOURS = 216;
export const HIGH_CARE_CONSISTENCY = 90;

interface GrowthStep {
  readonly at: Instant;
  readonly to: Stage;
  readonly path: Path | undefined;
}

/** The next stage without visits; undefined for eggs and adults. */
export function nextGrowth(creature: HatchedCreature, species: Species): GrowthStep | undefined {
  const { stage } = creature;
  if (stage === 'egg' || stage === 'adult') return undefined;
  const due = ageReached(creature, GROWS_AT[stage]);
  if (stage !== 'teen') return { at: due, to: GROWS_INTO[stage], path: undefined };
  // Consistency rises only at a meal, so these are the only moments to check.
  const onTime = Math.max(due, creature.life.lastFedAt);
  const at =
    consistencyAt(creature, species, onTime) >= GROWN_UP_CONSISTENCY
      ? onTime
      : ageReached(creature, LATE_BLOOM_HOURS);
  return { at, to: 'adult', path: pathAt(creature, species, at) };
}

export function pathAt(creature: HatchedCreature, species: Species, at: Instant): Path {
  if (creature.record.rescued) return 'rescue';
  const consistency = consistencyAt(creature, species, at);
  if (consistency >= HIGH_CARE_CONSISTENCY) return 'high_care';
  return consistency >= GROWN_UP_CONSISTENCY ? 'balanced' : 'low_care';
}

export function consistencyAt(creature: HatchedCreature, species: Species, at: Instant): number {
  return consistencyNow(creature.record, windowsSinceFed(creature, species, at));
}

export function ageHours({ life, died }: Creature, now: Instant): number {
  if (!life) return 0;
  return ((died?.at ?? now) - life.ageFrom) / HOUR;
}

function ageReached({ life }: HatchedCreature, hours: number): Instant {
  return life.ageFrom + hours * HOUR;
}

export const FORMS: Record<Family, Record<Path, string>> = {
  cat: { high_care: 'Hearthcat', balanced: 'Straycat', low_care: 'Ceilingcat', rescue: 'Scarcat' },
  dog: { high_care: 'Sunpup', balanced: 'Traildog', low_care: 'Ghostdog', rescue: 'Threelegs' },
  exotic: { high_care: 'Bonded', balanced: 'Wanderer', low_care: 'Phantom', rescue: 'Mender' },
  'ai-native': { high_care: 'Attuned', balanced: 'Drifter', low_care: 'Void', rescue: 'Phoenix' },
};
