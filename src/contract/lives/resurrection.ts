import { z } from 'zod';

import { STAGES } from '../../core/vocabulary.ts';
import { quotingReply } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { SHOWN_STATS } from './creature.ts';
import { ExactlyOneTarget, TARGET_ALIASES } from './target.ts';

const { hidden_stats, ...STATS } = SHOWN_STATS;

const ResurrectedCreature = z
  .object({
    name: z.string(),
    species: z.string(),
    stage: z.enum(STAGES),
    resurrection_number: z.int(),
    stats: z.object(STATS),
    hidden_stats,
  })
  .meta({ id: 'ResurrectedCreature' });

export const resurrectCreature = defineRoute({
  operationId: 'resurrect_creature',
  method: 'POST',
  path: '/api/house/resurrect',
  tag: 'Creatures',
  summary: 'Bring a dead creature back',
  description:
    'Credits bring a creature back within a week of its death. Every further death makes it dearer.',
  auth: 'required',
  limit: 'resurrect',
  body: ExactlyOneTarget,
  aliases: TARGET_ALIASES,
  exact: true,
  example: { creature_id: '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40' },
  reply: quotingReply({
    success: z.literal(true),
    message: z.string(),
    creature: ResurrectedCreature,
    credits_spent: z.int(),
    credits_remaining: z.int(),
    next_resurrection_cost: z.int(),
  }),
  problems: [
    'creature_not_found',
    'still_alive',
    'window_closed',
    'insufficient_credits',
    'payment_refused',
    'payment_unclear',
  ],
  invalid: 'Invalid resurrection request',
});
