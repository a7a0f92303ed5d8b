import { HOUR, MINUTE, type Instant } from '../core/engine/clock.ts';
import type { WatchedCreature } from './choose-action.ts';

/** What a look at the end of a visit says about the next one. */
interface LastLook {
  readonly creature: WatchedCreature;
  /** By the house's clock. */
  readonly now: Instant;
  /** When the house thinks somebody should come back. */
  readonly recommended: Instant;
}

/** How soon to try again what could not be done. */
const SOON = 10 * MINUTE;
/** How much of the time it has left a keeper may stay away, whatever anybody recommends. */
const SHARE_OF_LIFE = 0.75;

/** When to come back: as the house recommends, but never too near to the end, and never at once. */
export function nextVisit(look: LastLook): Instant {
  const { creature, now, recommended } = look;
  const diesAt = Date.parse(creature.death_clock.dies_at);
  const latest = now + SHARE_OF_LIFE * (diesAt - now);
  const wanted = recommended > now ? recommended : (endOfNight(look) ?? now + SOON);
  return Math.max(now + MINUTE, Math.min(wanted, latest));
}

/** The end of the night, for one that sleeps through what should be done and can afford to. */
function endOfNight({ creature, now }: LastLook): Instant | undefined {
  const { sleep_window_end: ends, timezone_used: zone } = creature.sleep_info ?? {};
  if (ends === undefined || zone === undefined) return undefined;
  const at = nextTime(ends, zone, now);
  const fedThen = creature.hours_since_fed + (at - now) / HOUR;
  return fedThen <= creature.feeding_window_hours ? at : undefined;
}

/** The next moment at which the clocks of a zone show this time of day. */
function nextTime(timeOfDay: string, zone: string, after: Instant): Instant {
  const here = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone);
  const today = here.withPlainTime(Temporal.PlainTime.from(timeOfDay));
  return (today.epochMilliseconds > after ? today : today.add({ days: 1 })).epochMilliseconds;
}
