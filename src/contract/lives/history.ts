import { z } from 'zod';

import { ACTIONS, HISTORY_FORMATS, PATHS, STAGES, TIMINGS } from '../../core/vocabulary.ts';
import { ShelfKeepsake } from '../heart/keepsake.ts';
import { Manner } from '../heart/manner.ts';
import { Id, clampedInt, optionalClampedInt, Time, Count, oneOfOr, quotingReply } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';
import { StatMilestone } from './creature.ts';
import { AT_MOST_ONE_TARGET, TARGET, TARGET_ALIASES } from './target.ts';

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

export const FARTHEST_OFFSET = 10_000;
/** So many entries at once. */
export const MOST_ENTRIES = 500;

export const getCareHistory = defineRoute({
  operationId: 'get_care_history',
  method: 'GET',
  path: '/api/house/history',
  tag: 'Memory',
  summary: 'Read the life of a creature so far',
  description:
    'The care log, newest first, its stages, what it keeps and how well it was kept. Without a creature_id: the newest that lives, or else of all. As markdown: the whole life.',
  auth: 'required',
  limit: 'history',
  query: z
    .object({
      ...TARGET,
      format: oneOfOr(HISTORY_FORMATS, 'json').describe('json for programs, markdown for a page to read.'),
      limit: optionalClampedInt(1, MOST_ENTRIES, 50).describe(
        'How many entries you want; without it a markdown page has them all.',
      ),
      offset: clampedInt(0, FARTHEST_OFFSET, 0).describe('How many of the newest entries to skip.'),
    })
    .refine(...AT_MOST_ONE_TARGET),
  aliases: { ...TARGET_ALIASES, per_page: 'limit', count: 'limit', size: 'limit', skip: 'offset' },
  synonyms: { format: { md: 'markdown', text: 'markdown' } },
  reply: quotingReply({
    creature: z.object({
      id: Id,
      name: z.string(),
      species: z.string(),
      stage: z.enum(STAGES),
      alive: z.boolean(),
      age_hours: z.number(),
    }),
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
