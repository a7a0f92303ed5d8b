import { WINDOW_OPENS } from '../../core/care/feeding.ts';
import { effectOf } from '../../core/care/item-effects.ts';
import { hourOfDay, localHourAt } from '../../core/engine/local-time.ts';
import { mechanicsOf, type Mechanic } from '../../core/species/mechanics.ts';
import { STATS, type Action, type Effectiveness, type Timing } from '../../core/vocabulary.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { joinWithAnd } from '../engine/nouns.ts';
import { fillSentence, fillTemplate, type Halves } from '../engine/pick-line.ts';
import { hidesSomething, linePickFor, type CareGiven } from './care-message.ts';

/** How to make more of it next time: what was the matter, and what to do. Nothing to add when the care was effective. */
export function careTip(done: CareGiven): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const tip = tipFor(done, care.effectiveness);
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const words = { action: wish.action, opens, harm: harmOf(wish.action) };
  if (typeof tip === 'string') return fillTemplate(tip, words);
  return fillSentence(tip, linePickFor(done, 'tip'), words, ': ');
}

function tipFor(done: CareGiven, effectiveness: 'reduced' | 'wasted'): Halves | string {
  const { care, wish } = done;
  if (wish.item?.category === 'harmful') return HARMFUL;
  const broken = ruleBroken(done);
  if (broken) return RULE_TIPS[broken.key] ?? broken.blurb;
  if (hidesSomething(done)) return HIDDEN;
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
      'It had room for little and the hour was right',
      'A meal in its window keeps the streak whatever the gauge says',
      'There is nothing to mend here',
      'It was nearly full and you were punctual',
      'The hour counts more than the amount',
      'A light meal at its hour is a good meal',
      'It took what it needed and no more',
      'Nothing went wrong with this meal',
      'It eats little when it is well kept',
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
      second: [
        'play again in a few hours, when happiness has dropped',
        'first see which stat is lowest',
        'send reflect for trust instead',
        'keep the next game for tomorrow',
        'use the next action on a lower stat',
        'let happiness drop a little before the next game',
        'a quiet visit does as well now',
        'look at its other stats before the next visit ends',
        'come back to the game when it looks for one',
        'a meal or a wash may do more now',
        'leave it wanting a little more',
      ],
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
      second: [
        'send clean if health is lower',
        'send reflect for trust',
        'save the game for later',
        'first see which stat is lowest',
        'play when happiness has dropped',
        'give it company instead, which builds trust',
        'come back when happiness is below 90',
      ],
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
      second: [
        'clean again when health drops',
        'send play for happiness',
        'send reflect for trust',
        'spend the next action on a lower stat',
        'tomorrow is soon enough',
      ],
    },
    wasted: {
      first: [
        'Health is at its limit',
        'Cleaning could add nothing',
        'There is no more health to win today',
        'Nothing was left to clean',
        'A wash helps only where health has dropped',
      ],
      second: [
        'send play instead',
        'send reflect instead',
        'clean when health is below 90',
        'first see which stat is lowest',
        'leave the wash for another day',
        'it is clean enough for today',
        'come back to it when health has dropped',
      ],
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
      second: [
        'clean is enough for small dips',
        'send clean next time',
        'keep the next dose for a bad day',
        'save medicine for when mood is sick or critical',
        'look at health before the next dose',
      ],
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
      second: [
        'keep medicine for when mood is sick or critical',
        'look at health before the next dose',
        'send reflect instead',
        'send play instead',
        'use medicine below a health of 60',
        'be glad that it is well and send play',
        'leave the dose in the cupboard until health is below 60',
      ],
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
      second: [
        'send play next',
        'send reflect next',
        'give it a rest from lessons',
        'first see which stat is lowest',
        'leave the next lesson for later',
      ],
    },
    wasted: {
      first: [
        'Discipline did not move',
        'There is nothing left to teach',
        'Each lesson still costs happiness and trust',
        'Discipline is at its limit',
        'It knows all you can teach',
      ],
      second: [
        'stop the lessons',
        'send play instead',
        'send reflect instead',
        'send no more lessons for now',
        'make up for this lesson with a game',
      ],
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
      second: [
        'let it rest later, when health drops',
        'use the visit for play',
        'use the visit for reflect',
        'at night it sleeps by itself',
        'spend the next action on a lower stat',
      ],
    },
    wasted: {
      first: [
        'Health cannot rise any further',
        'There was nothing to sleep off',
        'Rest could add nothing',
        'It was rested already',
        'Sleep mends only what is worn',
      ],
      second: [
        'send play instead',
        'send reflect instead',
        'send sleep when health has dropped',
        'at night it sleeps by itself',
        'first see which stat is lowest',
      ],
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
      second: [
        'feeding on time keeps trust where it is',
        'a punctual meal does more now',
        'reflect again tomorrow',
        'spend the next action on a lower stat',
        'first see which stat is lowest',
      ],
    },
    wasted: {
      first: [
        'Trust is at its limit',
        'There is nothing to gain from reflect today',
        'Trust did not move',
        'It cannot trust you more than it does',
        'Nothing was left to win',
      ],
      second: [
        'keep feeding on time and trust stays',
        'feed on time instead',
        'send play if happiness is lower',
        'first see which stat is lowest',
        'reflect again when trust has dropped',
      ],
    },
  },
};

/** Every tip, for whoever reads the whole table. */
export const ALL_TIPS: readonly Halves[] = [
  HARMFUL,
  HIDDEN,
  ...Object.values(RULE_TIPS),
  ...Object.values(MEALS),
  ...Object.values(TIPS).flatMap((by) => Object.values(by)),
];
