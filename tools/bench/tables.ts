import { median, middleOf, type Measured, type Subject } from './measure.ts';
import type { Result } from './speed.ts';
import type { Writes } from './writes.ts';

/** Lines of cells, one below the other: the first column begins and all others end at the same place. */
export function inColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines)
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

/** Empty for unknown values. */
export function written(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits);
}

function spread(all: readonly number[], digits: number): string {
  if (all.some(Number.isNaN)) return '';
  return `${Math.min(...all).toFixed(digits)}–${Math.max(...all).toFixed(digits)}`;
}

type Runs = readonly (readonly Result[])[];

/** One subject in one run, and how it compares with the bare server of that run. */
interface Figures extends Measured {
  readonly get: number;
  readonly post: number;
  readonly limit: number;
}

/**
 * All figures as a table, each the middle of all runs. Ratios are of CPU, to the bare server's GET or POST of the same reply in the same
 * run; KB are what was allocated on the heap of the main thread.
 */
export function speedTable(runs: Runs): string {
  const head = '|CPU µs|req/s|p50 ms|p99 ms|p99/p50|KB/req|× GET|× POST|× limit|target'.split('|');
  const lines = bySubject(runs).map(({ subject, figures }) => {
    const middle = middleOf(figures);
    const { cpuMicros, perSecond, p50Ms, p99Ms, allocatedBytes, get, post, limit } = middle;
    return [
      subject.name,
      written(cpuMicros, 1),
      written(perSecond, 0),
      written(p50Ms, 2),
      written(p99Ms, 2),
      written(p99Ms / p50Ms, 1),
      written(allocatedBytes / 1024, 1),
      written(get, 2),
      written(post, 2),
      written(limit, 2),
      verdict(subject, middle),
    ];
  });
  return inColumns([head, ...lines]);
}

/** Spread of the runs. */
export function spreadTable(runs: Runs): string {
  const columns = {
    'CPU µs': ['cpuMicros', 1],
    'req/s': ['perSecond', 0],
    '× GET': ['get', 2],
    '× POST': ['post', 2],
    '× limit': ['limit', 2],
  } as const;
  const lines = bySubject(runs).map(({ subject, figures }) => [
    subject.name,
    ...Object.values(columns).map(([figure, digits]) =>
      spread(
        figures.map((each) => each[figure]),
        digits,
      ),
    ),
  ]);
  return inColumns([[`lowest–highest of ${runs.length} runs`, ...Object.keys(columns)], ...lines]);
}

/** Figures per subject, one of each run. */
function bySubject(runs: Runs): { readonly subject: Subject; readonly figures: readonly Figures[] }[] {
  const all = runs.map((run) => {
    const measured = new Map(run.map(({ subject, rounds }) => [subject, middleOf(rounds)]));
    return run.map(({ subject, rounds }): Figures => {
      const figures = middleOf(rounds);
      const times = (bare: Subject | undefined) =>
        figures.cpuMicros / ((bare && measured.get(bare)?.cpuMicros) ?? NaN);
      const { get, post, limit } = subject.against ?? {};
      return { ...figures, get: times(get), post: times(post), limit: times(limit) };
    });
  });
  return (runs[0] ?? []).map(({ subject }, at) => ({
    subject,
    figures: all.flatMap((run) => run[at] ?? []),
  }));
}

function verdict({ target }: Subject, { p50Ms, p99Ms, ...ratios }: Figures): string {
  if (!target) return '';
  const { times, of, tail } = target;
  const judged = (most: number, ratio: number) => `≤ ${most.toFixed(1)} ${ratio <= most ? 'met' : 'MISSED'}`;
  const cpu = `× ${of === 'limit' ? of : of.toUpperCase()} ${judged(times, ratios[of])}`;
  return tail === undefined ? cpu : `${cpu}, p99/p50 ${judged(tail, p99Ms / p50Ms)}`;
}

/** The same request at another checkout and here. The ratio is the middle of the ratios of CPU in each round, since both were measured in turn. */
export function comparisonTable(runs: Runs): string {
  const compared = (runs[0] ?? []).filter(({ subject }) => subject.before !== undefined);
  const lines = compared.map(({ subject: { name } }) => {
    // Every run has servers of its own, so what they have in common is the name.
    const pairs = runs.flatMap((run) => {
      const after = run.find(({ subject }) => subject.name === name);
      const before = run.find(({ subject }) => subject === after?.subject.before);
      return (after?.rounds ?? []).flatMap((measured, at) => {
        const other = before?.rounds[at];
        return other ? [{ before: other, after: measured }] : [];
      });
    });
    const before = middleOf(pairs.map((pair) => pair.before));
    const after = middleOf(pairs.map((pair) => pair.after));
    const ratios = pairs.map((pair) => pair.after.cpuMicros / pair.before.cpuMicros);
    return [
      name,
      written(before.cpuMicros, 1),
      written(after.cpuMicros, 1),
      written(median(ratios), 3),
      spread(ratios, 2),
      written(before.perSecond, 0),
      written(after.perSecond, 0),
      written(before.allocatedBytes / 1024, 1),
      written(after.allocatedBytes / 1024, 1),
    ];
  });
  const head = '|CPU µs before|after|after/before|in rounds|req/s before|after|KB before|after'.split('|');
  return inColumns([head, ...lines]);
}

/** Pages per write, the table or index that takes most first. */
export function writesTable({ name, kinds }: Writes): string {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  const trees = [...new Set(kinds.flatMap(({ perWrite }) => [...perWrite.keys()]))];
  const pagesOf = (tree: string) => kinds.map(({ perWrite }) => perWrite.get(tree) ?? 0);
  const sorted = trees.toSorted((one, other) => sum(pagesOf(other)) - sum(pagesOf(one)));
  return inColumns([
    [`log pages per write${name && `, ${name}`}`, ...kinds.map((kind) => kind.name)],
    ['all', ...kinds.map(({ perWrite }) => sum([...perWrite.values()]).toFixed(2))],
    ...sorted.map((tree) => [
      `  ${tree}`,
      ...pagesOf(tree).map((pages) => (pages === 0 ? '' : pages.toFixed(2))),
    ]),
    ['writes per commit', ...kinds.map(({ writes, commits }) => (writes / commits).toFixed(1))],
  ]);
}
