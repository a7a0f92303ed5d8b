import { HOUR } from '../engine/clock.ts';

// Numbers as people read them, the same on a page that was sent and on one that goes on by itself.

/** A stat or a score: `64.0`. */
export function formatTenths(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1);
}

/** Time that runs out or adds up: `21:04:09`. */
export function formatDuration(hours: number): string {
  const seconds = Math.floor((hours * HOUR) / 1000);
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
