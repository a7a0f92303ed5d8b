import type { FastifyInstance } from 'fastify';

import { iso } from '../../rules/base/clock.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { presentProblem } from '../../text/server/house-problems.ts';
import { STEPS_AFTER_ANALYTICS, STEPS_AFTER_HEALTH } from '../../text/server/next-steps.ts';
import type { Handler } from '../../http/handler.ts';
import { limitedBy } from '../../http/limits.ts';
import { pointersIntoList, presentAsOf, roundRate } from '../../http/reply-parts.ts';
import { send } from '../../http/send.ts';
import { type Backlog, readBacklog } from '../creatures/settle.ts';
import { type Analytics, readAnalytics, type Takings, type WindowSums } from './analytics.ts';
import { type ComeBack, OWN_SOURCE_NAMES, type ReturnCount, type ReturnCounts } from './come-back.ts';
import { checkDatabase, type StatsHouse } from './health.ts';

export const getAnalytics: Handler<typeof ROUTES.getAnalytics, StatsHouse> = async (house, { now }) => ({
  body: presentAnalytics(await readAnalytics(house, now), await house.comeBack.at(house.store, now)),
});

function presentAnalytics(facts: Analytics, comeBack: ComeBack): Reply<typeof ROUTES.getAnalytics> {
  const { agents, creatures, care, species, deaths, money, steps } = facts;
  const step = (n: number) => ({ agents: n, rate: agents.total === 0 ? 0 : roundRate(n / agents.total) });
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
    care: {
      total: care.total,
      actions: presentWindows(care.given),
      by_action: care.byAction,
      by_feeding_timing: care.byTiming,
      items: {
        with_item: care.withItem,
        without_item: care.total - care.withItem,
        most_used: care.mostUsed.map(({ what, n }) => ({ item: what, uses: n })),
      },
    },
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
    credits: {
      live: presentTakings(money.live),
      play: presentTakings(money.play),
      spent: money.spent,
      taken_back: money.takenBack,
      given_again: money.givenAgain,
    },
    funnel: {
      registered: step(agents.total),
      adopted: step(steps.adopted),
      cared_at_least_once: step(steps.cared),
      reached_child: step(steps.child),
      reached_adult: step(steps.adult),
      created_species: step(steps.species),
    },
    come_back: presentComeBack(comeBack),
    test_users_excluded: facts.testAccounts,
    ...presentAsOf(facts),
    untrusted_fields: untrustedFigures(facts, comeBack),
    next_steps: STEPS_AFTER_ANALYTICS,
  };
}

/** Names of providers, of community species and of sources are text of agents. */
function untrustedFigures({ agents, species }: Analytics, { bySource }: ComeBack): string[] {
  return [
    ...(agents.providers.length === 0 ? [] : ['/agents/by_provider']),
    ...pointersIntoList(
      'come_back/by_source',
      bySource,
      ['source'],
      ({ source }) => !OWN_SOURCE_NAMES.includes(source),
    ),
    ...pointersIntoList('species/most_adopted', species.favourites, ['slug'], ({ community }) => community),
  ];
}

function presentComeBack({ countedAt, all, byWeek, bySource }: ComeBack) {
  return {
    counted_at: iso(countedAt),
    all: presentReturns(all),
    by_week: byWeek.map(({ week, ...counts }) => ({
      week: iso(week).slice(0, 10),
      ...presentReturns(counts),
    })),
    by_source: bySource.map(({ source, ...counts }) => ({ source, ...presentReturns(counts) })),
  };
}

function presentReturns({ registered, hatched, onDay }: ReturnCounts) {
  return {
    registered,
    hatched,
    day_1: presentReturn(onDay[1]),
    day_3: presentReturn(onDay[3]),
    day_7: presentReturn(onDay[7]),
    day_30: presentReturn(onDay[30]),
  };
}

function presentReturn({ agents, cameBack }: ReturnCount) {
  return { agents, came_back: cameBack, rate: agents === 0 ? 0 : roundRate(cameBack / agents) };
}

/** A provider's name as a JSON field name: many JSON readers drop a field called `__proto__`. */
function asField(name: string): string {
  return name === '__proto__' ? '(__proto__)' : name;
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

function presentWindows({ last24h, last7d, last30d }: WindowSums) {
  return { last_24h: last24h, last_7d: last7d, last_30d: last30d };
}

export const getHealth: Handler<typeof ROUTES.getHealth, StatsHouse> = async (house, { now }) => {
  const [backlog, problems] = await Promise.all([
    readBacklog(house, now),
    house.problems.at(house, now),
    checkDatabase(house, now),
  ]);
  return {
    body: {
      status: 'ok',
      database: 'ok',
      time: iso(now),
      ...(backlog && { backlog: presentBacklog(backlog) }),
      problems: problems.map((problem) => ({
        ...presentProblem(problem),
        ...(problem.since !== undefined && { since: iso(problem.since) }),
      })),
      next_steps: STEPS_AFTER_HEALTH,
    },
  };
};

function presentBacklog({ due, more, since, settledPerSecond, secondsLeft }: Backlog) {
  return {
    creatures_due: due,
    more,
    since: iso(since),
    ...(settledPerSecond !== undefined && { settled_per_second: settledPerSecond }),
    ...(secondsLeft !== undefined && { seconds_left: secondsLeft }),
  };
}

// Includes the version of the time zone data: nodes that differ in it would compute different bedtimes.
const READY = { status: 'ready', time_zones: process.versions['tz'] };
const CLOSING = { status: 'not ready', error: 'This node is about to close.' };
const WRONG_CLOCK = { status: 'not ready', error: 'The clock of this node is wrong.' };
const NOT_READY = { status: 'not ready', error: 'The database cannot keep anything right now.' };

/**
 * Adds /livez (the process answers) and /readyz (the database accepts writes, and the clock is right). Other problems are
 * listed and leave a node ready: they concern all nodes, and a service without nodes is worse than one that is paused.
 */
export function addProbes(app: FastifyInstance, house: StatsHouse, closing?: AbortSignal): void {
  const limited = limitedBy(house, 'probe');
  app.get('/livez', limited, async (request, reply) => {
    send(request, reply, { status: 200, body: JSON.stringify({ status: 'alive' }) });
  });
  app.get('/readyz', limited, async (request, reply) => {
    const { now } = request.context;
    const [isWritable, problems] = await Promise.all([
      house.readiness.at(now),
      house.problems.at(house, now),
    ]);
    const state = isWritable ? READY : NOT_READY;
    const open = house.watch?.isWrong ? WRONG_CLOCK : state;
    const body = closing?.aborted ? CLOSING : open;
    send(request, reply, {
      status: body === READY ? 200 : 503,
      body: JSON.stringify({ ...body, problems: problems.map(presentProblem) }),
    });
  });
}
