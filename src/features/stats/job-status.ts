import type { Instant } from '../../rules/base/clock.ts';
import { isConstraintViolation } from '../database-errors.ts';

/** A summary of one job's runs on this node. */
export interface JobSummary {
  readonly name: string;
  readonly rounds: number;
  readonly failures: number;
  readonly lastTookMs: number;
  readonly lastWentWellAt: Instant | undefined;
}

const NEVER_RUN = { rounds: 0, failures: 0, lastTookMs: 0, lastWentWellAt: undefined };

export class JobStatus {
  readonly #summaries = new Map<string, JobSummary>();
  /** Sum of the differences between balances and their ledgers in credits, after the last complete check; undefined before it. */
  ledgerImbalance: number | undefined;
  /** Number of job runs that failed with a constraint violation. */
  violations = 0;

  /** Registers a job before its first run, so that one that never runs shows in the metrics. */
  register(name: string): void {
    if (!this.#summaries.has(name)) this.#summaries.set(name, { name, ...NEVER_RUN });
  }

  record(
    name: string,
    run: { readonly at: Instant; readonly tookMs: number; readonly failure?: unknown },
  ): void {
    const before = this.#summaries.get(name) ?? NEVER_RUN;
    const failed = run.failure !== undefined;
    if (isConstraintViolation(run.failure)) this.violations += 1;
    this.#summaries.set(name, {
      name,
      rounds: before.rounds + 1,
      failures: before.failures + (failed ? 1 : 0),
      lastTookMs: run.tookMs,
      lastWentWellAt: failed ? before.lastWentWellAt : run.at,
    });
  }

  get summaries(): readonly JobSummary[] {
    return [...this.#summaries.values()];
  }
}
