import type { FastifyInstance } from 'fastify';

import { ProblemError } from '../../core/problem.ts';
import { ACTIONS, CAUSES, TIMINGS } from '../../core/vocabulary.ts';
import { readGauges, type JobSummary, type QueueDepth, type Gauges } from '../../house/figures/health.ts';
import type { House } from '../../house/house.ts';
import { adminKeyFrom, sameSecret } from '../server/authenticate.ts';
import { applyRateLimit } from '../server/rate-limit.ts';
import { send } from '../server/send.ts';
import { LAG_STEP_MS, type Monitor } from './monitor.ts';
import { writePrometheus, PROMETHEUS_TYPE, type Metric, type Sample } from './prometheus.ts';
import { httpMetrics } from './request-metrics.ts';

export const METRICS_PATH = '/metrics';

/** At the house's own door, for whoever has the admin key. */
export function addMetrics(app: FastifyInstance, house: House, adminKey: string, watch: Monitor): void {
  app.get(METRICS_PATH, async (request, reply) => {
    const { headers, now } = request.context;
    delete headers['access-control-allow-origin'];
    await applyRateLimit(house, request, 'admin');
    const given = adminKeyFrom(request.headers);
    if (given === undefined || !sameSecret(given, adminKey)) {
      await applyRateLimit(house, request, 'failed_key');
      throw new ProblemError('unknown_admin_key');
    }
    headers['cache-control'] = 'private, no-store';
    send(request, reply, { status: 200, type: PROMETHEUS_TYPE, body: await writeMetrics(house, watch, now) });
  });
}

export async function writeMetrics(house: House, watch: Monitor, now: number): Promise<string> {
  return writePrometheus([
    ...httpMetrics(watch.meters.used),
    ...houseMetrics(await readGauges(house, now)),
    ...jobMetrics(house.jobs.summaries, house.jobs.ledgerImbalance),
    ...nodeMetrics(watch, house.jobs.violations),
  ]);
}

/** What this process itself has to say. */
function nodeMetrics({ errors, violations, lag }: Monitor, byJobs: number): Metric[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, external } = process.memoryUsage();
  return [
    counter('unforeseen_errors_total', 'Requests that failed and nobody foresaw why.', errors.total),
    counter(
      'invariant_violations_total',
      'Times something was to be kept that must never be.',
      violations + byJobs,
    ),
    ...lagMetrics(lag),
    counter('process_cpu_seconds_total', 'CPU time of this process.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('nodejs_heap_used_bytes', 'Heap in use.', heapUsed),
    gauge('nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
    gauge('process_uptime_seconds', 'How long this process has been running.', process.uptime()),
    {
      name: 'arkhouse_info',
      type: 'gauge',
      help: 'Nodes that disagree about time zones would disagree about bedtimes.',
      samples: [
        { labels: { node: process.versions.node, time_zones: process.versions['tz'] ?? '' }, value: 1 },
      ],
    },
  ];
}

/** Since the last look: a pause of an hour ago is nobody's worry any more. */
function lagMetrics(lag: Monitor['lag']): Metric[] {
  if (!lag) return [];
  const quantiles = [50, 99].map((percent) => ({
    labels: { quantile: String(percent / 100) },
    value: secondsLate(lag.percentile(percent)),
  }));
  const worst = { labels: { quantile: '1' }, value: secondsLate(lag.max) };
  lag.reset();
  const help = 'How late the event loop was, since these were last read.';
  return [{ name: 'event_loop_lag_seconds', type: 'gauge', help, samples: [...quantiles, worst] }];
}

/** What is measured are the steps of a timer, in nanoseconds: all of a step beyond its own length is lateness. */
function secondsLate(step: number): number {
  return Math.max(0, step / 1e9 - LAG_STEP_MS / 1000);
}

function counter(name: string, help: string, value: number): Metric {
  return { name, type: 'counter', help, samples: [{ value }] };
}

/** The house as it stands: the same on every node, since all of them share one. */
export function houseMetrics(gauges: Gauges): Metric[] {
  const { alive, eggs, agents, deaths, walBytes, queues } = gauges;
  return [
    gauge('creatures_alive', 'Creatures that have hatched and live.', alive),
    gauge('eggs', 'Eggs that nobody has looked at yet.', eggs),
    gauge('agents', 'Agents that have registered.', agents),
    {
      name: 'care_actions_total',
      type: 'counter',
      help: 'Acts of care by action and, for meals, by timing, since the house was opened.',
      samples: careSamples(gauges),
    },
    {
      name: 'deaths_total',
      type: 'counter',
      help: 'Deaths by cause, since the house was opened.',
      samples: CAUSES.map((cause) => ({ labels: { cause }, value: deaths[cause] })),
    },
    {
      name: 'queue_depth',
      type: 'gauge',
      help: 'Work that is waiting; counted no further than a thousand.',
      samples: queues.map(({ name, waiting }: QueueDepth) => ({ labels: { queue: name }, value: waiting })),
    },
    {
      name: 'sqlite_wal_bytes',
      type: 'gauge',
      help: 'Length of the write-ahead log.',
      samples: walBytes === undefined ? [] : [{ value: walBytes }],
    },
  ];
}

/** Only meals have a timing. */
function careSamples({ care, timings }: Gauges): Sample[] {
  const timed = TIMINGS.map((timing) => ({
    labels: { action: 'feed', timing },
    value: timings[timing],
  }));
  const others = ACTIONS.filter((action) => action !== 'feed').map((action) => ({
    labels: { action, timing: 'none' },
    value: care[action],
  }));
  return [...timed, ...others];
}

/** How the jobs of this node are doing. */
export function jobMetrics(jobs: readonly JobSummary[], ledgerImbalance: number | undefined): Metric[] {
  const each = (value: (job: JobSummary) => number | undefined): Sample[] =>
    jobs.flatMap((job) => {
      const told = value(job);
      return told === undefined ? [] : [{ labels: { name: job.name }, value: told }];
    });
  return [
    {
      name: 'job_rounds_total',
      type: 'counter',
      help: 'Rounds a job has made on this node.',
      samples: each(({ rounds }) => rounds),
    },
    {
      name: 'job_failures_total',
      type: 'counter',
      help: 'Rounds of a job in which something went wrong.',
      samples: each(({ failures }) => failures),
    },
    {
      name: 'job_last_success_timestamp_seconds',
      type: 'gauge',
      help: 'When a job last made a round in which all went well.',
      samples: each(({ lastWentWellAt: at }) => (at === undefined ? undefined : at / 1000)),
    },
    {
      name: 'job_last_round_seconds',
      type: 'gauge',
      help: 'How long its last round took.',
      samples: each(({ rounds, lastTookMs }) => (rounds === 0 ? undefined : lastTookMs / 1000)),
    },
    {
      name: 'ledger_imbalance',
      type: 'gauge',
      help: 'Credits by which accounts differ from their ledgers, by the last walk through all of them.',
      samples: ledgerImbalance === undefined ? [] : [{ value: ledgerImbalance }],
    },
  ];
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] };
}
