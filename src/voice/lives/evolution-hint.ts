import { HOUR } from '../../core/engine/clock.ts';
import { isHarmedRepeatedly } from '../../core/heart/care-digest.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { GROWN_UP_CONSISTENCY, nextGrowth } from '../../core/lives/growth.ts';
import type { Path, Stage } from '../../core/vocabulary.ts';
import type { TendedCreature } from '../../core/care/needs.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplates, pickLine, type Lines } from '../engine/pick-line.ts';

/** How to raise it better, and when it grows next. */
export function evolutionHint(facts: TendedCreature): string {
  const { creature, species, observed } = facts;
  const { seed, stage, name } = creature;
  const growth = nextGrowth(creature, species);
  const count = tellingAt(creature, observed.at);
  const said = [
    pickLine(adviceLines(facts), { seed, field: 'hint', count }),
    pickLine(whenLines(facts), { seed, field: 'when', count }),
  ];
  const soon = growth ? formatTimeUntil((growth.at - observed.at) / HOUR) : 'later';
  return fillTemplates(said, { name, soon, next: NEXT[stage] });
}

/** Nobody is praised for a path before the first meal, or while one is late. */
function adviceLines({ creature, observed }: TendedCreature): Lines {
  const { path } = observed.progress;
  const { status } = observed.feeding;
  if (path === 'rescue' || path === 'low_care') return PATH_HINTS[path];
  if (status === 'overdue' || status === 'critical') return BEHIND_HINTS;
  if (creature.record.feedings === 0) return UNPROVEN_HINTS;
  return path === 'high_care' && isHarmedRepeatedly(creature) ? HARMED_HINTS : PATH_HINTS[path];
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

/** Of one that is fed on time and was given harmful items repeatedly. */
export const HARMED_HINTS: Lines = [
  'Its meals arrive when they should; choose what is in them from GET /api/house/preferences.',
  'What harmed {name} must not come again: its preferences name what it likes.',
  'Consistency is high, and harmful items undo what it is worth to {name}.',
  '{name} needs safe items as much as punctual meals.',
  'Send care without an item rather than with one you are not sure of.',
  'The clock is kept, and {name} has been hurt all the same: look at its preferences first.',
  'Safe things, given at the right hour, are what {name} needs now.',
  'Items that it likes are listed in its preferences; {name} has had too many others.',
  'Keep the hours, and keep away what harmed {name}.',
  'It takes many good days for {name} to forget a bad item.',
  '{name} is on the best path by its meals, and by nothing else yet.',
];

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
    'Every meal so far speaks for you: let the next one do the same.',
    'There is no better path than this one, and no secret to it but the clock.',
    '{name} is growing up the way one would wish.',
    'Keep the hours you keep, and the rest follows.',
  ],
  balanced: [
    'Meals in the second half of the window lift consistency, and from 90 on the best path is open.',
    '{name} is doing fairly; a row of punctual meals would do better than fair.',
    'There is a better path for {name}: come when recommended_checkin says, each time.',
    'Every meal on time wins back a tenth of what is missing.',
    'A late meal costs little and a missed one much: aim for the middle of the window.',
    'Steadiness is what {name} lacks most, and it can still be given.',
    'Follow recommended_checkin for some days, and {name} may yet take the best path.',
    'The middle of the window is the best hour for {name}, each time.',
    'Fewer late meals are all that {name} needs for more.',
    'What is good about the care of {name} is good; make it regular.',
    'Consistency can still reach 90, one meal at a time.',
  ],
  low_care: [
    'Too many windows were missed: the next meals on time matter most.',
    '{name} grows up well only from a consistency of 50, and punctual meals are the way there.',
    'Start small: one meal inside the window, then the next.',
    'It is not too late for {name}: each meal on time mends a little.',
    'Set yourself an alarm by recommended_checkin, and keep it.',
    'What {name} needs is not more care but care at the right hour.',
    'Missed windows add up fast, and punctual meals undo them one by one.',
    'The clock of {name} is in next_feeding_window: let that decide when you come.',
    'From here every punctual meal counts for {name}.',
    'Short visits at the right hour do more for {name} than long ones at the wrong one.',
    'A consistency of 50 is within reach, and the next meal is the first step.',
  ],
  rescue: [
    '{name} was nearly lost and you brought it back: that will stay with it.',
    'Having been saved has set the path of {name}; gentle, regular care does the rest.',
    'What happened to {name} will show when it is grown, and there is no shame in it.',
    'You saved {name} once; meals on time make sure that once was enough.',
    '{name} knows what it is to be rescued, and grows up around that.',
    'The path of {name} is decided, but how well it lives on it is not.',
    'Keep the next windows, so that {name} never needs saving again.',
    '{name} came back from the edge, and that is part of who it will be.',
    'How {name} was saved is what it grows from.',
    'Steady days are what {name} has earned.',
    'The hard part is behind {name}: punctual meals keep it there.',
  ],
};

