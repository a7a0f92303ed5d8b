import { HOUR, hourOfDay, type Instant, localHourAt, type TimeZone } from '../base/clock.ts';

interface Hours {
  readonly from: number;
  readonly until: number;
}

const BY_DAY: Hours = { from: 6, until: 20 };
const BY_NIGHT: Hours = { from: 18, until: 6 };
const WINTER = [11, 0, 1, 2] as const;
const AUTUMN = [8, 9, 10] as const;

/** Words of item names that fit only some local hours or, in the northern half of the world, months (0 is January). */
const HOURS: readonly (readonly [RegExp, Hours])[] = [
  [/\bsun(?:ny|light|bathing|rise|set)?\b|\bdaylight\b/i, BY_DAY],
  [/\bmoon(?:light|lit)\b|\bstar(?:s|light|gazing)\b|\bnight\b/i, BY_NIGHT],
];
const MONTHS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\bsnow(?:ball|y)?\b/i, WINTER],
  [/\bautumn\b|\bfallen leaves\b|\bleaf pile\b/i, AUTUMN],
];

export const SOUTHERN =
  /^(?:Australia|Antarctica)\/|\/(?:Auckland|Argentina|Buenos_Aires|Santiago|Montevideo|Sao_Paulo|Johannesburg|Maputo|Harare)\b/;

/** False if the name of an item has an hour or a season that is not now where the creature lives. */
export function fitsMoment(item: string, zone: TimeZone, at: Instant): boolean {
  for (const [words, hours] of HOURS) if (words.test(item) && !isWithin(hours, zone, at)) return false;
  for (const [words, months] of MONTHS)
    if (words.test(item) && !months.includes(seasonAt(zone, at))) return false;
  return true;
}

/** The items that fit the moment; the list itself where all do, as nearly always. */
export function itemsFitting(items: readonly string[], zone: TimeZone, at: Instant): readonly string[] {
  for (const item of items)
    if (!fitsMoment(item, zone, at)) return items.filter((each) => fitsMoment(each, zone, at));
  return items;
}

function isWithin({ from, until }: Hours, zone: TimeZone, at: Instant): boolean {
  const hour = hourOfDay(localHourAt(zone, at));
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
}

/** The local month, in the southern half of the world that of the same season in the northern. */
function seasonAt(zone: TimeZone, at: Instant): number {
  const month = new Date(localHourAt(zone, at) * HOUR).getUTCMonth();
  return SOUTHERN.test(zone.name) ? (month + 6) % 12 : month;
}
