export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
}

/** Optimistic: the write fails when the version has changed since the read. Pessimistic: the row is locked and read again. */
export type LockMode = 'optimistic' | 'pessimistic';

const MOST_TRIES = 10;

export async function retryOnConflict<T>(attempt: (lock: LockMode) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1 ? 'optimistic' : 'pessimistic');
    } catch (error) {
      if (!(error instanceof VersionConflictError) || tries === MOST_TRIES) throw error;
    }
  }
}
