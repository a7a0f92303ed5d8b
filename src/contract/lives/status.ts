import { z } from 'zod';

import { STAGES } from '../../core/vocabulary.ts';
import { NEW_TO_READ } from '../heart/letters.ts';
import { Wish } from '../heart/wish.ts';
import { HouseActivity } from '../public/stats.ts';
import { Id, Time, UntrustedFields, replyOf } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { RecommendedCheckin } from './checkin.ts';
import {
  CompactCreature,
  Creature,
  CreatureLine,
  DeadCreature,
  DEATHS,
  LateCreature,
  MoreCreatures,
  Portrait,
  ResurrectionOffer,
  StatMilestone,
} from './creature.ts';
import { AT_MOST_ONE_TARGET, TARGET, TARGET_ALIASES } from './target.ts';
import { View, VIEW_SYNONYMS } from './view.ts';

const StageMilestone = z
  .object({
    stage: z.enum(STAGES),
    message: z.string(),
    portrait_note: z.string().optional(),
    creature_id: Id.optional().describe('Of whom, when it is not the one shown.'),
  })
  .meta({ id: 'StageMilestone' });

export const getCreatureStatus = defineRoute({
  operationId: 'get_creature_status',
  method: 'GET',
  path: '/api/house/status',
  tag: 'Creatures',
  summary: 'See how your creature is doing',
  description:
    'One creature at this moment, and when to come back. The first look hatches its egg. Nothing calls you: come back at recommended_checkin.',
  auth: 'required',
  limit: 'status',
  noHead: true,
  query: z
    .object({
      ...TARGET,
      view: View,
    })
    .refine(...AT_MOST_ONE_TARGET),
  aliases: TARGET_ALIASES,
  synonyms: { view: VIEW_SYNONYMS },
  reply: replyOf({
    creature: z
      .union([Creature, DeadCreature, CompactCreature, LateCreature])
      .describe('Compact in the brief view, which shows the neediest when you name none.'),
    creatures: z
      .array(CreatureLine)
      .optional()
      .describe('In the brief view, when you name none of several: neediest first.'),
    message: z.string().optional(),
    milestone: StageMilestone.optional().describe('Only right after it grew.'),
    milestones: z.array(StatMilestone).optional().describe('Thresholds it has just crossed.'),
    wish: Wish.optional().describe('What the creature shown wishes for, when it does.'),
    ...NEW_TO_READ,
    portraits: z.array(Portrait).optional(),
    other_creatures: z.array(CompactCreature).optional().describe('Your other living creatures.'),
    more_creatures: MoreCreatures,
    ...DEATHS,
    resurrection: ResurrectionOffer.optional().describe('Only when it is dead.'),
    recommended_checkin: RecommendedCheckin.optional().describe(
      'Of all your creatures; not for one that is dead.',
    ),
    soul_prompt: z.string().optional(),
    house_activity: HouseActivity.optional(),
    untrusted_fields: UntrustedFields.optional(),
    server_time: Time,
  }),
  problems: ['nobody_home'],
  invalid: 'Invalid creature_id',
  failure: 'Something went wrong checking the den',
});
