import type { NextStep } from '../../contract/server/fields.ts';
import { HOUR, iso, MINUTE, type Instant } from '../../core/engine/clock.ts';
import { nextHourBoundary } from '../../core/engine/local-time.ts';
import type { CheckinReason } from '../../core/lives/checkin.ts';
import type { TendedCreature } from '../care/needs.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import { checkStatusStep } from '../server/next-steps.ts';

/** When to come back, for whichever of them will need its keeper first. */
export function checkBackStep(first: TendedCreature, others: readonly TendedCreature[] = []): NextStep {
  const soonest = others.reduce((best, each) => (neededAt(each) < neededAt(best) ? each : best), first);
  const { creature, observed } = soonest;
  const at = neededAt(soonest);
  const words = {
    name: creature.name,
    soon: formatTimeUntil((at - observed.at) / HOUR),
    at: isoMinute(at),
  };
  // A status says when to come back for the one it shows, and for no other.
  if (soonest !== first) return checkStatusStep(creature, fillTemplate(NEEDED_FIRST, words));
  const why = observed.asleepUntil ? WHY_LATER.when_it_wakes : WHY_LATER[observed.checkin.reason];
  const step = checkStatusStep(creature, fillTemplate(why, words));
  return at > observed.at ? { ...step, action: 'check_back' } : step;
}

/** The moment it will need somebody. One in danger that sleeps may wake whenever the hour turns. */
function neededAt({ creature, observed }: TendedCreature): Instant {
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
function isoMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}
