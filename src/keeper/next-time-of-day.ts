import { DAY, HOUR, MINUTE, SECOND, type Instant } from '../core/engine/clock.ts';

/** The next moment at which the clocks of a zone show a time of day (`07:30`); undefined for a zone that this Node has not heard of. */
export function nextTimeOfDay(timeOfDay: string, zone: string, after: Instant): Instant | undefined {
  const offsetAt = offsetsOf(zone);
  if (!offsetAt) return undefined;
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const midnight = Math.floor((after + offsetAt(after)) / DAY) * DAY;
  const today = midnight + hours * HOUR + minutes * MINUTE;
  return [today, today + DAY].map((shown) => momentShowing(shown, offsetAt)).find((at) => at > after);
}

type OffsetAt = (at: Instant) => number;

/** How far the clocks of a zone are ahead of UTC. */
function offsetsOf(zone: string): OffsetAt | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    return (at) => shownBy(format, at) - Math.floor(at / SECOND) * SECOND;
  } catch {
    return undefined;
  }
}

/** What the clocks show, as if it were UTC. */
function shownBy(format: Intl.DateTimeFormat, at: Instant): Instant {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** Of what is shown twice, the first; what is left out when clocks are put forward comes as much later. */
function momentShowing(shown: Instant, offsetAt: OffsetAt): Instant {
  const [before, then] = [shown - offsetAt(shown - DAY), shown - offsetAt(shown + DAY)];
  return [before, then].find((at) => at + offsetAt(at) === shown) ?? before;
}
