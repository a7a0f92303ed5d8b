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

const LAST_MEAL: Lines = [
  '{name} ate for the last time at {mealAt}.',
  'The last meal of {name} came at {mealAt}.',
];
const NEVER_FED: Lines = ['{name} was never given a meal.', 'In all its life {name} was not given one meal.'];
const NOT_FED_AGAIN: Lines = [
  '{name} was brought back at {beganAt}, and not fed again.',
  'After its return at {beganAt}, {name} had no meal.',
];
const MISSED: Lines = [
  'The next was due by {missedAt}, and did not come.',
  'The window for the next closed at {missedAt}, on an empty {bowl}.',
];
const MISSED_FIRST: Lines = [
  'The first was due by {missedAt}, and did not come.',
  'The window for the first closed at {missedAt}, on an empty {bowl}.',
];

const CAME_WITH_IT: Lines = [
  'That was also the last time anybody came.',
  'Nobody came again after that meal.',
];
const LAST_CAME: Lines = [
  'Its keeper last came at {cameAt}, and it was {deed}.',
  'The last time anybody came was at {cameAt}, when it was {deed}.',
];
const SAME_VISIT_LINES: Lines = [
  'In the same visit it was {deed}. That was the last time anybody came.',
  'It was {deed} in the same visit, and nobody came again after that.',
];
const NOBODY_CAME: Lines = [
  'From the moment it hatched, at {beganAt}, nobody came to do anything for it.',
  'It hatched at {beganAt}, and then the door stayed shut.',
];
const NOBODY_CAME_AGAIN: Lines = [
  'After it was brought back nobody came to do anything for it.',
  'It was brought back, and then the door stayed shut.',
];
const EXPECTED: Lines = [
  'Somebody used to come about every {often}. Around {expectedAt} the door stayed shut.',
  'It was used to somebody about every {often}, and listened for the door around {expectedAt}. It stayed shut.',
];
const SHUT: Lines = ['After that the door stayed shut.', 'Then the door stayed shut.'];
const WAITED: Lines = [
  'It waited {waited}, and died {cause} at {diedAt}.',
  'It went on waiting, for {waited} in all. It died {cause} at {diedAt}.',
];
const HARMED: Lines = [
  'At {diedAt} it was given something it should not have had. It took it, and died of it.',
  'It trusted what it was offered at {diedAt}, and died of it.',
];

const COMPANY: Lines = [
  'In its life it was cared for {acts}. It was given {meals} and {missed}.',
  'Its keeper did something for it {acts}. It had {meals} and {missed}.',
];
const NO_COMPANY: Lines = [
  'Nobody had ever done anything for it.',
  'In its whole life nothing was done for it.',
];
const BROUGHT_BACK: Lines = [
  'It had been brought back {returns} before.',
  'Before this it had died and been brought back {returns}.',
];

/** Every list of this file, for whoever reads them all. */
export const OBITUARY_LINES: readonly Lines[] = [
  LAST_MEAL,
  NEVER_FED,
  NOT_FED_AGAIN,
  MISSED,
  MISSED_FIRST,
  CAME_WITH_IT,
  LAST_CAME,
  SAME_VISIT_LINES,
  NOBODY_CAME,
  NOBODY_CAME_AGAIN,
  EXPECTED,
  SHUT,
  WAITED,
  HARMED,
  COMPANY,
  NO_COMPANY,
  BROUGHT_BACK,
];
