import type { z } from 'zod';

import type { CreatureLine, RecommendedCheckin } from '../../api/subjects/creature.ts';
import { isTended, needsInHouse, type TendedCreature } from '../../rules/care/needs.ts';
import { HOUR, iso, type Instant } from '../../rules/base/clock.ts';
import { regularVisits, type RegularVisits } from '../../rules/agents.ts';
import { STATS_AT_BIRTH, type Creature } from '../../rules/lives/creature.ts';
import { visibleStats } from '../../rules/lives/visible-stats.ts';
import type { Species } from '../../rules/species/species.ts';
import type { FoundCreature } from './look-in.ts';
import { checkinReason, eggReason } from '../../text/creature/steps.ts';
import { roundToHundredths } from '../../server/reply-parts.ts';
import { presentStats, shownMood } from './creature.present.ts';

type CheckinReply = z.output<typeof RecommendedCheckin>;

/** When to come back, and why: the first moment at which any of them needs somebody. An egg alone waits for a look. */
export function presentCheckin(household: readonly FoundCreature[], now: Instant): CheckinReply | undefined {
  const tended = household.filter(isTended);
  // Sorting costs as much as all else here, and most keepers have one.
  const [soonest, ...others] = tended.length > 1 ? tended.toSorted(bySoonest) : tended;
  if (!soonest) return presentEggCheckin(household, now);
  const { creature, observed } = soonest;
  const { checkin } = observed;
  return {
    creature_id: creature.id,
    at: iso(checkin.at),
    hours_from_now: roundToHundredths((checkin.at - now) / HOUR),
    reason: checkinReason(checkin, soonest),
    feeding_window_status: checkin.windowStatus,
    cron: cronOf(regularVisits([soonest, ...others], now)),
  };
}

function presentEggCheckin([egg]: readonly FoundCreature[], now: Instant): CheckinReply | undefined {
  if (!egg) return undefined;
  const { id, name } = egg.creature;
  return { creature_id: id, at: iso(now), hours_from_now: 0, reason: eggReason(name) };
}

/** No more than who and when. */
export function shortenCheckin({ creature_id, at, hours_from_now }: CheckinReply): CheckinReply {
  return { creature_id, at, hours_from_now };
}

/** The same for whoever goes by the clock. */
export function withoutReason({
  reason: _,
  feeding_window_status: __,
  ...checkin
}: CheckinReply): CheckinReply {
  return checkin;
}

/** Whoever needs somebody most comes first, by what can be done for it now, and then by when that will be. */
export function neediestFirst(household: readonly FoundCreature[]): readonly FoundCreature[] {
  const inNeed = new Set<FoundCreature>(needsInHouse(household.filter(isTended)).map(({ tended }) => tended));
  const others = household.filter((found) => !inNeed.has(found));
  return [...inNeed, ...others.toSorted((one, other) => comesAt(one) - comesAt(other))];
}

/** One of several, in a line. */
export function presentLine({ creature: { id, name }, species, observed }: FoundCreature): LineReply {
  if (!observed) return presentEggLine({ id, name }, species);
  const { hunger, health } = presentStats(observed.shown);
  const { deathClock } = observed;
  return {
    id,
    name,
    hunger,
    health,
    feeding_status: observed.feeding.status,
    mood: shownMood(observed),
    urgency: deathClock.urgency,
    dies_at: iso(deathClock.diesAt),
    checkin_at: iso(observed.checkin.at),
  };
}

export type LineReply = z.output<typeof CreatureLine>;

/** No clock runs for an egg. */
function presentEggLine({ id, name }: Pick<Creature, 'id' | 'name'>, species: Species): LineReply {
  const { hunger, health } = presentStats(visibleStats(species, STATS_AT_BIRTH));
  return {
    id,
    name,
    stage: 'egg',
    hunger,
    health,
    feeding_status: 'ok',
    mood: 'content',
    urgency: null,
    dies_at: null,
    checkin_at: null,
  };
}

/** An egg can wait for ever, but wants to be looked at. */
function comesAt({ observed }: FoundCreature): Instant {
  return observed?.checkin.at ?? 0;
}

/** Of those who need somebody at the same moment, the one that has less time. */
function bySoonest({ observed: one }: TendedFound, { observed: other }: TendedFound): number {
  return one.checkin.at - other.checkin.at || one.deathClock.diesAt - other.deathClock.diesAt;
}

type TendedFound = Extract<FoundCreature, TendedCreature>;

/** Regular visits as a crontab line, in UTC. */
export function cronOf({ minute, hours }: RegularVisits): string {
  return `${minute} ${hours.length === 24 ? '*' : hours.join(',')} * * *`;
}
