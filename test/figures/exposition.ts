import { spawnSync } from 'node:child_process';

type Labels = Readonly<Record<string, string>>;
type Sample = { readonly name: string; readonly labels: Labels; readonly value: number };
export type Families = ReadonlyMap<string, { readonly type: string; readonly samples: readonly Sample[] }>;

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
export function readExposition(text: string): Families {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const families = new Map<string, { type: string; samples: Sample[] }>();
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, keyword, word = '', type = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (!NAME.test(word) || families.has(word)) throw new Error(`a family twice, or misnamed: ${line}`);
      families.set(word, { type: '', samples: [] });
      current = word;
      continue;
    }
    const family = families.get(current);
    if (!family) throw new Error(`outside of its family: ${line}`);
    if (keyword === 'TYPE') {
      if (word !== current || !(type in SUFFIXES)) throw new Error(`a strange type: ${line}`);
      family.type = type;
      continue;
    }
    const [, name = '', labels = '', number = ''] = SAMPLE.exec(line) ?? [];
    if (!name.startsWith(current) || !SUFFIXES[family.type]?.test(name.slice(current.length)))
      throw new Error(`a strange name: ${line}`);
    family.samples.push({ name, labels: labelsIn(labels), value: valueOf(number) });
  }
  for (const [name, { type, samples }] of families) {
    if (type === '' || samples.length === 0) throw new Error(`${name} says nothing`);
    const told = samples.map((sample) => `${sample.name} ${JSON.stringify(sample.labels)}`);
    if (new Set(told).size !== told.length) throw new Error(`${name} says something twice`);
    if (type === 'counter' && samples.some(({ value }) => value < 0)) throw new Error(`${name} is negative`);
    if (type === 'histogram') checkHistogram(name, samples);
  }
  return families;
}

function labelsIn(text: string): Labels {
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

/** Buckets are cumulative, the last is +Inf, and it equals the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const each of series.values()) {
    const buckets = each.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => valueOf(labels['le'] ?? ''));
    const values = buckets.map(({ value }) => value);
    const isSorted = [bounds, values].every((list) =>
      list.every((n, at) => n >= (list[at - 1] ?? -Infinity)),
    );
    const count = each.find((sample) => sample.name === `${name}_count`)?.value;
    const hasSum = each.some((sample) => sample.name === `${name}_sum`);
    const isWhole = bounds.at(-1) === Infinity && values.at(-1) === count && hasSum;
    if (!isSorted || !isWhole) throw new Error(`${name} is no histogram`);
  }
}

/** Output of `promtool check rules FILE`, or of `promtool check metrics` for a text; empty if it is not installed. */
export function promtoolSays(what: 'rules' | 'metrics', fileOrText: string): string {
  const [file, input] = what === 'rules' ? [[fileOrText], ''] : [[], fileOrText];
  const options = { input, encoding: 'utf8' } as const;
  const { error, status, stdout, stderr } = spawnSync('promtool', ['check', what, ...file], options);
  return error || (what === 'rules' && status === 0) ? '' : (stdout + stderr).trim();
}
