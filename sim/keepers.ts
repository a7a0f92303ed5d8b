import { HOUR, MINUTE } from '../src/core/engine/clock.ts';
import { BEDTIME, MORNING } from '../src/core/lives/sleep.ts';
import { boundary } from './boundary-keeper.ts';
import { feedPatiently, inHours, nextTimeOfDay, tend, randomCare } from './habits.ts';
import type { KeeperBehaviour, KeeperKind, SimulatedVisit } from './keeper.ts';

/** Comes when it is told to come, feeds, then does what is needed. */
const diligent: KeeperBehaviour = {
  visit: keepWell,
  returns(there) {
    const seen = there.look();
    return Math.max(seen?.checkin.at ?? 0, there.now + 10 * MINUTE);
  },
};

/** Comes at any time and does anything, with whatever is at hand. */
const erratic: KeeperBehaviour = {
  visit(there) {
    if (there.roll() < 0.6) feedPatiently(there);
    if (there.roll() < 0.3) there.look();
    if (there.roll() < 0.7) there.care(randomCare(there));
  },
  returns: (there) => inHours(there, 0.1, there.roll() < 0.2 ? 20 : 8),
};

/** Cannot stop for an hour, then forgets it for a day. */
const bursty: KeeperBehaviour = {
  visit(there) {
    feedPatiently(there);
    there.care(randomCare(there));
  },
  returns: (there) => (there.roll() < 0.8 ? inHours(there, 0.05, 0.4) : inHours(there, 8, 26)),
};

/** Comes seldom and does little. */
const neglectful: KeeperBehaviour = {
  visit(there) {
    if (there.roll() < 0.6) feedPatiently(there);
    else there.care({ action: 'reflect' });
  },
  returns: (there) => inHours(there, 6, 40),
};

/** Comes at night only, when creatures sleep now and then. */
const nightOwl: KeeperBehaviour = {
  visit: keepWell,
  returns(there) {
    const from = there.look()?.asleepUntil ? inHours(there, 0.5, 1.5) : inHours(there, 2, 8);
    return nextTimeOfDay(there.creature.zone, from, (hour) => hour >= BEDTIME || hour < MORNING);
  },
};

const onceADay: KeeperBehaviour = {
  visit: keepWell,
  returns: (there) => nextTimeOfDay(there.creature.zone, there.now + 2 * HOUR, (hour) => hour === 12),
};

/** Every six hours, without a look: what speed is measured with. */
const steady: KeeperBehaviour = {
  visit(there) {
    there.care({ action: there.roll() < 0.7 ? 'feed' : 'medicine' });
  },
  returns: ({ now }) => now + 6 * HOUR,
};

export const KEEPERS: Readonly<Record<KeeperKind, KeeperBehaviour>> = {
  diligent,
  erratic,
  bursty,
  neglectful,
  night_owl: nightOwl,
  boundary,
  once_a_day: onceADay,
  steady,
};

function keepWell(there: SimulatedVisit): void {
  const found = there.look();
  if (!found) return;
  if (found.feeding.status !== 'ok') feedPatiently(there);
  const seen = there.look();
  if (seen && !seen.asleepUntil) tend(there, seen);
}
