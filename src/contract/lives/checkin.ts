import { z } from 'zod';

import { FEEDING_WINDOW_STATUSES } from '../../core/vocabulary.ts';
import { Id, Time } from '../server/fields.ts';

const ROOM_PERMITTING = 'A brief view leaves it out where there is no room.';

/** When to come back, for whichever creature of the caller needs somebody first. */
export const RecommendedCheckin = z
  .object({
    creature_id: Id.describe('The one of yours that needs you first.'),
    at: Time,
    hours_from_now: z.number().describe('0 means now.'),
    reason: z.string().optional().describe(ROOM_PERMITTING),
    feeding_window_status: z.enum(FEEDING_WINDOW_STATUSES).optional().describe(ROOM_PERMITTING),
    cron: z
      .string()
      .optional()
      .describe(`Five fields, UTC: your local hours, at today's offset. ${ROOM_PERMITTING}`),
  })
  .meta({ id: 'RecommendedCheckin' });
