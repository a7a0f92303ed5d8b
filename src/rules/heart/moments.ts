import { oncePer } from '../../../packages/base/collections.ts';
import { DAY, HOUR, type Instant, localHourAt, offsetAt, type TimeZone } from '../base/clock.ts';
import { dice } from '../base/dice.ts';
import { SOUTHERN } from '../care/item-moments.ts';
import type { HatchedCreature } from '../lives/creature.ts';
import { moonNear, turningPointOf } from './sky.ts';

/** When a moment is; a row has one of these, and the first row that holds on a day counts. */
export interface MomentRow {
  /** Whole days of its age. */
  readonly age?: readonly number[];
  /** The day of the month on which it hatched. */
  readonly birthday?: 'year' | 'half' | 'month';
  /** Month and day: 1231 is the last of December. */
  readonly date?: number;
  readonly moon?: 'full' | 'new';
  /** The turning points of the year; those of the northern half of the world. */
  readonly sun?: 'march' | 'june' | 'september' | 'december';
  readonly clocks?: 'forward' | 'back';
  /** Friday the thirteenth, or the last day of February in a leap year. */
  readonly calendar?: 'friday_13' | 'leap_day';
  /** One day a year, drawn from so many days from this one on; in the southern half of the world half a year later. */
  readonly drawn?: { readonly from: number; readonly days: number; readonly anywhere?: true };
}

const IN = (from: string, days: number) => ({ drawn: { from: daysFromNewYear(from), days } });
const ANYWHERE = (from: string, days: number) =>
  ({ drawn: { from: daysFromNewYear(from), days, anywhere: true } }) as const;

function daysFromNewYear(monthAndDay: string): number {
  return (Date.parse(`2026-${monthAndDay}`) - Date.UTC(2026, 0)) / DAY;
}

const MOMENTS = {
  // Its own days.
  birthday: { birthday: 'year' },
  hundredth_day: { age: [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000] },
  tenth_day: { age: [10, 20] },
  half_birthday: { birthday: 'half' },
  // The sun.
  longest_day: { sun: 'june' },
  shortest_day: { sun: 'december' },
  even_spring_day: { sun: 'march' },
  even_autumn_day: { sun: 'september' },
  // The calendar.
  leap_day: { calendar: 'leap_day' },
  friday_13: { calendar: 'friday_13' },
  new_year: { date: 101 },
  last_day: { date: 1231 },
  short_night: { clocks: 'forward' },
  long_night: { clocks: 'back' },
  circle_day: { date: 314 },
  fools_day: { date: 401 },
  middle_of_the_year: { date: 702 },
  byte_day: { date: 913 },
  // Shooting stars.
  stars_of_january: { date: 103 },
  stars_of_april: { date: 422 },
  stars_of_may: { date: 506 },
  stars_of_august: { date: 812 },
  stars_of_october: { date: 1021 },
  stars_of_november: { date: 1117 },
  stars_of_december: { date: 1214 },
  // Once a year, with the season where it lives.
  ice_flowers: IN('01-08', 14),
  deep_frost: IN('01-25', 14),
  thaw: IN('02-14', 14),
  first_bulb: IN('03-02', 12),
  first_swallow: IN('04-04', 14),
  blossom: IN('04-24', 10),
  cuckoo: IN('05-08', 12),
  first_warm_evening: IN('05-24', 12),
  hay: IN('06-08', 10),
  glow_worms: IN('06-25', 14),
  ripe_cherries: IN('07-08', 14),
  hottest_day: IN('07-25', 14),
  first_apples: IN('08-16', 12),
  harvest: IN('08-31', 12),
  cobwebs: IN('09-14', 8),
  cranes: IN('10-01', 14),
  falling_leaves: IN('10-22', 12),
  first_frost: IN('11-05', 10),
  first_snow: IN('11-20', 14),
  candles: IN('12-05', 6),
  // Once a year, anywhere.
  fog: ANYWHERE('01-18', 60),
  rainbow: ANYWHERE('03-21', 60),
  great_wind: ANYWHERE('05-15', 60),
  far_thunder: ANYWHERE('07-15', 50),
  quiet_day: ANYWHERE('09-22', 40),
  double_echo: ANYWHERE('11-08', 40),
  // The moon, and its days.
  full_moon: { moon: 'full' },
  month_of_age: { birthday: 'month' },
  no_moon: { moon: 'new' },
} as const satisfies Readonly<Record<string, MomentRow>>;

export type MomentKind = keyof typeof MOMENTS;
export const MOMENT_KINDS = Object.keys(MOMENTS) as [MomentKind, ...MomentKind[]];

const ROWS: readonly (readonly [MomentKind, MomentRow])[] = MOMENT_KINDS.map((kind) => [kind, MOMENTS[kind]]);

interface LocalDay {
  readonly zone: TimeZone;
  /** Counted from 1970. */
  readonly number: number;
  readonly date: Date;
  readonly monthAndDay: number;
  /** The local day on which it hatched. */
  readonly born: number;
  /** The day of the year, and that of the same season in the northern half of the world. */
  readonly anywhere: DayOfYear;
  readonly inSeason: DayOfYear;
}

