/** A moment: whole milliseconds since 1970, UTC. */
export type Instant = number;

export const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;

const FOUR_DIGIT_YEARS_END = Date.UTC(10_000, 0);
const ZERO = '0'.charCodeAt(0);

/**
 * The moment as ISO 8601 in UTC, a fifth of the time of `toISOString`: a reply has a dozen of them. One flat string,
 * since `JSON.stringify` takes three times as long for concatenated ones.
 */
export function iso(at: Instant): string {
  if (!(at >= 0 && at < FOUR_DIGIT_YEARS_END)) return new Date(at).toISOString();
  const whole = Math.floor(at);
  const day = Math.floor(whole / DAY);
  const inDay = whole - day * DAY;
  const characters = [...BLANK];
  writeDate(characters, day);
  writeNumber(characters, 12, Math.floor(inDay / HOUR));
  writeNumber(characters, 15, Math.floor(inDay / MINUTE) % 60);
  writeNumber(characters, 18, Math.floor(inDay / SECOND) % 60);
  writeNumber(characters, 22, inDay % SECOND);
  return String.fromCharCode(...characters);
}

const BLANK = Array.from('0000-00-00T00:00:00.000Z', (character) => character.charCodeAt(0));

/** From days since 1970 to the Gregorian calendar, with years that begin in March (Hinnant, `civil_from_days`). */
function writeDate(characters: number[], day: number): void {
  const sinceMarch0 = day + 719_468;
  const era = Math.floor(sinceMarch0 / 146_097);
  const dayOfEra = sinceMarch0 - era * 146_097;
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  writeNumber(characters, 3, era * 400 + yearOfEra + (month >= 10 ? 1 : 0));
  writeNumber(characters, 6, month < 10 ? month + 3 : month - 9);
  writeNumber(characters, 9, dayOfYear - Math.floor((153 * month + 2) / 5) + 1);
}

/** Its digits, the last of them at this place. */
function writeNumber(characters: number[], lastPlace: number, number: number): void {
  for (let place = lastPlace, rest = number; rest > 0; place -= 1) {
    const tenth = Math.floor(rest / 10);
    characters[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
}
