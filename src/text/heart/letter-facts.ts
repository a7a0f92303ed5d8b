import keepsakeNouns from '#content/voice/heart/letters/keepsake-nouns.json' with { type: 'json' };
import spokenManners from '#content/voice/heart/letters/manner-words.json' with { type: 'json' };
import phrases from '#content/voice/heart/letters/phrases.json' with { type: 'json' };
import wishNouns from '#content/voice/heart/letters/wish-nouns.json' with { type: 'json' };

import { DAY, HOUR, offsetAt, type TimeZone } from '../../rules/base/clock.ts';
import { dayPartAt } from '../../rules/heart/heart.ts';
import type { KeepsakeKind } from '../../rules/heart/keepsakes-table.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import { APPROVED_ITEMS } from '../../rules/species/catalog.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  DAY_PARTS,
  type DayPart,
  type Family,
  TIMINGS,
} from '../../rules/vocabulary.ts';
import { withArticle } from '../nouns.ts';
import type { Lines, TemplateWords } from '../pick-line.ts';
import { keepsakeName } from './keepsakes.ts';

export function actsOf({ page }: Letter): number {
  return ACTIONS.reduce((sum, action) => sum + page.actions[action], 0);
}

export function mealsOf({ page }: Letter): number {
  return TIMINGS.reduce((sum, timing) => sum + page.meals[timing], 0);
}

/** The number of late meals and missed feeding windows in the time a letter covers. */
export function lateMealsOf({ page }: Letter): number {
  return page.meals.late + page.meals.missed_window;
}

/** The part of the day with more than half of the care, if any. */
export function usualPart({ page }: Letter): DayPart | undefined {
  const all = DAY_PARTS.reduce((sum, part) => sum + page.hours[part], 0);
  return all < FEW_ACTS ? undefined : DAY_PARTS.find((part) => page.hours[part] > all / 2);
}

const FEW_ACTS = 4;

/** The action of all care in a letter's time, if there was only one. */
export function onlyAction(letter: Letter): Action | undefined {
  const all = actsOf(letter);
  return all < FEW_ACTS ? undefined : ACTIONS.find((action) => letter.page.actions[action] === all);
}

/** The most frequent action in a letter's time, if there were several and it is unique. */
export function mostOften({ page }: Letter): Action | undefined {
  const [first = 'feed', second = 'play'] = ACTIONS.toSorted(
    (one, other) => page.actions[other] - page.actions[one],
  );
  const isClear = page.actions[second] > 0 && page.actions[first] > page.actions[second];
  return isClear ? first : undefined;
}

export function hoursCovered({ at, page }: Letter): number {
  return (at - page.from) / HOUR;
}

const DAYS_IN_WEEK = 7;

/** The period that a letter covers, not rounded since counts refer to it: `the past week`, `the time since I hatched`. */
export function spanOf({ at, number, page }: Letter): string {
  const days = (at - page.from) / DAY;
  if (days === 1) return 'the past day';
  if (days === DAYS_IN_WEEK) return 'the past week';
  if (days > 1 && Number.isInteger(days)) return `the past ${inWords(days)} days`;
  if (page.begins === 'hatching') return 'the time since I hatched';
  return page.begins === 'memory' || number === 1
    ? 'the time that I remember'
    : 'the time since my last letter';
}

export function isHarmed({ page }: Letter): boolean {
  return (page.harm?.times ?? 0) > 0;
}

/**
 * True if no meal was overdue when the letter was written. Last letters of older versions do not know: the
 * creature may have starved.
 */
export function isFedNow({ waiting, occasion }: Letter): boolean {
  if (!waiting) return occasion !== 'death';
  return waiting.feeding !== 'overdue' && waiting.feeding !== 'critical';
}

/** True if no meal came late, and none was overdue when the letter was written. */
export function isFedInTime(letter: Letter): boolean {
  return isFedNow(letter) && lateMealsOf(letter) === 0;
}

/** True if the current time without a visit is no longer than the longest one before. */
export function isWaitOver({ waiting, page }: Letter): boolean {
  return waiting === undefined || waiting.careHours <= page.longestWaitHours;
}

export function waitOf({ page }: Letter): number {
  return Math.round(page.longestWaitHours);
}

export interface LetterWriter {
  readonly name: string;
  readonly seed: number;
  readonly species: Species;
  readonly zone: TimeZone;
}

/** Lines of a letter's passage: `young` replaces `any` for young creatures; lines of the family are added to either. */
export interface LetterLines extends Readonly<Partial<Record<Family, Lines>>> {
  readonly any: Lines;
  readonly young?: Lines;
}

