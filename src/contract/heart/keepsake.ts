import { z } from 'zod';

import { KEEPSAKE_KINDS } from '../../core/heart/keepsakes-table.ts';
import { Count, Time } from '../server/fields.ts';

const KeepsakeKind = z.enum(KEEPSAKE_KINDS).meta({ id: 'KeepsakeKind' });

/** Something a creature keeps for good. */
export const Keepsake = z
  .object({
    kind: KeepsakeKind,
    name: z.string(),
    text: z.string().optional().describe('Its story in one sentence. Not in the brief view.'),
  })
  .meta({ id: 'Keepsake' });

/** The same on the day it came. */
export const NewKeepsake = Keepsake.extend({
  kept_at: Time.optional().describe('Not in the brief view.'),
}).meta({ id: 'NewKeepsake' });

/** The same on the shelf. */
export const ShelfKeepsake = Keepsake.extend({
  text: z.string(),
  from: z.string().describe('What it came from.'),
  kept_at: Time,
  rarity: z
    .object({ creatures: Count, of: Count })
    .describe('How many creatures of this house have one, of all that ever hatched.'),
}).meta({ id: 'ShelfKeepsake' });

/** What the creatures of one keeper keep, each kind once. */
export const KeeperShelf = z
  .object({
    kinds: Count,
    newest: z
      .array(z.object({ kind: KeepsakeKind, name: z.string(), kept_at: Time }))
      .describe('At most five.'),
  })
  .meta({ id: 'KeeperShelf' });
