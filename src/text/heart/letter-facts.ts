import type { TimeZone } from '../../rules/base/local-time.ts';
import { DAY, HOUR } from '../../rules/base/clock.ts';
import type { Letter } from '../../rules/heart/letter.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Action,
  ACTIONS,
  DAY_PARTS,
  type DayPart,
  type Family,
  TIMINGS,
} from '../../rules/vocabulary.ts';
import type { Lines, TemplateWords } from '../pick-line.ts';
import { inWords } from './letter-words.ts';

// What the passages of a letter ask of its facts.

export function actsOf({ page }: Letter): number {
  return ACTIONS.reduce((sum, action) => sum + page.actions[action], 0);
}

export function mealsOf({ page }: Letter): number {
  return TIMINGS.reduce((sum, timing) => sum + page.meals[timing], 0);
}

/** Meals that came late, or after their time was over. */
export function lateMealsOf({ page }: Letter): number {
  return page.meals.late + page.meals.missed_window;
}

/** The part of the day that most of its care fell into, if one of them had most. */
export function usualPart({ page }: Letter): DayPart | undefined {
  const all = DAY_PARTS.reduce((sum, part) => sum + page.hours[part], 0);
  return all < FEW_ACTS ? undefined : DAY_PARTS.find((part) => page.hours[part] > all / 2);
}

const FEW_ACTS = 4;

/** The one thing that was done, if nothing else was. */
export function onlyAction(letter: Letter): Action | undefined {
  const all = actsOf(letter);
  return all < FEW_ACTS ? undefined : ACTIONS.find((action) => letter.page.actions[action] === all);
}

/** What was done more often than anything else, where more than one thing was done. */
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

/** The time it tells of, never rounded, since counts are told of it: `the past week`, `the time since I hatched`. */
export function spanOf({ at, number, page }: Letter): string {
  const days = (at - page.from) / DAY;
  if (days >= 1 && Number.isInteger(days)) return wholeDays(days);
  if (page.begins === 'hatching') return 'the time since I hatched';
  return page.begins === 'memory' || number === 1
    ? 'the time that I remember'
    : 'the time since my last letter';
}

function wholeDays(days: number): string {
  if (days === 1) return 'the past day';
  return days === DAYS_IN_WEEK ? 'the past week' : `the past ${inWords(days)} days`;
}

export function isHarmed({ page }: Letter): boolean {
  return (page.harm?.times ?? 0) > 0;
}

/** Was no meal overdue as it wrote? Last letters of older versions do not say, and might be of one that starved. */
export function isFedNow({ waiting, occasion }: Letter): boolean {
  if (!waiting) return occasion !== 'death';
  return waiting.feeding !== 'overdue' && waiting.feeding !== 'critical';
}

/** Did no meal come late, and was none overdue as it wrote? */
export function isFedInTime(letter: Letter): boolean {
  return isFedNow(letter) && lateMealsOf(letter) === 0;
}

/** Has it waited no longer as it writes than it ever waited before? */
export function isWaitOver({ waiting, page }: Letter): boolean {
  return waiting === undefined || waiting.careHours <= page.longestWaitHours;
}

export function waitOf({ page }: Letter): number {
  return Math.round(page.longestWaitHours);
}

/** Who writes a letter. */
export interface LetterWriter {
  readonly name: string;
  readonly seed: number;
  readonly species: Species;
  readonly zone: TimeZone;
}

/** Ways to say a thing: anybody's, instead of those the ones of the very young, and beside both those of its family. */
export interface LetterLines extends Readonly<Partial<Record<Family, Lines>>> {
  readonly any: Lines;
  readonly young?: Lines;
}

/** Where in a letter something likes to stand. */
export type PassagePlace = 'lead' | 'middle' | 'end';

/** When a letter may tell something, and what fills its gaps. */
export interface PassageRule {
  readonly holds: (letter: Letter) => boolean;
  /** What goes into the gaps of its lines and titles. */
  readonly words?: (letter: Letter, writer: LetterWriter) => TemplateWords;
  /** Beside its lines, what only one of a species would say, by its slug. */
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

/** What content/ says of it. */
interface PassageTexts {
  /** What it is about: nothing is told from two sides in one letter. */
  readonly about: string;
  /** True where it thanks or praises: nothing of that is told when something harmed it. */
  readonly fond?: true;
  /** How remarkable it is: about 1 for what is always so, 4 for what happens once in a life, 99 for what is always told. */
  readonly weight: number;
  readonly place?: PassagePlace;
  /** What a letter is called that has nothing greater to tell. */
  readonly titles?: Lines;
  readonly lines: LetterLines;
}

/** Something a letter may tell, when it is true. */
export type Passage = PassageRule & PassageTexts;

/** Passages of their rules and, under the same names, their texts from content/. */
export function withTexts(
  json: unknown,
  rules: Readonly<Record<string, PassageRule>>,
): Readonly<Record<string, Passage>> {
  const texts = json as Readonly<Record<string, PassageTexts>>;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] } as Passage]),
  );
}
