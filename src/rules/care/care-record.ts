import type { Instant } from '../base/clock.ts';
import type { CareRecord, HatchedCreature } from '../lives/creature.ts';
import { SAME_VISIT } from '../lives/rhythm.ts';
import { ACTIONS, type Action, type Timing } from '../vocabulary.ts';
import { consistencyAfter, feedingStatusOf, responsivenessAfter } from './feeding.ts';

/** Health below this value is critical. */
export const CRITICAL_HEALTH = 20;

interface CareRecordEntry {
  readonly action: Action;
  /** Timing of a meal; undefined for other actions. */
  readonly timing: Timing | undefined;
  /** Feeding windows since the last meal. */
  readonly windows: number;
  /** Health before the act. */
  readonly health: number;
  /** True if the item was harmful: harmful meals do not count for the streak. */
  readonly harmful: boolean;
}

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
    responsiveness: isNewVisit
      ? responsivenessAfter(record.responsiveness, feedingStatusOf(entry.windows))
      : record.responsiveness,
    recentActions: rememberAction(record.recentActions, entry.action),
    lastAction: entry.action,
    wasCritical: record.wasCritical || entry.health < CRITICAL_HEALTH,
  };
}

function afterFeed(record: CareRecord, timing: Timing, { windows, harmful }: CareRecordEntry) {
  return {
    feedings: record.feedings + 1,
    missedFeedings: record.missedFeedings + (timing === 'missed_window' ? Math.floor(windows) : 0),
    streak: timing === 'on_time' ? record.streak + (harmful ? 0 : 1) : 0,
    consistency: consistencyAfter(record.consistency, timing, windows),
  };
}

export const REMEMBERED_ACTIONS = 20;

/** Variety of care: entropy of the last actions, 0 for always the same, 100 for all seven alike. */
export function varietyOf(recent: readonly Action[]): number {
  let entropy = 0;
  for (const action of ACTIONS) {
    const share = recent.filter((each) => each === action).length / recent.length;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return (entropy / MOST_ENTROPY) * 100;
}

const MOST_ENTROPY = Math.log(ACTIONS.length);

export function rememberAction(recent: readonly Action[], action: Action): readonly Action[] {
  return [...recent, action].slice(-REMEMBERED_ACTIONS);
}
