import { WINDOW_OPENS } from '../../core/care/feeding.ts';
import { effectOf } from '../../core/care/item-effects.ts';
import { hourOfDay, localHourAt } from '../../core/engine/local-time.ts';
import { hasHatched } from '../../core/lives/creature.ts';
import { mechanicsOf, type Mechanic } from '../../core/species/mechanics.ts';
import { STATS, type Action, type Effectiveness, type Timing } from '../../core/vocabulary.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { joinWithAnd } from '../engine/nouns.ts';
import { fillSentence, fillTemplate, type Halves, type Lines } from '../engine/pick-line.ts';
import { trustProgress } from '../lives/trust-progress.ts';
import { hidesSomething, linePickFor, type CareGiven } from './care-message.ts';

/** How to make more of it next time: what was the matter, and what to do. Nothing to add when the care was effective. */
export function careTip(done: CareGiven): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const tip = tipFor(done, care.effectiveness);
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const words = { action: wish.action, opens, harm: harmOf(wish.action) };
  if (typeof tip === 'string') return fillTemplate(tip, words);
  const said = fillSentence(tip, linePickFor(done, 'tip'), words, ': ');
  const progress = tip === HIDDEN ? progressOf(done) : undefined;
  return progress === undefined ? said : `${said} It is at ${progress}.`;
}

function progressOf({ care: { creature }, species }: CareGiven): string | undefined {
  return hasHatched(creature) ? trustProgress(creature, species, creature.life.lastCareAt) : undefined;
}

function tipFor(done: CareGiven, effectiveness: 'reduced' | 'wasted'): Halves | string {
  const { care, wish } = done;
  if (wish.item?.category === 'harmful') return HARMFUL;
  const broken = ruleBroken(done);
  if (broken) return RULE_TIPS[broken.key] ?? broken.blurb;
  if (hidesSomething(done)) return HIDDEN;
  if (wish.action === 'play' && playsBeforeMeals(done)) return PLAY_FOR_MEAL;
  return wish.action === 'feed' ? MEALS[care.timing ?? 'on_time'] : TIPS[wish.action][effectiveness];
}

// Some species never let such care count.
function ruleBroken({ care, wish, species }: CareGiven): Mechanic | undefined {
  const { life, zone } = care.creature;
  const moment = {
    ...wish,
    localHour: life ? hourOfDay(localHourAt(zone, life.lastCareAt)) : 0,
    playedSinceFed: life?.playedSinceFed ?? false,
    stats: care.before,
  };
  return mechanicsOf(species).find(({ neverEffective }) => neverEffective?.(moment));
}

/** Of these a game is asked for before every meal, however happy they are. */
function playsBeforeMeals({ species }: CareGiven): boolean {
  return mechanicsOf(species).some(({ key }) => key === 'play_first' || key === 'energy');
}

/** The stats that a harmful item takes from: `happiness and health`. */
function harmOf(action: Action): string {
  const effect = effectOf(action, 'harmful');
  return joinWithAnd(STATS.filter((stat) => (effect[stat] ?? 0) < 0));
}

const HARMFUL: Halves = {
  first: [
    'That cost it {harm}',
    'What you offered took {harm} from it',
    'That did harm, and the price was {harm}',
    'Its {harm} paid for that',
    'The item hurt it and took {harm}',
  ],
  second: [
    'do not offer that item again',
    'choose from GET /api/house/preferences before the next {action}',
    'keep that item away from it',
    'GET /api/house/preferences lists what it likes',
    'send {action} without an item rather than with that one',
  ],
};

const HIDDEN: Halves = {
  first: [
    'It does not show its stats',
    'What it hides you can only guess',
    'It keeps its numbers to itself',
    'You cannot see what it had room for',
    'It gives nothing away yet',
  ],
  second: [
    'go by next_feeding_window',
    'use reflect to win it over',
    'feed on time and reflect often',
    'trust opens it up, and reflect builds trust',
    'come when recommended_checkin says',
  ],
};

/** Of care that a rule of the species keeps from counting, by the key of the rule. */
const RULE_TIPS: Readonly<Record<string, Halves>> = {
  work: {
    first: [
      'It wants a job to do',
      'Play counts in full only with a task',
      'A game without a task gives half',
      'Idle play leaves it half busy',
      'It looks for work in every game',
    ],
    second: [
      'play with a puzzle',
      'try agility or herding',
      'send training as the item',
      'offer it an obstacle course',
      'pick a task from GET /api/house/preferences',
    ],
  },
};

