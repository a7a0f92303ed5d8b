import { dice, seedOf } from '../../core/engine/dice.ts';

/** At least two ways to say a thing. */
export type Lines = readonly [string, string, ...string[]];

/** What decides which line is taken: whose words, of which field, for which time. */
export interface LinePick {
  readonly seed: number;
  readonly field: string;
  /** A fact that goes up by one from one telling to the next: an hour, a number of meals. */
  readonly count: number;
}

/** Where a creature begins in a list is chance; from there it takes the lines in turn, so that no two neighbours are the same. */
export function pickLine(lines: Lines, { seed, field, count }: LinePick): string {
  const start = Math.floor(dice(seed, 'words', seedOf(field)) * lines.length);
  const at = (start + Math.floor(count)) % lines.length;
  return lines[at < 0 ? at + lines.length : at] ?? lines[0];
}

/**
 * Two lines for one telling. The second list moves on by one more each time the first comes round, so that with a
 * second list of odd length behind one of seven, no pair comes back within as many counts as both lengths multiplied.
 */
export function pickPair(first: Lines, second: Lines, turn: LinePick): readonly [string, string] {
  const rounds = Math.floor(turn.count / first.length);
  return [
    pickLine(first, turn),
    pickLine(second, { ...turn, field: `${turn.field}+`, count: turn.count + rounds }),
  ];
}

/** A sentence in two halves: every first goes with every second. */
export type Halves = Readonly<Record<'first' | 'second', Lines>>;

/** One of the sentences that two halves make; five and five make twenty-five before any comes back. */
export function pickSentence({ first, second }: Halves, turn: LinePick, between = ', '): string {
  return `${pickPair(first, second, turn).join(between)}.`;
}

/** The line with its gaps filled: `{name}` becomes the word under `name`. A regular expression would take twice as long. */
export function fillTemplate(line: string, words: Readonly<Record<string, string>>): string {
  const parts: string[] = [];
  let copied = 0;
  for (let open = line.indexOf('{'); open >= 0; open = line.indexOf('{', open + 1)) {
    const close = line.indexOf('}', open);
    const word = words[line.slice(open + 1, close)];
    if (word === undefined) continue;
    parts.push(line.slice(copied, open), word);
    copied = close + 1;
  }
  if (copied === 0) return line;
  parts.push(line.slice(copied));
  return parts.join('');
}
