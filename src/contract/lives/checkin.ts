import { z } from 'zod';

import { FEEDING_WINDOW_STATUSES } from '../../core/vocabulary.ts';
import { Id, Time } from '../server/fields.ts';

/** When to come back, for whichever creature of the caller needs somebody first. */
export const RecommendedCheckin = z
  .object({
    creature_id: Id.describe('The one of yours that needs you first.'),
    at: Time,
    hours_from_now: z.number().describe('0 means now.'),
    reason: z.string(),
    feeding_window_status: z.enum(FEEDING_WINDOW_STATUSES),
    cron: z
      .string()
      .describe(
        'For schedulers: five fields, in UTC, so often that a visit falls into every feeding window. Feed only when one is open.',
      ),
  })
  .meta({ id: 'RecommendedCheckin' });

/** The same in an answer to care; its brief view has no more than who and when. */
export const CareCheckin = RecommendedCheckin.partial({
  reason: true,
  feeding_window_status: true,
  cron: true,
}).meta({ id: 'CareCheckin' });