/** Of a meal it did not quite need: never to come later than its window, whatever the gauge says. */
const MEALS: Record<Timing, Halves> = {
  early: {
    first: [
      'It was not ready to eat again',
      'This meal came before its window',
      'A meal counts in full only in its window',
      'A meal that comes too soon ends the streak',
      'What is given early counts for little',
      'It had not come to be hungry yet',
      'A meal before its time fills less',
    ],
    second: [
      'feed it again {opens}',
      'its window opens again {opens}',
      'come back with the next meal {opens}',
      'wait for next_feeding_window, which is {opens}',
      'the next good moment comes {opens}',
      'keep the next meal until its window opens {opens}',
      'it will be glad of a meal {opens}',
      'nothing is lost, only be back {opens}',
      'recommended_checkin knows the hour, and the window opens {opens}',
    ],
  },
  on_time: {
    first: [
      'You came at the right hour and it was nearly full',
      'It was nearly full and you were punctual',
      'The hour was right and it was nearly full',
      'Well timed, and it was nearly full already',
      'A meal in its window counts, and this one found it nearly full',
      'The timing was right and it had room for little, being nearly full',
      'It was nearly full, which is how a well-timed meal finds it',
      'On time, with a creature that was nearly full',
      'It is nearly full because its meals come in time',
    ],
    second: [
      'go on like this, again {opens}',
      'its window opens again {opens}',
      'feed it again {opens}',
      'come back {opens} and do the same',
      'keep to recommended_checkin, since the window opens {opens}',
      'the next one is due {opens}',
      'it will look for you again {opens}',
      'nothing to change, and the next meal comes {opens}',
      'be there again {opens}',
      'the same again {opens}',
      'its next hour comes {opens}',
    ],
  },
  late: {
    first: [
      'The amount was fine and the hour was not',
      'The window had closed by the time you came',
      'It had room for little and had waited all the same',
      'A late meal ends the streak',
      'Come inside the window next time',
      'Its mealtime had been over for some time',
      'The next meal can be sooner',
    ],
    second: [
      'the window opens again {opens}',
      'feed it again {opens}',
      'recommended_checkin names the best moment, and the window opens {opens}',
      'the next window opens {opens}',
      'be there {opens}',
      'come when its window opens {opens}',
      'plan the next meal for when its window opens {opens}',
      'it will be waiting {opens}',
      'a reminder helps, and the window opens {opens}',
    ],
  },
  missed_window: {
    first: [
      'Windows that are missed cost health and trust',
      'It went too long without a meal',
      'Follow recommended_checkin from now on',
      'This meal came far too late',
      'Consistency falls with every missed window',
      'It had gone without food far too long',
      'Nothing undoes a missed meal but the next ones',
    ],
    second: [
      'the next window opens {opens}',
      'feed it again {opens}',
      'be there {opens}',
      'send medicine if health is below 60, and feed it again {opens}',
      'set an alarm, since the window opens {opens}',
      'do not let the next one pass, which comes {opens}',
      'a reminder for the moment its window opens helps, and that is {opens}',
      'keep it company until then, and feed it {opens}',
      'it needs the next meal more than usual, and that is due {opens}',
    ],
  },
};

/** What is low is said by the reply itself: a tip that named an action might ask for one that is wasted, or too early. */
const ELSEWHERE: Lines = [
  'first see which stat is lowest',
  'use the next action on a lower stat',
  'next_steps names what helps most now',
  'look at its other stats before the visit ends',
  'follow next_steps for the rest of the visit',
  'spend the next action where something is low',
  'the first of next_steps does more now',
];

/** Reflecting reaches those that sleep or hide, for whom nothing else can be done. */
const AFTER_REFLECT: Lines = [
  'meals on time keep trust where it is',
  'next_steps names what helps most now',
  'follow next_steps from here',
  'recommended_checkin says when to come again',
  'reflect again when trust has dropped',
];

