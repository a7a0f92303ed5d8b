import { median, middleOf, type Measured, type Subject } from '../measure.ts';
import type { Result } from '../speed.ts';
import { inColumns, written } from './columns.ts';

const HEAD = [
  '',
  'CPU µs before',
  'after',
  'after/before',
  'in rounds',
  'req/s before',
  'after',
  'KB before',
  'after',
];

/** The same request at another checkout and here. The ratio is the middle of the ratios of CPU in each round, since both were measured in turn. */
export function comparisonTable(runs: readonly (readonly Result[])[]): string {
  const all = runs.map((run) => new Map(run.map(({ subject, rounds }) => [subject, rounds])));
  const [first] = all;
  const compared = [...(first?.keys() ?? [])].filter(({ before }) => before !== undefined);
  const lines = compared.map(({ name }) => {
    const pairs = all.flatMap((run) => pairsOf(run, name));
    return comparisonLine(name, pairs);
  });
  return inColumns([HEAD, ...lines]);
}

interface Pair {
  readonly before: Measured;
  readonly after: Measured;
}

/** Round by round; every run has servers of its own, so what they have in common is the name. */
function pairsOf(run: ReadonlyMap<Subject, readonly Measured[]>, name: string): Pair[] {
  const subject = [...run.keys()].find((each) => each.name === name);
  const before = (subject?.before && run.get(subject.before)) ?? [];
  const after = (subject && run.get(subject)) ?? [];
  return after.flatMap((measured, at) => {
    const other = before[at];
    return other ? [{ before: other, after: measured }] : [];
  });
}

function comparisonLine(name: string, pairs: readonly Pair[]): string[] {
  const before = middleOf(pairs.map((pair) => pair.before));
  const after = middleOf(pairs.map((pair) => pair.after));
  const ratios = pairs.map((pair) => pair.after.cpuMicros / pair.before.cpuMicros);
  return [
    name,
    written(before.cpuMicros, 1),
    written(after.cpuMicros, 1),
    written(median(ratios), 3),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    written(before.perSecond, 0),
    written(after.perSecond, 0),
    written(before.allocatedBytes / 1024, 1),
    written(after.allocatedBytes / 1024, 1),
  ];
}
