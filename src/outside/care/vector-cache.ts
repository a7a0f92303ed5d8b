import { quantize, dequantize, type Vector } from '../../core/care/embedding-score.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { Embedder, VectorStore } from './embedder.ts';

/** Vectors of texts, from wherever they are known: this process, the store, or the embedder, which is asked once for each. */
export interface VectorCache {
  vectorsOf(texts: readonly string[], kept: 'always' | 'recently'): Promise<readonly Vector[]>;
}

interface VectorCacheSettings {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  /** Vectors that were made when the house was built. */
  readonly bundled: ReadonlyMap<string, Uint8Array>;
}

const MOST_RECENT = 2_000;

export function vectorCache({ embedder, store, bundled }: VectorCacheSettings): VectorCache {
  const always = new Map<string, Vector>();
  const recent = new LruCache<Vector>(MOST_RECENT);
  const pending = new Map<string, Promise<Vector>>();
  let dimensions = bundled.values().next().value?.length;

  function known(text: string): Vector | undefined {
    const here = always.get(text) ?? recent.get(text);
    if (here !== undefined) return here;
    const bytes = bundled.get(text);
    if (bytes === undefined) return undefined;
    const vector = dequantize(bytes);
    always.set(text, vector);
    return vector;
  }

  async function find(texts: readonly string[]): Promise<readonly Vector[]> {
    const stored = await Promise.all(texts.map((text) => readOrMiss(store, embedder.model, text)));
    const missing = texts.filter((_, at) => stored[at] === undefined);
    const embedded = missing.length === 0 ? [] : (await embedder.embed(missing)).map(quantize);
    for (const bytes of [...stored, ...embedded]) checkDimensions(bytes);
    const embeddedByText = new Map(missing.map((text, at) => [text, embedded[at]]));
    await Promise.all(
      missing.map((text) => writeOrNot(store, embedder.model, text, embeddedByText.get(text))),
    );
    return texts.map((text, at) => dequantize(stored[at] ?? embeddedByText.get(text) ?? new Uint8Array()));
  }

  // Only vectors of one model can be compared, and a model may have changed under its name.
  function checkDimensions(bytes: Uint8Array | undefined): void {
    if (bytes === undefined) return;
    dimensions ??= bytes.length;
    if (bytes.length !== dimensions)
      throw new Error(`a vector has ${bytes.length} dimensions, not ${dimensions}`);
  }

  /** Each text is looked for once, however many ask meanwhile. */
  function fetch(texts: readonly string[], into: Pick<LruCache<Vector>, 'set'>): void {
    const found = find(texts);
    for (const [at, text] of texts.entries()) {
      const one = found.then((vectors) => keep(into, text, vectors[at]));
      pending.set(text, one);
      const settled = () => pending.delete(text);
      one.then(settled, settled);
    }
  }

  return {
    async vectorsOf(texts, kept) {
      const here = texts.map(known);
      if (here.every((vector) => vector !== undefined)) return here;
      const missing = texts.filter((text, at) => here[at] === undefined && !pending.has(text));
      if (missing.length > 0) fetch([...new Set(missing)], kept === 'always' ? always : recent);
      return Promise.all(
        texts.map(async (text, at) => here[at] ?? (await pending.get(text)) ?? missingVector(text)),
      );
    },
  };
}

function keep(into: Pick<LruCache<Vector>, 'set'>, text: string, vector: Vector | undefined): Vector {
  if (vector === undefined || vector.length === 0) return missingVector(text);
  into.set(text, vector);
  return vector;
}

function missingVector(text: string): never {
  throw new Error(`no vector came for a text of ${text.length} characters`);
}

// A store that fails only costs the time to embed again.
async function readOrMiss(store: VectorStore, model: string, text: string): Promise<Uint8Array | undefined> {
  try {
    return await store.read(model, text);
  } catch {
    return undefined;
  }
}

async function writeOrNot(store: VectorStore, model: string, text: string, vector: Uint8Array | undefined) {
  if (vector === undefined) return;
  try {
    await store.write(model, text, vector);
  } catch {
    // Then it is embedded again another time.
  }
}
