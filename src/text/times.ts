import { DAY, HOUR, type Instant, MINUTE } from '../rules/base/clock.ts';
import { pluralize } from '../rules/format-numbers.ts';

export {
  describeBriefly,
  describeHours,
  formatAgo,
  formatBrieflyAgo,
  formatBrieflyUntil,
  formatTimeUntil,
  isoMinute,
  pluralize,
} from '../rules/format-numbers.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

export function formatDate(at: Instant): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export function formatMoment(at: Instant): string {
  return `${formatDate(at)}, ${formatClock(at)}`;
}

/** A moment for the middle of a sentence: `14:03 UTC on 12 March 2026`. */
export function formatTimeAndDate(at: Instant): string {
  return `${formatClock(at)} on ${formatDate(at)}`;
}

function formatClock(at: Instant): string {
  return `${hoursAndMinutes(at)} UTC`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function hoursAndMinutes(at: Instant): string {
  const date = new Date(at);
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

/** A moment where space is short and UTC is named elsewhere: `12 Mar, 14:03`. */
export function formatDayAndClock(at: Instant): string {
  return `${formatDay(at)}, ${hoursAndMinutes(at)}`;
}

export function formatDay(at: Instant): string {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]?.slice(0, 3)}`;
}

/** An age as `4 days old`; in hours on the first day. */
export function formatAge(ms: number): string {
  return `${formatAgeSpan(ms)} old`;
}

export function formatAgeSpan(ms: number): string {
  const [hours, days] = [Math.floor(ms / HOUR), Math.floor(ms / DAY)];
  if (hours === 0) return 'less than an hour';
  if (days === 0) return hours === 1 ? 'an hour' : `${hours} hours`;
  return days === 1 ? 'a day' : `${days} days`;
}

/** As `formatTimeUntil`, in whole words for people: `in 27 hours`, below a day with minutes. */
export function formatRoughlyUntil(hours: number): string {
  if (hours * HOUR < MINUTE) return 'now';
  return `in ${hours < 24 ? describeDuration(hours * HOUR) : pluralize(Math.round(hours), 'hour')}`;
}

export function describeDuration(ms: number): string {
  if (ms < MINUTE) return 'less than a minute';
  if (ms < HOUR) return pluralize(Math.floor(ms / MINUTE), 'minute');
  if (ms < DAY) return twoUnits(ms, HOUR, 'hour', MINUTE, 'minute');
  return twoUnits(ms, DAY, 'day', HOUR, 'hour');
}

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small);
  const whole = pluralize(Math.floor(ms / large), largeName);
  return rest === 0 ? whole : `${whole} and ${pluralize(rest, smallName)}`;
}
