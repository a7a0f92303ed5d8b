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
  const told = ms < 2 * DAY ? describeHours(ms / HOUR) : pluralize(Math.floor(ms / DAY), 'day');
  // join() makes a flat string, which JSON.stringify writes faster than a concatenated one.
  return [told, 'ago'].join(' ');
}

/** As `formatAgo`, in hours and minutes, for people. */
export function formatBrieflyAgo(ms: number): string {
  return ms < HOUR || ms >= 2 * DAY ? formatAgo(ms) : `${describeBriefly(ms)} ago`;
}

export function roundToHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

export function formatTimeUntil(hours: number): string {
  const told = describeHours(hours);
  return told === LESS_THAN_A_MINUTE ? 'now' : `in ${told}`;
}

const LESS_THAN_A_MINUTE = 'less than a minute';

/** Hours in words, rounded to hundredths as every field of replies is; below an hour that value in minutes. */
export function describeHours(hours: number): string {
  const value = roundToHundredths(hours);
  if (value >= 1) return pluralize(value, 'hour');
  const minutes = Math.round(value * 60);
  return minutes < 1 ? LESS_THAN_A_MINUTE : pluralize(minutes, 'minute');
}

export function describeBriefly(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${Math.max(1, minutes)} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** As `formatTimeUntil`, in hours and minutes, for people. */
export function formatBrieflyUntil(hours: number): string {
  return hours * HOUR < MINUTE ? 'now' : `in ${describeBriefly(hours * HOUR)}`;
}

export function pluralize(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** An ISO time rounded up to the full minute: a moment earlier, the feeding window would still be closed. */
export function isoMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}
