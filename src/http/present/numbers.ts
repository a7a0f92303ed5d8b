// Numbers are rounded here, once, on their way out; nothing is computed with them afterwards.

/** A stat or a score, as it is shown. */
export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Hours and ages, as they are shown. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

// Less than any step of a score, more than what a double loses on the way.
const HAIR = 1e-6;

/** How well an item fits, rounded down, so that it never looks like one of a better category. */
export function scored(value: number): number {
  return Math.floor(value * 100 + HAIR) / 100;
}
