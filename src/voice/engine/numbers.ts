import type { StatChanges } from '../../core/stats.ts';
import { STATS } from '../../core/vocabulary.ts';

/** `50%` of a share. */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** `hunger +50, happiness −5`, in the order of the stats. */
export function formatChanges(changes: StatChanges): string {
  const parts = STATS.flatMap((stat) => {
    const change = changes[stat];
    return change === undefined || change === 0 ? [] : `${stat} ${change > 0 ? '+' : '−'}${Math.abs(change)}`;
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** `1 minute`, `10 seconds`. */
export function formatSpan(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

/** `22:00`. */
export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
