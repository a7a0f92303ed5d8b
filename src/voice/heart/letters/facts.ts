import { DAY, HOUR } from '../../../core/engine/clock.ts';
import type { Letter } from '../../../core/heart/letter.ts';
import { ACTIONS, DAY_PARTS, TIMINGS, type Action, type DayPart } from '../../../core/vocabulary.ts';
import { inWords } from './count-words.ts';

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

const SHORT_HOURS = 20;
const DAY_HOURS = 36;
const DAYS_IN_WEEK = 7;

/** The time it tells of: `the past week`, `the past three days`. */
export function spanOf(letter: Letter): string {
  const hours = hoursCovered(letter);
  if (hours < SHORT_HOURS) return 'the past few hours';
  if (hours < DAY_HOURS) return 'the past day';
  const days = daysCovered(letter);
  return days === DAYS_IN_WEEK ? 'the past week' : `the past ${inWords(days)} days`;
}

function daysCovered({ at, page }: Letter): number {
  return Math.round((at - page.from) / DAY);
}

export function waitOf({ page }: Letter): number {
  return Math.round(page.longestWaitHours);
}
