// The text format of Prometheus, version 0.0.4.

export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** What is added to the family's name: `_bucket`, `_sum`, `_count`. */
  readonly suffix?: string;
}

/** Everything that goes by one name. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

type Samples = number | readonly Sample[];

export function counter(name: string, help: string, samples: Samples): Metric {
  return { name, type: 'counter', help, samples: samplesOf(samples) };
}

/** Without a value it has no sample. */
export function gauge(name: string, help: string, samples: Samples | undefined): Metric {
  return { name, type: 'gauge', help, samples: samplesOf(samples) };
}

function samplesOf(samples: Samples = []): readonly Sample[] {
  return typeof samples === 'number' ? [{ value: samples }] : samples;
}

const PREFIX = 'arkhouse_';

/** One page of metrics, all under our prefix; those without any sample are left out. */
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
