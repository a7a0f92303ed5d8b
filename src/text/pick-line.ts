import { dice, seedOf } from '../rules/base/dice.ts';
import { isHarmedRepeatedly } from '../rules/heart/care-digest.ts';
import type { Creature } from '../rules/lives/creature.ts';
import { type Body, type BodyFeature, bodyOf, type BodyOwner } from '../rules/species/bodies.ts';

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

/** Whom a line is about: its body, and whether its keeper has harmed it again and again. */
export interface LineSubject {
  readonly body: Body;
  readonly harmed?: boolean | undefined;
}

export function lineSubject(species: BodyOwner, creature: Pick<Creature, 'heart' | 'record'>): LineSubject {
  return { body: bodyOf(species), harmed: isHarmedRepeatedly(creature) };
}

/** Words that presuppose a part of the body. A line with one of them is drawn only for species that have it. */
const BODY_WORDS: readonly (readonly [BodyFeature, RegExp])[] = [
  ['fur', /\b(?:fur|furry|coat|whiskers?)\b/i],
  ['feathers', /\b(?:plumage|preens)\b/i],
  ['wings', /\b(?:wings?|flies|flaps?)\b/i],
  ['paws', /\b(?:paws?|claws?|pounces?|bats at)\b/i],
  ['legs', /\b(?:legs?|feet|elbows?|walk(?:s|ed|ing)?|jumps?|climb(?:s|ed)?|strolls?|bounces?)\b/i],
  ['legs', /\b(?:three (?:circles|steps)|runs? (?:off|about|in)|running (?:from|left)|I ran and)\b/i],
  ['tail', /\b(?:tails?|wag(?:s|ged|ging)?)\b/i],
  ['ears', /\bears?\b/i],
  ['head', /\b(?:heads?|chin|neck|eyebrow|shoulders)\b/i],
  ['muzzle', /\b(?:nose|snout|sniffs?|sneezes?|lick(?:s|ed)?|lips|drooling|grins)\b/i],
  ['mouth', /\b(?:chew(?:s|ed|ing)?|bites?(?! of)|swallows?|spits|yawn(?:s|ed)?|stomach|cheek)\b/i],
  ['breath', /\b(?:breath|breathes?|breathing|sighs?|snores?)\b/i],
  ['sound', /\b(?:cries out|complains|small (?:noise|sound))\b/i],
  ['purr', /\b(?:purr(?:s|ing)?|kneading)\b/i],
  ['bark', /\b(?:bark(?:s|ing)?|woof)\b/i],
  ['digital', /\b(?:cursor|pixel|compiling|defragmenting|cached|input|logs|new tab|every third frame)\b/i],
  ['machine', /\b(?:beeps?|battery|fan|machine|low power|runs hot|every light it has|boots)\b/i],
];

/** Praise of the keeper, or trust without reserve. Not said of one that was harmed repeatedly. */
const PRAISE = new RegExp(
  [
    /\btrusts? you\b|\bcount(?:s|ed)? on you\b|\bbelieves in you\b|\bcould rely on\b|\bnever doubted\b/,
    /\bnot doubted\b|\bfor granted\b|\bleft to prove\b|\bneeds mending\b|\bthinks of you cannot rise\b/,
    /\bcannot trust you more\b|\bhung the moon\b|\bsmall kindnesses\b|\bno grudges?\b|\bput down somewhere\b/,
    /\byou did well\b|\bcould not have chosen better\b|\bchoice was yours\b|\bgrateful in its own way\b/,
    /\bknow what it loves\b|\bway to its heart\b|\bglad you (?:came|know)\b|\byou are one of them\b/,
    /\bwell kept\b|\bwell[ -]timed\b|\bmeals come in time\b|\bYou (?:came|have come) at the right (?:hour|time)\b|\bmakes a friend of\b|\byou were punctual\b|\bkept time\b|\bwill not forget who\b|\bthank you\b|\bspeaks? for you\b/,
    /\bas well as it can be done\b|\bfew are kept so\b|\bthe one who granted\b|\bis an easy one\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** The parts of the body that a line presupposes. */
export function partsIn(line: string): readonly BodyFeature[] {
  return BODY_WORDS.flatMap(([part, words]) => (words.test(line) ? [part] : []));
}

interface LineNeeds {
  readonly line: string;
  readonly parts: readonly BodyFeature[];
  readonly praise: boolean;
}

/** A list of a table, and what of it suits whom. */
interface KnownList {
  readonly needs: readonly LineNeeds[];
  readonly harmed: Map<Body, readonly string[]>;
  readonly unharmed: Map<Body, readonly string[]>;
}

// Bounded by the lists of the tables times the bodies of the species.
const knownLists = new WeakMap<readonly string[], KnownList>();

function knownList(lines: readonly string[]): KnownList {
  const known = knownLists.get(lines);
  if (known) return known;
  const needs = lines.map((line) => ({ line, parts: partsIn(line), praise: PRAISE.test(line) }));
  const list = { needs, harmed: new Map(), unharmed: new Map() };
  knownLists.set(lines, list);
  return list;
}

/** The lines that suit it, in their order; the list itself where all do. */
export function fittingLines(lines: readonly string[], { body, harmed }: LineSubject): readonly string[] {
  const list = knownList(lines);
  const byBody = harmed ? list.harmed : list.unharmed;
  const known = byBody.get(body);
  if (known) return known;
  const suited = list.needs
    .filter(({ parts, praise }) => !(harmed && praise) && parts.every((part) => body.has(part)))
    .map(({ line }) => line);
  const fitting = suited.length === lines.length ? lines : suited;
  byBody.set(body, fitting);
  return fitting;
}
