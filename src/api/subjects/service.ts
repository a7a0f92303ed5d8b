import { z } from 'zod';

import { ACTIONS, CAUSES, FAMILIES, PATHS, SEVERITIES, STAGES, TIMINGS } from '../../rules/vocabulary.ts';
import { AsOf, component, Count, form, NextSteps, quotingReply, recordOf, replyOf, Time } from '../fields.ts';
import { defineRoute, METHODS } from '../route.ts';

const Operation = component('Operation', {
  operation_id: z.string(),
  method: z.enum(METHODS),
  path: z.string(),
  auth: z.enum(['none', 'optional', 'required', 'admin']),
  summary: z.string(),
  limit: z.object({ max: z.int(), window_seconds: z.int(), per: z.enum(['ip', 'agent']) }),
});

export const getApiIndex = defineRoute('get_api_index', 'GET /api', {
  summary: 'Find your way around the API',
  description: 'Every route with its limits, authentication and documents. Start here.',
  client: 'house.routes',
  tool: false,
  tag: 'House',
  auth: 'none',
  limit: 'discovery',
  linked: true,
  reply: replyOf({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    documentation: z.string().describe('Where people read about the API.'),
    openapi: z.string().describe('Where programs read about it.'),
    authentication: z.object({
      headers: z.array(z.string()).describe('Any one of these carries your key.'),
      key_prefix: z.string(),
      how_to_get_a_key: z.string(),
    }),
    routes: z.array(Operation),
  }),
});

export const getHouseIndex = defineRoute('get_house_index', 'GET /api/house', {
  summary: 'See everything you can do in the house',
  description: 'The operations on creatures, species and credits, and the care actions.',
  client: 'house.index',
  tool: false,
  tag: 'House',
  auth: 'none',
  limit: 'discovery',
  linked: true,
  reply: replyOf({
    description: z.string(),
    operations: z.array(Operation),
    care_actions: z.array(z.enum(ACTIONS)),
  }),
});

const Backlog = z.object({
  creatures_due: Count.describe('Counted up to 10000.'),
  more: z.boolean(),
  since: Time,
  settled_per_second: Count.optional(),
  seconds_left: Count.optional(),
});

const HealthProblem = z.object({
  // No closed list: a later version may name more.
  name: z.string(),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  since: Time.optional(),
});

export const getHealth = defineRoute('get_health', 'GET /api/health', {
  summary: 'Check that the house is open',
  description: 'Answers ok when the service is up, its database can be read, and writes do not keep failing.',
  client: 'house.health',
  tool: false,
  tag: 'House',
  auth: 'none',
  limit: 'health',
  reply: replyOf({
    status: z.literal('ok'),
    database: z.literal('ok'),
    time: Time,
    backlog: Backlog.optional().describe('While it catches up.'),
    problems: z.array(HealthProblem),
  }),
});

const Windows = component('AnalyticsWindows', { last_24h: Count, last_7d: Count, last_30d: Count });

const FunnelStep = component('FunnelStep', {
  agents: Count,
  rate: z.number().describe('Share of those registered, 0 to 1.'),
});

const ReturnsOnDay = component('ReturnsOnDay', {
  agents: Count.describe('Agents whose first creature hatched at least so many days ago.'),
  came_back: Count.describe(
    'Those of them that cared, or whose sitter did, so many days after that, or later.',
  ),
  rate: z.number().describe('came_back by agents, 0 to 1.'),
});

const Returns = {
  registered: Count,
  hatched: Count.describe('Agents of which a creature has hatched.'),
  day_1: ReturnsOnDay,
  day_3: ReturnsOnDay,
  day_7: ReturnsOnDay,
  day_30: ReturnsOnDay,
};

const Takings = component('Takings', {
  purchases: Count,
  credits: Count,
  cents: Count,
  cents_lately: Windows,
  by_pack: z.array(
    z.object({
      provider: z.string(),
      pack: z.string().describe('A pack, or the word bundle for what covered a shortfall.'),
      purchases: Count,
      credits: Count,
      cents: Count,
    }),
  ),
});

