export interface Rounds {
  /** Begins a round now, unless one is going on. */
  begin(): void;
  /** No more rounds; waits for the last one, but not for ever: whatever is left is taken up after the next start. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 5000;

/** Does something again and again, one round at a time. Work that fails must say so itself. */
export function inRounds(
  everyMs: number,
  work: (closing: AbortSignal) => Promise<void>,
  patienceMs = PATIENCE_MS,
): Rounds {
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
