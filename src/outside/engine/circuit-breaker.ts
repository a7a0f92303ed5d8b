interface CircuitBreakerSettings {
  /** How many failures in a row it bears. */
  readonly failures: number;
  readonly coolDownMs: number;
  /** Told once when it opens, not with every trial that fails. */
  readonly onOpen: (error: Error) => void;
}

/** Circuit breaker: lets work through until it has failed too often in a row; then it stays open for a while, and lets one try before the others. */
interface CircuitBreaker {
  /** What the work gives; fails with `CircuitBreakerError`, and at once while it is open. */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** The work failed, or was not tried because it had failed too often. */
export class CircuitBreakerError extends Error {
  override readonly name = 'CircuitBreakerError';
}

export function circuitBreaker({ failures, coolDownMs, onOpen }: CircuitBreakerSettings): CircuitBreaker {
  let failed = 0;
  let state: 'closed' | 'open' | 'half-open' | 'trying' = 'closed';
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    state = 'open';
    timer = setTimeout(() => (state = 'half-open'), coolDownMs).unref();
  }

  function fail(error: Error): void {
    failed += 1;
    if (state === 'trying') open();
    if (state !== 'closed' || failed < failures) return;
    open();
    onOpen(error);
  }

  // Work that began before it opened may still end well, but only a trial shows that it works again.
  function succeed(): void {
    if (state === 'trying') state = 'closed';
    failed = 0;
  }

  return {
    async run(work) {
      if (state === 'open' || state === 'trying') throw new CircuitBreakerError('resting');
      if (state === 'half-open') state = 'trying';
      try {
        const result = await work();
        succeed();
        return result;
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
        throw new CircuitBreakerError('failed', { cause: error });
      }
    },
    close: () => clearTimeout(timer),
  };
}
