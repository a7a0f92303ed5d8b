import { HOUR, type Instant } from '../base/clock.ts';
import { consistencyNow, windowsSinceFed } from '../care/feeding.ts';
import { visibleStats } from '../species/mechanics.ts';
import type { Species } from '../species/species.ts';
import type { Stats, Family, Milestone, Path, Stat } from '../vocabulary.ts';
import type { CareRecord, Creature, HatchedCreature } from './creature.ts';

export const GROWS_AT = { baby: 24, child: 72, teen: 120 } as const;
const GROWS_INTO = { baby: 'child', child: 'teen', teen: 'adult' } as const;

/** Consistency a teen needs to grow up on time, and the age in hours at which it grows up anyway. */
export const GROWN_UP_CONSISTENCY = 50;
export const LATE_BLOOM_HOURS = 216;
export const HIGH_CARE_CONSISTENCY = 90;

/** The next stage of a creature; the evolution path is known with the last one. */
export type Growth =
  | { readonly at: Instant; readonly to: 'child' | 'teen'; readonly path: undefined }
  | { readonly at: Instant; readonly to: 'adult'; readonly path: Path };

export function nextGrowth(creature: HatchedCreature, species: Species): Growth | undefined {
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
  return { at, to: 'adult' as const, path: pathAt(creature, species, at) };
}

/** The next growth if consistency stays as it is now; `nextGrowth` is the one without another meal. */
export function expectedGrowth(
  creature: HatchedCreature,
  species: Species,
  now: Instant,
): Growth | undefined {
  const growth = nextGrowth(creature, species);
  if (growth?.to !== 'adult' || consistencyAt(creature, species, now) < GROWN_UP_CONSISTENCY) return growth;
  return { ...growth, at: Math.max(ageReached(creature, GROWS_AT.teen), now) };
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

export interface ReachedMilestone {
  readonly type: Milestone;
  readonly threshold: number;
}

interface StatMilestone {
  readonly type: Milestone;
  readonly stat: Stat;
  readonly thresholds: readonly number[];
  readonly afterCrisis?: boolean;
}

export const STAT_MILESTONES: readonly StatMilestone[] = [
  { type: 'trust_milestone', stat: 'trust', thresholds: [50, 75, 90] },
  { type: 'happiness_milestone', stat: 'happiness', thresholds: [50, 80, 100] },
  { type: 'discipline_milestone', stat: 'discipline', thresholds: [25, 50, 75] },
  { type: 'health_milestone', stat: 'health', thresholds: [80], afterCrisis: true },
];

export const STREAK_THRESHOLDS = [10, 25, 50, 100];

interface MilestoneState {
  readonly stats: Stats;
  readonly streak: number;
}

export function milestonesBetween(
  before: MilestoneState,
  after: MilestoneState,
  record: CareRecord,
): ReachedMilestone[] {
  const reached: ReachedMilestone[] = [];
  for (const { type, stat, thresholds, afterCrisis = false } of STAT_MILESTONES) {
    if (afterCrisis && !record.wasCritical) continue;
    addCrossed(reached, type, thresholds, before.stats[stat], after.stats[stat]);
  }
  addCrossed(reached, 'care_streak', STREAK_THRESHOLDS, before.streak, after.streak);
  return reached.filter((each) => !record.milestones.includes(milestoneKey(each)));
}

export function milestoneKey({ type, threshold }: ReachedMilestone): string {
  return `${type}:${threshold}`;
}

export function milestoneFrom(key: string): ReachedMilestone {
  const [type, threshold] = key.split(':');
  return { type: type as Milestone, threshold: Number(threshold) };
}

function addCrossed(
  reached: ReachedMilestone[],
  type: Milestone,
  thresholds: readonly number[],
  before: number,
  after: number,
): void {
  for (const threshold of thresholds)
    if (before < threshold && after >= threshold) reached.push({ type, threshold });
}

export function statOfMilestone(type: Milestone): Stat | undefined {
  return STAT_MILESTONES.find((milestone) => milestone.type === type)?.stat;
}

/** False while the milestone's stat is hidden, or where the species never shows so much. */
export function isMilestoneVisible(
  species: Species,
  stats: Stats,
  { type, threshold }: ReachedMilestone,
): boolean {
  const stat = statOfMilestone(type);
  if (stat === undefined) return true;
  const reached = { ...stats, [stat]: Math.max(stats[stat], threshold) };
  return (visibleStats(species, reached)[stat] ?? -1) >= threshold;
}

/**
 * Counts the hours since adoption and the acts of care: no two moments of a life that differ in either have the same count,
 * whatever else changes. Hours end between two full ones, since keepers come at full ones.
 */
export function tellingAt({ adoptedAt, record }: Creature, at: Instant): number {
  return Math.round((at - adoptedAt) / HOUR) + record.careActions;
}
