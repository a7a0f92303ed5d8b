import { HOUR, type Instant } from './clock.ts';

/** A stretch of time in which a zone keeps one offset from UTC. */
interface OffsetSpan {
  readonly from: Instant;
  readonly until: Instant;
  readonly offset: number;
}

// Looking an offset up takes 4 µs, and a look at a creature asks for one per hour that has passed.
const cache = new Map<string, OffsetSpan[]>();

/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
export function offsetAt(zone: string, at: Instant): number {
  return spanAt(zone, at).offset;
}

/** The local hour at a moment, counted from 1970: an hour that a clock change repeats has one number. */
export function localHourAt(zone: string, at: Instant): number {
  return localHourIn(spanAt(zone, at), at);
}

/** The hour on a clock on the wall, 0 to 23. */
export function hourOfDay(localHour: number): number {
  const hour = localHour % 24;
  return hour < 0 ? hour + 24 : hour;
}

/** The next moment at which a local hour begins, or the zone changes its clocks. */
export function nextHourBoundary(zone: string, at: Instant): Instant {
  const span = spanAt(zone, at);
  return hourEndIn(span, localHourIn(span, at));
}

function localHourIn({ offset }: OffsetSpan, at: Instant): number {
  return Math.floor((at + offset) / HOUR);
}

/** When a local hour ends, by the clock or by a change of clocks. */
function hourEndIn({ offset, until }: OffsetSpan, localHour: number): Instant {
  return Math.min(until, (localHour + 1) * HOUR - offset);
}

/** The offset a zone keeps at a moment, and for how long. */
export function spanAt(zone: string, at: Instant): OffsetSpan {
  let spans = cache.get(zone);
  if (spans === undefined) cache.set(zone, (spans = []));
  // The newest is asked for most: it was put first.
  for (const span of spans) if (at >= span.from && at < span.until) return span;
  const span = lookUp(zone, at);
  spans.unshift(span);
  return span;
}

function lookUp(zone: string, at: Instant): OffsetSpan {
  // A moment may fall between two milliseconds; clocks change only on one.
  const there = Temporal.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone);
  // A transition at this very moment has happened: it is the beginning, not the end, of this span.
  const from = there.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  const until = there.getTimeZoneTransition('next');
  return {
    from: from?.epochMilliseconds ?? -Infinity,
    until: until?.epochMilliseconds ?? Infinity,
    offset: there.offsetNanoseconds / 1e6,
  };
}
