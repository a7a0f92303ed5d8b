import type { FastifyInstance } from 'fastify';

import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { readGauges } from '../house/read-gauges.ts';
import { adminKeyIn, sameSecret } from './credentials.ts';
import { exposition, EXPOSITION_TYPE, type Metric } from './present/exposition.ts';
import { httpMetrics } from './present/metrics-http.ts';
import { gauge, houseMetrics, jobMetrics } from './present/metrics-house.ts';
import { send } from './send.ts';
import { count } from './visit.ts';
import { LAG_STEP_MS, type Watch } from './watch.ts';

export const METRICS_PATH = '/metrics';

/** At the house's own door, for whoever has the admin key. */
export function addMetrics(app: FastifyInstance, house: House, adminKey: string, watch: Watch): void {
  app.get(METRICS_PATH, async (request, reply) => {
    const { headers, now } = request.visit;
    delete headers['access-control-allow-origin'];
    await count(house, request, 'admin');
    const given = adminKeyIn(request.headers);
    if (given === undefined || !sameSecret(given, adminKey)) {
      await count(house, request, 'failed_key');
      throw new Problem('unknown_admin_key');
    }
    headers['cache-control'] = 'private, no-store';
    send(request, reply, { status: 200, type: EXPOSITION_TYPE, body: await metricsOf(house, watch, now) });
  });
}

export async function metricsOf(house: House, watch: Watch, now: number): Promise<string> {
  return exposition([
    ...httpMetrics(watch.meters.used),
    ...houseMetrics(await readGauges(house, now)),
    ...jobMetrics(house.jobs.standings, house.jobs.ledgerImbalance),
    ...nodeMetrics(watch, house.jobs.violations),
  ]);
}

/** What this process itself has to say. */
function nodeMetrics({ errors, violations, lag }: Watch, byJobs: number): Metric[] {
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
function lagMetrics(lag: Watch['lag']): Metric[] {
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