const PLAY_FOR_MEAL: Halves = {
  first: [
    'Happiness had little room and the game still counts before a meal',
    'This game was for the meal that follows it',
    'It plays before it eats, however happy it is',
    'The gauge hardly moved and the meal is earned',
    'A game before dinner is never lost on it',
  ],
  second: [
    'feed it once its window is open',
    'the next meal in its window is worth more now',
    'next_feeding_window says when to feed it',
    'go on with next_steps',
    'recommended_checkin knows the hour of the meal',
  ],
};

const TIPS: Record<Exclude<Action, 'feed'>, Record<Exclude<Effectiveness, 'effective'>, Halves>> = {
  play: {
    reduced: {
      first: [
        'Happiness is nearly full',
        'There was little left to cheer up',
        'It was happy enough for now',
        'Most of the game had nowhere to go',
        'Its spirits were high already',
        'It was in a good mood before you began',
        'The game found it cheerful already',
        'Another game could add only a little',
        'It had most of its fun before',
      ],
      second: ELSEWHERE,
    },
    wasted: {
      first: [
        'Happiness is at its limit',
        'The game could add nothing',
        'There is no more happiness to win today',
        'Happiness stayed where it was',
        'A game lifts only what has dropped',
        'It could not be any happier',
        'No game would have made a difference',
      ],
      second: ELSEWHERE,
    },
  },
  clean: {
    reduced: {
      first: [
        'There was little to clean',
        'Its health needed only a touch',
        'Most of the wash had nowhere to go',
        'It was nearly as well as it gets',
        'Cleaning adds little above a health of 90',
      ],
      second: ELSEWHERE,
    },
    wasted: {
      first: [
        'Health is at its limit',
        'Cleaning could add nothing',
        'There is no more health to win today',
        'Nothing was left to clean',
        'A wash helps only where health has dropped',
      ],
      second: ELSEWHERE,
    },
  },
  medicine: {
    reduced: {
      first: [
        'Medicine is for health below 60',
        'It was nearly well',
        'Most of the dose had nowhere to go',
        'Health was only a little short',
        'A small dip asks for less',
      ],
      second: ELSEWHERE,
    },
    wasted: {
      first: [
        'The medicine had nothing to do',
        'Health did not move',
        'There was nothing to cure',
        'Medicine helps only when health has dropped',
        'It was as well as it can be',
        'Nothing in it was ill',
        'A dose does nothing for one that is well',
      ],
      second: ELSEWHERE,
    },
  },
  discipline: {
    reduced: {
      first: [
        'Discipline is nearly full and does not decay',
        'It has learned most of what there is',
        'A last lesson can wait',
        'Lessons cost it happiness and trust',
        'There was little left to teach',
      ],
      second: ELSEWHERE,
    },
    wasted: {
      first: [
        'Discipline did not move',
        'There is nothing left to teach',
        'Each lesson still costs happiness and trust',
        'Discipline is at its limit',
        'It knows all you can teach',
      ],
      second: ELSEWHERE,
    },
  },
  sleep: {
    reduced: {
      first: [
        'Health is nearly full',
        'There was little to sleep off',
        'Most of the rest had nowhere to go',
        'It was hardly tired',
        'A short rest was all it had use for',
      ],
      second: ELSEWHERE,
    },
    wasted: {
      first: [
        'Health cannot rise any further',
        'There was nothing to sleep off',
        'Rest could add nothing',
        'It was rested already',
        'Sleep mends only what is worn',
      ],
      second: ELSEWHERE,
    },
  },
  reflect: {
    reduced: {
      first: [
        'Trust is nearly full',
        'There was little left to win',
        'It trusts you nearly as far as it can',
        'Most of that thought had nowhere to go',
        'Trust needed only a touch',
      ],
      second: AFTER_REFLECT,
    },
    wasted: {
      first: [
        'Trust is at its limit',
        'There is nothing to gain from reflect today',
        'Trust did not move',
        'It cannot trust you more than it does',
        'Nothing was left to win',
      ],
      second: AFTER_REFLECT,
    },
  },
};

/** Every tip, for whoever reads the whole table. */
export const ALL_TIPS: readonly Halves[] = [
  HARMFUL,
  HIDDEN,
  PLAY_FOR_MEAL,
  ...Object.values(RULE_TIPS),
  ...Object.values(MEALS),
  ...Object.values(TIPS).flatMap((by) => Object.values(by)),
];
