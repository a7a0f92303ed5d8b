/** What was used last, never more than `most`: those used longest ago are forgotten first. */
export interface LruCache<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
  size(): number;
}

/** Two halves: what is used moves to the young one, and when that is full the old one is forgotten whole. */
export function lruCache<T>(most: number): LruCache<T> {
  const half = Math.ceil(most / 2);
  let young = new Map<string, T>();
  let old = new Map<string, T>();

  function set(key: string, value: T): void {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
    size: () => young.size + old.size,
  };
}
