import { DAY, HOUR, MINUTE } from '../../core/engine/clock.ts';

/** How long something lasted: `3 days and 4 hours`. */
export function describeDuration(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return pluralize(Math.floor(ms / MINUTE), 'minute');
  if (ms < DAY) return twoUnits(ms, HOUR, 'hour', MINUTE, 'minute');
  return twoUnits(ms, DAY, 'day', HOUR, 'hour');
}

/** The same where there is little room: `8 h 37 min`. */
export function describeBriefly(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${Math.max(1, minutes)} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** How long ago something was: `2 hours ago`. */
export function formatAgo(ms: number): string {
  if (ms < MINUTE) return 'just now';
  if (ms < HOUR) return unitsAgo(ms / MINUTE, 'minute');
  return ms < DAY ? unitsAgo(ms / HOUR, 'hour') : unitsAgo(ms / DAY, 'day');
}

function unitsAgo(units: number, noun: string): string {
  // Joined, so that it is one piece.
  return [pluralize(Math.floor(units), noun), 'ago'].join(' ');
}

const HOURS_TOLD_AS_SUCH = 48;

/** How soon something will be: `in 3 hours`. */
export function formatTimeUntil(hours: number): string {
  const minutes = Math.round(hours * 60);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `in ${pluralize(minutes, 'minute')}`;
  if (Math.round(hours) < HOURS_TOLD_AS_SUCH) return `in ${pluralize(Math.round(hours), 'hour')}`;
  return `in ${pluralize(Math.round(hours / 24), 'day')}`;
}

/** `1 meal`, `2 meals`. */
export function pluralize(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  const whole = pluralize(Math.floor(ms / large), largeName);
  return rest === 0 ? whole : `${whole} and ${pluralize(rest, smallName)}`;
}
