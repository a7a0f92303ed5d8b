import { MINUTE, type Instant } from '../../rules/base/clock.ts';

interface ProgressSample {
  readonly monotonicMs: number;
  readonly settled: number;
  /** The moment up to which the queue had been walked. */
  readonly reached: Instant;
}

interface SettlingPace {
  /** On this node. */
  readonly settledPerSecond: number;
  /** Seconds of queue that all nodes together work off in a second. */
  readonly speed: number;
}

export interface RoundEnd {
  /** The moment it settled up to. */
  readonly now: Instant;
  /** Whether everything due then was settled, but for the failures. */
  readonly complete: boolean;
  readonly failures: readonly unknown[];
}

const BEGINNING: Instant = Number.MIN_SAFE_INTEGER;
// Other nodes' clocks may be behind by less than this; larger skews are found when `lookEverywhere` runs.
const MARGIN = MINUTE;

const WINDOW_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

export class SettlingProgress {
  #settled = 0;
  readonly #samples: ProgressSample[] = [];
  #queueStart = BEGINNING;
  /** The running round: at most one, so that it takes one connection. */
  round: Promise<RoundEnd> | undefined;

  /** Creatures settled since the start. */
  get settled(): number {
    return this.#settled;
  }

  /**
   * Nothing is due before this moment. PostgreSQL keeps dead index entries while an old snapshot (a backup) is open, and a
   * scan from the beginning would pass all of them.
   */
  get queueStart(): Instant {
    return this.#queueStart;
  }

  settledUpTo(moment: Instant): void {
    this.#queueStart = Math.max(this.#queueStart, moment - MARGIN);
  }

  /** The next walk starts at the beginning of the queue. */
  lookEverywhere(): void {
    this.#queueStart = BEGINNING;
  }

  /** `reached` is the place in the queue, undefined at its end. */
  record(settled: number, reached: Instant | undefined, monotonicMs: number): void {
    this.#settled += settled;
    if (reached === undefined) return void this.#samples.splice(0);
    const last = this.#samples.at(-1);
    if (last && monotonicMs - last.monotonicMs < SAMPLE_EVERY_MS) return;
    this.#samples.push({ monotonicMs, settled: this.#settled, reached });
    while (monotonicMs - (this.#samples[0]?.monotonicMs ?? monotonicMs) > WINDOW_MS) this.#samples.shift();
  }

  /** Of the last seconds; undefined when the queue was empty. */
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
