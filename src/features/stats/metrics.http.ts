import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

import { SECOND } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import { ACTIONS, TIMINGS } from '../../rules/vocabulary.ts';
import { applyRateLimit, bearerToken, sameSecret } from '../../server/authenticate.ts';
import {
  counter,
  durations,
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
import { readSettlingState } from '../lives/hold-deaths.ts';
import * as health from './health.ts';

const METRICS_PATH = '/metrics';

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

/** Includes metrics without samples. Without the database only those of this node are left. */
export async function collectMetrics(house: House, monitor: Monitor, now: number): Promise<Metric[]> {
  return [
    ...httpMetrics(monitor.meters.used),
    ...(await databaseMetrics(house, now)),
    ...jobMetrics(house.jobs),
    ...nodeMetrics(monitor, house),
  ];
}

async function databaseMetrics(house: House, now: number): Promise<Metric[]> {
  const read = await health.readInTime(
    Promise.all([health.readGauges(house, now), readSettlingState(house.store)]),
  );
  const up = gauge('database_up', 'Whether the database answered this scrape.', read ? 1 : 0);
  if (!read) return [up];
  const [gauges, { paused }] = read;
  return [
    up,
    ...houseMetrics(gauges),
    gauge('settling_paused', '1 while too many deaths have paused settling.', paused ? 1 : 0),
  ];
}

function nodeMetrics({ errors, outages, violations, lag }: Monitor, house: House): Metric[] {
  const { jobs, settling, store, watch, limiter } = house;
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    counter('unhandled_errors_total', 'Requests that failed with an unhandled error.', errors),
    counter(
      'database_unavailable_requests_total',
      'Requests answered with 503 because of the database, by reason.',
      samplesBy('reason', outages),
    ),
    ...connectionMetrics(house),
    counter(
      'database_write_failures_total',
      'Transactions of this node that failed because of the database, by reason.',
      samplesBy('reason', store.writes.failures),
    ),
    durations(
      'database_statement_seconds',
      'Time of SQL statements: of one call in eight on SQLite; on PostgreSQL an equal share of the round trip.',
      'statement',
      [...store.statements.measured].map(([name, { calls, seconds }]) => [name, calls, seconds]),
    ),
    gauge(
      'redis_degraded',
      '1 while Redis is down and each node counts rate limits alone.',
      limiter.degraded === undefined ? undefined : Number(limiter.degraded),
    ),
    counter(
      'invariant_violations_total',
      'Writes that a database constraint or a check of an invariant refused.',
      violations + jobs.violations,
    ),
    counter(
      'creatures_settled_total',
      'Creatures whose due growth or death this node has stored.',
      settling.settled,
    ),
    gauge(
      'quarantined_rows',
      'Stored rows that this node could not read and leaves out, by table; at most 1,000 are counted.',
      samplesBy('table', store.quarantine.countsByTable),
    ),
    gauge(
      'clock_offset_seconds',
      'How far the clock of this node is ahead; beyond 60 either way it is not used, and nothing is written.',
      watch && watch.offsetMs / 1000,
    ),
    ...lagMetrics(lag),
    counter('process_cpu_seconds_total', 'User and system CPU time of this process.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Resident memory of this process.', rss),
    gauge('nodejs_heap_used_bytes', 'V8 heap in use.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory of C++ objects bound to JavaScript objects.', external),
    gauge('process_uptime_seconds', 'Time since this process started.', process.uptime()),
    gauge('build_info', 'Version and commit of this program.', [
      { labels: { version: health.packageVersion(), commit: health.builtCommit() }, value: 1 },
    ]),
    gauge(
      'runtime_info',
      'Versions of Node.js and of its time zone data; these must be equal on all nodes.',
      [{ labels: { node: process.versions.node, time_zones: process.versions['tz'] ?? '' }, value: 1 }],
    ),
  ];
}

/** Without samples on SQLite. */
function connectionMetrics({ store }: House): Metric[] {
  const pool = store.poolUse?.();
  const waits = Object.entries(pool?.waits ?? {});
  return [
    gauge(
      'database_connections_in_use',
      'Connections to PostgreSQL in use by this node, by purpose.',
      pool && samplesBy('purpose', pool.inUse),
    ),
    gauge(
      'database_connections_waiting',
      'Requests of this node that wait for a connection to PostgreSQL, by purpose.',
      pool && samplesBy('purpose', pool.waiting),
    ),
    durations(
      'database_connection_wait_seconds',
      'Time for which requests of this node waited for a connection, by purpose; those that got one at once are not counted.',
      'purpose',
      waits.map(([purpose, count]) => [purpose, count, pool?.waitSeconds[purpose] ?? 0]),
    ),
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
    gauge('event_loop_lag_seconds', 'Delay of the event loop since the last scrape, by percentile.', samples),
  ];
}

/** `step` is the measured length of a timer step in nanoseconds: what exceeds its nominal length is lag. */
function secondsLate(step: number): number {
  return Math.max(0, step / 1e9 - LAG_STEP_MS / 1000);
}

