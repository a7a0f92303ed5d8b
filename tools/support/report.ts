import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';

export const HERE = join(import.meta.dirname, '../..');

/** Figures are only comparable with this. */
export function machineAndCommit(): string {
  const cores = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'} (${process.arch})`;
  const today = new Date().toISOString().slice(0, 10);
  return `${cores}, Node ${process.versions.node}, ${today}, ${commitOf(HERE)}`;
}

export function commitOf(root: string): string {
  const git = (...given: string[]) =>
    execFileSync('git', ['-C', root, ...given], { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' and changes';
    return `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`;
  } catch {
    return 'no commit';
  }
}

/** SEED=N repeats a run. */
export function seedOfRun(): number {
  return Number(process.env['SEED'] ?? randomInt(2 ** 32));
}

/** An exit runs what ends servers and removes folders; a signal by itself would not. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}

/** Lines of cells, one below the other: the first column begins and all others end at the same place. */
export function inColumns(lines: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const line of lines)
    for (const [at, cell] of line.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  const padded = (cell: string, at: number) =>
    at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n');
}

export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? NaN;
}
