import { inColumns } from '../bench/tables.ts';
import type { Verdict } from './trial.ts';

const HEAD = [
  'fault',
  'requests',
  'answered',
  'deeds',
  'told',
  'lost',
  'doubled',
  'recovered: since it began',
  'since it ended',
  'audit',
  'took',
  'errors',
];

/** A line for each fault that was tried. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  return inColumns([HEAD, ...verdicts.map((verdict) => lineOf(verdict))]);
}

function lineOf({ fault, counts, reckoning, recoveredAfter, audit, tookSeconds }: Verdict): string[] {
  return [
    fault.name,
    String(counts.requests),
    String(counts.succeeded),
    String(reckoning.deeds),
    String(reckoning.acknowledged),
    String(reckoning.lost.length),
    String(reckoning.doubled.length),
    `${recoveredAfter.beginSeconds.toFixed(1)} s`,
    `${recoveredAfter.endSeconds.toFixed(1)} s`,
    audit.code === 0 ? 'clean' : 'DIRTY',
    `${tookSeconds.toFixed(0)} s`,
    errorsOf(counts.others),
  ];
}

function errorsOf(others: ReadonlyMap<string, number>): string {
  const sorted = [...others].toSorted(([a], [b]) => a.localeCompare(b));
  return sorted.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none';
}