/** When a passage may be used in a letter, and the values of its placeholders. */
export interface PassageRule {
  readonly holds: (letter: Letter) => boolean;
  readonly words?: (letter: Letter, writer: LetterWriter) => TemplateWords;
  /** Additional lines by species slug. */
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

interface PassageTexts {
  /** Subject of the passage: a letter has at most one passage for each subject. */
  readonly about: string;
  /** True for thanks or praise, which are left out of letters about harm. */
  readonly fond?: true;
  /** How remarkable the passage is: about 1 for everyday facts, 4 for once in a life, 99 for passages that are always used. */
  readonly weight: number;
  readonly place?: 'lead' | 'middle' | 'end';
  /** Titles of a letter in which this is the most remarkable passage. */
  readonly titles?: Lines;
  readonly lines: LetterLines;
}

/** A paragraph that a letter may contain. */
export type Passage = PassageRule & PassageTexts;

/** Joins the rules of passages with the texts of the same names. */
export function withTexts(
  json: unknown,
  rules: Readonly<Record<string, PassageRule>>,
): Readonly<Record<string, Passage>> {
  const texts = json as Readonly<Record<string, PassageTexts>>;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] } as Passage]),
  );
}

/** Phrases of letters; `deeds` follow "you came to". */
export const { deeds: DEEDS, dayParts: DAY_PART_PHRASES } = phrases;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The local time of writing: `Tuesday`, `evening`, `in the evening`. */
export function writtenWhen({ at }: Letter, { zone }: { readonly zone: TimeZone }): TemplateWords {
  const day = new Date(at + offsetAt(zone, at)).getUTCDay();
  const part = dayPartAt(zone, at);
  return { day: WEEKDAYS[day] ?? WEEKDAYS[0], hour: part, when: DAY_PART_PHRASES[part] };
}

const SMALL_NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A number in words, from thirteen on in digits: `seven`, `13`. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? String(count);
}

export function countOf(count: number, noun: string): string {
  return `${inWords(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function timesInWords(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${inWords(count)} times`;
}

/** Names of keepsakes in letters, where they differ from the usual ones. */
const OWN_WORDS: Readonly<Partial<Record<KeepsakeKind, string>>> = keepsakeNouns;

/** The name of a keepsake that follows "I have". */
export function keepsakeNoun(kind: KeepsakeKind): string {
  return OWN_WORDS[kind] ?? keepsakeName(kind);
}

/**
 * Items that the creature loved and that did not harm it, with article, newest last. Letters are public: only
 * approved items are named.
 */
export function lovedThings({ page }: Letter): string[] {
  return sayable(page.loved.filter((name) => page.harm?.things.includes(name) !== true));
}

/** Items that harmed the creature, with article, newest last; only approved items are named. */
export function harmfulThings({ page }: Letter): string[] {
  return sayable(page.harm?.things ?? []);
}

function sayable(names: readonly string[]): string[] {
  return names.filter((name) => APPROVED_ITEMS.has(name) && !NO_THING.test(name)).map(withThe);
}

// Approved items that are orders or places: they make no sense as an object of "loved".
const NO_THING = /^(?:clap|close|ignore|redirect|withhold|under|inside|power off|zero$|nothing$|time$)/;
const AS_IT_IS =
  /^(?:a |its |chess$|charades$|dress up$|fetch$|follow the leader$|hide and seek$|peekaboo$|origami$|sudoku$|trivia$|philosophy$|music$|poetry$|(?!string$|swing$)\w+ing$)/;
// Activities with an object take no article: `the ringing a bell` is wrong.
const DOING =
  /^(?:drawing|finding|folding|going|hiding|howling|knocking|making|pulling|pushing|retelling|ringing|rolling|shuffling|sitting|stealing|tracing|walking|watching|hanging upside) /;

function withThe(name: string): string {
  if (name.startsWith('its ')) return `my ${name.slice('its '.length)}`;
  return AS_IT_IS.test(name) || DOING.test(name) ? name : `the ${name}`;
}

/** How a creature writes about its manner (character); the habit it names alternates from letter to letter. */
export function mannerWords({ manner, number }: Letter): TemplateWords {
  if (!manner) return {};
  const { noun, because, habits } = spokenManners[manner];
  return { noun, because, manner: withArticle(noun), habit: habits[number % 2] ?? '' };
}

/** Names of wishes that follow "I wished for". */
export const OWN_WISHES = wishNouns;
