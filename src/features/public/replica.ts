import type { Database, Db } from '../../../packages/database/db.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import {
  type LogPosition,
  readLogPosition,
  readReplayedPosition,
} from '../../../packages/database/postgres/server-condition.ts';
import { SECOND, type Instant } from '../../rules/base/clock.ts';
import type { HallCategory } from '../../rules/vocabulary.ts';
import type { CareHouse } from '../care/care.ts';
import type { SettlingProgress } from '../creatures/settle.ts';
import type { PageMarks } from '../pagination.ts';

export interface PublicHouse extends CareHouse {
  readonly replica: Replica | undefined;
  readonly pageMarks: Readonly<Record<HallCategory | 'graveyard', PageMarks>>;
}

export interface Standby {
  readonly database: Database;
  readonly onTrouble: (reason: unknown) => void;
  readonly onRecovered: () => void;
}

export const MAX_LAG = 10 * SECOND;
const MEASURE_EVERY = SECOND / 2;

interface ProgressMark {
  readonly at: Instant;
  readonly position: LogPosition;
  /** No creature was due before this moment. */
  readonly queueStart: Instant;
}

/**
 * Measures the standby's lag. A mark pairs a moment with the primary's WAL position; once the standby has replayed that
 * position, it is complete up to that moment. A standby that lost its primary falls behind by this measure.
 */
export class Replica {
  readonly #primary: Db;
  readonly #standby: Standby;
  readonly #settling: SettlingProgress;
  /** Reads that fail on the standby are repeated on the primary. */
  readonly #store: Db;
  #marks: readonly ProgressMark[] = [];
  #reached: ProgressMark | undefined;
  #measuredAt: Instant = -Infinity;
  #measuring: Promise<void> | undefined;
  #isFailing = false;

  constructor(primary: Db, standby: Standby, settling: SettlingProgress) {
    this.#primary = primary;
    this.#standby = standby;
    this.#settling = settling;
    this.#store = {
      one: (query, values) => this.#read((db) => db.one(query, values)),
      all: (query, values) => this.#read((db) => db.all(query, values)),
      run: (command, values) => primary.run(command, values),
      runEach: (command, rows) => primary.runEach(command, rows),
    };
  }

  /** Undefined while the lag is too large. Everything written until `completeAt` is on the standby, and maybe later writes. */
  async at(now: Instant) {
    if (Math.abs(now - this.#measuredAt) >= MEASURE_EVERY) {
      this.#measuring ??= this.#measure(now).finally(() => (this.#measuring = undefined));
      await this.#measuring;
    }
    const reached = this.#reached;
    if (!reached || now - reached.at > MAX_LAG) return undefined;
    return { store: this.#store, completeAt: Math.min(reached.at, now), queueStart: reached.queueStart };
  }

  close(): Promise<void> {
    return this.#standby.database.close();
  }

  async #measure(now: Instant): Promise<void> {
    // Drops marks of the future, which exist after the clock was set back.
    const marks = this.#marks.filter(({ at }) => at <= now);
    const mark = await this.#markNow(now);
    if (mark) marks.push(mark);
    try {
      const replayed = await readReplayedPosition(this.#standby.database);
      if (marks.some(({ position }) => position.identity !== replayed.identity))
        throw new Error('it is no copy of this database');
      this.#reached = marks.findLast(({ position }) => position.bytes <= replayed.bytes);
      if (this.#reached) this.#recover();
      else if (now - (marks[0]?.at ?? now) > MAX_LAG)
        throw new Error(`it is more than ${MAX_LAG / SECOND} seconds behind`);
    } catch (error) {
      this.#leave(error);
    }
    this.#marks = marks.filter(({ at }) => now - at <= MAX_LAG);
    this.#measuredAt = now;
  }

  /** Undefined when the primary does not answer: the standby stays readable until its lag is too large. */
  async #markNow(at: Instant): Promise<ProgressMark | undefined> {
    const { queueStart } = this.#settling;
    const position = await readLogPosition(this.#primary).catch(() => undefined);
    return position && { at, position, queueStart };
  }

  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await work(this.#standby.database);
    } catch (error) {
      // Errors other than unavailability concern this read only, such as a conflict with recovery.
      if (isUnavailable(error)) this.#leave(error);
      return work(this.#primary);
    }
  }

  /** Stops reading from the standby until the next measurement of its lag. */
  #leave(reason: unknown): void {
    this.#reached = undefined;
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#standby.onTrouble(reason);
  }

  #recover(): void {
    if (!this.#isFailing) return;
    this.#isFailing = false;
    this.#standby.onRecovered();
  }
}
