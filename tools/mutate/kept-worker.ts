import { ThreadsPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

// The thread is replaced after this many bugs, because a bug may leave state behind.
const MOST_RUNS = 50;

let kept: KeptThread | undefined;

/** Goes on to the next planted bug: a new thread for each would load the whole house again, which takes far longer than the tests. */
class KeptThread extends ThreadsPoolWorker {
  override readonly name = POOL;
  #runs = 0;
  #listeners: ((message: unknown) => void)[] = [];

  override on(event: string, callback: (given: unknown) => void): void {
    if (event === 'message') this.#listeners.push(callback);
    super.on(event, callback);
  }

  override send(message: WorkerRequest): void {
    if (message.type !== 'stop' || this.#isUsedUp) return super.send(message);
    const listeners = this.#listeners.splice(0);
    for (const listener of listeners) listener({ type: 'stopped', __vitest_worker_response__: true });
    for (const listener of listeners) super.off('message', listener);
  }

  override async start(): Promise<void> {
    this.#runs += 1;
    if (this.#runs === 1) await super.start();
  }

  override async stop(): Promise<void> {
    if (!this.#isUsedUp) return;
    kept = undefined;
    await super.stop();
  }

  get #isUsedUp(): boolean {
    return this.#runs >= MOST_RUNS;
  }
}

const POOL = 'kept';

export const KEPT_WORKER = {
  name: POOL,
  createPoolWorker(options: PoolOptions): PoolWorker {
    kept ??= new KeptThread(options);
    return kept;
  },
};
