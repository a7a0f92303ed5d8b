import type { Instant } from '../engine/clock.ts';
import { hourOfDay, localHourAt } from '../engine/local-time.ts';
import { BEDTIME, MORNING } from '../lives/sleep.ts';
import type { DayPart } from '../vocabulary.ts';

export const MIDDAY = 11;
export const EVENING = 17;

export function dayPartAt(zone: string, at: Instant): DayPart {
  const hour = hourOfDay(localHourAt(zone, at));
  if (hour < MORNING || hour >= BEDTIME) return 'night';
  if (hour < MIDDAY) return 'morning';
  return hour < EVENING ? 'midday' : 'evening';
}
