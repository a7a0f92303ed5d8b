import { type StatChanges, STATS } from '../rules/vocabulary.ts';

export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

export function formatChanges(changes: StatChanges): string {
  const parts = STATS.flatMap((stat) => {
    const change = changes[stat];
    return change === undefined || change === 0 ? [] : `${stat} ${change > 0 ? '+' : '−'}${Math.abs(change)}`;
  });
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

export function formatSpan(seconds: number): string {
  if (seconds % 3600 === 0) return seconds === 3600 ? 'hour' : `${seconds / 3600} hours`;
  if (seconds % 60 === 0) return seconds === 60 ? 'minute' : `${seconds / 60} minutes`;
  return `${seconds} seconds`;
}

export function formatHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
);
const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' };

export function formatOrdinal(nth: number): string {
  const teens = Math.floor(nth / 10) % 10 === 1;
  return ORDINALS[nth - 1] ?? `${nth}${teens ? 'th' : (ENDINGS[nth % 10] ?? 'th')}`;
}

export function formatTimes(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${count} times`;
}
