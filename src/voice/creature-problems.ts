import type { NextStep } from '../contract/common.ts';
import type { Late, Mine } from '../core/problem.ts';
import { adopt, hatchIt, lookAt, reflectOn, visitGraveyard } from './creature-steps.ts';
import { counted } from './durations.ts';
import { backUntil } from './late.ts';
import { emptyHouse } from './page-steps.ts';
import { refusalWords } from './refusals.ts';
import type { Speakers } from './speech.ts';

export const CREATURE_SPEAKERS = {
  nobody_home: ({ yours, last }) => ({
    error: 'No living creatures in your house',
    suggestion: yours.length > 0 ? NOT_YOURS : emptiness(last),
    steps: yours.length > 0 ? toEach(yours) : [...emptyHouse(), ...toOneThatDied(last)],
  }),
  no_living_creature: ({ yours, late }) => ({
    error: 'No living creature found',
    suggestion: late ? backUntil(late) : yours.length > 0 ? NOT_YOURS : EMPTY,
    steps:
      yours.length > 0
        ? [...toEach(yours), ...toOneThatDied(late)]
        : [...emptyHouse(), ...toOneThatDied(late)],
  }),
  no_creature: ({ yours }) => ({
    error: 'No creature found',
    suggestion: yours.length > 0 ? NOT_YOURS : NONE_SO_FAR,
    steps: orAdopt(yours),
  }),
  nobody_to_release: ({ yours }) => ({
    error: 'No living creature found with that ID',
    suggestion:
      yours.length > 0 ? NOT_YOURS : 'There is nobody to release: your house has no living creature.',
    steps: orAdopt(yours),
  }),
  which_creature: ({ yours }) => ({
    error: 'Which creature do you mean?',
    suggestion: `You have ${counted(yours.length, 'living creature')}. Send the same again with the creature_id of one of them.`,
    steps: toEach(yours),
  }),
  egg_not_hatched: (facts) => ({
    ...refusalWords('egg', facts),
    steps: [hatchIt(facts)],
  }),
  creature_asleep: (facts) => ({
    ...refusalWords('asleep', facts),
    steps: [lookAt(facts, `Check back later: ${facts.name} may be up within the hour.`), reflectOn(facts)],
  }),
  died_before_release: ({ late }) => ({
    error: `${late.creature.name} died before you let it go`,
    suggestion: `It was released too late, and a gravestone stands for it instead. ${backUntil(late)}`,
    steps: [visitGraveyard('See its gravestone.'), ...toOneThatDied(late), adopt()],
  }),
} satisfies Partial<Speakers>;

const NOT_YOURS = 'None of your living creatures has that id. your_creatures lists them; name one of those.';
const NONE_SO_FAR = 'You have had no creature yet, or none under that id. Adopt an egg first.';
const EMPTY = 'Your house is empty. Adopt an egg, and look at it once: it hatches then.';

function emptiness(last: Late | undefined): string {
  return last ? `Your house is empty. ${backUntil(last)}` : EMPTY;
}

const SHOWN_AT_MOST = 5;

function toEach(yours: readonly Mine[]): NextStep[] {
  return yours.slice(0, SHOWN_AT_MOST).map((mine) => (mine.stage === 'egg' ? hatchIt(mine) : lookAt(mine)));
}

function orAdopt(yours: readonly Mine[]): readonly NextStep[] {
  return yours.length > 0 ? toEach(yours) : emptyHouse();
}

function toOneThatDied(late: Late | undefined): NextStep[] {
  return late ? [lookAt(late.creature, `See how ${late.creature.name} died, and what is left to do.`)] : [];
}
