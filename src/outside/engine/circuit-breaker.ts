export interface CircuitBreakerSettings {
  /** How many failures in a row it bears. */
  readonly failures: number;
  readonly coolDownMs: number;
  /** Told once when it begins to rest, not with every trial that fails. */
  readonly onOpen: (error: Error) => void;
}

/** Lets work through until it has failed too often in a row; then it rests, and lets one try before the others. */
export interface CircuitBreaker {
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
  let state: 'working' | 'resting' | 'rested' | 'trying' = 'working';
  let timer: NodeJS.Timeout | undefined;

  function rest(): void {
    state = 'resting';
    timer = setTimeout(() => (state = 'rested'), coolDownMs).unref();
  }

  function fail(error: Error): void {
    failed += 1;
    if (state === 'trying') rest();
    if (state !== 'working' || failed < failures) return;
    rest();
    onOpen(error);
  }

  // Work that began before the rest may still end well, but only a trial shows that it works again.
  function succeed(): void {
    if (state === 'trying') state = 'working';
    failed = 0;
  }

  return {
    async run(work) {
      if (state === 'resting' || state === 'trying') throw new CircuitBreakerError('resting');
      if (state === 'rested') state = 'trying';
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
