import type { Logger } from 'pino';

import type { House } from '../features/house.ts';
import { inBackground } from '../db/db.ts';

/** Work that goes on while nobody asks, one round at a time. */
export interface Job {
  /** Begins a round now, unless one is going on. */
  begin(): void;
  /** No more rounds; waits for the one that is going on. */
  stop(): Promise<void>;
}

interface JobSpec {
  readonly name: string;
  readonly everyMs: number;
  /** Returns what went wrong when it went on all the same, and throws what it could not go on from. */
  readonly work: (closing: AbortSignal) => Promise<unknown>;
  /** What the log says when it throws. */
  readonly failure: string;
  /** The first round begins at the start instead of after `everyMs`. */
  readonly atOnce?: true;
  /** A round that threw is begun again after so long. */
  readonly retryMs?: number;
  /** How long `stop` waits; whatever is left is taken up after the next start. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 5000;

/** Starts a job: a round every so often, each recorded in the job status of the house. */
export function job(house: House, log: Logger, spec: JobSpec): Job {
  const { name, everyMs, work, failure, atOnce, retryMs, patienceMs } = spec;
  house.jobs.register(name);
  const started = every(
    everyMs,
    (closing) =>
      runAndRecord(
        house,
        name,
        () => inBackground(() => work(closing)),
        (error) => {
          log.warn({ err: error }, failure);
          if (retryMs !== undefined && !closing.aborted) setTimeout(() => started.begin(), retryMs).unref();
        },
      ),
    patienceMs,
  );
  if (atOnce) started.begin();
  return started;
}

/** Repeats work on a timer, one round at a time. Work that fails must say so itself. */
export function every(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Job {
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const runRound = async () => {
    try {
      await work(closing.signal);
    } finally {
      round = undefined;
    }
  };
  const begin = () => void (round ??= runRound());
  const timer = setInterval(begin, everyMs).unref();
  return {
    begin,
    async stop() {
      clearInterval(timer);
      closing.abort();
      if (patienceMs === Infinity) return round;
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    },
  };
}

/** Runs one round and records how it went; `onFailure` hears of what it threw. */
export async function runAndRecord(
  { jobs, clock, monotonicMs }: House,
  name: string,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const began = monotonicMs();
  let failure: unknown;
  try {
    failure = await work();
  } catch (error) {
    failure = error;
    onFailure(error);
  }
  jobs.record(name, { at: clock.now(), tookMs: monotonicMs() - began, failure });
}
