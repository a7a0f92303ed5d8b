import { seedOf } from '../../packages/base/hash.ts';
import { dice } from '../rules/base/dice.ts';
import { isHarmedRepeatedly } from '../rules/heart/heart.ts';
import type { Creature } from '../rules/lives/creature.ts';
import { type Body, type BodyFeature, bodyOf, type BodyOwner } from '../rules/species/bodies.ts';

export type Lines = readonly [string, string, ...string[]];

type LineTable<Json> = Json extends readonly string[]
  ? Lines
  : Json extends object
    ? { readonly [Key in keyof Json]: LineTable<Json[Key]> }
    : Json;

/** A JSON table as lines: tools/check/content.ts checks that every list has at least two. */
export function asLines<Json>(json: Json): LineTable<Json> {
  return json as LineTable<Json>;
}

export type LineLists = readonly [readonly string[], ...(readonly string[])[]];

export function isSeveral(lines: readonly string[]): lines is Lines {
  return lines.length > 1;
}

/** Selects one line of a list: equal picks give equal lines. */
export interface LinePick {
  readonly seed: number;
  /** Name of the reply field, so that two fields of one creature differ. */
  readonly field: string;
  /** A counter such as hours or meals that increases by one from reply to reply. */
  readonly count: number;
  /** Restricts the choice to lines that fit this creature; all lines when absent. */
  readonly subject?: LineSubject | undefined;
}

/** Picks a line: the seed chooses the first one; each count takes another, and all of them before the first again. */
export function pickLine(lines: Lines, turn: LinePick): string {
  const fitting = fittingFor(lines, turn);
  return fitting[placeIn(fitting.length, turn)] ?? lines[0];
}

/** `pickLine` from the first lines of a list; undefined if it has none. */
export function pickFirst(lines: readonly string[], most: number, turn: LinePick): string | undefined {
  return most > 1 ? lines[placeIn(most, turn)] : lines[0];
}

function fittingFor(lines: readonly string[], { subject }: Pick<LinePick, 'subject'>): readonly string[] {
  return subject ? fittingLines(lines, subject) : lines;
}

function countFitting(lists: LineLists, turn: Pick<LinePick, 'subject'>): number {
  let sum = 0;
  for (const lines of lists) sum += fittingFor(lines, turn).length;
  return sum;
}

/** `pickLine` over the concatenation of several lists. */
export function pickLineOf(lists: LineLists, turn: LinePick): string {
  return lineAt(lists, turn, placeIn(countFitting(lists, turn), turn));
}

function lineAt(lists: LineLists, turn: Pick<LinePick, 'subject'>, at: number): string {
  let place = at;
  for (const lines of lists) {
    const fitting = fittingFor(lines, turn);
    const line = fitting[place];
    if (line !== undefined) return line;
    place -= fitting.length;
  }
  return lists[0][0] ?? '';
}

/** A list is walked in steps that differ from creature to creature, and that meet every line before the first again. */
function placeIn(length: number, { seed, field, count }: Omit<LinePick, 'subject'>): number {
  const drawn = dice(seed, 'words', seedOf(field)) * length;
  const start = Math.floor(drawn);
  const step = coprimeFrom(1 + Math.floor((drawn - start) * (length - 1)), length);
  const at = (start + (Math.floor(count) % length) * step) % length;
  return at < 0 ? at + length : at;
}

/** The first number from `least` on that has no divisor in common with `length`. */
function coprimeFrom(least: number, length: number): number {
  let number = least;
  while (greatestCommonDivisor(number, length) > 1) number += 1;
  return number;
}

/** Picks two lines at once. No pair repeats within (first length × second length) counts. */
export function pickPair(first: Lines, second: Lines, turn: LinePick): readonly [string, string] {
  return pickPairOf([first], [second], { ...turn, secondField: `${turn.field}+` }, 1);
}

/** `pickPair` over several lists each. The second is shifted after every round of the first, unless lengths are coprime. */
export function pickPairOf(
  first: LineLists,
  second: LineLists,
  turn: LinePick & { readonly secondField: string },
  leastShift = 0,
): readonly [string, string] {
  const [firsts, seconds] = [countFitting(first, turn), countFitting(second, turn)];
  // So long a round has no divisor in common with the second list: all pairs occur before one repeats.
  const round = coprimeFrom(firsts + leastShift, seconds);
  const count = turn.count + (round - firsts) * Math.floor(turn.count / firsts);
  const place = placeIn(seconds, { seed: turn.seed, field: turn.secondField, count });
  return [lineAt(first, turn, placeIn(firsts, turn)), lineAt(second, turn, place)];
}

