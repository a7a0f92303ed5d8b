import { DAY, HOUR, MINUTE } from '../../core/engine/clock.ts';
import { pluralize } from '../../core/public/format-numbers.ts';

// Pages go on saying these by themselves.
export { formatAgo, formatTimeLeft, formatTimeUntil, pluralize } from '../../core/public/format-numbers.ts';

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

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  const whole = pluralize(Math.floor(ms / large), largeName);
  return rest === 0 ? whole : `${whole} and ${pluralize(rest, smallName)}`;
}
