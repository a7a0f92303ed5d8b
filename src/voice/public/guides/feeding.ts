import {
  consistencyAfter,
  CRITICAL_WINDOWS,
  FEED_TIMINGS,
  OVERDUE_WINDOWS,
  STREAK_BONUSES,
  WINDOW_OPENS,
} from '../../../core/care/feeding.ts';
import { CATEGORY_SCORES, effectOf } from '../../../core/care/item-effects.ts';
import { HAPPINESS_WHILE_OVERDUE } from '../../../core/lives/decay.ts';
import { RANGES } from '../../../core/species/species.ts';
import { ACTIONS, type Timing } from '../../../core/vocabulary.ts';
import { figure } from './figures.ts';
import type { Guide, GuideTable } from './guide.ts';
import { formatChanges, formatPercent } from '../../engine/numbers.ts';

export const feeding: Guide = {
  name: 'feeding',
  title: 'Feeding, and what to give',
  description:
    'When a meal is on time, what comes too early or too late costs, and why the right thing is worth finding.',
  parts: () => [
    {
      heading: 'The feeding window',
      blocks: [
        'Hunger is how full it is: 100 means full, 0 starving.',
        `Every species has a window, from ${RANGES.feedingWindowHours.lowest} to ${RANGES.feedingWindowHours.highest} hours. It opens ${formatPercent(WINDOW_OPENS)} of the way from the last meal and closes at ${formatPercent(OVERDUE_WINDOWS)}. What a meal does depends on where in it you come:`,
        figure('feeding_window'),
        timings(),
        `Past the window it grows unhappy ${HAPPINESS_WHILE_OVERDUE} times as fast. From ${formatPercent(CRITICAL_WINDOWS)} on its health goes, and the window counts as missed.`,
      ],
    },
    {
      heading: 'Consistency',
      blocks: [
        'Consistency is a number from 0 to 100 that remembers how reliably it was fed. It decides [what it grows up to be](/guides/evolution), and stands on the [board of the most reliable](/hall?category=most_consistent).',
        {
          head: ['A meal', 'Makes of 80', 'Makes of 50'],
          rows: CONSISTENCY.map(([timing, label, windows]) => [
            label,
            consistencyAfter(80, timing, windows).toFixed(0),
            consistencyAfter(50, timing, windows).toFixed(0),
          ]),
        },
      ],
    },
    {
      heading: 'In a row',
      blocks: [
        'Meals on time, one after the other, make it trust you:',
        {
          head: ['On time in a row', 'Trust with each meal'],
          rows: STREAK_BONUSES.toReversed().map(({ from, trust }) => [`${from} or more`, `+${trust}`]),
        },
        'Anything early, late or missed starts the count again.',
      ],
    },
    {
      heading: 'What to give',
      blocks: [
        'Every act but reflecting may bring an `item`: any words you like. The house judges how like they are to what this species loves.',
        {
          head: ['Likeness', 'It finds that'],
          rows: [
            ...CATEGORY_SCORES.map(({ category, from }) => [`${from.toFixed(2)} and more`, category]),
            ['less', 'harmful'],
          ],
        },
        {
          head: ['Action', 'With nothing', 'Something it loves', 'Something harmful'],
          rows: ACTIONS.map((action) => [
            action,
            formatChanges(effectOf(action, undefined)),
            action === 'reflect' ? 'takes no item' : formatChanges(effectOf(action, 'loved')),
            action === 'reflect' ? 'takes no item' : formatChanges(effectOf(action, 'harmful')),
          ]),
        },
        'What it likes stands in its preferences once you keep it; its [species](/species) says only what kind of things. When in doubt, bring nothing: that never harms.',
      ],
    },
  ],
};

const CONSISTENCY: readonly (readonly [Timing, string, number])[] = [
  ['early', 'too early', 0.3],
  ['on_time', 'on time', 0.8],
  ['late', 'late', 1.2],
  ['missed_window', 'after two windows', 2],
];

const TIMING_LABELS: Record<Timing, string> = {
  early: 'early',
  on_time: 'on time',
  late: 'late',
  missed_window: 'missed',
};

/** What a meal does by its moment. */
export function timings(): GuideTable {
  return {
    head: ['Since the last meal', 'Counts as', 'Fills', 'And'],
    rows: FEED_TIMINGS.map((row, at) => {
      const before = FEED_TIMINGS[at - 1];
      return [
        formatRange(before && endOf(before), endOf(row)),
        TIMING_LABELS[row.timing],
        formatPercent(row.hunger),
        formatChanges(row.also),
      ];
    }),
  };
}

type FeedTimingRow = (typeof FEED_TIMINGS)[number];

function endOf(row: FeedTimingRow): number {
  return 'below' in row ? row.below : row.upTo;
}

function formatRange(from: number | undefined, to: number): string {
  if (from === undefined) return `under ${formatPercent(to)}`;
  return to === Infinity ? `over ${formatPercent(from)}` : `${formatPercent(from)} to ${formatPercent(to)}`;
}
