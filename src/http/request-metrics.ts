import { monitorEventLoopDelay } from 'node:perf_hooks';
import texts from '#content/ops/metrics.json' with { type: 'json' };

import { recordOf } from '../../packages/base/collections.ts';
import { type Outage, OUTAGES } from '../../packages/database/portable.ts';

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** Suffix of the metric's name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
}

type MetricType = keyof typeof texts;
type MetricName = { [Type in MetricType]: keyof (typeof texts)[Type] }[MetricType];

export interface Metric {
  readonly name: string;
  readonly type: MetricType;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const DESCRIBED = Object.entries(texts).flatMap(([type, helps]) =>
  Object.entries(helps).map(([name, help]) => [name, { type: type as MetricType, help }] as const),
);
const DESCRIPTIONS = Object.fromEntries(DESCRIBED) as Record<MetricName, Pick<Metric, 'type' | 'help'>>;

type Samples = number | readonly Sample[] | undefined;

/** The metrics of these names, with type and help of content/ops/metrics.json. */
export function metricsOf(found: Readonly<Partial<Record<MetricName, Samples>>>): Metric[] {
  return (Object.entries(found) as [MetricName, Samples][]).map(([name, samples = []]) => ({
    name,
    ...DESCRIPTIONS[name],
    samples: typeof samples === 'number' ? [{ value: samples }] : samples,
  }));
}

const PREFIX = 'arkhouse_';

/** Writes metrics in Prometheus text format 0.0.4, without those that have no samples. */
export function writePrometheus(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(linesOf)
    .join('');
}

function linesOf({ name: ownName, type, help, samples }: Metric): string {
  const name = PREFIX + ownName;
  const lines = samples.map(({ labels = {}, value, suffix = '' }) => {
    const pairs = Object.entries(labels).map(([label, word]) => `${label}="${escaped(word)}"`);
    return `${name}${suffix}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numeral(value)}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(word: string): string {
  return word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function numeral(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

const BUCKET_BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5] as const;

type MonotonicClock = () => number;
interface RequestCounter {
  add(status: number): void;
}

interface Measured {
  readonly monotonicMs: () => number;
  readonly traffic: RequestCounter;
}

/** Routes that machines ask all day: they are no calls. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

export class Meter {
  readonly method: string;
  readonly route: string;
  readonly answers = new Map<number, number>();
  /** Requests by duration until the reply was sent; not cumulative. */
  readonly buckets: number[] = Array<number>(BUCKET_BOUNDS.length + 1).fill(0);
  seconds = 0;
  readonly #monotonicMs: MonotonicClock;
  readonly #traffic: RequestCounter | undefined;

  constructor(method: string, route: string, { monotonicMs, traffic }: Measured) {
    this.method = method;
    this.route = route;
    this.#monotonicMs = monotonicMs;
    this.#traffic = PROBES.has(route) ? undefined : traffic;
  }

  record(status: number, startedMs: number): void {
    const seconds = (this.#monotonicMs() - startedMs) / 1000;
    this.#traffic?.add(status);
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    let at = 0;
    while (at < BUCKET_BOUNDS.length && seconds > (BUCKET_BOUNDS[at] ?? 0)) at += 1;
    this.buckets[at] = (this.buckets[at] ?? 0) + 1;
    this.seconds += seconds;
  }
}

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'];
const OTHER = 'other';
const NO_ROUTE = 'none';

/** Request meters, one per method and route; requests without a route share one per method. */
export class Meters {
  readonly #meters = new Map<string, Meter>();
  readonly #unmatched: ReadonlyMap<string, Meter>;
  readonly #other: Meter;
  readonly #measured: Measured;

  constructor(measured: Measured) {
    this.#measured = measured;
    this.#other = this.of(OTHER, NO_ROUTE);
    this.#unmatched = new Map(METHODS.map((method) => [method, this.of(method, NO_ROUTE)]));
  }

  /** The meter of a route; `route` is the pattern: URLs would be unbounded label values. */
  of(method: string, route: string): Meter {
    const name = `${method} ${route}`;
    const meter = this.#meters.get(name) ?? new Meter(method, route, this.#measured);
    this.#meters.set(name, meter);
    return meter;
  }

  unmatched(method: string): Meter {
    return this.#unmatched.get(method) ?? this.#other;
  }

  get used(): readonly Meter[] {
    return [...this.#meters.values()].filter(({ answers }) => answers.size > 0);
  }
}

export function httpMetrics(meters: readonly Meter[]): Metric[] {
  return metricsOf({
    http_requests_total: meters.flatMap(answersOf),
    http_request_duration_seconds: meters.flatMap(durationsOf),
  });
}

function answersOf({ method, route, answers }: Meter): Sample[] {
  return [...answers].map(([status, value]) => ({
    labels: { method, route, status: String(status) },
    value,
  }));
}

function durationsOf({ method, route, buckets, seconds }: Meter): Sample[] {
  const labels = { method, route };
  let sum = 0;
  const upTo = buckets.map((n, at) => {
    sum += n;
    return {
      suffix: '_bucket',
      labels: { ...labels, le: at < BUCKET_BOUNDS.length ? String(BUCKET_BOUNDS[at]) : '+Inf' },
      value: sum,
    };
  });
  return [...upTo, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: sum }];
}

/** A summary without quantiles: number and sum of durations by one label. */
export function summaryBy(
  label: string,
  measured: Iterable<readonly [word: string, count: number, seconds: number]>,
): Sample[] {
  return [...measured].flatMap(([word, count, seconds]) => {
    const labels = { [label]: word };
    return [
      { suffix: '_sum', labels, value: seconds },
      { suffix: '_count', labels, value: count },
    ];
  });
}

export interface Monitor {
  readonly meters: Meters;
  errors: number;
  readonly outages: Record<Outage, number>;
  readonly lag?: ReturnType<typeof monitorEventLoopDelay>;
  violations: number;
}

export const LAG_STEP_MS = 20;

export function createMonitor(house: Measured): Monitor {
  return { meters: new Meters(house), errors: 0, outages: recordOf(OUTAGES, () => 0), violations: 0 };
}

export function createProcessMonitor(house: Measured): Monitor {
  const lag = monitorEventLoopDelay({ resolution: LAG_STEP_MS });
  lag.enable();
  return { ...createMonitor(house), lag };
}
