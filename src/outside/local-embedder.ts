import { Worker } from 'node:worker_threads';

import { WorkerQueue } from './worker-queue.ts';
import type { Embedder } from './taste-judge.ts';
import type { EmbeddingAnswer } from '../outside/local-embedder-worker.ts';

export const LOCAL_MODEL = 'minilm-l6-v2';

// Texts per call of the embedding model: with 24 or more the library would start further threads with copies of the model.
const MOST_AT_ONCE = 16;
const SILENCE_MS = 20_000;

/** The bundled embedding model in a worker thread, which starts with the first text. */
export function localEmbedder(start: () => Worker = startWorker, patienceMs: number = SILENCE_MS): Embedder {
  const queue = new WorkerQueue<readonly string[], EmbeddingAnswer>({ name: 'model', start, patienceMs });
  return {
    model: LOCAL_MODEL,
    async embed(texts) {
      const vectors: (readonly number[])[] = [];
      for (let at = 0; at < texts.length; at += MOST_AT_ONCE)
        vectors.push(...(await queue.ask(texts.slice(at, at + MOST_AT_ONCE))).vectors);
      return vectors;
    },
    close: () => queue.close(),
  };
}

// The worker's file ends in .ts when run from source, in .js when built.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts')
    ? '../outside/local-embedder-worker.ts'
    : '../outside/local-embedder-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'tastes' });
}
