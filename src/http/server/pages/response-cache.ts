import { SECOND, type Instant } from '../../../core/engine/clock.ts';
import { LruCache } from '../../../core/engine/lru-cache.ts';

/** What was made for an address lately, so that many who ask at once cost as much as one. */
export class ResponseCache<Made> {
  readonly #made: LruCache<{ readonly at: Instant; readonly what: Promise<Made> }>;

  constructor(capacity: number) {
    this.#made = new LruCache(capacity);
  }

  /** What is known under the key, if it is fresh enough; made now otherwise. A failure is forgotten at once. */
  get(key: string, freshSeconds: number, now: Instant, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key);
    if (known && now - known.at < freshSeconds * SECOND) return known.what;
    const made = { at: now, what: make() };
    this.#made.set(key, made);
    made.what.catch(() => this.#made.deleteIf(key, made));
    return made.what;
  }
}
