import { z } from 'zod';

import { ACTIONS } from '../../core/vocabulary.ts';
import { Time } from '../server/fields.ts';
import { Keepsake } from './keepsake.ts';

/** Care by which a wish is granted, for programs. */
const WishGrant = z
  .object({
    action: z.enum(ACTIONS),
    item: z.string().optional(),
    notes: z.enum(['some', 'long', 'none']).optional().describe('Long is 120 characters and more.'),
  })
  .meta({ id: 'WishGrant' });

/** What a creature would love, and what grants it. */
export const Wish = z
  .object({
    text: z.string(),
    hint: z
      .string()
      .optional()
      .describe('What grants it. A brief view leaves it out where a next step says it.'),
    grant: WishGrant.optional().describe('The care that would grant it now. Not in the brief view.'),
    until: Time.describe('How long it wishes for it; nothing is lost if it passes.'),
  })
  .meta({ id: 'Wish' });

/** A wish that an act of care has granted. */
export const GrantedWish = z
  .object({
    text: z.string().describe('What it had wished for.'),
    keepsake: Keepsake.optional().describe('What it keeps of it; absent when it has one already.'),
  })
  .meta({ id: 'GrantedWish' });
