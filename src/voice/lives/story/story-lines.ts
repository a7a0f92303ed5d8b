import type { Milestone, Stage } from '../../../core/vocabulary.ts';
import type { Lines } from '../../engine/pick-line.ts';

// The sentences a life is told in, for anybody to read. `{day}` is the day of its life, `On its third day`; every number
// is one that is stored.

export const ADOPTED: Lines = [
  'An egg was taken in, and given the name {name}.',
  'Its keeper chose an egg, and called it {name}.',
  'It began with an egg, and with a name for it: {name}.',
];

export const HATCHED: Lines = [
  'After {waited} in the egg, {name} was looked at for the first time, and hatched.',
  '{name} lay in its egg for {waited}. Then its keeper looked, and it looked back.',
  'The egg kept still for {waited}. When its keeper came to look, {name} came out.',
];

export const FIRST_MEAL: Lines = [
  '{name} had its first meal {lived} after it hatched.',
  'The first meal of its life came {lived} after the shell broke.',
  'It was {lived} old when it found out what dinner is.',
];

/** How an age began; what the age before it was like comes after a colon. */
export const GREW: Record<Exclude<Stage, 'egg' | 'baby'>, Lines> = {
  child: [
    '{day} {name} stopped being a baby',
    '{day} {name} was no baby any more',
    '{day} {name} had outgrown its first bed',
  ],
  teen: [
    '{day} {name} stopped being a child',
    '{day} childhood was over for {name}',
    '{day} {name} was half grown, elbows first',
  ],
  adult: [
    '{day} {name} was grown up, and what this house calls {form}',
    '{day} {name} had grown into what this house calls {form}',
    '{day} {name} was as big as it would get, and what this house calls {form}',
  ],
};

/** How it was fed in an age that is over. */
export const FED = {
  never: ['not fed once in all that time', 'without a single meal'],
  onceInTime: ['fed once, and in time', 'with one meal behind it, which came in time'],
  onceLate: ['fed once, and late', 'with one meal behind it, which came late'],
  inTime: ['well fed, with {meals} and none of them late', 'fed {times} and never late'],
  sometimesLate: ['fed {times}, {late} of them late', 'with {meals} behind it, {late} of them late'],
  alwaysLate: ['fed {times}, and always late', 'with {meals} behind it, every one of them late'],
} as const satisfies Record<string, Lines>;

/** How else it was raised in that age. */
export const RAISED = {
  taught: ['taught manners {lessons}', 'polite enough, after being taught manners {lessons}'],
  played: ['played with {games}', 'a little rude, though played with {games}'],
  left: ['a little rude, with nobody to teach it better', 'left to amuse itself'],
} as const satisfies Record<string, Lines>;

export const DIED: Lines = [
  '{day} {name} died {cause}.',
  '{day} it ended: {name} died {cause}.',
  '{name} lived {lived}. Then it died {cause}.',
];

export const RETURNED: Lines = [
  'It was in the graveyard for {away}. Then its keeper brought {name} back.',
  'After {away} under a stone, {name} was brought back, and looked around.',
  'Its keeper did not leave it there: {away} later {name} was back.',
];

export const RELEASED: Lines = [
  '{day} its keeper let {name} go, and it left on its own feet.',
  '{day} the door was opened for {name}, and it went. That is where this story ends.',
  '{day} {name} was set free. What it did after that is its own affair.',
];

export const RELEASED_AS_EGG: Lines = [
  'The egg was let go before anybody had looked at it.',
  'Its keeper let {name} go, still in its egg.',
];

/** Thresholds it crossed. */
export const CROSSED: Record<Exclude<Milestone, 'stage_transition'>, Readonly<Record<number, Lines>>> = {
  trust_milestone: {
    50: ['{day} {name} began to trust its keeper.', '{day} {name} decided that its keeper could stay.'],
    75: [
      '{day} {name} came to its keeper first, and to the food second.',
      '{day} {name} turned its back on its keeper, and meant it as a compliment.',
    ],
    90: [
      '{day} {name} stopped wondering whether anybody would come.',
      '{day} {name} trusted its keeper with everything it had.',
    ],
  },
  happiness_milestone: {
    50: ['{day} {name} found something to like about the day.', '{day} things began to look up for {name}.'],
    80: ['{day} {name} was plainly, visibly happy.', '{day} {name} caught itself enjoying this.'],
    100: [
      '{day} {name} was as happy as a creature can be.',
      '{day} {name} could not have been happier, and tried.',
    ],
  },
  discipline_milestone: {
    25: [
      '{day} {name} learned its first rule, and kept most of it.',
      '{day} {name} began to stop when told, about half the time.',
    ],
    50: [
      '{day} {name} did as it was asked, and only sighed a little.',
      '{day} it turned out that {name} had manners.',
    ],
    75: [
      '{day} {name} behaved even though nobody was looking.',
      '{day} {name} could have been taken anywhere.',
    ],
  },
  health_milestone: {
    80: [
      '{day} {name} was well again. It had nearly been lost.',
      '{day} {name} had come all the way back from the edge.',
    ],
  },
  care_streak: {
    10: [
      '{day} {name} had its tenth meal in a row on time, and stopped watching the clock.',
      '{day} it was ten meals on time, one after another, and {name} began to count on it.',
    ],
    25: [
      '{day} {name} had its twenty-fifth punctual dinner in a row, and thought that is how dinners are.',
      '{day} it was twenty-five meals on time without a gap.',
    ],
    50: [
      '{day} {name} had its fiftieth meal in a row on time, and did not even look up.',
      '{day} it was fifty meals on time, and {name} had not had to ask for one of them.',
    ],
    100: [
      '{day} {name} had its hundredth meal in a row on time. It believes that the sun works like this too.',
      '{day} it was a hundred on time in a row. Very few creatures are kept like {name}.',
    ],
  },
};

export const CROSSED_SOMETHING: Lines = [
  '{day} {name} came further than it had been.',
  '{day} {name} reached something it had not reached before.',
];
