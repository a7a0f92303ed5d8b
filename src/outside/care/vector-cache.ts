import { quantize, dequantize, type Vector } from '../../core/care/embedding-score.ts';
import { LruCache } from '../../core/engine/lru-cache.ts';
import type { Embedder, VectorStore } from './embedder.ts';

/** Vectors of texts, from wherever they are known: here, in the memory, or from the seer, which is asked once for each. */
export interface VectorCache {
  vectorsOf(texts: readonly string[], kept: 'always' | 'lately'): Promise<readonly Vector[]>;
}

export interface VectorCacheSettings {
  readonly embedder: Embedder;
  readonly memory: VectorStore;
  /** Vectors that were made when the house was built. */
  readonly bundled: ReadonlyMap<string, Uint8Array>;
}

const MOST_LATELY = 2_000;

export function vectorCache({ embedder, memory, bundled }: VectorCacheSettings): VectorCache {
  const always = new Map<string, Vector>();
  const recent = new LruCache<Vector>(MOST_LATELY);
  const onTheWay = new Map<string, Promise<Vector>>();
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
    const remembered = await Promise.all(texts.map((text) => readOrMiss(memory, embedder.model, text)));
    const missing = texts.filter((_, at) => remembered[at] === undefined);
    const seen = missing.length === 0 ? [] : (await embedder.embed(missing)).map(quantize);
    for (const bytes of [...remembered, ...seen]) measure(bytes);
    const bySight = new Map(missing.map((text, at) => [text, seen[at]]));
    await Promise.all(missing.map((text) => writeOrNot(memory, embedder.model, text, bySight.get(text))));
    return texts.map((text, at) => dequantize(remembered[at] ?? bySight.get(text) ?? new Uint8Array()));
  }

  // Only vectors of one model can be compared, and a model may have changed under its name.
  function measure(bytes: Uint8Array | undefined): void {
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
      onTheWay.set(text, one);
      const arrived = () => onTheWay.delete(text);
      one.then(arrived, arrived);
    }
  }

  return {
    async vectorsOf(texts, kept) {
      const here = texts.map(known);
      if (here.every((vector) => vector !== undefined)) return here;
      const missing = texts.filter((text, at) => here[at] === undefined && !onTheWay.has(text));
      if (missing.length > 0) fetch([...new Set(missing)], kept === 'always' ? always : recent);
      return Promise.all(texts.map(async (text, at) => here[at] ?? (await onTheWay.get(text)) ?? lost(text)));
    },
  };
}

function keep(into: Pick<LruCache<Vector>, 'set'>, text: string, vector: Vector | undefined): Vector {
  if (vector === undefined || vector.length === 0) return lost(text);
  into.set(text, vector);
  return vector;
}

function lost(text: string): never {
  throw new Error(`no vector came for a text of ${text.length} characters`);
}

// A memory that fails only costs the time to look again.
async function readOrMiss(memory: VectorStore, model: string, text: string): Promise<Uint8Array | undefined> {
  try {
    return await memory.read(model, text);
  } catch {
    return undefined;
  }
}

async function writeOrNot(memory: VectorStore, model: string, text: string, vector: Uint8Array | undefined) {
  if (vector === undefined) return;
  try {
    await memory.write(model, text, vector);
  } catch {
    // Then it is looked at again another time.
  }
}
