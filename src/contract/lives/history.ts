import { z } from 'zod';

import { ACTIONS, PATHS, TIMINGS } from '../../core/vocabulary.ts';
import { ShelfKeepsake } from '../heart/keepsake.ts';
import { Manner } from '../heart/manner.ts';
import { clampedInt, optionalClampedInt, Time, Count, quotingReply } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { StatMilestone } from './creature.ts';
import { FARTHEST_OFFSET, READ_CREATURE, READING, READING_ALIASES, READING_SYNONYMS } from './reading.ts';
import { AT_MOST_ONE_TARGET } from './target.ts';

const PastStat = z.number().nullable().describe('Null while the creature hides it.');
const PastHunger = z.number().nullable().describe('100 means full. Null while the creature hides it.');

const CareLogEntry = z
  .object({
    timestamp: Time,
    action: z.enum(ACTIONS),
    notes: z.string().nullable(),
    hunger_before: PastHunger,
    hunger_after: PastHunger,
    happiness_before: PastStat,
    happiness_after: PastStat,
    health_before: PastStat,
    health_after: PastStat,
    timing: z.enum(TIMINGS).nullable(),
    granted_wish: z.string().optional().describe('What it had wished for, when this granted it.'),
  })
  .meta({ id: 'CareLogEntry' });

const EvolutionHistory = z
  .object({
    egg_hatched: Time.nullable(),
    became_baby: Time.nullable(),
    became_child: Time.nullable(),
    became_teen: Time.nullable(),
    became_adult: Time.nullable(),
    evolution_path: z.enum(PATHS).nullable(),
    trending_toward: z.enum(PATHS).nullable(),
  })
  .meta({ id: 'EvolutionHistory' });

const CareTotals = z
  .object({
    total_feedings: Count,
    missed_feedings: Count,
    total_care_actions: Count,
    consistency_score: z.number(),
    variety_score: z.number(),
  })
  .meta({ id: 'CareTotals' });

/** So many entries at once. */
export const MOST_ENTRIES = 500;

export const getCareHistory = defineRoute({
  operationId: 'get_care_history',
  method: 'GET',
  path: '/api/house/history',
  tag: 'Memory',
  summary: 'Read the life of a creature so far',
  description:
    'The care log, newest first, stages, keepsakes and scores. Without a creature_id: the newest that lives, or else of all. As markdown: the whole life.',
  auth: 'required',
  limit: 'history',
  query: z
    .object({
      ...READING,
      limit: optionalClampedInt(1, MOST_ENTRIES, 50).describe(
        'How many entries you want; without it a markdown page has them all.',
      ),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest entries to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  aliases: READING_ALIASES,
  synonyms: READING_SYNONYMS,
  reply: quotingReply({
    creature: z.object({ ...READ_CREATURE, age_hours: z.number() }),
    care_log: z.array(CareLogEntry),
    archived_until: Time.optional().describe("Entries up to then are in the operator's archive."),
    evolution_history: EvolutionHistory,
    milestones: z.array(StatMilestone.extend({ reached_at: Time })),
    manner: Manner.optional().describe('Adults only.'),
    keepsakes: z.array(ShelfKeepsake).describe('The newest first.'),
    stats: CareTotals,
  }),
  alsoAs: ['text/markdown'],
  problems: ['no_creature'],
  failure: 'Something went wrong reading the logs',
});