function greatestCommonDivisor(a: number, b: number): number {
  let [divisor, rest] = [a, b];
  while (rest !== 0) [divisor, rest] = [rest, divisor % rest];
  return divisor;
}

export type Halves = Readonly<Record<'first' | 'second', Lines>>;

export function fillSentence(halves: Halves, turn: LinePick, words: TemplateWords, between = ', '): string {
  const [first, second] = pickPair(halves.first, halves.second, turn);
  if (between !== ', ' || !second.startsWith(AND) || isJoinedByAnd(turn))
    return fillHalves([first, second], words, between);
  return fillHalves([first, second.slice(AND.length)], words, '; ');
}

const AND = 'and ';

/** True for about one in five: most sentences of two halves are not joined by "and". */
export function isJoinedByAnd({ seed, count }: Pick<LinePick, 'seed' | 'count'>): boolean {
  return dice(seed, 'words', seedOf(`and ${count}`)) < 0.2;
}

export type TemplateWords = Readonly<Record<string, string>>;

/** Replaces `{name}` by the value of `name`; unknown placeholders stay. */
export function fillTemplate(line: string, words: TemplateWords): string {
  // Searching and joining: `replaceAll` with a function takes twice as long, 5% of a status request, and `JSON.stringify`
  // takes three times as long for a reply in which one string was concatenated, another 6%.
  const pieces: string[] = [];
  let from = 0;
  for (let open = line.indexOf('{'); open >= 0; open = line.indexOf('{', open + 1)) {
    const close = line.indexOf('}', open);
    const word = close < 0 ? undefined : words[line.slice(open + 1, close)];
    if (word === undefined) continue;
    pieces.push(line.slice(from, open), word);
    from = close + 1;
  }
  pieces.push(line.slice(from));
  return pieces.join('');
}

export function fillTemplates(lines: readonly string[], words: TemplateWords): string {
  return lines.map((line) => fillTemplate(line, words)).join(' ');
}

export function fillHalves(pair: readonly [string, string], words: TemplateWords, between: string): string {
  const [first, second] = pair;
  return [fillTemplate(first, words), between, fillTemplate(second, words), '.'].join('');
}

/** One sentence of two. */
export function joinLines(first: string, second: string): string {
  return `${first.slice(0, -1)}; ${uncapitalize(second)}`;
}

export function uncapitalize(line: string): string {
  return line.slice(0, 1).toLowerCase() + line.slice(1);
}

export interface LineSubject {
  readonly body: Body;
  readonly harmed?: boolean | undefined;
}

export function lineSubject(species: BodyOwner, creature: Pick<Creature, 'heart' | 'record'>): LineSubject {
  return { body: bodyOf(species), harmed: isHarmedRepeatedly(creature) };
}

/** Words that presuppose a body part. A line with such a word is used only for species that have the part. */
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

/** Praise of the keeper, or full trust. Lines with such words are not used for creatures that were harmed repeatedly. */
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

export function partsIn(line: string): readonly BodyFeature[] {
  return BODY_WORDS.flatMap(([part, words]) => (words.test(line) ? [part] : []));
}

function analyze(lines: readonly string[]) {
  const needs = lines.map((line) => ({ line, parts: partsIn(line), praise: PRAISE.test(line) }));
  return { needs, harmed: new Map<Body, readonly string[]>(), unharmed: new Map<Body, readonly string[]>() };
}

// The size of the cache is bounded by the number of lists times the number of bodies.
const analyzedLists = new WeakMap<readonly string[], ReturnType<typeof analyze>>();

/** The lines that fit the creature, in their order; the list itself where all do. */
export function fittingLines(lines: readonly string[], { body, harmed }: LineSubject): readonly string[] {
  const cached = analyzedLists.get(lines);
  const list = cached ?? analyze(lines);
  if (!cached) analyzedLists.set(lines, list);
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
