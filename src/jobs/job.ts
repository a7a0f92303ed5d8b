import type { Logger } from 'pino';

import type { House } from '../features/house.ts';
import { inBackground } from '../db/db.ts';

export interface Job {
  /** Starts a run of the job now, unless one is running. */
  begin(): void;
  /** Starts no more runs of the job and waits for the running one. */
  stop(): Promise<void>;
}

export interface JobSpec {
  readonly name: string;
  readonly everyMs: number;
  /** Does one run of the job. Returns an error after which it could continue; throws any other. */
  readonly work: (closing: AbortSignal) => Promise<unknown>;
  /** The log message if a run throws. */
  readonly failure: string;
  /** True to start the first run at once instead of after `everyMs`. */
  readonly atOnce?: true;
  /** Delay before the retry of a run that threw. */
  readonly retryMs?: number;
}

/** Starts a job whose runs are recorded in the job status. */
export function job(house: House, log: Logger, spec: JobSpec): Job {
  const { name, everyMs, work, failure, atOnce, retryMs } = spec;
  house.jobs.register(name);
  const started = every(everyMs, (closing) =>
    runAndRecord(
      house,
      name,
      () => inBackground(() => work(closing)),
      (error) => {
        log.warn({ event: 'job_failed', job: name, err: error }, failure);
        if (retryMs !== undefined && !closing.aborted) setTimeout(() => started.begin(), retryMs).unref();
      },
    ),
  );
  if (atOnce) started.begin();
  return started;
}

const STOP_WITHIN_MS = 5000;

/** Repeats work on a timer, one run at a time. The work handles its own errors. */
export function every(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
  stopWithinMs = STOP_WITHIN_MS,
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
      await Promise.race([round, new Promise((resolve) => setTimeout(resolve, stopWithinMs).unref())]);
    },
  };
}

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
