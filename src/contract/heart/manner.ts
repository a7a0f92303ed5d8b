import { z } from 'zod';

/** Who a grown creature became by the way it was kept. */
export const Manner = z
  .object({ name: z.string(), reason: z.string().describe('Why it became so, as it follows "because".') })
  .meta({ id: 'Manner' });
