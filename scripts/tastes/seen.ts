import { env } from 'node:process';

import { readConfig } from '../../src/config/config.ts';
import { apiEmbedder } from '../../src/outside/care/embeddings-api.ts';
import { localEmbedder } from '../../src/outside/care/local-embedder.ts';
import { bundledVectors } from '../../src/outside/care/open-taste-judge.ts';
import { vectorCache } from '../../src/outside/care/vector-cache.ts';
import { labelledCases, type Case } from './labelled.ts';

const NO_STORE = { read: async () => undefined, write: async () => undefined };

/** The labelled items through the model the settings name: the local one, or EMBEDDINGS_URL's. */
export async function seenCases(): Promise<{ readonly model: string; readonly cases: readonly Case[] }> {
  const { embeddings } = readConfig(env);
  const embedder = embeddings ? apiEmbedder(embeddings, 30_000) : localEmbedder();
  try {
    const known = vectorCache({ embedder, store: NO_STORE, bundled: await bundledVectors(embedder.model) });
    return { model: embedder.model, cases: await labelledCases(known) };
  } finally {
    await embedder.close();
  }
}
