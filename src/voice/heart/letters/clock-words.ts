import { offsetAt } from '../../../core/engine/local-time.ts';
import { dayPartAt } from '../../../core/heart/day-part.ts';
import type { Letter } from '../../../core/heart/letter.ts';
import type { DayPart } from '../../../core/vocabulary.ts';

const NOUNS: Readonly<Record<DayPart, string>> = {
  night: 'at night',
  morning: 'in the morning',
  midday: 'in the middle of the day',
  evening: 'in the evening',
};

export function dayPartNoun(part: DayPart): string {
  return NOUNS[part];
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const HOURS: Readonly<Record<DayPart, string>> = {
  night: 'night',
  morning: 'morning',
  midday: 'midday',
  evening: 'evening',
};

/** When it was written, by its own clock: `Tuesday`, `evening`, `in the evening`. */
export function writtenWhen({ at }: Letter, zone: string): Readonly<Record<'day' | 'hour' | 'when', string>> {
  const day = new Date(at + offsetAt(zone, at)).getUTCDay();
  const part = dayPartAt(zone, at);
  return { day: WEEKDAYS[day] ?? WEEKDAYS[0], hour: HOURS[part], when: NOUNS[part] };
}
