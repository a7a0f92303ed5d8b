import { z } from 'zod';

import { Count, Time } from '../server/fields.ts';

/** Which of the many things it is; there may be more kinds one day. */
const Kind = z.string();

const NOT_BRIEF = 'Not in the brief view.';

/** Something a creature keeps for good. */
export const Keepsake = z
  .object({
    kind: Kind,
    name: z.string(),
    text: z.string().optional().describe(`Its story in one sentence. ${NOT_BRIEF}`),
    kept_at: Time.optional().describe(NOT_BRIEF),
  })
  .meta({ id: 'Keepsake' });

/** The same on the shelf. */
export const ShelfKeepsake = z
  .object({
    kind: Kind,
    name: z.string(),
    text: z.string(),
    from: z.string().describe('What it came from.'),
    kept_at: Time,
    rarity: z
      .object({ creatures: Count, of: Count })
      .describe('How many creatures of this house have one, of all that ever hatched.'),
  })
  .meta({ id: 'ShelfKeepsake' });

/** What the creatures of one keeper keep, each kind once. */
export const KeeperShelf = z
  .object({
    kinds: Count,
    newest: z.array(z.object({ kind: Kind, name: z.string(), kept_at: Time })).describe('At most five.'),
  })
  .meta({ id: 'KeeperShelf' });
