import { spawnSync } from 'node:child_process';

export interface Read {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Read[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/gy;
const SUFFIXES: Readonly<Record<string, RegExp>> = {
  counter: /^$/,
  gauge: /^$/,
  summary: /^_(?:sum|count)$/,
  histogram: /^_(?:bucket|sum|count)$/,
};

/** A strict parser of the Prometheus text format 0.0.4: throws on any deviation. */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, { type: string; help: string; samples: Read[] }>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (!NAME.test(name) || families.has(name)) throw new Error(`a family twice, or misnamed: ${line}`);
      families.set(name, { type: '', help: rest, samples: [] });
      current = name;
    } else if (keyword === 'TYPE') {
      const family = families.get(name);
      if (!family || name !== current || !(rest in SUFFIXES)) throw new Error(`a strange type: ${line}`);
      family.type = rest;
    } else {
      addSample(families, current, line);
    }
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

function addSample(families: Map<string, { type: string; samples: Read[] }>, current: string, line: string) {
  const family = families.get(current);
  const [, name = '', labels = '', number = ''] = SAMPLE.exec(line) ?? [];
  if (!family || !name.startsWith(current)) throw new Error(`outside of its family: ${line}`);
  if (!SUFFIXES[family.type]?.test(name.slice(current.length))) throw new Error(`a strange name: ${line}`);
  family.samples.push({ name, labels: labelsIn(labels), value: valueOf(number) });
}

function labelsIn(text: string): Readonly<Record<string, string>> {
  const labels: Record<string, string> = {};
  let read = 0;
  for (const [whole, name = '', value = ''] of text.matchAll(LABEL)) {
    if (name in labels) throw new Error(`a label twice: ${text}`);
    labels[name] = value;
    read += whole.length;
  }
  if (read !== text.length) throw new Error(`labels that cannot be read: ${text}`);
  return labels;
}

function valueOf(text: string): number {
  if (text === '+Inf') return Infinity;
  const value = Number(text);
  if (text === '' || Number.isNaN(value)) throw new Error(`not a number: ${text}`);
  return value;
}

function checkFamily(name: string, { type, samples }: Family): void {
  if (type === '' || samples.length === 0) throw new Error(`${name} says nothing`);
  const told = samples.map((sample) => `${sample.name} ${JSON.stringify(sample.labels)}`);
  if (new Set(told).size !== told.length) throw new Error(`${name} says something twice`);
  if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`${name} is negative`);
  if (type === 'histogram') checkHistogram(name, samples);
}

/** Buckets are cumulative, the last is +Inf, and it equals the count. */
function checkHistogram(name: string, samples: readonly Read[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const each of series.values()) {
    const buckets = each.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => valueOf(labels['le'] ?? ''));
    const values = buckets.map(({ value }) => value);
    const isSorted = (list: readonly number[]) => list.every((n, at) => at === 0 || n >= (list[at - 1] ?? 0));
    const count = each.find((sample) => sample.name === `${name}_count`)?.value;
    const hasSum = each.some((sample) => sample.name === `${name}_sum`);
    if (
      !isSorted(bounds) ||
      !isSorted(values) ||
      bounds.at(-1) !== Infinity ||
      values.at(-1) !== count ||
      !hasSum
    )
      throw new Error(`${name} is no histogram`);
  }
}

/** Errors of `promtool check rules`; empty if it is not installed. */
export function promtoolSaysOfRules(file: string): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], {
    encoding: 'utf8',
  });
  return error || status === 0 ? '' : `${stdout}${stderr}`;
}

/** Output of `promtool check metrics`; empty if it is not installed. */
export function promtoolSays(text: string): string {
  const { error, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  return error ? '' : (stdout + stderr).trim();
}
