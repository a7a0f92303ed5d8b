import { Worker } from 'node:worker_threads';

import { WorkerQueue } from './worker-queue.ts';
import type { Embedder } from './taste-judge.ts';
import type { EmbeddingAnswer } from './local-embedder-worker.ts';

export const LOCAL_MODEL = 'minilm-l6-v2';

// From 24 texts on, the library would start copies of the model in threads of its own.
const MOST_AT_ONCE = 16;
const SILENCE_MS = 20_000;

/** The model that comes with the house, in a thread of its own. Starts no thread yet. */
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

// The sources run as they are; built, the worker lies beside this file under its other name.
export function startWorker(): Worker {
  const name = import.meta.url.endsWith('.ts') ? './local-embedder-worker.ts' : './local-embedder-worker.js';
  return new Worker(new URL(name, import.meta.url), { name: 'tastes' });
}
