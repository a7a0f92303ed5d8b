import type { Instant } from '../base/clock.ts';
import type { CareRecord, HatchedCreature } from '../lives/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import { ACTIONS, type Action, type Timing } from '../vocabulary.ts';
import { consistencyAfter, feedingStatusOf, responsivenessAfter } from './feeding.ts';

/** Below this, health is critical. */
export const CRITICAL_HEALTH = 20;

/** What a care action was, as far as the record asks. */
interface CareRecordEntry {
  readonly action: Action;
  /** Of a feed only. */
  readonly timing: Timing | undefined;
  /** The share of the feeding window that had passed. */
  readonly windows: number;
  /** The health it was found with. */
  readonly health: number;
  /** True of a harmful item: such a meal is no part of a streak. */
  readonly harmful: boolean;
}

/** The record with one more act of care in it. */
export function recordAfter(
  { record, life }: HatchedCreature,
  entry: CareRecordEntry,
  now: Instant,
): CareRecord {
  const isNewVisit = now - life.lastCareAt >= SAME_VISIT;
  const fed = entry.timing ? afterFeed(record, entry.timing, entry) : record;
  return {
    feedings: fed.feedings,
    missedFeedings: fed.missedFeedings,
    careActions: record.careActions + 1,
    streak: fed.streak,
    consistency: fed.consistency,
    responsiveness: isNewVisit
      ? responsivenessAfter(record.responsiveness, feedingStatusOf(entry.windows))
      : record.responsiveness,
    recentActions: rememberAction(record.recentActions, entry.action),
    lastAction: entry.action,
    wasCritical: record.wasCritical || entry.health < CRITICAL_HEALTH,
    rescued: record.rescued,
    milestones: record.milestones,
  };
}

type FeedingRecord = Pick<CareRecord, 'feedings' | 'missedFeedings' | 'streak' | 'consistency'>;

function afterFeed(record: CareRecord, timing: Timing, { windows, harmful }: CareRecordEntry): FeedingRecord {
  return {
    feedings: record.feedings + 1,
    missedFeedings: record.missedFeedings + (timing === 'missed_window' ? Math.floor(windows) : 0),
    streak: timing === 'on_time' ? record.streak + (harmful ? 0 : 1) : 0,
    consistency: consistencyAfter(record.consistency, timing, windows),
  };
}

/** How many of the last actions are remembered. */
export const REMEMBERED_ACTIONS = 20;

/** How varied care has been: the entropy of its kinds, 0 for always the same and 100 for all seven alike. */
export function varietyOf(recent: readonly Action[]): number {
  let entropy = 0;
  for (const action of ACTIONS) {
    const share = countOf(action, recent) / recent.length;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return (entropy / MOST_ENTROPY) * 100;
}

const MOST_ENTROPY = Math.log(ACTIONS.length);

function countOf(action: Action, among: readonly Action[]): number {
  let count = 0;
  for (const each of among) if (each === action) count += 1;
  return count;
}

export function rememberAction(recent: readonly Action[], action: Action): readonly Action[] {
  return [...recent, action].slice(-REMEMBERED_ACTIONS);
}
