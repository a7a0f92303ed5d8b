import type { NextStep } from '../../contract/server/fields.ts';
import { WORTH_WAITING } from '../../core/care/meal-times.ts';
import type { TendedCreature } from '../../core/care/needs.ts';
import { HOUR, iso, MINUTE, type Instant } from '../../core/engine/clock.ts';
import type { Checkin, CheckinReason } from '../../core/lives/checkin.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplate } from '../engine/pick-line.ts';
import { checkHouseStep, comeBackStep } from '../server/next-steps.ts';

/** When to come back, for whichever of them will need its keeper first. */
export function checkBackStep(first: TendedCreature, others: readonly TendedCreature[] = []): NextStep {
  const soonest = others.reduce((best, each) => (comeBackAt(each) < comeBackAt(best) ? each : best), first);
  const { creature, observed } = soonest;
  const why = whyLater(observed.checkin, creature.name, observed.at);
  const action = observed.checkin.at > observed.at ? 'check_back' : 'check_status';
  return others.length > 0 ? checkHouseStep(action, why) : comeBackStep(action, creature, why);
}

function comeBackAt({ observed }: TendedCreature): Instant {
  return observed.checkin.at;
}

/** When to come back, and what for. */
function whyLater({ at, reason }: Pick<Checkin, 'at' | 'reason'>, name: string, now: Instant): string {
  const line = at > now ? WHY_LATER[reason] : reason === 'critical' ? IN_DANGER : WHY_LATER.feed_now;
  const when =
    at - now <= WORTH_WAITING
      ? `Wait until ${isoMinute(at)}, then look again`
      : `Come back ${formatTimeUntil((at - now) / HOUR)}, at ${isoMinute(at)}`;
  return fillTemplate(line, { name, when });
}

const WHY_LATER: Record<CheckinReason, string> = {
  critical: '{when}: {name} is in danger, and awake then.',
  feed_now: '{name} can be fed now: look again.',
  in_time: '{when}: {name} will be ready to eat.',
  before_it_sleeps: '{when}: {name} can eat before it sleeps.',
  when_it_wakes: '{when}: {name} will be awake to eat.',
  early_rather_than_late: '{when}: {name} will be asleep at its mealtime.',
  late_at_best: '{when}: {name} wakes then, and its meal will be late.',
};

// It may be asleep, and then there is little to be done.
const IN_DANGER = '{name} is in danger: look again at once.';

// The next full minute, so that nobody comes a moment before the window opens.
export function isoMinute(at: Instant): string {
  return iso(Math.ceil(at / MINUTE) * MINUTE).replace(':00.000Z', 'Z');
}
