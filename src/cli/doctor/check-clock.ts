import { MINUTE, SECOND, type Instant } from '../../core/engine/clock.ts';
import { systemClock } from '../../outside/engine/clock.ts';
import { fine, note, wrong, type Diagnosis } from './diagnosis.ts';

// When this was written: no clock that is right shows less.
const EARLIEST_YEAR = 2026;
const LATEST_YEAR = 2100;
const FEWEST_ZONES = 400;

const SET_CLOCK = 'timedatectl set-ntp true, or any other way to keep the clock right.';

/** Whether the machine knows what time it is, here and elsewhere. */
export function checkClock(
  now: Instant = systemClock().now(),
  zones: readonly string[] = Intl.supportedValuesOf('timeZone'),
): Diagnosis[] {
  const time = new Date(now).toISOString();
  const year = new Date(now).getUTCFullYear();
  const isSane = year >= EARLIEST_YEAR && year < LATEST_YEAR;
  return [
    isSane
      ? fine('clock', `It is ${time}.`)
      : wrong('clock', `It shows ${time}, and every creature lives by it.`, SET_CLOCK),
    zones.length >= FEWEST_ZONES
      ? fine('time zones', `${zones.length} are known, as of ${process.versions['tz'] ?? 'this Node'}.`)
      : wrong(
          'time zones',
          `Only ${zones.length} are known: bedtimes elsewhere would be wrong.`,
          'Use a Node with full-icu (the usual ones have it), and no NODE_ICU_DATA that names less.',
        ),
  ];
}

const NOTED_SKEW = 5 * SECOND;
const WRONG_SKEW = 5 * MINUTE;

/** What a server's clock showed at some moment between a question and its answer. */
interface ClockReading {
  readonly shown: Instant;
  readonly askedAt: Instant;
  readonly answeredAt: Instant;
}

/** Of two clocks that differ one is wrong, and nobody here can tell which. Undefined when they agree. */
export function checkSkew(
  whose: string,
  { shown, askedAt, answeredAt }: ClockReading,
): Diagnosis | undefined {
  const ours = Math.min(Math.max(shown, askedAt), answeredAt);
  const apart = Math.abs(shown - ours);
  if (apart < NOTED_SKEW) return undefined;
  const order = shown > ours ? 'ahead of' : 'behind';
  return (apart < WRONG_SKEW ? note : wrong)(
    'clock',
    `The clock of ${whose} is ${Math.round(apart / SECOND)} seconds ${order} this machine’s.`,
    `On the one that is wrong: ${SET_CLOCK}`,
  );
}
