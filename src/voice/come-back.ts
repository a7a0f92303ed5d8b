import type { NextStep } from '../contract/common.ts';
import { HOUR, iso, MINUTE, type Instant } from '../core/clock.ts';
import type { CheckinReason } from '../core/checkin.ts';
import { nextHourBoundary } from '../core/local-time.ts';
import { lookAt } from './creature-steps.ts';
import { inTime } from './durations.ts';
import type { Tended } from './needs.ts';
import { filled } from './pick.ts';

/** Nothing more to do now: the first of them that will need its keeper, and when. */
export function comeBack(first: Tended, others: readonly Tended[] = []): NextStep {
  const soonest = others.reduce((best, each) => (neededAt(each) < neededAt(best) ? each : best), first);
  const { creature, observed } = soonest;
  const at = neededAt(soonest);
  // A status says when to come back for the one it shows, and for no other.
  if (soonest !== first)
    return lookAt(
      creature,
      filled(NEEDED_FIRST, { name: creature.name, soon: inTime((at - observed.at) / HOUR) }),
    );
  const why = observed.asleepUntil ? WHY_LATER.when_it_wakes : WHY_LATER[observed.checkin.reason];
  const line = filled(why, {
    name: creature.name,
    soon: inTime((at - observed.at) / HOUR),
    at: toTheMinute(at),
  });
  const step = lookAt(creature, line);
  return at > observed.at ? { ...step, action: 'check_back' } : step;
}

/** The moment it will need somebody. One in danger that sleeps may wake whenever the hour turns. */
function neededAt({ creature, observed }: Tended): Instant {
  const { checkin, at } = observed;
  return checkin.at > at || !observed.asleepUntil ? checkin.at : nextHourBoundary(creature.zone, at);
}

const NEEDED_FIRST = 'Look at {name} next: of all of yours it will need you first, {soon}.';

const WHY_LATER: Record<CheckinReason, string> = {
  critical: '{name} is not safe yet: look again now.',
  feed_now: '{name} can be fed now: look again.',
  in_time: 'Come back {soon}, at {at}: {name} will be ready to eat.',
  before_it_sleeps: 'Come back {soon}, at {at}: {name} can eat before it sleeps.',
  when_it_wakes: 'Come back {soon}, at {at}: {name} should be awake.',
};

// The next full minute, so that nobody comes a moment before the window opens.
function toTheMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}
