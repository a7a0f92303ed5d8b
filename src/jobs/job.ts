import type { House } from '../house/house.ts';
import { monotonicMs } from '../outside/engine/clock.ts';

export interface RepeatingJob {
  /** Begins a round now, unless one is going on. */
  begin(): void;
  /** No more rounds; waits for the last one, but not for ever: whatever is left is taken up after the next start. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 5000;

/** Does something again and again, one round at a time. Work that fails must say so itself. */
export function every(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
  patienceMs = PATIENCE_MS,
): RepeatingJob {
  const closing = new AbortController();
  let round: Promise<void> | undefined;
  const once = async () => {
    try {
      await work(closing.signal);
    } finally {
      round = undefined;
    }
  };
  const begin = () => void (round ??= once());
  const timer = setInterval(begin, everyMs).unref();
  return {
    begin,
    async stop() {
      clearInterval(timer);
      closing.abort();
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
    },
  };
}

/**
 * Does a round of a job and writes on the board of the house how it went. `work` gives what went wrong when it went on all
 * the same, and throws what it could not go on from; `onFailure` hears of that.
 */
export async function runAndRecord(
  { jobs, clock }: House,
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
