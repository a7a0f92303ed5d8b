import { isHarmedRepeatedly } from '../../core/heart/care-digest.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { bodyOf, type Body, type BodyOwner, type BodyFeature } from '../../core/species/bodies.ts';

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
