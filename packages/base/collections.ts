/** A least-recently-used cache; the insertion order of a Map is the order of use. */
export class LruCache<Value extends {}> {
  readonly #capacity: number;
  readonly #entries = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#capacity) return;
    const [oldest = ''] = this.#entries.keys();
    this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  deleteIf(key: string, value: Value): void {
    if (this.#entries.get(key) === value) this.delete(key);
  }
}

/** Computes what follows from an object that never changes once, for as long as the object lives. */
export function oncePer<Key extends object, Value extends {} | null>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

/** `oncePer` of two objects; for the first one only its last companion is kept, since it nearly always has the same. */
export function oncePerPair<One extends object, Other extends object, Value>(
  compute: (one: One, other: Other) => Value,
): (one: One, other: Other) => Value {
  const known = new WeakMap<One, { readonly other: Other; readonly value: Value }>();
  return (one, other) => {
    const earlier = known.get(one);
    if (earlier?.other === other) return earlier.value;
    const value = compute(one, other);
    known.set(one, { other, value });
    return value;
  };
}

export function recordOf<Word extends string, Value>(
  words: readonly Word[],
  valueOf: (word: Word) => Value,
): Readonly<Record<Word, Value>> {
  return Object.fromEntries(words.map((word) => [word, valueOf(word)])) as Record<Word, Value>;
}
