import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

import { SECOND } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { ACTIONS, TIMINGS } from '../../rules/vocabulary.ts';
import { bearerToken, sameSecret } from '../../server/caller.ts';
import { applyRateLimit } from '../../server/rate-limit.ts';
import {
  counter,
  gauge,
  httpMetrics,
  LAG_STEP_MS,
  type Metric,
  type Monitor,
  PROMETHEUS_TYPE,
  type Sample,
  writePrometheus,
} from '../../server/request-metrics.ts';
import { send } from '../../server/send.ts';
import type { House } from '../house.ts';
import { type Gauges, readGauges } from './health.ts';
import type { JobStatus, JobSummary } from './job-status.ts';

const METRICS_PATH = '/metrics';

/** On the public server, behind a token of its own. */
export function addMetrics(app: FastifyInstance, house: House, token: string, monitor: Monitor): void {
  app.get(METRICS_PATH, async (request, reply) => {
    const { headers, now } = request.context;
    delete headers['access-control-allow-origin'];
    await applyRateLimit(house, request, 'admin');
    const given = bearerToken(request.headers.authorization);
    if (given === undefined || !sameSecret(given, token)) {
      await applyRateLimit(house, request, 'failed_key');
      throw new ProblemError('unknown_admin_key', { opens: 'metrics' });
    }
    headers['cache-control'] = 'private, no-store';
    const body = writePrometheus(await collectMetrics(house, monitor, now));
    send(request, reply, { status: 200, type: PROMETHEUS_TYPE, body });
  });
}

/** Includes metrics without samples. */
export async function collectMetrics(house: House, monitor: Monitor, now: number): Promise<Metric[]> {
  return [
    ...httpMetrics(monitor.meters.used),
    ...houseMetrics(await readGauges(house, now)),
    ...jobMetrics(house.jobs),
    ...nodeMetrics(monitor, house),
  ];
}

/** Of this process. */
function nodeMetrics({ errors, violations, lag }: Monitor, { jobs, settling }: House): Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    counter('unforeseen_errors_total', 'Requests that failed with an unhandled error.', errors),
    counter(
      'invariant_violations_total',
      'Times something was to be kept that must never be.',
      violations + jobs.violations,
    ),
    counter(
      'creatures_settled_total',
      'Creatures to whom this node brought about what was due.',
      settling.settled,
    ),
    ...lagMetrics(lag),
    counter('process_cpu_seconds_total', 'CPU time of this process.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_used_bytes', 'Heap in use.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
    gauge('process_uptime_seconds', 'How long this process has been running.', process.uptime()),
    gauge('info', 'Nodes that disagree about time zones would disagree about bedtimes.', [
      { labels: { node: process.versions.node, time_zones: process.versions['tz'] ?? '' }, value: 1 },
    ]),
  ];
}

function lagMetrics(lag: Monitor['lag']): Metric[] {
  if (!lag) return [];
  const samples = [
    { labels: { percentile: '50' }, value: secondsLate(lag.percentile(50)) },
    { labels: { percentile: '99' }, value: secondsLate(lag.percentile(99)) },
    { labels: { percentile: '100' }, value: secondsLate(lag.max) },
  ];
  lag.reset();
  return [
    gauge('event_loop_lag_seconds', 'How late the event loop was, since these were last read.', samples),
  ];
}

/** `step` is the measured length of a timer step in nanoseconds: what exceeds its nominal length is lag. */
function secondsLate(step: number): number {
  return Math.max(0, step / 1e9 - LAG_STEP_MS / 1000);
}

/** From the database: the same on every node. */
function houseMetrics(gauges: Gauges): Metric[] {
  const { alive, eggs, agents, active, funnel, byStage, byFamily, survival, adoptions } = gauges;
  const { deaths, deathsByStage, walBytes, queues, settlingLagMs, replicaLagMs } = gauges;
  return [
    gauge('creatures_alive', 'Creatures that have hatched and live.', alive),
    gauge('eggs', 'Eggs that nobody has looked at yet.', eggs),
    gauge('agents', 'Agents that have registered.', agents),
    gauge('agents_active', 'Agents that did something within so many days.', [
      { labels: { days: '1' }, value: active.last24h },
      { labels: { days: '7' }, value: active.last7d },
      { labels: { days: '30' }, value: active.last30d },
    ]),
    gauge(
      'agents_reached',
      'Agents that have ever adopted, cared, raised or designed.',
      samplesBy('step', funnel),
    ),
    gauge(
      'creatures_by_stage',
      'Creatures ever adopted, by the stage they reached.',
      samplesBy('stage', byStage),
    ),
    gauge('creatures_by_family', 'Creatures ever adopted, by family.', samplesBy('family', byFamily)),
    gauge(
      'survival_share',
      'Share of creatures that reach an age in days (Kaplan-Meier), without test accounts.',
      survival
        .filter(({ age }) => SURVIVAL_AGES.has(age))
        .map(({ age, share }) => ({ labels: { days: String(age) }, value: share })),
    ),
    counter(
      'adoptions_total',
      'Adoptions by built-in species, since the house was opened.',
      adoptions.map(({ species, adoptions: value }) => ({ labels: { species }, value })),
    ),
    counter(
      'care_actions_total',
      'Acts of care by action and, for meals, by timing, since the house was opened.',
      careSamples(gauges),
    ),
    counter('deaths_total', 'Deaths by cause, since the house was opened.', samplesBy('cause', deaths)),
    counter(
      'deaths_by_stage_total',
      'Deaths by the stage reached, since the house was opened.',
      samplesBy('stage', deathsByStage),
    ),
    ...moneyMetrics(gauges),
    gauge(
      'queue_depth',
      'Work that is waiting; counted no further than ten thousand.',
      queues.map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
    ),
    gauge(
      'settling_lag_seconds',
      'How long ago something happened to a creature that is not written yet.',
      settlingLagMs / 1000,
    ),
    gauge(
      'replica_lag_seconds',
      'By how much the replica is behind at most, as this node knows; +Inf while it is not asked.',
      replicaLagMs === undefined ? undefined : replicaLagMs / 1000,
    ),
    gauge('sqlite_wal_bytes', 'Length of the write-ahead log.', walBytes),
  ];
}

