import type { Instant } from '../engine/clock.ts';
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
  return {
    ...record,
    ...(entry.timing && afterFeed(record, entry.timing, entry)),
    careActions: record.careActions + 1,
    recentActions: rememberAction(record.recentActions, entry.action),
    lastAction: entry.action,
    wasCritical: record.wasCritical || entry.health < CRITICAL_HEALTH,
    responsiveness: isNewVisit
      ? responsivenessAfter(record.responsiveness, feedingStatusOf(entry.windows))
      : record.responsiveness,
  };
}

function afterFeed(
  record: CareRecord,
  timing: Timing,
  { windows, harmful }: CareRecordEntry,
): Partial<CareRecord> {
  return {
    feedings: record.feedings + 1,
    missedFeedings: record.missedFeedings + (timing === 'missed_window' ? Math.floor(windows) : 0),
    streak: timing === 'on_time' ? record.streak + (harmful ? 0 : 1) : 0,
    consistency: consistencyAfter(record.consistency, timing, windows),
  };
}

/** How many of the last actions are remembered. */
const REMEMBERED_ACTIONS = 20;

/** How varied care has been: the entropy of its kinds, 0 for always the same and 100 for all seven alike. */
export function varietyOf(recent: readonly Action[]): number {
  const shares = ACTIONS.map((action) => recent.filter((each) => each === action).length / recent.length);
  const entropy = shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log(share) : sum), 0);
  return (entropy / Math.log(ACTIONS.length)) * 100;
}

export function rememberAction(recent: readonly Action[], action: Action): readonly Action[] {
  return [...recent, action].slice(-REMEMBERED_ACTIONS);
}
