import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';

import { SECOND } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import {
  ACTIONS,
  HOUSE_PROBLEM_NAMES,
  HOUSE_PROBLEMS,
  type HouseProblem,
  TIMINGS,
} from '../../rules/vocabulary.ts';
import { bearerToken, sameSecret } from '../../http/credentials.ts';
import { applyRateLimit } from '../../http/limits.ts';
import {
  httpMetrics,
  LAG_STEP_MS,
  type Metric,
  metricsOf,
  type Monitor,
  PROMETHEUS_TYPE,
  type Sample,
  summaryBy,
  writePrometheus,
} from '../../http/request-metrics.ts';
import { send } from '../../http/send.ts';
import { readSettlingState } from '../creatures/hold-deaths.ts';
import type { PublicHouse } from '../public/replica.ts';
import { RETURN_DAYS, type ReturnCount } from './come-back.ts';
import {
  builtCommit,
  type Gauges,
  type JobStatus,
  type JobSummary,
  METRICS_ONLY,
  packageVersion,
  readGauges,
  readInTime,
  type StatsHouse,
} from './health.ts';

const METRICS_PATH = '/metrics';

export function addMetrics(app: FastifyInstance, house: StatsHouse, token: string, monitor: Monitor): void {
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
export async function collectMetrics(house: StatsHouse, monitor: Monitor, now: number): Promise<Metric[]> {
  return [
    ...httpMetrics(monitor.meters.used),
    ...(await databaseMetrics(house, now)),
    ...(await comeBackMetrics(house, now)),
    ...problemMetrics(await house.problems.at(house, now)),
    ...jobMetrics(house.jobs),
    ...nodeMetrics(monitor, house),
  ];
}

/** Every problem there can be, so that an alert can tell 0 from a metric that is missing. */
function problemMetrics(problems: readonly HouseProblem[]): Metric[] {
  const found = new Set(problems.map(({ name }) => name));
  return metricsOf({
    problem: HOUSE_PROBLEM_NAMES.map((name) => ({
      labels: { name, severity: HOUSE_PROBLEMS[name] },
      value: found.has(name) ? 1 : 0,
    })),
  });
}

async function databaseMetrics(
  house: Pick<PublicHouse, 'replica' | 'settling' | 'store'>,
  now: number,
): Promise<Metric[]> {
  const read = await readInTime(Promise.all([readGauges(house, now), readSettlingState(house.store)]));
  const up = metricsOf({ database_up: read ? 1 : 0 });
  if (!read) return up;
  const [gauges, { paused }] = read;
  return [...up, ...houseMetrics(gauges), ...metricsOf({ settling_paused: paused ? 1 : 0 })];
}

async function comeBackMetrics(
  house: Pick<StatsHouse, 'comeBack' | 'store'>,
  now: number,
): Promise<Metric[]> {
  const counts = await readInTime(house.comeBack.at(house.store, now));
  const byDay = (figure: keyof ReturnCount) =>
    counts &&
    RETURN_DAYS.map((day) => ({ labels: { days: String(day) }, value: counts.all.onDay[day][figure] }));
  return metricsOf({ agents_hatched: byDay('agents'), agents_came_back: byDay('cameBack') });
}

function nodeMetrics({ errors, outages, violations, lag }: Monitor, house: StatsHouse): Metric[] {
  const { jobs, settling, store, watch, limiter } = house;
  // Undefined on SQLite.
  const pool = store.poolUse?.();
  const waits = Object.entries(pool?.waits ?? {});
  const statements = [...store.statements.measured];
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const build = { version: packageVersion(), commit: builtCommit() };
  const runtime = { node: process.versions.node, time_zones: process.versions['tz'] ?? '' };
  return metricsOf({
    unhandled_errors_total: errors,
    database_unavailable_requests_total: samplesBy('reason', outages),
    database_connections_in_use: pool && samplesBy('purpose', pool.inUse),
    database_connections_waiting: pool && samplesBy('purpose', pool.waiting),
    database_connection_wait_seconds: summaryBy(
      'purpose',
      waits.map(([purpose, count]) => [purpose, count, pool?.waitSeconds[purpose] ?? 0]),
    ),
    database_write_failures_total: samplesBy('reason', store.writes.failures),
    database_statement_seconds: summaryBy(
      'statement',
      statements.map(([name, { calls, seconds }]) => [name, calls, seconds]),
    ),
    redis_degraded: limiter.degraded === undefined ? undefined : Number(limiter.degraded),
    invariant_violations_total: violations + jobs.violations,
    creatures_settled_total: settling.settled,
    quarantined_rows: samplesBy('table', store.quarantine.countsByTable),
    clock_offset_seconds: watch && watch.offsetMs / 1000,
    ...(lag && { event_loop_lag_seconds: lagSamples(lag) }),
    process_cpu_seconds_total: (user + system) / 1e6,
    process_resident_memory_bytes: rss,
    nodejs_heap_used_bytes: heapUsed,
    nodejs_external_memory_bytes: external,
    process_uptime_seconds: process.uptime(),
    build_info: [{ labels: build, value: 1 }],
    runtime_info: [{ labels: runtime, value: 1 }],
  });
}

function lagSamples(lag: NonNullable<Monitor['lag']>): Sample[] {
  const samples = [
    { labels: { percentile: '50' }, value: secondsLate(lag.percentile(50)) },
    { labels: { percentile: '99' }, value: secondsLate(lag.percentile(99)) },
    { labels: { percentile: '100' }, value: secondsLate(lag.max) },
  ];
  lag.reset();
  return samples;
}

/** `step` is the measured length of a timer step in nanoseconds: what exceeds its nominal length is lag. */
function secondsLate(step: number): number {
  return Math.max(0, step / 1e9 - LAG_STEP_MS / 1000);
}

function houseMetrics(gauges: Gauges): Metric[] {
  const { alive, eggs, agents, active, funnel, byStage, byFamily, survival, adoptions } = gauges;
  const { deaths, deathsByStage, walBytes, queues, settlingLagMs, replicaLagMs } = gauges;
  const { sales, moved } = gauges;
  const sold = (figure: 'sales' | 'credits' | 'cents') =>
    sales.map(({ money, provider, pack, ...sums }) => ({
      labels: { money, provider, pack },
      value: sums[figure],
    }));
  return metricsOf({
    creatures_alive: alive,
    eggs,
    agents,
    agents_active: [
      { labels: { days: '1' }, value: active.last24h },
      { labels: { days: '7' }, value: active.last7d },
      { labels: { days: '30' }, value: active.last30d },
    ],
    agents_by_step: samplesBy('step', funnel),
    creatures_by_stage: samplesBy('stage', byStage),
    creatures_by_family: samplesBy('family', byFamily),
    creatures_surviving_ratio: survival
      .filter(({ age }) => SURVIVAL_AGES.has(age))
      .map(({ age, share }) => ({ labels: { days: String(age) }, value: share })),
    adoptions_total: adoptions.map(({ species, adoptions: value }) => ({ labels: { species }, value })),
    care_actions_total: careSamples(gauges),
    deaths_total: samplesBy('cause', deaths),
    deaths_by_stage_total: samplesBy('stage', deathsByStage),
    sales_total: sold('sales'),
    sales_credits_total: sold('credits'),
    sales_cents_total: sold('cents'),
    credits_moved_outside_sales_total: samplesBy('reason', moved),
    queued_items: queues.map(({ name, waiting }) => ({ labels: { queue: name }, value: waiting })),
    settling_lag_seconds: settlingLagMs / 1000,
    replica_lag_seconds: replicaLagMs === undefined ? undefined : replicaLagMs / 1000,
    sqlite_wal_bytes: walBytes,
  });
}

const SURVIVAL_AGES: ReadonlySet<number> = new Set([1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90, 180, 365]);

function samplesBy(label: string, counts: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(counts).map(([word, value]) => ({ labels: { [label]: word }, value }));
}

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
  return metricsOf({
    job_runs_total: each((job) => job.rounds),
    job_failures_total: each((job) => job.failures),
    job_last_success_timestamp_seconds: each(({ lastWentWellAt: at }) =>
      at === undefined ? undefined : at / 1000,
    ),
    job_last_run_duration_seconds: each((job) => (job.rounds === 0 ? undefined : job.lastTookMs / 1000)),
    ledger_imbalance_credits: ledgerImbalance,
  });
}

export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** A server for metrics alone, without authentication: to be bound to a private address. */
export async function openMetricsServer(
  house: StatsHouse,
  monitor: Monitor,
  log: Logger,
  listenOn: { readonly port: number; readonly host: string } | undefined,
): Promise<MetricsServer | undefined> {
  if (!listenOn) return undefined;
  const limits = { requestTimeout: 15 * SECOND, headersTimeout: 10 * SECOND };
  const server = createServer(
    limits,
    (request, response) => void answer(house, monitor, log, request, response),
  );
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
  house: StatsHouse,
  monitor: Monitor,
  log: Logger,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(body);
  };
  if (url !== METRICS_PATH || method !== 'GET') return reply(404, 'text/plain', METRICS_ONLY);
  try {
    const text = writePrometheus(await collectMetrics(house, monitor, house.clock.now()));
    reply(200, PROMETHEUS_TYPE, text);
  } catch (error) {
    monitor.errors += 1;
    log.error({ event: 'unhandled_error', err: error, route: METRICS_PATH }, 'unhandled error');
    reply(503, 'text/plain', 'The house cannot be asked right now.\n');
  }
}
