import type { NextStep } from '../../contract/server/fields.ts';
import { isTended } from '../../core/care/needs.ts';
import { HOUR } from '../../core/engine/clock.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../core/lives/resurrection.ts';
import type { DeadCreatureFacts, OwnCreature, ProblemFacts } from '../../core/problem.ts';
import { refusalWords } from '../care/care-refusals.ts';
import { bestSteps } from '../care/optional-steps.ts';
import { formatTimeUntil, pluralize } from '../engine/durations.ts';
import {
  adoptStep,
  checkAllStatusStep,
  checkStatusStep,
  hatchStep,
  reflectStep,
  visitGraveyardStep,
} from '../server/next-steps.ts';
import type { ProblemWriters } from '../server/problem-text.ts';
import { checkBackStep, isoMinute } from './check-back-step.ts';
import { deathNotice } from './death-notice.ts';
import { householdSteps } from './household-steps.ts';
import { stepsBack, stepsForEmptyHouse, stepsToEach } from './life-steps.ts';
import { stepsAfterDeath } from './steps-after-look-in.ts';

export const CREATURE_PROBLEMS = {
  nobody_home: ({ yours, last }) => ({
    error: 'No living creatures in your house',
    suggestion: yours.length > 0 ? NOT_YOURS : emptyHouseSuggestion(last),
    steps: yours.length > 0 ? stepsToEach(yours) : stepsFromEmptyHouse(last),
  }),
  no_living_creature: ({ yours, late }) => ({
    error: 'No living creature found',
    suggestion: late ? `${deathNotice(late)}${whatItTakes(late)}` : yours.length > 0 ? NOT_YOURS : EMPTY,
    steps: late ? stepsAfterCareForDead(late, yours) : stepsToEachOrAdopt(yours),
  }),
  no_creature: ({ yours }) => ({
    error: 'No creature found',
    suggestion: yours.length > 0 ? NOT_YOURS : NONE_SO_FAR,
    steps: stepsToEachOrAdopt(yours),
  }),
  nobody_to_release: ({ yours, late }) => ({
    error: 'No living creature found with that ID',
    suggestion: late
      ? `${deathNotice(late)}${whatItTakes(late)}`
      : yours.length > 0
        ? NOT_YOURS
        : NOBODY_LEFT,
    steps: late ? stepsAfterCareForDead(late, yours) : stepsToEachOrAdopt(yours),
  }),
  which_creature: ({ yours }) => ({
    error: 'Which creature do you mean?',
    suggestion: `You have ${pluralize(yours.length, 'living creature')}. Send the same again with the creature_id of one of them.`,
    steps: stepsToEach(yours),
  }),
  egg_not_hatched: (facts) => ({
    ...refusalWords('egg', facts),
    steps: [hatchStep(facts)],
  }),
  creature_asleep: (facts) => ({
    ...refusalWords('asleep', facts),
    suggestion: whenItWakes(facts),
    steps: stepsBesideSleeper(facts),
  }),
  died_before_release: ({ late }) => ({
    error: `${late.creature.name} died before you let it go`,
    suggestion: `It was released too late, and a gravestone stands for it instead. ${deathNotice(late)}`,
    steps: [...stepsBack(late), visitGraveyardStep('See its gravestone.'), ...stepsToDead(late), adoptStep()],
  }),
  too_many_creatures: ({ most }) => ({
    error: 'Your house is full',
    suggestion: `You keep ${pluralize(most, 'living creature')}, and one agent may keep no more here. Look after those you have; who is let go with DELETE /api/house/release makes room for another, and never comes back.`,
    steps: [checkAllStatusStep()],
  }),
  released_meanwhile: ({ name, yours }) => ({
    error: `${name} was let go by another request in the same moment`,
    suggestion: 'It is free, as you wished: there is nothing left to do, and nothing to send again.',
    steps: stepsToEachOrAdopt(yours),
  }),
} satisfies Partial<ProblemWriters>;

const NOT_YOURS = 'None of your living creatures has that id. your_creatures lists them; name one of those.';
const NONE_SO_FAR = 'You have had no creature yet, or none under that id. Adopt an egg first.';
const NOBODY_LEFT = 'There is nobody to release: your house has no living creature.';
const EMPTY = 'Your house is empty. Adopt an egg, and look at it once: it hatches then.';

function emptyHouseSuggestion(last: DeadCreatureFacts | undefined): string {
  return last ? `Your house is empty. ${deathNotice(last)}` : EMPTY;
}

/** What it would take, while there is a way back. */
function whatItTakes({ creature, credits, now }: DeadCreatureFacts): string {
  if (!creature.died || now > resurrectionClosesAt(creature.died.at)) return '';
  return ` That costs ${pluralize(resurrectionCost(creature, now), 'credit')}, and you have ${credits}.`;
}

function stepsFromEmptyHouse(last: DeadCreatureFacts | undefined): readonly NextStep[] {
  return last ? [...stepsAfterDeath(last), ...stepsToDead(last)] : stepsForEmptyHouse();
}

/** The way back first, and then those who live. */
function stepsAfterCareForDead(late: DeadCreatureFacts, yours: readonly OwnCreature[]): readonly NextStep[] {
  return yours.length > 0
    ? [...stepsBack(late), ...stepsToEach(yours), ...stepsToDead(late)]
    : stepsFromEmptyHouse(late);
}

function stepsToEachOrAdopt(yours: readonly OwnCreature[]): readonly NextStep[] {
  return yours.length > 0 ? stepsToEach(yours) : stepsForEmptyHouse();
}

function stepsToDead(late: DeadCreatureFacts | undefined): NextStep[] {
  return late ? [checkStatusStep(late.creature, 'See how {name} died, and what is left to do.')] : [];
}

/** The true moment, and the one thing that can be done before it. */
function whenItWakes({ rest: { wakesAt }, household }: ProblemFacts['creature_asleep']): string {
  const soon = formatTimeUntil((wakesAt - household[0].observed.at) / HOUR);
  return `It wakes ${soon}, at ${isoMinute(wakesAt)}, and takes nothing before that. Only reflect reaches it now.`;
}

/** What can be done meanwhile, for any of them, or else when to come back: as a look would say it. */
function stepsBesideSleeper({ household }: ProblemFacts['creature_asleep']): NextStep[] {
  const [sleeper, ...others] = household;
  const later = checkBackStep(sleeper, others.filter(isTended));
  return bestSteps([...bestSteps(householdSteps(household), 1), reflectStep(sleeper.creature), later], 2);
}
