import { globSync } from 'node:fs';

import explained from './explained.json' with { type: 'json' };
import groups from './groups.json' with { type: 'json' };

/** Files that are mutated, and the tests that have to find it: only those that state the rules of these files. */
export interface MutationPart {
  readonly files: readonly string[];
  readonly tests: readonly string[];
}

/** `spared` are kinds of mutants that are left out (most do not compile); `atLeast` is how many of a hundred have to be found. */
export const GROUPS = new Map(Object.entries(groups));

/** By file: mutants that no test finds, because there is nothing to find; `becomes` is the replacement, any if omitted. */
export const EXPLAINED: Readonly<
  Record<string, readonly { line: string; becomes?: readonly string[]; because: string }[]>
> = explained;

export interface Mutant extends Readonly<Record<'file' | 'line' | 'becomes' | 'status', string>> {
  readonly lineNumber: number;
}

export function filesOf({ files }: MutationPart, root: string): string[] {
  const { out = [], within = [] } = Object.groupBy(files, ([first]) => (first === '!' ? 'out' : 'within'));
  return globSync(within, { cwd: root, exclude: out.map((file) => file.slice(1)) }).toSorted();
}

/** Found by a test that failed, or that did not end. */
function isFound({ status }: Mutant): boolean {
  return status === 'Killed' || status === 'Timeout';
}

export function unexplained(mutants: readonly Mutant[]): Mutant[] {
  const isExplained = ({ file, line, becomes }: Mutant) =>
    EXPLAINED[file]?.some((one) => one.line === line && (one.becomes?.includes(becomes) ?? true)) ?? false;
  return mutants.filter((mutant) => !isFound(mutant) && !isExplained(mutant));
}

/** Percentage found; explained mutants count as missed. */
export function scoreOf(mutants: readonly Mutant[]): number {
  return mutants.length === 0 ? 100 : (100 * mutants.filter(isFound).length) / mutants.length;
}
