const SMALL_NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
] as const;

/** `seven`, and from thirteen on `13`. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

/** `one visit`, `three visits`. */
export function countOf(count: number, noun: string): string {
  return `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `once`, `twice`, `seven times`. */
export function timesInWords(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${inWords(count)} times`;
}
