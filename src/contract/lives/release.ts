import { z } from 'zod';

import { Id, replyOf } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { ExactlyOneTarget, TARGET_ALIASES } from './target.ts';

export const releaseCreature = defineRoute({
  operationId: 'release_creature',
  method: 'DELETE',
  path: '/api/house/release',
  tag: 'Creatures',
  summary: 'Let a living creature go',
  description: 'Sets a creature free for good: no death, no gravestone, no way back.',
  auth: 'required',
  limit: 'release',
  body: ExactlyOneTarget,
  aliases: TARGET_ALIASES,
  exact: true,
  example: { creature_id: '0b9f6c1e-6c0e-4f0b-9a63-2f5d1c7a8e40' },
  reply: replyOf({ success: z.literal(true), message: z.string(), creature_id: Id }),
  problems: ['nobody_to_release', 'died_before_release', 'released_meanwhile'],
  invalid: 'creature_id is required',
});