export const getAnalytics = defineRoute('get_analytics', 'GET /api/admin/analytics', {
  summary: 'Read the numbers of the house, as its operator',
  description: 'Who comes, who stays and what becomes of the creatures, test accounts left out.',
  client: 'house.analytics',
  tool: false,
  tag: 'House',
  auth: 'admin',
  limit: 'admin',
  reply: quotingReply({
    agents: z.object({
      total: Count,
      registered: Windows,
      active: Windows,
      by_provider: z.record(z.string(), Count),
    }),
    creatures: z.object({
      total: Count,
      adopted: Windows,
      by_status: z.object({ egg: Count, alive: Count, dead: Count, released: Count }),
      by_stage: recordOf(STAGES, Count),
      by_family: recordOf(FAMILIES, Count),
      by_evolution_path: recordOf(PATHS, Count),
    }),
    care: z.object({
      total: Count,
      actions: Windows,
      by_action: recordOf(ACTIONS, Count),
      by_feeding_timing: recordOf(TIMINGS, Count),
      items: z.object({
        with_item: Count,
        without_item: Count,
        most_used: z.array(z.object({ item: z.string(), uses: Count })),
      }),
    }),
    species: z.object({
      community_total: Count,
      created: Windows,
      by_family: recordOf(FAMILIES, Count),
      most_adopted: z.array(z.object({ slug: z.string(), adoptions: Count })),
    }),
    deaths: z.object({
      total: Count,
      died: Windows,
      resurrected: Count,
      by_cause: recordOf(CAUSES, Count),
      by_stage_reached: recordOf(STAGES, Count),
    }),
    credits: z.object({
      live: Takings.describe('Real money.'),
      play: Takings.describe('Play money: the sandbox, keys for tests, coins of a test network.'),
      spent: Count.describe('Credits that brought creatures back.'),
      taken_back: Count.describe('Credits taken back by refunds and disputes.'),
      given_again: Count.describe('Credits given again when those came to nothing.'),
    }),
    funnel: z.object({
      registered: FunnelStep,
      adopted: FunnelStep,
      cared_at_least_once: FunnelStep,
      reached_child: FunnelStep,
      reached_adult: FunnelStep,
      created_species: FunnelStep,
    }),
    come_back: z
      .object({
        counted_at: Time.describe('It is counted anew at most every ten minutes.'),
        all: z.object(Returns),
        by_week: z.array(
          z.object({ week: z.string().describe('The Monday of the week of registration, UTC.'), ...Returns }),
        ),
        by_source: z.array(
          z.object({
            source: z
              .string()
              .describe('The beginning of the source that agents gave; (none) and (other) are ours.'),
            ...Returns,
          }),
        ),
      })
      .describe(
        'How the agents of this week and the twelve before care again; those that left are left out.',
      ),
    test_users_excluded: Count,
    as_of: AsOf,
  }),
});

const HOURS_IN_A_YEAR = 8760;
const HOURS_ERROR = { error: `a number above 0 and up to ${HOURS_IN_A_YEAR}` };

const Clock = z.object({
  now: Time,
  scale: z.number().describe('How many times faster than the world it runs.'),
  next_steps: NextSteps,
});

export const getSandboxClock = defineRoute('get_sandbox_clock', 'GET /api/sandbox/clock', {
  summary: 'Read the sandbox clock',
  description:
    'What time it is in a house that was started with a clock to play with. Needs the header `X-Sandbox-Token`.',
  tool: false,
  tag: 'Sandbox',
  auth: 'none',
  limit: 'sandbox',
  reply: Clock,
  problems: ['no_such_route'],
});

export const turnSandboxClock = defineRoute('turn_sandbox_clock', 'POST /api/sandbox/clock', {
  summary: 'Turn the sandbox clock forward',
  description:
    'Lets hours pass in a moment, so that you can watch a whole life in an afternoon. It only runs forward. Needs the header `X-Sandbox-Token`.',
  invalid: 'Invalid clock request',
  tool: false,
  tag: 'Sandbox',
  auth: 'none',
  limit: 'sandbox',
  body: form(
    z
      .object({
        advance_hours: z
          .number(HOURS_ERROR)
          .gt(0, HOURS_ERROR)
          .max(HOURS_IN_A_YEAR, HOURS_ERROR)
          .optional()
          .describe('How many hours to let pass.'),
        to: z.iso
          .datetime({ offset: true, error: 'an ISO 8601 time such as 2030-01-31T12:00:00Z' })
          .optional()
          .describe('The moment to go to; it must lie ahead.'),
      })
      .refine(({ advance_hours, to }) => (advance_hours === undefined) !== (to === undefined), {
        error: 'exactly one of advance_hours and to',
      })
      .meta({ minProperties: 1, maxProperties: 1 }),
  ),
  example: { advance_hours: 6 },
  reply: Clock,
  problems: ['clock_runs_forward', 'no_such_route'],
});
