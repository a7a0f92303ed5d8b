import { DAY, type Instant } from '../base/clock.ts';

// Jean Meeus, Astronomical Algorithms, chapters 27 and 49: exact to about half an hour.

const JULIAN_DAY_OF_1970 = 2_440_587.5;

function fromJulian(day: number): Instant {
  return Math.round((day - JULIAN_DAY_OF_1970) * DAY);
}

const RADIANS = Math.PI / 180;
const SYNODIC_MONTH = 29.530588861;
const FIRST_NEW_MOON = 2_451_550.09766;

/** Months of the moon by which a true phase differs from the mean one, and two days. */
const NEAR = 0.1;

/** The moment of this phase, if it is within about two days. */
export function moonNear(phase: 'full' | 'new', at: Instant): Instant | undefined {
  const half = phase === 'full' ? 0.5 : 0;
  const months = (at / DAY + JULIAN_DAY_OF_1970 - FIRST_NEW_MOON) / SYNODIC_MONTH - half;
  const nth = Math.round(months);
  return Math.abs(months - nth) < NEAR ? moonPhase(nth + half, phase) : undefined;
}

function moonPhase(k: number, phase: 'full' | 'new'): Instant {
  const sun = RADIANS * (2.5534 + 29.1053567 * k);
  const moon = RADIANS * (201.5643 + 385.81693528 * k);
  const node = RADIANS * (160.7108 + 390.67050284 * k);
  const [byMoon, bySun] = phase === 'full' ? [-0.40614, 0.17302] : [-0.4072, 0.17241];
  const corrections =
    byMoon * Math.sin(moon) +
    bySun * Math.sin(sun) +
    0.016 * Math.sin(2 * moon) +
    0.0104 * Math.sin(2 * node);
  return fromJulian(FIRST_NEW_MOON + SYNODIC_MONTH * k + corrections);
}

/** Julian days of the year 2000, days per millennium, and the change of that. */
const TURNING_POINTS = {
  march: [2_451_623.80984, 365_242.37404, 0.05169],
  june: [2_451_716.56767, 365_241.62603, 0.00325],
  september: [2_451_810.21715, 365_242.01767, -0.11575],
  december: [2_451_900.05952, 365_242.74049, -0.06223],
} as const;

/** The equinox or solstice of a year. */
export function turningPointOf(which: keyof typeof TURNING_POINTS, year: number): Instant {
  const [start, pace, bend] = TURNING_POINTS[which];
  const millennia = (year - 2000) / 1000;
  return fromJulian(start + pace * millennia + bend * millennia * millennia);
}
