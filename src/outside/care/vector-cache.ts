import { quantize, dequantize, type Vector } from '../../core/care/embedding-score.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { Embedder, VectorStore } from './embedder.ts';

/** Vectors of texts, from wherever they are known: this process, the store, or the embedder, which is asked once for each. */
export interface VectorCache {
  vectorsOf(texts: readonly string[]): Promise<readonly Vector[]>;
}

interface VectorCacheSettings {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  /** Reads the vectors that were made when the house was built: nobody needs them before the first question. */
  readonly bundled: () => ReadonlyMap<string, Uint8Array>;
}

const MOST_KEPT = 4_000;

export function vectorCache({ embedder, store, bundled }: VectorCacheSettings): VectorCache {
  const kept = new LruCache<Promise<Vector>>(MOST_KEPT);
  let brought: ReadonlyMap<string, Uint8Array> | undefined;
  let dimensions: number | undefined;

  /** Each text is looked for once, however many ask meanwhile; what failed is looked for again. */
  function keep(text: string, found: Promise<Vector>): Promise<Vector> {
    kept.set(text, found);
    found.catch(() => kept.deleteIf(text, found));
    return found;
  }

  function recall(text: string): Promise<Vector> | undefined {
    const bytes = (brought ??= bundled()).get(text);
    dimensions ??= bytes?.length;
    return kept.get(text) ?? (bytes && keep(text, Promise.resolve(dequantize(bytes))));
  }

  async function find(texts: readonly string[]): Promise<readonly Vector[]> {
    const { model } = embedder;
    // A store that fails only costs the time to embed again.
    const stored = await Promise.all(texts.map((text) => store.read(model, text).catch(() => undefined)));
    const missing = texts.filter((_, at) => stored[at] === undefined);
    const embedded = missing.length === 0 ? [] : (await embedder.embed(missing)).map(quantize);
    const rest = embedded.values();
    const found = stored.map((bytes) => checkVector(bytes ?? rest.next().value));
    await Promise.allSettled(embedded.map((bytes, at) => store.write(model, missing[at] ?? '', bytes)));
    return found.map(dequantize);
  }

  // Only vectors of one model can be compared, and a model may have changed under its name.
  function checkVector(bytes: Uint8Array = new Uint8Array()): Uint8Array {
    dimensions ??= bytes.length;
    if (bytes.length === 0 || bytes.length !== dimensions)
      throw new Error(`a vector has ${bytes.length} dimensions, not ${dimensions}`);
    return bytes;
  }

  return {
    async vectorsOf(texts) {
      const missing = [...new Set(texts.filter((text) => recall(text) === undefined))];
      const found = find(missing);
      const pick = async (text: string) => (await found)[missing.indexOf(text)] ?? new Float32Array();
      return Promise.all(texts.map((text) => recall(text) ?? keep(text, pick(text))));
    },
  };
}
