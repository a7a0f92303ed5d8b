import { EXPLAINED } from './explained.ts';

/** One small change of a source file, and whether a test has found it. */
export interface PlantedBug {
  readonly file: string;
  readonly lineNumber: number;
  /** The line it begins in, as it was before. */
  readonly line: string;
  /** Stryker's name for this kind of change. */
  readonly kind: string;
  /** The replacement, on one line. */
  readonly becomes: string;
  readonly status: string;
}

/** Found by a test that failed, or that did not end. */
function isFound({ status }: PlantedBug): boolean {
  return status === 'Killed' || status === 'Timeout';
}

/** Why a bug that no test has found is none, or does no harm. */
function whyHarmless({ file, line, becomes }: PlantedBug): string | undefined {
  const reasons = EXPLAINED[file] ?? [];
  return reasons.find((one) => one.line === line && (one.becomes?.includes(becomes) ?? true))?.because;
}

export function unexplained(bugs: readonly PlantedBug[]): PlantedBug[] {
  return bugs.filter((bug) => !isFound(bug) && whyHarmless(bug) === undefined);
}

/** Percentage found; explained bugs count as missed. */
export function scoreOf(bugs: readonly PlantedBug[]): number {
  return bugs.length === 0 ? 100 : (100 * bugs.filter(isFound).length) / bugs.length;
}