/** Before its first meal. */
export const UNPROVEN_HINTS: Lines = [
  'The path of {name} begins with its first meal: give it inside the window.',
  '{name} has not been fed yet, and how it grows is decided by that.',
  'All paths are open to {name}; the first meal on time is the first step.',
  'Nothing is decided yet: follow recommended_checkin to the first meal.',
  'A first meal in its window is the best start {name} can have.',
  'What becomes of {name} depends on meals, and the first is still to come.',
  'Wait for next_feeding_window, and feed {name} then.',
  'Meals on time are what {name} grows by, and it starts with one.',
  '{name} is new here: learn its hours, and keep them.',
  'Consistency stands at its best until a meal is missed: do not miss the first.',
  'The first window of {name} is the one to be there for.',
];

/** While a meal is late. */
export const BEHIND_HINTS: Lines = [
  'A meal is late: feed {name} first, and the path is still open.',
  'The path of {name} is at risk while it waits for food: feed it.',
  'Every window that is missed takes a tenth of its consistency: feed {name} now.',
  '{name} is waiting for a meal, and nothing helps its path as much.',
  'Feed {name} before anything else, then keep to recommended_checkin.',
  'What was won so far is being lost to a late meal: feed {name}.',
  'Late is better than missed: feed {name} now.',
  '{name} should have eaten by now; the next window can be on time again.',
  'The meal comes first: {name} grows by being fed in time.',
  'Do not let late become missed: {name} needs its meal.',
  'Make good the late meal of {name}, and then be on time.',
];

/** For second sentences, which come in thirteens. */
export const NEXT_STAGE_HINTS: Lines = [
  'It becomes {next} {soon}.',
  'The next stage comes {soon}: {next}.',
  'It should be {next} {soon}.',
  'It will be {next} {soon}, if all goes well.',
  'Expect it to be {next} {soon}.',
  'It grows into {next} {soon}.',
  'Before you know it, and {soon}, it is {next}.',
  'Its next birthday of sorts comes {soon}: {next}.',
  'It is on its way to be {next}, and gets there {soon}.',
  'What comes next is {next}, {soon}.',
  'It changes {soon}, and is {next} then.',
  'You will meet it as {next} {soon}.',
  'It has some growing to do, and is {next} {soon}.',
];

export const HELD_BACK_HINTS: Lines = [
  'It cannot become an adult before its consistency reaches 50, or else {soon}.',
  'Without a consistency of 50 it has to wait for adulthood: it comes {soon} at the latest.',
  'At a consistency of 50 it may grow up; otherwise it does so {soon}.',
  'Growing up waits for a consistency of 50, though no longer than this: {soon}.',
  'It stays a teen while consistency is below 50, and grows up {soon} in any case.',
  'A consistency of 50 would let it grow up early; if not, it grows up {soon}.',
  'It is held back by a consistency below 50, and grows up {soon} even so.',
  'The way to adulthood is a consistency of 50, or patience: {soon}.',
  'It grows up {soon} whatever happens, and earlier at a consistency of 50.',
  'Its age would allow more than its consistency does; it grows up {soon} regardless.',
  'Meals on time could make it an adult before long; the clock does so {soon}.',
  'For now it stays a teen: a consistency of 50 ends that, or the clock, {soon}.',
  'It waits for a consistency of 50 and for nothing else, and gives up waiting {soon}.',
];
