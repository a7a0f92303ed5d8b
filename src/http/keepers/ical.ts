import { iso, type Instant } from '../../core/engine/clock.ts';

/** One line of iCalendar before it is folded: a name, with its parameters, and a value as it is written. */
export type IcalProperty = readonly [name: string, value: string];

/** A component: its name, its properties, and what is inside it. */
export interface IcalComponent {
  readonly name: string;
  readonly properties: readonly IcalProperty[];
  readonly inside?: readonly IcalComponent[];
}

/** The whole text, as RFC 5545 wants it: every line ends in CRLF and has at most 75 octets. */
export function writeIcal(component: IcalComponent): string {
  return linesOf(component)
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

/** Words as a value: what would end it, or begin another, is escaped. */
export function icalText(words: string): string {
  return words.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** A moment in UTC, to the second. */
export function icalTime(at: Instant): string {
  return iso(at).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

function linesOf({ name, properties, inside = [] }: IcalComponent): string[] {
  return [
    `BEGIN:${name}`,
    ...properties.map(([property, value]) => `${property}:${value}`),
    ...inside.flatMap(linesOf),
    `END:${name}`,
  ];
}

const MOST_OCTETS = 75;

/** A long line goes on in the next one after a blank; no character is torn apart. */
function fold(line: string): string {
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
