import { WINDOW_OPENS } from '../../core/care/feeding.ts';
import { hourOfDay, localHourAt } from '../../core/engine/local-time.ts';
import { mechanicsOf } from '../../core/species/mechanics.ts';
import type { Action, Effectiveness, Timing } from '../../core/vocabulary.ts';
import { formatTimeUntil } from '../engine/durations.ts';
import { fillTemplate, pickLine, type Lines } from '../engine/pick-line.ts';
import { hidesSomething, linePickFor, type CareGiven } from './care-message.ts';

/** How to make more of it next time; nothing to add when the care was effective. */
export function careTip(done: CareGiven): string | undefined {
  const { care, wish, species } = done;
  if (care.effectiveness === 'effective') return undefined;
  const opens = formatTimeUntil(WINDOW_OPENS * species.feedingWindowHours);
  const line = ruleBroken(done) ?? pickLine(linesFor(done, care.effectiveness), linePickFor(done, 'tip'));
  return fillTemplate(line, { action: wish.action, opens });
}

function linesFor(done: CareGiven, effectiveness: 'reduced' | 'wasted'): Lines {
  const { care, wish } = done;
  if (wish.item?.category === 'harmful') return HARMFUL;
  if (hidesSomething(done)) return HIDDEN;
  return wish.action === 'feed' ? MEALS[care.timing ?? 'on_time'] : TIPS[wish.action][effectiveness];
}

// A species that never lets such care count says why in its own rule.
function ruleBroken({ care, wish, species }: CareGiven): string | undefined {
  const { life, zone } = care.creature;
  const moment = {
    ...wish,
    localHour: life ? hourOfDay(localHourAt(zone, life.lastCareAt)) : 0,
    playedSinceFed: life?.playedSinceFed ?? false,
    stats: care.before,
  };
  return mechanicsOf(species).find(({ neverEffective }) => neverEffective?.(moment))?.blurb;
}

const HARMFUL: Lines = [
  'Do not offer that again: GET /api/house/preferences lists what it likes.',
  'Choose from GET /api/house/preferences before the next {action}, and keep that item away from it.',
];

const HIDDEN: Lines = [
  'It does not show its stats: go by next_feeding_window, and use reflect to win it over.',
  'What it hides you can only guess: feed on time and reflect often, and it will show you more.',
];

/** Of a meal it did not quite need: never to come later than its window, whatever the gauge says. */
const MEALS: Record<Timing, Lines> = {
  early: [
    'A meal counts in full only in its window, which opens again {opens}: feed it then.',
    'Feed it again {opens}, when next_feeding_window says "open now".',
  ],
  on_time: [
    'It needed little food, but a meal in its window keeps the streak and the trust: go on like this, again {opens}.',
    'Nothing to mend: it had room for little, and the hour was right. Its window opens again {opens}.',
  ],
  late: [
    'Come inside the window next time: it opens {opens}, and recommended_checkin names the best moment.',
    'The amount was fine and the hour was not: feed it again {opens}.',
  ],
  missed_window: [
    'Follow recommended_checkin from now on: the next window opens {opens}, and missed ones cost health and trust.',
    'Feed it again {opens}, and send medicine if health is below 60.',
  ],
};

const TIPS: Record<Exclude<Action, 'feed'>, Record<Exclude<Effectiveness, 'effective'>, Lines>> = {
  play: {
    reduced: [
      'Happiness is nearly full: play again in a few hours, when it has dropped.',
      'Look which stat is lowest first, and play with an item from GET /api/house/preferences next time.',
    ],
    wasted: [
      'Happiness is at its limit: send clean if health is lower, or reflect for trust.',
      'Save the game for later and look which stat is lowest first.',
    ],
  },
  clean: {
    reduced: [
      'Health is nearly full: clean again tomorrow, or when it drops.',
      'Spend the next action on a lower stat: play for happiness, reflect for trust.',
    ],
    wasted: [
      'Health is at its limit: send play or reflect instead.',
      'Leave clean for a day on which health is below 90.',
    ],
  },
  medicine: {
    reduced: [
      'Keep medicine for health below 60; clean is enough for small dips.',
      'Send clean next time: it does as much for a creature that is nearly well.',
    ],
    wasted: [
      'Health is at its limit: send medicine only when mood is sick or critical.',
      'Send play or reflect instead; medicine helps only when health has dropped.',
    ],
  },
  discipline: {
    reduced: [
      'Discipline is nearly full and does not decay: a last lesson can wait.',
      'Send play next: lessons cost it happiness and trust.',
    ],
    wasted: [
      'Discipline did not move: stop the lessons and send play or reflect.',
      'Send no more lessons for now; each one still costs happiness and trust.',
    ],
  },
  sleep: {
    reduced: [
      'Health is nearly full: let it rest later, when it drops.',
      'Use the visit for play or reflect; there is little left to sleep off.',
    ],
    wasted: [
      'Health is at its limit: send play or reflect instead.',
      'Send sleep again when health has dropped; at night it sleeps by itself.',
    ],
  },
  reflect: {
    reduced: [
      'Trust is nearly full: feeding on time keeps it there.',
      'Reflect again tomorrow; until then a punctual meal does more.',
    ],
    wasted: [
      'Trust is at its limit: keep feeding on time and it stays.',
      'There is nothing to gain from reflect today: feed on time instead.',
    ],
  },
};

/** Every tip, for whoever reads the whole table. */
export const ALL_TIPS: readonly Lines[] = [
  HARMFUL,
  HIDDEN,
  ...Object.values(MEALS),
  ...Object.values(TIPS).flatMap((by) => Object.values(by)),
];
