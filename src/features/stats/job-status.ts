import type { Instant } from '../../rules/base/clock.ts';
import { isConstraintViolation } from '../database-errors.ts';

/** How one kind of work has gone on this node. */
export interface JobSummary {
  readonly name: string;
  readonly rounds: number;
  readonly failures: number;
  /** How long its last round took. */
  readonly lastTookMs: number;
  readonly lastWentWellAt: Instant | undefined;
}

interface JobRun {
  readonly at: Instant;
  readonly tookMs: number;
  /** What went wrong, if anything did. */
  readonly failure?: unknown;
}

/** What the jobs of this node say of themselves; whoever runs the house looks at it. */
export class JobStatus {
  readonly #summaries = new Map<string, JobSummary>();
  /** Credits by which accounts differ from their ledgers, by the last whole walk through them; undefined before it. */
  ledgerImbalance: number | undefined;
  #violations = 0;

  /** Makes a job known before its first round, so that one that never comes is missed. */
  register(name: string): void {
    if (!this.#summaries.has(name)) this.#summaries.set(name, { name, ...UNTRIED });
  }

  record(name: string, { at, tookMs, failure }: JobRun): void {
    const before = this.#summaries.get(name) ?? { name, ...UNTRIED };
    const failed = failure !== undefined;
    if (isConstraintViolation(failure)) this.#violations += 1;
    this.#summaries.set(name, {
      name,
      rounds: before.rounds + 1,
      failures: before.failures + (failed ? 1 : 0),
      lastTookMs: tookMs,
      lastWentWellAt: failed ? before.lastWentWellAt : at,
    });
  }

  /** Times a job was to store something that must never be. */
  get violations(): number {
    return this.#violations;
  }

  get summaries(): readonly JobSummary[] {
    return [...this.#summaries.values()];
  }
}

const UNTRIED = {
  rounds: 0,
  failures: 0,
  lastTookMs: 0,
  lastWentWellAt: undefined,
} as const;
