import type { FastifyInstance } from 'fastify';

import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { type Instant, iso, SECOND } from '../../rules/base/clock.ts';
import type { Handler } from '../../server/handler.ts';
import { limitedBy } from '../../server/rate-limit.ts';
import { pointersIntoList, presentAsOf } from '../../server/reply-parts.ts';
import { send } from '../../server/send.ts';
import { stepsAfterAnalytics, stepsAfterHealth } from '../../text/server/public-steps.ts';
import type { House } from '../house.ts';
import { type Backlog, readBacklog } from '../lives/settle.ts';
import { type Analytics, readAnalytics, type Takings, type WindowSums } from './analytics.ts';
import { isReady, pingDatabase } from './health.ts';

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

export const getHealth: Handler<typeof ROUTES.getHealth> = {
  async answer(house, { now }) {
    const [backlog] = await Promise.all([readBacklog(house, now), pingDatabase(house)]);
    return {
      body: {
        status: 'ok',
        database: 'ok',
        time: iso(now),
        ...(backlog && { backlog: presentBacklog(backlog) }),
        next_steps: stepsAfterHealth(),
      },
    };
  },
};

function presentBacklog({ due, more, since, settledPerSecond, secondsLeft }: Backlog): BacklogReply {
  return {
    creatures_due: due,
    more,
    since: iso(since),
    ...(settledPerSecond !== undefined && { settled_per_second: settledPerSecond }),
    ...(secondsLeft !== undefined && { seconds_left: secondsLeft }),
  };
}

type BacklogReply = NonNullable<Reply<typeof ROUTES.getHealth>['backlog']>;

/** For whoever runs the house: is the process alive, and could it keep something right now? */
export function addProbes(app: FastifyInstance, house: House, closing?: AbortSignal): void {
  const limited = limitedBy(house, 'probe');
  const ready = cachedFor(SECOND, () => Promise.race([isReady(house), falseAfter(READY_WITHIN)]));
  app.get('/livez', limited, async (request, reply) => {
    send(request, reply, { status: 200, body: JSON.stringify({ status: 'alive' }) });
  });
  app.get('/readyz', limited, async (request, reply) => {
    const isOpen = await ready(request.context.now);
    const body = closing?.aborted ? CLOSING : isOpen ? READY : NOT_READY;
    send(request, reply, { status: body === READY ? 200 : 503, body: JSON.stringify(body) });
  });
}

// Whoever waits longer for a connection or for the disk would wait in vain elsewhere, too.
const READY_WITHIN = 5 * SECOND;

function falseAfter(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, ms, false).unref());
}

// Nodes that disagree about time zones would disagree about bedtimes.
const READY = { status: 'ready', time_zones: process.versions['tz'] };
const CLOSING = { status: 'not ready', error: 'This node is about to close.' };
const NOT_READY = { status: 'not ready', error: 'The database cannot keep anything right now.' };

/** Each answer costs a write to the disk: whoever asks within the same second is told the same. */
function cachedFor(ms: number, ask: () => Promise<boolean>): (now: Instant) => Promise<boolean> {
  let askedAt = -Infinity;
  let answer = Promise.resolve(false);
  return (now) => {
    if (now - askedAt >= ms) {
      askedAt = now;
      answer = ask();
    }
    return answer;
  };
}
