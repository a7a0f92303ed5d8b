import type { Worker } from 'node:worker_threads';

import { startThread, WorkerQueue } from '../base/worker-queue.ts';
import { type Embedder, embedInBatches } from './embedder.ts';
import type { EmbeddingAnswer } from './local-embedder-worker.ts';

export const LOCAL_MODEL = 'minilm-l6-v2';

// Texts per call of the embedding model: with 24 or more the library would start further threads with copies of the model.
const MOST_AT_ONCE = 16;
const SILENCE_MS = 20_000;

/** The bundled embedding model in a worker thread, which starts with the first text. */
export function localEmbedder(start: () => Worker = startWorker, patienceMs: number = SILENCE_MS): Embedder {
  const queue = new WorkerQueue<readonly string[], EmbeddingAnswer>({ name: 'model', start, patienceMs });
  return {
    model: LOCAL_MODEL,
    embed: (texts) => embedInBatches(texts, MOST_AT_ONCE, async (some) => (await queue.ask(some)).vectors),
    close: () => queue.close(),
  };
}

export const startWorker = () =>
  startThread(new URL('../tastes/local-embedder-worker.ts', import.meta.url), 'tastes');
