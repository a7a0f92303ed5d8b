import { dice, seedOf } from '../../core/engine/dice.ts';
import { fittingLines, type LineSubject } from './fitting-lines.ts';

/** At least two ways to say a thing. */
export type Lines = readonly [string, string, ...string[]];

type Several = readonly string[];

/** Is there more than one way? */
export function isSeveral(lines: readonly string[]): lines is Lines {
  return lines.length > 1;
}

/** What decides which line is taken: whose words, of which field, for which time. */
export interface LinePick {
  readonly seed: number;
  readonly field: string;
  /** A fact that goes up by one from one telling to the next: an hour, a number of meals. */
  readonly count: number;
  /** Only lines that suit it are drawn; all of them when absent. */
  readonly subject?: LineSubject | undefined;
}

/** Where a creature begins in a list is chance; from there it takes the lines in turn, so that no two neighbours are the same. */
export function pickLine(lines: Lines, turn: LinePick): string {
  const fitting = fittingFor(lines, turn);
  return fitting[placeIn(fitting.length, turn)] ?? lines[0];
}

function fittingFor(lines: Several, { subject }: LinePick): readonly string[] {
  return subject ? fittingLines(lines, subject) : lines;
}

/** The same of several lists as if they were one. */
export function pickLineOf(lists: readonly [Several, ...Several[]], turn: LinePick): string {
  const fitting = lists.map((lines) => fittingFor(lines, turn));
  let place = placeIn(
    fitting.reduce((sum, { length }) => sum + length, 0),
    turn,
  );
  for (const lines of fitting) {
    const line = lines[place];
    if (line !== undefined) return line;
    place -= lines.length;
  }
  return lists[0][0] ?? '';
}

function placeIn(length: number, { seed, field, count }: LinePick): number {
  const start = Math.floor(dice(seed, 'words', seedOf(field)) * length);
  const at = (start + Math.floor(count)) % length;
  return at < 0 ? at + length : at;
}

/**
 * Two lines for one telling. The second list moves on a little further each time the first comes round, so that no
 * pair comes back within as many counts as both lengths multiplied.
 */
export function pickPair(first: Lines, second: Lines, turn: LinePick): readonly [string, string] {
  const { field, count } = turn;
  const firsts = fittingFor(first, turn).length;
  const shift = shiftPerRound(firsts, fittingFor(second, turn).length, 1);
  const rounds = shift * Math.floor(count / firsts);
  return [pickLine(first, turn), pickLine(second, { ...turn, field: `${field}+`, count: count + rounds })];
}

/** Two lines of several lists each. Lists of coprime lengths are told side by side, others with a shift in every round. */
export function pickPairOf(
  first: readonly [Several, ...Several[]],
  second: readonly [Several, ...Several[]],
  turn: LinePick & { readonly secondField: string },
): readonly [string, string] {
  const { secondField: field, count } = turn;
  const firsts = fittingCount(first, turn);
  const rounds = shiftPerRound(firsts, fittingCount(second, turn), 0) * Math.floor(count / firsts);
  return [pickLineOf(first, turn), pickLineOf(second, { ...turn, field, count: count + rounds })];
}

function fittingCount(lists: readonly Several[], turn: LinePick): number {
  return lists.reduce((sum, lines) => sum + fittingFor(lines, turn).length, 0);
}

/** The least shift with which all pairs come before one comes back: a round must be coprime to the second list. */
function shiftPerRound(firsts: number, seconds: number, least: number): number {
  let shift = least;
  while (greatestCommonDivisor(firsts + shift, seconds) > 1) shift += 1;
  return shift;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** A sentence in two halves: every first goes with every second. */
export type Halves = Readonly<Record<'first' | 'second', Lines>>;

/** One of the sentences that two halves make; five and five make twenty-five before any comes back. */
export function fillSentence(
  { first, second }: Halves,
  turn: LinePick,
  words: TemplateWords,
  between = ', ',
): string {
  return fillHalves(pickPair(first, second, turn), words, between);
}

/** What the gaps of a line are filled with. */
export type TemplateWords = Readonly<Record<string, string>>;

/** The line with its gaps filled: `{name}` becomes the word under `name`. */
export function fillTemplate(line: string, words: TemplateWords): string {
  return line.replaceAll(/\{(\w+)\}/g, (gap, name: string) => words[name] ?? gap);
}

/** The same of several lines, told one after the other. */
export function fillTemplates(lines: readonly string[], words: TemplateWords, between = ' '): string {
  return lines.map((line) => fillTemplate(line, words)).join(between);
}

/** Two halves as one sentence. */
export function fillHalves(
  [first, second]: readonly [string, string],
  words: TemplateWords,
  between: string,
): string {
  // Joined: `JSON.stringify` is several times slower for concatenated strings.
  return [fillTemplate(first, words), between, fillTemplate(second, words), '.'].join('');
}
