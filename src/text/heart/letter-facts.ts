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

export function actsOf({ page }: Letter): number {
  return ACTIONS.reduce((sum, action) => sum + page.actions[action], 0);
}

export function mealsOf({ page }: Letter): number {
  return TIMINGS.reduce((sum, timing) => sum + page.meals[timing], 0);
}

/** Late meals and missed windows. */
export function lateMealsOf({ page }: Letter): number {
  return page.meals.late + page.meals.missed_window;
}

/** The part of the day with more than half of its care, if any. */
export function usualPart({ page }: Letter): DayPart | undefined {
  const all = DAY_PARTS.reduce((sum, part) => sum + page.hours[part], 0);
  return all < FEW_ACTS ? undefined : DAY_PARTS.find((part) => page.hours[part] > all / 2);
}

const FEW_ACTS = 4;

/** The action of all its care, if there was only one. */
export function onlyAction(letter: Letter): Action | undefined {
  const all = actsOf(letter);
  return all < FEW_ACTS ? undefined : ACTIONS.find((action) => letter.page.actions[action] === all);
}

/** The single most frequent action, if there were several. */
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

/** The period covered, not rounded since counts refer to it: `the past week`, `the time since I hatched`. */
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

/** No meal was overdue at writing. Last letters of older versions do not know: it may have starved. */
export function isFedNow({ waiting, occasion }: Letter): boolean {
  if (!waiting) return occasion !== 'death';
  return waiting.feeding !== 'overdue' && waiting.feeding !== 'critical';
}

/** No meal came late, and none was overdue at writing. */
export function isFedInTime(letter: Letter): boolean {
  return isFedNow(letter) && lateMealsOf(letter) === 0;
}

/** Its current wait is no longer than its longest one. */
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

/** `young` replaces `any` for young creatures; lines of the family are added to either. */
export interface LetterLines extends Readonly<Partial<Record<Family, Lines>>> {
  readonly any: Lines;
  readonly young?: Lines;
}

/** When a passage may be used, and the values of its placeholders. */
export interface PassageRule {
  readonly holds: (letter: Letter) => boolean;
  readonly words?: (letter: Letter, writer: LetterWriter) => TemplateWords;
  /** Additional lines by species slug. */
  readonly ofSpecies?: Readonly<Record<string, Lines>>;
}

interface PassageTexts {
  /** Subject: a letter has at most one passage for each. */
  readonly about: string;
  /** Thanks or praise: left out of letters about harm. */
  readonly fond?: true;
  /** About 1 for everyday facts, 4 for once in a life, 99 for passages that are always used. */
  readonly weight: number;
  readonly place?: 'lead' | 'middle' | 'end';
  /** Titles of a letter in which this is the most remarkable passage. */
  readonly titles?: Lines;
  readonly lines: LetterLines;
}

/** A paragraph that a letter may contain. */
export type Passage = PassageRule & PassageTexts;

/** Joins rules with the texts of the same names. */
export function withTexts(
  json: unknown,
  rules: Readonly<Record<string, PassageRule>>,
): Readonly<Record<string, Passage>> {
  const texts = json as Readonly<Record<string, PassageTexts>>;
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, { ...rule, ...texts[name] } as Passage]),
  );
}
