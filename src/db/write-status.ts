import { recordOf } from '../rules/base/collections.ts';
import { isUnavailable, type Outage, OUTAGES, outageOf } from './portable.ts';

// So many failed writes in a row, without one that succeeded, are taken for a database that stores nothing.
const FAILING_AFTER = 3;

/** Whether this process can write. A write that a rule or a constraint refused counts neither way. */
export class WriteStatus {
  /** Transactions that failed because of the database, by reason. */
  readonly failures: Record<Outage, number> = recordOf(OUTAGES, () => 0);
  #failedInARow = 0;
  #lastReason: Outage | undefined;

  get areFailing(): boolean {
    return this.#failedInARow >= FAILING_AFTER;
  }

  get areWithoutRoom(): boolean {
    return this.areFailing && this.#lastReason === 'db_disk_full';
  }

  noteSuccess(): void {
    this.#failedInARow = 0;
  }

  noteFailure(error: unknown): void {
    if (!isUnavailable(error)) return;
    this.#lastReason = outageOf(error);
    this.failures[this.#lastReason] += 1;
    this.#failedInARow += 1;
  }
}
