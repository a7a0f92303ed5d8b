import type { Instant } from '../base/clock.ts';
import { type Checked, type Checkin, movedCheckin } from './observe.ts';
import { isAsleep, wakesAt } from './rhythm.ts';

/** Share of the time until a creature has to be fed that a visit to several waits, so that more windows open. */
const WAITS = 0.5;

/**
 * The moment of the next visit: the check-in of a single creature. With several, the visit waits until every span that
 * begins before the end of the first to end has begun: no other moment serves more creatures without being late for one.
 */
export function sharedVisit(checkins: readonly Pick<Checkin, 'returnAt' | 'span'>[]): Instant {
  let [first, last] = [Infinity, Infinity];
  for (const { returnAt, span } of checkins) {
    first = Math.min(first, returnAt);
    last = Math.min(last, span.to);
  }
  if (checkins.length < 2) return first;
  let ready = first;
  for (const { span } of checkins) if (span.from <= last) ready = Math.max(ready, span.from);
  return Math.floor(ready + WAITS * (last - ready));
}

/** When a creature is visited next: with the others, or at its own check-in if that visit does not serve it. */
export function visitedAt(
  { at, span, reason }: Pick<Checkin, 'at' | 'span' | 'reason'>,
  visit: Instant,
): Instant {
  const isServed = reason !== 'critical' && span.from <= visit && visit <= span.to;
  return isServed ? visit : at;
}

/**
 * From when on a visit to a creature is due: at its check-in, or when it wakes if it sleeps by now. A shy creature
 * takes its `reflect` asleep too.
 */
export function dueAt({ creature, observed: { checkin } }: Checked, visit: Instant, now: Instant): Instant {
  const at = visitedAt(checkin, visit);
  const isMissed = at <= now && checkin.reason !== 'still_shy' && isAsleep(creature, now);
  return isMissed ? wakesAt(creature, now) : at;
}

/** The check-in of a household, told of the creature whose own check-in is due first. */
export function householdCheckin<Kept extends Checked>(
  first: Kept,
  others: readonly Kept[],
): { readonly neediest: Kept; readonly checkin: Checkin } {
  if (others.length === 0) return { neediest: first, checkin: first.observed.checkin };
  const neediest = others.reduce((one, other) => (isDueBefore(other, one) ? other : one), first);
  const visit = sharedVisit([first, ...others].map(({ observed }) => observed.checkin));
  return { neediest, checkin: movedCheckin(neediest, visit) };
}

function isDueBefore({ observed: one }: Checked, { observed: other }: Checked): boolean {
  const later = one.checkin.returnAt - other.checkin.returnAt;
  return (later || one.deathClock.diesAt - other.deathClock.diesAt) < 0;
}
