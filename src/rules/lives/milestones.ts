import { HOUR, type Instant } from '../base/clock.ts';
import type { Species } from '../species/species.ts';
import type { Stats } from '../stats.ts';
import type { Milestone, Stat } from '../vocabulary.ts';
import type { CareRecord, Creature } from './creature.ts';
import { visibleStats } from './visible-stats.ts';

/** Something a creature reaches once in its life. */
export interface ReachedMilestone {
  readonly type: Milestone;
  readonly threshold: number;
}

interface StatMilestone {
  readonly type: Milestone;
  readonly stat: Stat;
  readonly thresholds: readonly number[];
  /** Counts only for one whose health had been critical. */
  readonly afterCrisis?: boolean;
}

export const STAT_MILESTONES: readonly StatMilestone[] = [
  { type: 'trust_milestone', stat: 'trust', thresholds: [50, 75, 90] },
  { type: 'happiness_milestone', stat: 'happiness', thresholds: [50, 80, 100] },
  { type: 'discipline_milestone', stat: 'discipline', thresholds: [25, 50, 75] },
  { type: 'health_milestone', stat: 'health', thresholds: [80], afterCrisis: true },
];

export const STREAK_THRESHOLDS = [10, 25, 50, 100];

/** What milestones are counted by, at a moment. */
interface MilestoneState {
  readonly stats: Stats;
  readonly streak: number;
}

/** The milestones crossed on the way up between two moments, those already reached left out. */
export function milestonesBetween(
  before: MilestoneState,
  after: MilestoneState,
  record: CareRecord,
): readonly ReachedMilestone[] {
  const reached: ReachedMilestone[] = [];
  for (const { type, stat, thresholds, afterCrisis = false } of STAT_MILESTONES) {
    if (afterCrisis && !record.wasCritical) continue;
    addCrossed(reached, type, thresholds, before.stats[stat], after.stats[stat]);
  }
  addCrossed(reached, 'care_streak', STREAK_THRESHOLDS, before.streak, after.streak);
  return reached.filter((each) => !record.milestones.includes(milestoneKey(each)));
}

/** How a milestone is remembered. */
export function milestoneKey({ type, threshold }: ReachedMilestone): string {
  return `${type}:${threshold}`;
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

/** The stat a milestone is about, if it is about one. */
export function statOfMilestone(type: Milestone): Stat | undefined {
  return STAT_MILESTONES.find((milestone) => milestone.type === type)?.stat;
}

/** May its keeper know of it, with the stats as they are? Not while it hides the stat, nor where it never shows so much. */
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

// What an act of care is worth in hours.
const HOURS_APART = 12;

/**
 * What tells one answer from the next: how often it was cared for, and how many hours ago. With eleven first sentences
 * and thirteen or more second ones, ten tellings in a row are all different.
 */
export function tellingAt({ life, adoptedAt, record }: Creature, at: Instant): number {
  const hours = Math.floor((at - (life?.lastCareAt ?? adoptedAt)) / HOUR);
  // Left out are those with which a look would be told as the care after it.
  const leftOut = Math.trunc((hours - 1) / (HOURS_APART - 1));
  return HOURS_APART * record.careActions + hours + leftOut;
}
