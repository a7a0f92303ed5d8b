import type { Measured } from '../measure.ts';
import { inColumns } from './columns.ts';

/** The same request in a small house and in a large one. */
export interface Scaled {
  readonly name: string;
  readonly small: Measured;
  readonly large: Measured;
}

const MOST = 1.2;
const HEAD = ['', 'CPU µs, small', 'large', '×', 'p50 ms, small', 'large', '×', `≤ ${MOST}×`];

export function scaleTable(rows: readonly Scaled[]): string {
  return inColumns([HEAD, ...rows.map(lineOf)]);
}

function lineOf({ name, small, large }: Scaled): string[] {
  const cpu = large.cpuMicros / small.cpuMicros;
  const waited = large.p50Ms / small.p50Ms;
  return [
    name,
    small.cpuMicros.toFixed(0),
    large.cpuMicros.toFixed(0),
    cpu.toFixed(2),
    small.p50Ms.toFixed(2),
    large.p50Ms.toFixed(2),
    waited.toFixed(2),
    cpu <= MOST && waited <= MOST ? 'met' : 'MISSED',
  ];
}
