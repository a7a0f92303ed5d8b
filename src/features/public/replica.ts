import { SECOND, type Instant } from '../../rules/base/clock.ts';
import type { Database, Db } from '../../db/db.ts';
import {
  readLogPosition,
  readReplayedPosition,
  type LogPosition,
} from '../../db/postgres/server-condition.ts';
import { isDatabaseUnavailable } from '../database-errors.ts';
import type { SettlingProgress } from '../lives/settling-progress.ts';

/** A copy of the database that follows it, and who hears when it can no longer be asked, and when it can again. */
export interface Standby {
  readonly database: Database;
  readonly onTrouble: (reason: unknown) => void;
  readonly onRecovered: () => void;
}

/** Further behind than this it is not asked. */
export const MOST_BEHIND = 10 * SECOND;
const MEASURE_EVERY = SECOND / 2;

/** How far the house had come at a moment. */
interface ProgressMark {
  readonly at: Instant;
  readonly position: LogPosition;
  /** Nothing was due before. */
  readonly queueStart: Instant;
}

/** What was written up to a moment, and perhaps some of what came later. */
export interface ReplicaReading {
  /** Whatever the standby does not answer, the primary does. */
  readonly store: Db;
  readonly completeAt: Instant;
  /** Where to look for what was due then. */
  readonly queueStart: Instant;
}

/**
 * Knows how late the standby is. What the primary had written is asked for together with the moment; once the standby has come so
 * far, it is complete up to that moment. One that lost its primary stays behind by this measure, whatever it believes itself.
 */
export class Replica {
  readonly #primary: Db;
  readonly #standby: Standby;
  readonly #settling: SettlingProgress;
  readonly #store: Db;
  /** The oldest first. */
  #marks: readonly ProgressMark[] = [];
  /** The last one that the standby has reached. */
  #reached: ProgressMark | undefined;
  #measuredAt: Instant = -Infinity;
  #measuring: Promise<void> | undefined;
  #inTrouble = false;

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

  /** Where to read what may be a little late; undefined while that would be too late. */
  async at(now: Instant): Promise<ReplicaReading | undefined> {
    if (Math.abs(now - this.#measuredAt) >= MEASURE_EVERY) {
      this.#measuring ??= this.#measure(now).finally(() => (this.#measuring = undefined));
      await this.#measuring;
    }
    const reached = this.#reached;
    if (!reached || now - reached.at > MOST_BEHIND) return undefined;
    const { at, queueStart } = reached;
    return { store: this.#store, completeAt: Math.min(at, now), queueStart };
  }

  close(): Promise<void> {
    return this.#standby.database.close();
  }

  async #measure(now: Instant): Promise<void> {
    // Later ones were made by a clock that has been turned back.
    const marks = this.#marks.filter(({ at }) => at <= now);
    const mark = await this.#markNow(now);
    if (mark) marks.push(mark);
    try {
      const replayed = await readReplayedPosition(this.#standby.database);
      if (marks.some(({ position }) => position.identity !== replayed.identity))
        throw new Error('it is no copy of this database');
      this.#reached = marks.findLast(({ position }) => position.bytes <= replayed.bytes);
      if (this.#reached) this.#recover();
      else if (now - (marks[0]?.at ?? now) > MOST_BEHIND)
        throw new Error(`it is more than ${MOST_BEHIND / SECOND} seconds behind`);
    } catch (error) {
      this.#leave(error);
    }
    this.#marks = marks.filter(({ at }) => now - at <= MOST_BEHIND);
    this.#measuredAt = now;
  }

  /** A primary that does not answer is no fault of the standby: it can be read for as long as it is not too late. */
  async #markNow(at: Instant): Promise<ProgressMark | undefined> {
    const { queueStart } = this.#settling;
    const position = await readLogPosition(this.#primary).catch(() => undefined);
    return position && { at, position, queueStart };
  }

  async #read<T>(work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await work(this.#standby.database);
    } catch (error) {
      // Anything else concerns this read alone, as when the standby had to take away what it was reading.
      if (isDatabaseUnavailable(error)) this.#leave(error);
      return work(this.#primary);
    }
  }

  /** Until it is measured again. */
  #leave(reason: unknown): void {
    this.#reached = undefined;
    if (this.#inTrouble) return;
    this.#inTrouble = true;
    this.#standby.onTrouble(reason);
  }

  #recover(): void {
    if (!this.#inTrouble) return;
    this.#inTrouble = false;
    this.#standby.onRecovered();
  }
}
