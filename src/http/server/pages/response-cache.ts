import { SECOND, type Instant } from '../../../core/engine/clock.ts';

/** What was made for an address lately, so that many who ask at once cost as much as one. */
export class ResponseCache<Made> {
  readonly #made = new Map<string, { readonly at: Instant; readonly what: Promise<Made> }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** What is known under the key, if it is fresh enough; made now otherwise. A failure is forgotten at once. */
  get(key: string, freshSeconds: number, now: Instant, make: () => Promise<Made>): Promise<Made> {
    const known = this.#made.get(key);
    if (known && now - known.at < freshSeconds * SECOND) return known.what;
    const made = { at: now, what: make() };
    this.#made.delete(key);
    this.#made.set(key, made);
    made.what.catch(() => {
      if (this.#made.get(key) === made) this.#made.delete(key);
    });
    if (this.#made.size > this.#most) this.#forgetOldest();
    return made.what;
  }

  #forgetOldest(): void {
    for (const [key] of this.#made) return void this.#made.delete(key);
  }
}
