import type { Instant } from './clock.ts';
import type { CareRecord, Hatched } from './creature.ts';
import { consistencyAfter, feedingStatusOf, responsivenessAfter } from './feeding.ts';
import { SAME_VISIT } from './rhythm.ts';
import { remembering } from './variety.ts';
import type { Action, Timing } from './vocabulary.ts';

/** Below this, health is critical. */
export const CRITICAL_HEALTH = 20;

/** What a care action was, as far as the record asks. */
export interface Deed {
  readonly action: Action;
  /** Of a feed only. */
  readonly timing: Timing | undefined;
  /** The share of the feeding window that had passed. */
  readonly windows: number;
  /** The health it was found with. */
  readonly health: number;
}

/** The record with one more deed in it. */
export function recordAfter({ record, life }: Hatched, deed: Deed, now: Instant): CareRecord {
  const isNewVisit = now - life.lastCareAt >= SAME_VISIT;
  return {
    ...record,
    ...(deed.timing && fed(record, deed.timing, deed.windows)),
    careActions: record.careActions + 1,
    recentActions: remembering(record.recentActions, deed.action),
    lastAction: deed.action,
    wasCritical: record.wasCritical || deed.health < CRITICAL_HEALTH,
    responsiveness: isNewVisit
      ? responsivenessAfter(record.responsiveness, feedingStatusOf(deed.windows))
      : record.responsiveness,
  };
}

function fed(record: CareRecord, timing: Timing, windows: number): Partial<CareRecord> {
  return {
    feedings: record.feedings + 1,
    missedFeedings: record.missedFeedings + (timing === 'missed_window' ? Math.floor(windows) : 0),
    streak: timing === 'on_time' ? record.streak + 1 : 0,
    consistency: consistencyAfter(record.consistency, timing, windows),
  };
}
