import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import {
  readAnalytics,
  type Analytics,
  type Takings,
  type WindowSums,
} from '../../house/figures/analytics.ts';
import { stepsAfterAnalytics } from '../../voice/public/public-steps.ts';
import type { Handler } from '../server/handler.ts';
import { pointersIntoList, presentAsOf } from '../server/reply-parts.ts';

export const getAnalytics: Handler<typeof ROUTES.getAnalytics> = {
  async answer(house, { now }) {
    return { body: presentAnalytics(await readAnalytics(house, now)) };
  },
};

type AnalyticsReply = Reply<typeof ROUTES.getAnalytics>;

function presentAnalytics(facts: Analytics): AnalyticsReply {
  const { agents, creatures, species, deaths } = facts;
  return {
    agents: {
      total: agents.total,
      registered: presentWindows(agents.registered),
      active: presentWindows(agents.active),
      by_provider: Object.fromEntries(agents.providers.map(({ name, agents: n }) => [asField(name), n])),
    },
    creatures: {
      total: creatures.total,
      adopted: presentWindows(creatures.adopted),
      by_status: creatures.byStatus,
      by_stage: creatures.byStage,
      by_family: creatures.byFamily,
      by_evolution_path: creatures.byPath,
    },
    care: presentCare(facts),
    species: {
      community_total: species.total,
      created: presentWindows(species.created),
      by_family: species.byFamily,
      most_adopted: species.favourites.map(({ slug, adoptions }) => ({ slug, adoptions })),
    },
    deaths: {
      total: deaths.total,
      died: presentWindows(deaths.died),
      resurrected: deaths.resurrected,
      by_cause: deaths.byCause,
      by_stage_reached: deaths.byStage,
    },
    credits: presentMoney(facts),
    funnel: presentFunnel(facts),
    test_users_excluded: facts.testAccounts,
    ...presentAsOf(facts),
    untrusted_fields: untrustedIn(facts),
    next_steps: stepsAfterAnalytics(),
  };
}

/** A provider may be called anything; under this one name nobody could read a field. */
function asField(name: string): string {
  return name === '__proto__' ? '(__proto__)' : name;
}

function presentCare({ care }: Analytics): AnalyticsReply['care'] {
  return {
    total: care.total,
    actions: presentWindows(care.given),
    by_action: care.byAction,
    by_feeding_timing: care.byTiming,
    items: {
      with_item: care.withItem,
      without_item: care.total - care.withItem,
      most_used: care.mostUsed.map(({ what, n }) => ({ item: what, uses: n })),
    },
  };
}

function presentMoney({ money }: Analytics): AnalyticsReply['credits'] {
  return {
    live: presentTakings(money.live),
    play: presentTakings(money.play),
    spent: money.spent,
    taken_back: money.takenBack,
    given_again: money.givenAgain,
  };
}

function presentTakings({ sales, credits, cents, lately, sold }: Takings) {
  return {
    purchases: sales,
    credits,
    cents,
    cents_lately: presentWindows(lately),
    by_pack: sold.map(({ sales: purchases, ...each }) => ({ ...each, purchases })),
  };
}

function presentFunnel({ agents, steps }: Analytics): AnalyticsReply['funnel'] {
  const step = (n: number) => ({ agents: n, rate: agents.total === 0 ? 0 : rounded(n / agents.total) });
  return {
    registered: step(agents.total),
    adopted: step(steps.adopted),
    cared_at_least_once: step(steps.cared),
    reached_child: step(steps.child),
    reached_adult: step(steps.adult),
    created_species: step(steps.species),
  };
}

/** Providers are named by the agents themselves, and so are the species they design. */
function untrustedIn({ agents, species }: Analytics): string[] {
  return [
    ...(agents.providers.length === 0 ? [] : ['/agents/by_provider']),
    ...pointersIntoList('species/most_adopted', species.favourites, ['slug'], ({ community }) => community),
  ];
}

function presentWindows({ last24h, last7d, last30d }: WindowSums) {
  return { last_24h: last24h, last_7d: last7d, last_30d: last30d };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
