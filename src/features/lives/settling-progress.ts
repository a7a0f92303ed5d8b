import { MINUTE, type Instant } from '../../rules/base/clock.ts';

interface ProgressSample {
  readonly monotonicMs: number;
  readonly settled: number;
  /** The moment up to which everything due had been looked at. */
  readonly reached: Instant;
}

/** How fast what is due is worked off. */
export interface SettlingPace {
  /** On this node alone. */
  readonly settledPerSecond: number;
  /** By how many seconds of the house's time the queue gets shorter in a second, whoever works at it. */
  readonly speed: number;
}

/** How a round of settling ended. */
export interface RoundEnd {
  /** The moment it settled up to. */
  readonly now: Instant;
  /** Was everything settled that was due then, but for what cannot be? */
  readonly complete: boolean;
  /** What went wrong with those that could not be settled; they kept nobody else from it. */
  readonly failures: readonly unknown[];
}

const BEGINNING: Instant = Number.MIN_SAFE_INTEGER;
// What another node writes by a clock that is a little behind is later than this; the rest is found within a minute.
const MARGIN = MINUTE;

const WINDOW_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

/** What this node's settler says of itself. */
export class SettlingProgress {
  #settled = 0;
  readonly #samples: ProgressSample[] = [];
  #queueStart = BEGINNING;
  /** The round that is under way: a house has one at a time, so that it takes one connection from the others. */
  round: Promise<RoundEnd> | undefined;

  /** How many creatures it has settled, one after the other or together, since the start. */
  get settled(): number {
    return this.#settled;
  }

  /**
   * Where to look for what is due: nothing is, before. PostgreSQL keeps what was due in the index as long as anybody reads at an
   * older moment (a backup), and whoever began at the beginning would pass all of it by.
   */
  get queueStart(): Instant {
    return this.#queueStart;
  }

  /** Everything due before this moment was settled. */
  settledUpTo(moment: Instant): void {
    this.#queueStart = Math.max(this.#queueStart, moment - MARGIN);
  }

  /** The next look begins at the beginning. */
  lookEverywhere(): void {
    this.#queueStart = BEGINNING;
  }

  /** So many were settled, and the queue is being worked off from this moment on. */
  record(settled: number, reached: Instant | undefined, monotonicMs: number): void {
    this.#settled += settled;
    if (reached === undefined) return void this.#samples.splice(0);
    const last = this.#samples.at(-1);
    if (last && monotonicMs - last.monotonicMs < SAMPLE_EVERY_MS) return;
    this.#samples.push({ monotonicMs, settled: this.#settled, reached });
    while (monotonicMs - (this.#samples[0]?.monotonicMs ?? monotonicMs) > WINDOW_MS) this.#samples.shift();
  }

  /** As it was lately; undefined when there was nothing to hurry for. */
  paceAt(monotonicMs: number): SettlingPace | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || first === last || monotonicMs - last.monotonicMs > WINDOW_MS) return undefined;
    const seconds = (last.monotonicMs - first.monotonicMs) / 1000;
    return {
      settledPerSecond: (last.settled - first.settled) / seconds,
      speed: Math.max(0, last.reached - first.reached) / 1000 / seconds,
    };
  }
}