const SURVIVAL_AGES: ReadonlySet<number> = new Set([1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]);

function samplesBy(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([word, value]) => ({ labels: { [label]: word }, value }));
}

/** Refunds and disputes are not subtracted from sales. */
function moneyMetrics({ sales, moved }: Gauges): Metric[] {
  const sold = (figure: 'sales' | 'credits' | 'cents') =>
    sales.map(({ money, provider, pack, ...sums }) => ({
      labels: { money, provider, pack },
      value: sums[figure],
    }));
  return [
    counter('sales_total', 'Packs of credits that were sold, for live or play money.', sold('sales')),
    counter('sales_credits_total', 'Credits that were sold.', sold('credits')),
    counter('sales_cents_total', 'What was paid for them, in cents.', sold('cents')),
    counter('credits_moved_total', 'Credits that moved otherwise, by reason.', samplesBy('reason', moved)),
  ];
}

/** Only meals have a timing. */
function careSamples({ care, timings }: Gauges): Sample[] {
  const others = ACTIONS.filter((action) => action !== 'feed');
  return [
    ...TIMINGS.map((timing) => ({ labels: { action: 'feed', timing }, value: timings[timing] })),
    ...others.map((action) => ({ labels: { action, timing: 'none' }, value: care[action] })),
  ];
}

function jobMetrics({ summaries, ledgerImbalance }: JobStatus): Metric[] {
  const each = (value: (job: JobSummary) => number | undefined) =>
    summaries.flatMap((job) => {
      const found = value(job);
      return found === undefined ? [] : [{ labels: { name: job.name }, value: found }];
    });
  const rounds = each((job) => job.rounds);
  const failures = each((job) => job.failures);
  const successes = each(({ lastWentWellAt: at }) => (at === undefined ? undefined : at / 1000));
  const lengths = each((job) => (job.rounds === 0 ? undefined : job.lastTookMs / 1000));
  const lastSuccess = 'When a job last made a round in which all went well.';
  const imbalance =
    'Credits by which accounts differ from their ledgers, by the last walk through all of them.';
  return [
    counter('job_rounds_total', 'Rounds a job has made on this node.', rounds),
    counter('job_failures_total', 'Rounds of a job in which something went wrong.', failures),
    gauge('job_last_success_timestamp_seconds', lastSuccess, successes),
    gauge('job_last_round_seconds', 'How long its last round took.', lengths),
    gauge('ledger_imbalance', imbalance, ledgerImbalance),
  ];
}

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** A server for metrics alone, without authentication: to be bound to a private address. */
export async function openMetricsServer(
  house: House,
  monitor: Monitor,
  listenOn: { readonly port: number; readonly host: string } | undefined,
): Promise<MetricsServer | undefined> {
  if (!listenOn) return undefined;
  const limits = { requestTimeout: 15 * SECOND, headersTimeout: 10 * SECOND };
  const server = createServer(limits, (request, response) => void answer(house, monitor, request, response));
  server.listen(listenOn.port, listenOn.host);
  await once(server, 'listening');
  const bound = server.address();
  return {
    address: typeof bound === 'string' || bound === null ? String(bound) : `${bound.address}:${bound.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  house: House,
  monitor: Monitor,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  };
  if (url !== METRICS_PATH || method !== 'GET') {
    return reply(404, 'text/plain', `GET ${METRICS_PATH} is all there is here.\n`);
  }
  try {
    const metrics = await collectMetrics(house, monitor, house.clock.now());
    reply(200, PROMETHEUS_TYPE, writePrometheus(metrics));
  } catch {
    monitor.errors += 1;
    reply(503, 'text/plain', 'The house cannot be asked right now.\n');
  }
}
