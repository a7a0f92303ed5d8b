import { HOUR } from '../../core/engine/clock.ts';
import { GROWN_UP_CONSISTENCY, nextGrowth } from '../../core/lives/growth.ts';
import type { Path, Stage } from '../../core/vocabulary.ts';
import type { TendedCreature } from '../../core/care/needs.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplate, pickPair, type Lines } from '../engine/pick-line.ts';
import { localHourOf } from './behavior.ts';

/** How to raise it better, and when it grows next. */
export function evolutionHint(facts: TendedCreature): string {
  const { creature, species, observed } = facts;
  const { stage, name } = creature;
  const growth = nextGrowth(creature, species);
  const linePick = { seed: creature.seed, field: 'hint', count: localHourOf(facts) };
  const said = pickPair(PATH_HINTS[observed.progress.path], whenLines(facts), linePick);
  const soon = growth ? formatTimeUntil((growth.at - observed.at) / HOUR) : 'later';
  return fillTemplate(said.join(' '), { name, soon, next: NEXT[stage] });
}

function whenLines({ creature, observed }: TendedCreature): Lines {
  return creature.stage === 'teen' && observed.progress.consistency < GROWN_UP_CONSISTENCY
    ? HELD_BACK_HINTS
    : NEXT_STAGE_HINTS;
}

const NEXT: Record<Stage, string> = {
  egg: 'a baby',
  baby: 'a child',
  child: 'a teen',
  teen: 'an adult',
  adult: 'an adult',
};

/** By the path it is on. */
export const PATH_HINTS: Record<Path, Lines> = {
  high_care: [
    'You are raising {name} as well as it can be done: keep every meal in its window.',
    'Go on exactly like this, one punctual meal after the other.',
    'The best path is the one {name} is on, and meals on time keep it there.',
    'Nothing to change: what {name} gets from you, it gets when it should.',
    'Few are kept so steadily; do not let the next window slip.',
    'Consistency this high is worth guarding: follow recommended_checkin.',
    '{name} can count on you, and grows the better for it.',
  ],
  balanced: [
    'Meals in the second half of the window lift consistency, and from 90 on the best path is open.',
    '{name} is doing fairly; a row of punctual meals would do better than fair.',
    'There is a better path for {name}: come when recommended_checkin says, each time.',
    'Every meal on time wins back a tenth of what is missing.',
    'A late meal costs little and a missed one much: aim for the middle of the window.',
    'Steadiness is what {name} lacks most, and it can still be given.',
    'Follow recommended_checkin for some days, and {name} may yet take the best path.',
  ],
  low_care: [
    'Too many windows were missed: the next meals on time matter most.',
    '{name} grows up well only from a consistency of 50, and punctual meals are the way there.',
    'Start small: one meal inside the window, then the next.',
    'It is not too late for {name}: each meal on time mends a little.',
    'Set yourself an alarm by recommended_checkin, and keep it.',
    'What {name} needs is not more care but care at the right hour.',
    'Missed windows add up fast, and punctual meals undo them one by one.',
  ],
  rescue: [
    '{name} was nearly lost and you brought it back: that will stay with it.',
    'Having been saved has set the path of {name}; gentle, regular care does the rest.',
    'What happened to {name} will show when it is grown, and there is no shame in it.',
    'You saved {name} once; meals on time make sure that once was enough.',
    '{name} knows what it is to be rescued, and grows up around that.',
    'The path of {name} is decided, but how well it lives on it is not.',
    'Keep the next windows, so that {name} never needs saving again.',
  ],
};

/** For second sentences, which come in odd numbers. */
export const NEXT_STAGE_HINTS: Lines = [
  'It becomes {next} {soon}.',
  'The next stage comes {soon}: {next}.',
  'It should be {next} {soon}.',
  'It will be {next} {soon}, if all goes well.',
  'Expect it to be {next} {soon}.',
];

export const HELD_BACK_HINTS: Lines = [
  'It cannot become an adult on time before its consistency reaches 50.',
  'Without a consistency of 50 it has to wait for adulthood.',
  'At a consistency of 50 it may grow up; until then it stays a teen.',
  'Growing up waits for a consistency of 50, though not for ever.',
  'It stays a teen longer than others while consistency is below 50.',
];
