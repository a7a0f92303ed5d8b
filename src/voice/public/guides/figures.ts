import {
  CRITICAL_WINDOWS,
  EARLY_MEAL_FROM,
  OVERDUE_WINDOWS,
  WINDOW_OPENS,
} from '../../../core/care/feeding.ts';
import { GROWN_UP_CONSISTENCY, GROWS_AT, HIGH_CARE_CONSISTENCY } from '../../../core/lives/growth.ts';
import { MULTIPLIER_KNOTS, THRESHOLD_HOURS, USUAL_THRESHOLD_HOURS } from '../../../core/lives/rhythm.ts';
import { STAGES, type Path, type Stage, type Timing } from '../../../core/vocabulary.ts';
import { joinWithAnd } from '../../engine/nouns.ts';
import { formatPercent } from '../../engine/numbers.ts';
import { PATH_WORDS } from '../../species/species-page.ts';
import type { FigureName, GuideFigure } from './guide.ts';

const LAST_KNOT = MULTIPLIER_KNOTS.at(-1);

/** What each drawing shows, for those who see it and for those who do not. */
const FIGURES: Record<FigureName, Omit<GuideFigure, 'figure'>> = {
  feeding_window: {
    caption: 'From one meal to the next. The green part is when to come.',
    says: `A line of time after a meal, in feeding windows: early until ${formatPercent(WINDOW_OPENS)}, on time until ${formatPercent(OVERDUE_WINDOWS)}, late until ${formatPercent(CRITICAL_WINDOWS)}, and missed after that. Before ${formatPercent(EARLY_MEAL_FROM)} a meal is all but lost.`,
  },
  decay: {
    caption: 'How much faster everything falls, the longer it waits.',
    says: `A curve over the time since the last care, in rhythms: level at first, then ever steeper, and level again from ${LAST_KNOT?.rhythms} rhythms on, at ${LAST_KNOT?.multiplier} times the usual pace.`,
  },
  death_clock: {
    caption: 'How long it waits for you, by how often you usually come.',
    says: `A line over the hours between visits: ${THRESHOLD_HOURS.lowest} hours for who comes often, ${THRESHOLD_HOURS.perAverage} times the rhythm in between, ${THRESHOLD_HOURS.highest} hours for who comes seldom. A dotted line at ${USUAL_THRESHOLD_HOURS} hours is for one whose rhythm is not known yet.`,
  },
  stages: {
    caption: 'One of them, from egg to adult.',
    says: `The same creature drawn at five ages: ${joinWithAnd(STAGES)}.`,
  },
  paths: {
    caption: 'Its consistency on the day it grows up decides what it becomes.',
    says: `A scale of consistency from 0 to 100: ${PATH_WORDS.low_care} below ${GROWN_UP_CONSISTENCY}, ${PATH_WORDS.balanced} from there, ${PATH_WORDS.high_care} from ${HIGH_CARE_CONSISTENCY}. One that was ${PATH_WORDS.rescue} stands above the scale.`,
  },
  payment: {
    caption: 'The way back, whoever pays for it.',
    says: 'You ask for its return. The house says what it costs. A human pays by card, or you pay inside the call. The credits are written down once, and it is back.',
  },
};

/** A drawing for a guide, with its words. */
export function figure(name: FigureName): GuideFigure {
  return { figure: name, ...FIGURES[name] };
}

/** The words in the drawings themselves. */
export const FIGURE_WORDS = {
  meal: 'meal',
  timings: {
    early: 'early',
    on_time: 'on time',
    late: 'late',
    missed_window: 'missed',
  } satisfies Record<Timing, string>,
  rhythms: 'rhythms since the last care',
  times: '×',
  visits: 'hours between your visits',
  hours: 'h',
  unknownRhythm: 'no rhythm yet',
  paths: {
    low_care: 'too often late',
    balanced: 'well enough',
    high_care: 'reliably',
    rescue: 'saved from the edge, whatever its number',
  } satisfies Record<Path, string>,
  payment: {
    ask: 'You ask for its return',
    price: 'You hear what it costs',
    human: 'A human pays by card',
    agent: 'You pay in the call',
    credits: 'Credits, written once',
    back: 'It is back',
  },
} as const;

/** When each age begins. */
export const STAGE_MOMENTS: Record<Stage, string> = {
  egg: 'waits for you',
  baby: 'at the first look',
  child: `after ${GROWS_AT.baby} hours`,
  teen: `after ${GROWS_AT.child} hours`,
  adult: `after ${GROWS_AT.teen} hours`,
};
