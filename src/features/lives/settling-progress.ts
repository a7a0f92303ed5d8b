import { MINUTE, type Instant } from '../../rules/base/clock.ts';

interface ProgressSample {
  readonly monotonicMs: number;
  readonly settled: number;
}

export interface RoundEnd {
  /** The moment up to which the round settled creatures. */
  readonly now: Instant;
  /** True if everything due at `now` was settled, but for failures. */
  readonly complete: boolean;
  /** Nothing more is settled for now: see `hold-deaths.ts`. */
  readonly held?: boolean;
  readonly failures: readonly unknown[];
}

const BEGINNING: Instant = Number.MIN_SAFE_INTEGER;
// Other nodes' clocks may be behind by less than this; rows of slower clocks are found when `lookEverywhere` runs.
const MARGIN = MINUTE;

const WINDOW_MS = 10_000;
const SAMPLE_EVERY_MS = 500;

export class SettlingProgress {
  #settled = 0;
  readonly #samples: ProgressSample[] = [];
  #queueStart = BEGINNING;
  /** The running round of settling: at most one, so that it takes one connection. */
  round: Promise<RoundEnd> | undefined;

  /** Number of creatures settled since the process started. */
  get settled(): number {
    return this.#settled;
  }

  /**
   * No creature is due before this moment, so scans begin there. PostgreSQL keeps dead index entries while an
   * old snapshot (a backup) is open, and a scan from the beginning would pass all of them.
   */
  get queueStart(): Instant {
    return this.#queueStart;
  }

  settledUpTo(moment: Instant): void {
    this.#queueStart = Math.max(this.#queueStart, moment - MARGIN);
  }

  /** The next round of settling starts at the beginning of the queue. */
  lookEverywhere(): void {
    this.#queueStart = BEGINNING;
  }

  /** Counts settled creatures; `atEnd`: no more are due. */
  record(settled: number, atEnd: boolean, monotonicMs: number): void {
    this.#settled += settled;
    if (atEnd) return void this.#samples.splice(0);
    const last = this.#samples.at(-1);
    if (last && monotonicMs - last.monotonicMs < SAMPLE_EVERY_MS) return;
    this.#samples.push({ monotonicMs, settled: this.#settled });
    while (monotonicMs - (this.#samples[0]?.monotonicMs ?? monotonicMs) > WINDOW_MS) this.#samples.shift();
  }

  /** Creatures that this node settles per second, over the last seconds; undefined when none were due. */
  paceAt(monotonicMs: number): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    if (!first || !last || first === last || monotonicMs - last.monotonicMs > WINDOW_MS) return undefined;
    return ((last.settled - first.settled) * 1000) / (last.monotonicMs - first.monotonicMs);
  }
}
