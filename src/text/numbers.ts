import type { StatChanges } from '../rules/stats.ts';
import { STATS } from '../rules/vocabulary.ts';

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

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
);
const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

/** `third`, and from thirteen on `13th`, `21st`. */
export function formatOrdinal(nth: number): string {
  const teens = Math.floor(nth / 10) % 10 === 1;
  return ORDINALS[nth - 1] ?? `${nth}${teens ? 'th' : (ENDINGS[nth % 10] ?? 'th')}`;
}

/** `once`, `twice`, `3 times`. */
export function formatTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
