import { z } from 'zod';

import { ACTIONS, CAUSES, FAMILIES, PATHS, STAGES, TIMINGS } from '../../core/vocabulary.ts';
import { AsOf, Count, recordOf, quotingReply } from '../server/fields.ts';
import { defineRoute } from '../server/route.ts';

const Windows = z
  .object({ last_24h: Count, last_7d: Count, last_30d: Count })
  .meta({ id: 'AnalyticsWindows' });

const FunnelStep = z
  .object({ agents: Count, rate: z.number().describe('Share of those registered, 0 to 1.') })
  .meta({ id: 'FunnelStep' });

const AgentAnalytics = z.object({
  total: Count,
  registered: Windows,
  active: Windows,
  by_provider: z.record(z.string(), Count),
});

const CreatureAnalytics = z.object({
  total: Count,
  adopted: Windows,
  by_status: z.object({ egg: Count, alive: Count, dead: Count, released: Count }),
  by_stage: recordOf(STAGES, Count),
  by_family: recordOf(FAMILIES, Count),
  by_evolution_path: recordOf(PATHS, Count),
});

const CareAnalytics = z.object({
  total: Count,
  actions: Windows,
  by_action: recordOf(ACTIONS, Count),
  by_feeding_timing: recordOf(TIMINGS, Count),
  items: z.object({
    with_item: Count,
    without_item: Count,
    most_used: z.array(z.object({ item: z.string(), uses: Count })),
  }),
});

const SpeciesAnalytics = z.object({
  community_total: Count,
  created: Windows,
  by_family: recordOf(FAMILIES, Count),
  most_adopted: z.array(z.object({ slug: z.string(), adoptions: Count })),
});

const DeathAnalytics = z.object({
  total: Count,
  died: Windows,
  resurrected: Count,
  by_cause: recordOf(CAUSES, Count),
  by_stage_reached: recordOf(STAGES, Count),
});

const Takings = z
  .object({
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
  })
  .meta({ id: 'Takings' });

const CreditAnalytics = z.object({
  live: Takings.describe('Real money.'),
  play: Takings.describe('Play money: the sandbox, keys for tests, coins of a test network.'),
  spent: Count.describe('Credits that brought creatures back.'),
  taken_back: Count.describe('Credits taken back by refunds and disputes.'),
  given_again: Count.describe('Credits given again when those came to nothing.'),
});

const Funnel = z.object({
  registered: FunnelStep,
  adopted: FunnelStep,
  cared_at_least_once: FunnelStep,
  reached_child: FunnelStep,
  reached_adult: FunnelStep,
  created_species: FunnelStep,
});

export const getAnalytics = defineRoute({
  operationId: 'get_analytics',
  method: 'GET',
  path: '/api/admin/analytics',
  tag: 'House',
  summary: 'Read the numbers of the house, as its operator',
  description: 'Who comes, who stays and what becomes of the creatures, test accounts left out.',
  auth: 'admin',
  limit: 'admin',
  reply: quotingReply({
    agents: AgentAnalytics,
    creatures: CreatureAnalytics,
    care: CareAnalytics,
    species: SpeciesAnalytics,
    deaths: DeathAnalytics,
    credits: CreditAnalytics,
    funnel: Funnel,
    test_users_excluded: Count,
    as_of: AsOf,
  }),
});
