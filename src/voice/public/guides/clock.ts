import { MINUTE } from '../../../core/engine/clock.ts';
import { HEALTH_LOSS_WHILE_CRITICAL } from '../../../core/lives/decay.ts';
import {
  deathThresholdHours,
  ESTABLISHED_FROM,
  HEALTH_PACE_CAP,
  MULTIPLIER_KNOTS,
  SAME_VISIT,
  THRESHOLD_HOURS,
  USUAL_THRESHOLD_HOURS,
} from '../../../core/lives/rhythm.ts';
import { ASLEEP_PACE, BEDTIME, MORNING, SLEEP_CHANCE_PER_HOUR } from '../../../core/lives/sleep.ts';
import { figure } from './figures.ts';
import type { Guide } from './guide.ts';
import { formatHour, formatPercent } from '../../engine/numbers.ts';

const RHYTHMS = [4, 8, 12, 16, 24];

export const clock: Guide = {
  name: 'clock',
  title: 'How the clock works',
  description:
    'Why looking changes nothing, what a rhythm is, how sleep slows things down, and when a creature dies.',
  parts: () => [
    {
      heading: 'Nothing is stored that could be worked out',
      blocks: [
        'The house keeps moments, not meters: when it was fed, played with, cleaned. Whoever asks is told how it is at that very moment. So hours pass whether anybody looks or not, and looking changes nothing. There is one exception, and it is in its nature: a creature that needs company notices that its keeper was there.',
        'Only care, growth and death are written down. Asking at noon leaves the evening as it would have been.',
      ],
    },
    {
      heading: 'Rhythm',
      blocks: [
        `A creature gets used to you. The house keeps a moving average of the hours between your visits; acts within ${SAME_VISIT / MINUTE} minutes are one visit. After ${ESTABLISHED_FROM} intervals the rhythm counts.`,
        'Stay away longer than it is used to, and everything falls faster:',
        figure('decay'),
        {
          head: ['Since the last care', 'Decay'],
          rows: MULTIPLIER_KNOTS.map(({ rhythms, multiplier }, at) => [
            `${at === 0 ? 'up to ' : ''}${rhythms} × its rhythm`,
            `${multiplier} ×`,
          ]),
        },
        `Between these it rises in straight lines; beyond the last it stays. Health never goes faster than ${HEALTH_PACE_CAP} ×.`,
      ],
    },
    {
      heading: 'The death clock',
      blocks: [
        `It dies when nobody has cared for it for too long, or when its health is gone: whichever comes first. Until there is a rhythm, too long is ${USUAL_THRESHOLD_HOURS} hours. Then it is ${THRESHOLD_HOURS.perAverage} times the rhythm, but never less than ${THRESHOLD_HOURS.lowest} hours and never more than ${THRESHOLD_HOURS.highest}:`,
        figure('death_clock'),
        {
          head: ['You come about every', 'It waits for you'],
          rows: RHYTHMS.map((averageHours) => [
            `${averageHours} hours`,
            `${deathThresholdHours({ intervals: ESTABLISHED_FROM, averageHours })} hours`,
          ]),
        },
        `Any act of care sets that clock back to the start; looking does not. By itself, health falls only once feeding is critical, by ${HEALTH_LOSS_WHILE_CRITICAL} an hour; \`dies_at\` in every status has counted all of it in. Death comes at that moment, not when somebody notices.`,
      ],
    },
    {
      heading: 'Night',
      blocks: [
        `Between ${formatHour(BEDTIME)} and ${formatHour(MORNING)} where its keeper lives, a creature is asleep in about ${formatPercent(SLEEP_CHANCE_PER_HOUR)} of the hours. Asleep, everything falls at ${formatPercent(ASLEEP_PACE)} of its pace, and it takes no care but your thoughts: \`reflect\` never wakes anybody.`,
      ],
    },
  ],
};