interface DayOfYear {
  readonly year: number;
  readonly day: number;
}

/** What is special about the local day of a creature, if anything is. */
export function momentAt(creature: HatchedCreature, now: Instant): MomentKind | undefined {
  return momentsOf(creature)(dayOf(creature.zone, now));
}

/** The moment of the day that was asked about last is known. */
const momentsOf = oncePer((creature: HatchedCreature) => {
  let known: { readonly number: number; readonly kind: MomentKind | undefined } | undefined;
  return (number: number) => {
    if (known?.number !== number) known = { number, kind: momentOfDay(creature, number) };
    return known.kind;
  };
});

function momentOfDay(creature: HatchedCreature, number: number): MomentKind | undefined {
  const { zone } = creature;
  const date = new Date(number * DAY);
  const today: LocalDay = {
    zone,
    number,
    date,
    monthAndDay: (date.getUTCMonth() + 1) * 100 + date.getUTCDate(),
    born: dayOf(zone, creature.life.ageFrom),
    anywhere: dayOfYear(number),
    inSeason: dayOfYear(isSouthern(zone) ? number - HALF_A_YEAR : number),
  };
  for (const [kind, row] of ROWS) if (isToday(row, creature, today)) return kind;
  return undefined;
}

function isToday(row: MomentRow, creature: HatchedCreature, today: LocalDay): boolean {
  if (row.age) return row.age.includes(today.number - today.born);
  if (row.birthday) return isBirthday(row.birthday, today);
  if (row.date) return row.date === today.monthAndDay;
  if (row.moon) return isOn(today, moonNear(row.moon, today.number * DAY + DAY / 2));
  if (row.sun) return isTurningPoint(row.sun, today);
  if (row.clocks) return clocksGo(today) === row.clocks;
  if (row.calendar) return isOfCalendar(row.calendar, today.date);
  return row.drawn !== undefined && isDrawn(row.drawn, creature, today);
}

function dayOf(zone: TimeZone, at: Instant): number {
  return Math.floor(localHourAt(zone, at) / (DAY / HOUR));
}

function isOn({ zone, number }: LocalDay, at: Instant | undefined): boolean {
  return at !== undefined && dayOf(zone, at) === number;
}

function dayOfYear(number: number): DayOfYear {
  const year = new Date(number * DAY).getUTCFullYear();
  return { year, day: number - Date.UTC(year, 0) / DAY };
}

function isBirthday(which: 'year' | 'half' | 'month', { number, born: bornOn, date }: LocalDay): boolean {
  const born = new Date(bornOn * DAY);
  if (date.getUTCDate() !== born.getUTCDate() || number <= bornOn) return false;
  const months =
    (date.getUTCFullYear() - born.getUTCFullYear()) * 12 + date.getUTCMonth() - born.getUTCMonth();
  if (which === 'month') return months > 0;
  return which === 'year' ? months % 12 === 0 : months % 12 === 6;
}

function isOfCalendar(which: 'friday_13' | 'leap_day', date: Date): boolean {
  if (which === 'leap_day') return date.getUTCMonth() === 1 && date.getUTCDate() === 29;
  return date.getUTCDay() === 5 && date.getUTCDate() === 13;
}

function clocksGo({ zone, number }: LocalDay): 'forward' | 'back' | undefined {
  // Noon to noon: clocks change at night.
  const noon = number * DAY + DAY / 2;
  const change = offsetAt(zone, noon) - offsetAt(zone, noon - DAY);
  if (change === 0) return undefined;
  return change > 0 ? 'forward' : 'back';
}

function isSouthern({ name }: TimeZone): boolean {
  return SOUTHERN.test(name);
}

/** Seasons are known only where the time zone is one of a place. */
function hasSeasons({ name }: TimeZone): boolean {
  return name.includes('/') && !name.startsWith('Etc/');
}

const TURNING_MONTHS = { march: 2, june: 5, september: 8, december: 11 } as const;
const OPPOSITE = { march: 'september', june: 'december', september: 'march', december: 'june' } as const;

function isTurningPoint(sun: NonNullable<MomentRow['sun']>, today: LocalDay): boolean {
  const month = today.date.getUTCMonth();
  if (month % 3 !== 2 || !hasSeasons(today.zone)) return false;
  const there = isSouthern(today.zone) ? OPPOSITE[sun] : sun;
  if (month !== TURNING_MONTHS[there]) return false;
  return isOn(today, turningPointOf(there, today.date.getUTCFullYear()));
}

const HALF_A_YEAR = 182;

function isDrawn(
  drawn: NonNullable<MomentRow['drawn']>,
  { seed }: HatchedCreature,
  today: LocalDay,
): boolean {
  const { from, days, anywhere } = drawn;
  const { year, day } = anywhere ? today.anywhere : today.inSeason;
  const nth = day - from;
  if (nth < 0 || nth >= days || !(anywhere || hasSeasons(today.zone))) return false;
  return nth === Math.floor(dice(seed, 'moment', year * DAYS_OF_YEARS + from) * days);
}

const DAYS_OF_YEARS = 400;
