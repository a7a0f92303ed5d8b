import { DAY, HOUR, iso, MINUTE, type Instant } from '../../core/clock.ts';
import type { DeathClock } from '../../core/death.ts';
import { offsetAt } from '../../core/local-time.ts';
import type { Observed } from '../../core/observe.ts';
import type { Urgency } from '../../core/vocabulary.ts';
import { hundredths } from './numbers.ts';

interface DeathClockShown {
  hours_without_care: number;
  dies_at: string;
  hours_remaining: number;
  threshold_hours: number;
  urgency: Urgency;
}

export function presentDeathClock(clock: DeathClock): DeathClockShown {
  return {
    hours_without_care: hundredths(clock.hoursWithoutCare),
    dies_at: iso(clock.diesAt),
    hours_remaining: hundredths(clock.hoursRemaining),
    threshold_hours: hundredths(clock.thresholdHours),
    urgency: clock.urgency,
  };
}

/** When it can be fed in time. */
export function nextWindow({ opensAt }: Observed['feeding']): string {
  return opensAt === undefined ? 'open now' : iso(opensAt);
}

/** How a night is told: until when, by the clock on its keeper's wall. */
export function presentSleep(nightEndsAt: Instant, zone: string) {
  return { sleeping: true, sleep_window_end: wallClock(nightEndsAt, zone), timezone_used: zone };
}

/** `06:00`, where the zone is. */
function wallClock(at: Instant, zone: string): string {
  const sinceMidnight = (((at + offsetAt(zone, at)) % DAY) + DAY) % DAY;
  return [sinceMidnight / HOUR, (sinceMidnight % HOUR) / MINUTE]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}