function houseMetrics(gauges: health.Gauges): Metric[] {
  const { alive, eggs, agents, active, funnel, byStage, byFamily, survival, adoptions } = gauges;
  const { deaths, deathsByStage, walBytes, queues, settlingLagMs, replicaLagMs } = gauges;
  return [
    gauge('creatures_alive', 'Living creatures, without eggs.', alive),
    gauge('eggs', 'Eggs that have not hatched.', eggs),
    gauge('agents', 'Registered agents.', agents),
    gauge('agents_active', 'Agents that were active within the last 1, 7 or 30 days.', [
      { labels: { days: '1' }, value: active.last24h },
      { labels: { days: '7' }, value: active.last7d },
      { labels: { days: '30' }, value: active.last30d },
    ]),
    gauge(
      'agents_by_step',
      'Agents that have ever adopted, cared for, raised or designed a creature.',
      samplesBy('step', funnel),
    ),
    gauge(
      'creatures_by_stage',
      'All creatures ever adopted, by the highest stage reached.',
      samplesBy('stage', byStage),
    ),
    gauge('creatures_by_family', 'All creatures ever adopted, by family.', samplesBy('family', byFamily)),
    gauge(
      'creatures_surviving_ratio',
      'Share of creatures that reach an age in days (Kaplan-Meier estimate), without test accounts.',
      survival
        .filter(({ age }) => SURVIVAL_AGES.has(age))
        .map(({ age, share }) => ({ labels: { days: String(age) }, value: share })),
    ),
    counter(
      'adoptions_total',
      'Adoptions, by built-in species.',
      adoptions.map(({ species, adoptions: value }) => ({ labels: { species }, value })),
    ),
    counter('care_actions_total', 'Acts of care, by action and, for meals, by timing.', careSamples(gauges)),
    counter('deaths_total', 'Deaths, by cause.', samplesBy('cause', deaths)),
    counter('deaths_by_stage_total', 'Deaths, by stage reached.', samplesBy('stage', deathsByStage)),
    ...moneyMetrics(gauges),
    gauge(
      'queued_items',
      'Waiting work items, by queue; at most 10,000 are counted.',
      queues.map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
    ),
    gauge(
      'settling_lag_seconds',
      'Age of the oldest due growth or death that is not stored yet.',
      settlingLagMs / 1000,
    ),
    gauge(
      'replica_lag_seconds',
      'Upper bound of the replication lag of the read replica; +Inf while the replica is not used.',
      replicaLagMs === undefined ? undefined : replicaLagMs / 1000,
    ),
    gauge('sqlite_wal_bytes', 'Size of the write-ahead log.', walBytes),
  ];
}

const SURVIVAL_AGES: ReadonlySet<number> = new Set([1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]);

function samplesBy(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([word, value]) => ({ labels: { [label]: word }, value }));
}

/** Metrics of credits and sales; refunds and disputes are not subtracted from sales. */
function moneyMetrics({ sales, moved }: health.Gauges): Metric[] {
  const sold = (figure: 'sales' | 'credits' | 'cents') =>
    sales.map(({ money, provider, pack, ...sums }) => ({
      labels: { money, provider, pack },
      value: sums[figure],
    }));
  return [
    counter('sales_total', 'Credit packs sold, for live or play money.', sold('sales')),
    counter('sales_credits_total', 'Credits sold.', sold('credits')),
    counter('sales_cents_total', 'Revenue in cents, refunds not subtracted.', sold('cents')),
    counter(
      'credits_moved_outside_sales_total',
      'Credits added or spent other than by sales, by reason.',
      samplesBy('reason', moved),
    ),
  ];
}

function careSamples({ care, timings }: health.Gauges): Sample[] {
  const others = ACTIONS.filter((action) => action !== 'feed');
  return [
    ...TIMINGS.map((timing) => ({ labels: { action: 'feed', timing }, value: timings[timing] })),
    ...others.map((action) => ({ labels: { action, timing: 'none' }, value: care[action] })),
  ];
}

function jobMetrics({ summaries, ledgerImbalance }: health.JobStatus): Metric[] {
  const each = (value: (job: health.JobSummary) => number | undefined) =>
    summaries.flatMap((job) => {
      const found = value(job);
      return found === undefined ? [] : [{ labels: { name: job.name }, value: found }];
    });
  const rounds = each((job) => job.rounds);
  const failures = each((job) => job.failures);
  const successes = each(({ lastWentWellAt: at }) => (at === undefined ? undefined : at / 1000));
  const lengths = each((job) => (job.rounds === 0 ? undefined : job.lastTookMs / 1000));
  const lastSuccess = 'Time of the last run of a job without a failure.';
  const imbalance =
    'Sum of the differences between accounts and their ledgers, from the last complete check.';
  return [
    counter('job_runs_total', 'Runs of a job on this node.', rounds),
    counter('job_failures_total', 'Failed runs of a job on this node.', failures),
    gauge('job_last_success_timestamp_seconds', lastSuccess, successes),
    gauge('job_last_run_duration_seconds', 'Duration of the last run of a job.', lengths),
    gauge('ledger_imbalance_credits', imbalance, ledgerImbalance),
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
