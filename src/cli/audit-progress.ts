import type { AuditStep } from '../house/engine/audit.ts';
import { progress, type Progress } from './progress.ts';

/** Tells of the checks, and then of the lives. */
export class AuditProgress {
  readonly #passedBefore: number;
  #progress: Progress | undefined;
  #of: AuditStep['done'] | undefined;

  constructor(passedBefore = 0) {
    this.#passedBefore = passedBefore;
  }

  tell(step: AuditStep): void {
    if (this.#of !== step.done) {
      this.end();
      this.#of = step.done;
      const [label, before] = step.done === 'check' ? ['checks', 0] : ['creatures', this.#passedBefore];
      this.#progress = progress({ total: step.of - before, label });
    }
    this.#progress?.advance(step.done === 'check' ? 1 : step.passed);
  }

  end(): void {
    this.#progress?.end();
  }
}
