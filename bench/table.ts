import type { Measured, Subject } from './measure.ts';

export interface Row {
  readonly subject: Subject;
  readonly measured: Measured;
}

const HEAD = ['', 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', '× bare GET', '× bare POST', 'target'];

/** All figures as a table; every ratio is of CPU, to the bare server's GET or POST of the same reply in the same run. */
export function tableOf(rows: readonly Row[]): string {
  const cpu = new Map(rows.map(({ subject, measured }) => [subject, measured.cpuMicros]));
  const lines = [HEAD, ...rows.map((row) => lineOf(row, cpu))];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => line.map((cell, at) => padded(cell, widths[at] ?? 0, at)).join('  ')).join('\n');
}

function lineOf({ subject, measured }: Row, cpu: ReadonlyMap<Subject, number>): string[] {
  const times = (bare: Subject | undefined) => measured.cpuMicros / ((bare && cpu.get(bare)) ?? NaN);
  const ratios = { get: times(subject.against?.get), post: times(subject.against?.post) };
  return [
    subject.name,
    measured.cpuMicros.toFixed(1),
    measured.perSecond.toFixed(0),
    measured.p50Ms.toFixed(2),
    measured.p99Ms.toFixed(2),
    written(ratios.get),
    written(ratios.post),
    verdict(subject, ratios),
  ];
}

function verdict({ target }: Subject, ratios: { get: number; post: number }): string {
  if (!target) return '';
  return `≤ ${target.times.toFixed(1)}× ${target.of.toUpperCase()} ${ratios[target.of] <= target.times ? 'met' : 'MISSED'}`;
}

function written(ratio: number): string {
  return Number.isNaN(ratio) ? '' : ratio.toFixed(2);
}

function padded(cell: string, width: number, column: number): string {
  return column === 0 || column === HEAD.length - 1 ? cell.padEnd(width) : cell.padStart(width);
}
