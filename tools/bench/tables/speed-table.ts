import { median, middleOf, type Measured, type Subject } from '../measure.ts';
import type { Result } from '../speed.ts';
import { inColumns, written } from './columns.ts';

const HEAD = ['', 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', 'p99/p50', 'KB/req', '× GET', '× POST', 'target'];

/** One subject in one run, and how it compares with the bare server of that run. */
interface Figures extends Measured {
  readonly subject: Subject;
  readonly get: number;
  readonly post: number;
}

/**
 * All figures as a table, each the middle of all runs. Ratios are of CPU, to the bare server's GET or POST of the same reply in the same
 * run; KB are what was allocated on the heap of the main thread.
 */
export function speedTable(runs: readonly (readonly Result[])[]): string {
  return inColumns([HEAD, ...bySubject(runs).map((each) => speedLine(middle(each)))]);
}

/** Spread of the runs. */
export function spreadTable(runs: readonly (readonly Result[])[]): string {
  const head = [`lowest–highest of ${runs.length} runs`, 'CPU µs', 'req/s', '× GET', '× POST'];
  const lines = bySubject(runs).map((each) => [
    each[0]?.subject.name ?? '',
    spread(each, 'cpuMicros', 1),
    spread(each, 'perSecond', 0),
    spread(each, 'get', 2),
    spread(each, 'post', 2),
  ]);
  return inColumns([head, ...lines]);
}

/** Results per subject and run. */
function bySubject(runs: readonly (readonly Result[])[]): Figures[][] {
  const figures = runs.map(figuresOf);
  return (figures[0] ?? []).map((_, at) => figures.flatMap((run) => run[at] ?? []));
}

function figuresOf(run: readonly Result[]): Figures[] {
  const measured = new Map(run.map(({ subject, rounds }) => [subject, middleOf(rounds)]));
  return [...measured].map(([subject, figures]) => {
    const times = (bare: Subject | undefined) =>
      figures.cpuMicros / ((bare && measured.get(bare)?.cpuMicros) ?? NaN);
    return { ...figures, subject, get: times(subject.against?.get), post: times(subject.against?.post) };
  });
}

function middle(runs: readonly Figures[]): Figures {
  const [first] = runs;
  if (!first) throw new Error('nothing was measured');
  return {
    ...middleOf(runs),
    subject: first.subject,
    get: median(runs.map(({ get }) => get)),
    post: median(runs.map(({ post }) => post)),
  };
}

function speedLine(figures: Figures): string[] {
  const { subject, cpuMicros, perSecond, p50Ms, p99Ms, allocatedBytes, get, post } = figures;
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
    verdict(figures),
  ];
}

function verdict({ subject: { target }, p50Ms, p99Ms, ...ratios }: Figures): string {
  if (!target) return '';
  const { times, of, tail } = target;
  const judged = (most: number, ratio: number) => `≤ ${most.toFixed(1)} ${ratio <= most ? 'met' : 'MISSED'}`;
  const cpu = `× ${of.toUpperCase()} ${judged(times, ratios[of])}`;
  return tail === undefined ? cpu : `${cpu}, p99/p50 ${judged(tail, p99Ms / p50Ms)}`;
}

function spread(
  runs: readonly Figures[],
  figure: 'cpuMicros' | 'perSecond' | 'get' | 'post',
  digits: number,
): string {
  const all = runs.map((each) => each[figure]);
  if (all.some(Number.isNaN)) return '';
  return `${Math.min(...all).toFixed(digits)}–${Math.max(...all).toFixed(digits)}`;
}
