import { DAY, HOUR, type Instant, iso, MINUTE } from './base/clock.ts';

// This module is shared by the server and the browser scripts.

export function formatTenths(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}

/** A count as `12,345`. Without Intl, which takes 50 ms to start in a slow browser. */
export function formatCount(count: number): string {
  const digits = String(count);
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(',');
}

export function formatDuration(hours: number): string {
  const seconds = Math.floor((hours * HOUR) / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

export function formatAgo(ms: number): string {
  if (ms < MINUTE) return 'just now';
  if (ms < HOUR) return unitsAgo(ms / MINUTE, 'minute');
  return ms < DAY ? unitsAgo(ms / HOUR, 'hour') : unitsAgo(ms / DAY, 'day');
}

function unitsAgo(units: number, noun: string): string {
  // join() makes a flat string, which JSON.stringify writes faster than a concatenated one.
  return [pluralize(Math.floor(units), noun), 'ago'].join(' ');
}

const HOURS_TOLD_AS_SUCH = 48;

export function formatTimeUntil(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `in ${pluralize(minutes, 'minute')}`;
  if (Math.round(hours) < HOURS_TOLD_AS_SUCH) return `in ${pluralize(Math.round(hours), 'hour')}`;
  return `in ${pluralize(Math.round(hours / 24), 'day')}`;
}

const MINUTES_TOLD_AS_SUCH = 120;

export function formatTimeLeft(hours: number): string {
  return hours * 60 < 1 ? 'now' : `in ${describeTimeLeft(hours)}`;
}

/** The time left in words, rounded down: never more than is left. */
export function describeTimeLeft(hours: number): string {
  const minutes = Math.floor(hours * 60);
  if (minutes < 1) return 'less than a minute';
  if (minutes < MINUTES_TOLD_AS_SUCH) return pluralize(minutes, 'minute');
  if (hours < HOURS_TOLD_AS_SUCH) return pluralize(Math.floor(hours), 'hour');
  return pluralize(Math.floor(hours / 24), 'day');
}

export function pluralize(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** An ISO time rounded up to the full minute: a moment earlier, the feeding window would still be closed. */
export function isoMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}
