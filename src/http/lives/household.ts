import type { z } from 'zod';

import type { RecommendedCheckin } from '../../contract/lives/checkin.ts';
import { HOUR, iso, type Instant } from '../../core/engine/clock.ts';
import { NEED_URGENCIES, needsOf, type TendedCreature } from '../../core/care/needs.ts';
import { regularVisits, type RegularVisits } from '../../core/keepers/regular-visits.ts';
import type { FoundCreature } from '../../house/lives/look-in.ts';
import { checkinReason } from '../../voice/lives/checkin-reason.ts';
import { roundToHundredths } from '../server/reply-parts.ts';

/** When to come back, and why: the first moment at which any of them needs somebody. No clock runs for an egg. */
export function presentCheckin(
  household: readonly FoundCreature[],
  now: Instant,
): z.output<typeof RecommendedCheckin> | undefined {
  const [soonest, ...others] = household.filter(isTended).toSorted(bySoonest);
  if (!soonest) return undefined;
  const { creature, observed } = soonest;
  const { checkin } = observed;
  return {
    creature_id: creature.id,
    at: iso(checkin.at),
    hours_from_now: roundToHundredths((checkin.at - now) / HOUR),
    reason: checkinReason(checkin, soonest),
    feeding_window_status: checkin.windowStatus,
    cron: cronOf(regularVisits([soonest, ...others])),
  };
}

/** Of those who need somebody at the same moment, the one that needs it more. */
function bySoonest(one: TendedCreature, other: TendedCreature): number {
  return one.observed.checkin.at - other.observed.checkin.at || rankOf(one) - rankOf(other);
}

/** By what can be done for it now, the most pressing first. */
function rankOf(tended: TendedCreature): number {
  const [first] = needsOf(tended);
  return first ? NEED_URGENCIES.indexOf(first.urgency) : NEED_URGENCIES.length;
}

function isTended(found: FoundCreature): found is FoundCreature & TendedCreature {
  return found.observed !== undefined;
}

/** Regular visits as a crontab line, in UTC. */
export function cronOf({ minutesApart, firstMinute }: RegularVisits): string {
  const minute = firstMinute % MINUTES_PER_HOUR;
  if (minutesApart >= MINUTES_PER_HOUR)
    return `${minute} ${cronHours((firstMinute - minute) / MINUTES_PER_HOUR, minutesApart / MINUTES_PER_HOUR)} * * *`;
  const minutes = Array.from(
    { length: MINUTES_PER_HOUR / minutesApart },
    (_, visit) => firstMinute + visit * minutesApart,
  );
  return `${minutes.join(',')} * * * *`;
}

const MINUTES_PER_HOUR = 60;

function cronHours(first: number, apart: number): string {
  if (apart === 1) return '*';
  return first === 0 ? `*/${apart}` : `${first}-23/${apart}`;
}
