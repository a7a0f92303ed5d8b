/**
 * A least-recently-used cache of at most `capacity` entries. It has two halves: what is used moves to the young one, and when
 * that is full the old one is dropped whole. So every call takes constant time, and the last `capacity / 2` used are always there.
 */
export class LruCache<Value extends {}> {
  readonly #half: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(capacity: number) {
    this.#half = Math.ceil(capacity / 2);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Deletes the entry unless it was replaced meanwhile. */
  deleteIf(key: string, value: Value): void {
    if (this.get(key) === value) this.delete(key);
  }
}
