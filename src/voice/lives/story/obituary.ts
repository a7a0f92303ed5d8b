import obituaryLines from '#content/voice/lives/obituary-lines.json' with { type: 'json' };

import type { Instant } from '../../../core/engine/clock.ts';
import type { LastDays } from '../../../core/public/last-days.ts';
import { seedOf } from '../../../core/engine/dice.ts';
import { SAME_VISIT } from '../../../core/lives/rhythm.ts';
import type { Cause, Family } from '../../../core/vocabulary.ts';
import { formatTimeAndDate } from '../../engine/dates.ts';
import { describeDuration, pluralize } from '../../engine/durations.ts';
import { nounsOf } from '../../engine/nouns.ts';
import { formatTimes } from '../../engine/numbers.ts';
import { fillTemplate, pickLine, type Lines, type TemplateWords } from '../../engine/pick-line.ts';
import { ACTION_NAMES, CAUSE_WORDS } from '../../public/page-words.ts';
import { formatVisitInterval } from '../creature-page.ts';

interface ObituaryStone {
  readonly creatureId: string;
  readonly name: string;
  readonly family: Family;
  readonly cause: Cause;
  readonly feedings: number;
  readonly missedFeedings: number;
  readonly careActions: number;
}

/** The end of a life in three paragraphs: its last meal, who did not come, and who had come before. */
export function obituary(stone: ObituaryStone, days: LastDays): readonly string[] {
  const words = obituaryWords(stone, days);
  const seed = seedOf(stone.creatureId);
  const tell = (lines: readonly Lines[]) =>
    lines
      .map((each, at) => fillTemplate(pickLine(each, { seed, field: `obituary ${at}`, count: 0 }), words))
      .join(' ');
  return [tell(aboutMeals(stone, days)), tell(aboutTheDoor(stone, days)), tell(aboutCompany(stone, days))];
}

function aboutMeals({ cause }: ObituaryStone, days: LastDays): readonly Lines[] {
  const { lastMealAt, windowMissedAt, broughtBack } = days;
  const missed = cause !== 'harm' && windowMissedAt !== undefined;
  if (lastMealAt !== undefined) return missed ? [LAST_MEAL, MISSED] : [LAST_MEAL];
  const unfed = broughtBack === 0 ? NEVER_FED : NOT_FED_AGAIN;
  return missed ? [unfed, MISSED_FIRST] : [unfed];
}

function aboutTheDoor({ cause }: ObituaryStone, days: LastDays): readonly Lines[] {
  const { lastCare, lastMealAt, expected, broughtBack } = days;
  if (cause === 'harm') return [HARMED];
  if (!lastCare) return [broughtBack === 0 ? NOBODY_CAME : NOBODY_CAME_AGAIN, WAITED];
  return [lastCameLines(lastCare, lastMealAt), expected ? EXPECTED : SHUT, WAITED];
}

function lastCameLines(
  { at, action }: NonNullable<LastDays['lastCare']>,
  lastMealAt: Instant | undefined,
): Lines {
  if (lastMealAt === undefined || at - lastMealAt >= SAME_VISIT) return LAST_CAME;
  return action === 'feed' ? CAME_WITH_IT : SAME_VISIT_LINES;
}

function aboutCompany({ careActions }: ObituaryStone, { broughtBack }: LastDays): readonly Lines[] {
  const back = broughtBack === 0 ? [] : [BROUGHT_BACK];
  return careActions === 0 ? [NO_COMPANY, ...back] : [COMPANY, ...back];
}

function obituaryWords(stone: ObituaryStone, days: LastDays): TemplateWords {
  const { diedAt, beganAt, lastMealAt, windowMissedAt, lastCare, expected } = days;
  return {
    ...nounsOf({ family: stone.family }, stone.name),
    mealAt: momentWords(lastMealAt),
    missedAt: momentWords(windowMissedAt),
    beganAt: momentWords(beganAt),
    cameAt: momentWords(lastCare?.at),
    deed: lastCare ? ACTION_NAMES[lastCare.action] : '',
    expectedAt: momentWords(expected?.at),
    often: expected ? formatVisitInterval(expected.everyHours) : '',
    waited: describeDuration(diedAt - (lastCare?.at ?? beganAt)),
    diedAt: momentWords(diedAt),
    cause: CAUSE_WORDS[stone.cause],
    acts: formatTimes(stone.careActions),
    meals: pluralize(stone.feedings, 'meal'),
    missed: stone.missedFeedings === 0 ? 'missed none' : `missed ${stone.missedFeedings}`,
    returns: formatTimes(days.broughtBack),
  };
}

/** Nothing for a moment that did not come: no sentence that is told has a gap for it. */
function momentWords(at: Instant | undefined): string {
  return at === undefined ? '' : formatTimeAndDate(at);
}

const TEXTS = obituaryLines as {
  readonly lastMeal: Lines;
  readonly neverFed: Lines;
  readonly notFedAgain: Lines;
  readonly missed: Lines;
  readonly missedFirst: Lines;
  readonly cameWithIt: Lines;
  readonly lastCame: Lines;
  readonly sameVisitLines: Lines;
  readonly nobodyCame: Lines;
  readonly nobodyCameAgain: Lines;
  readonly expected: Lines;
  readonly shut: Lines;
  readonly waited: Lines;
  readonly harmed: Lines;
  readonly company: Lines;
  readonly noCompany: Lines;
  readonly broughtBack: Lines;
};

const {
  lastMeal: LAST_MEAL,
  neverFed: NEVER_FED,
  notFedAgain: NOT_FED_AGAIN,
  missed: MISSED,
  missedFirst: MISSED_FIRST,
  cameWithIt: CAME_WITH_IT,
  lastCame: LAST_CAME,
  sameVisitLines: SAME_VISIT_LINES,
  nobodyCame: NOBODY_CAME,
  nobodyCameAgain: NOBODY_CAME_AGAIN,
  expected: EXPECTED,
  shut: SHUT,
  waited: WAITED,
  harmed: HARMED,
  company: COMPANY,
  noCompany: NO_COMPANY,
  broughtBack: BROUGHT_BACK,
} = TEXTS;

/** Every list of this file, for whoever reads them all. */
export const OBITUARY_LINES: readonly Lines[] = Object.values(TEXTS);
