import { env } from 'node:process';

import { readConfig } from '../../src/config/config.ts';
import type { Embedder } from '../../src/outside/care/embedder.ts';
import { apiEmbedder } from '../../src/outside/care/embeddings-api.ts';
import { localEmbedder } from '../../src/outside/care/local-embedder.ts';

/** The model the settings name: the local one, or EMBEDDINGS_URL's. */
export function configuredEmbedder(): Embedder {
  const { embeddings } = readConfig(env);
  return embeddings ? apiEmbedder(embeddings, 30_000) : localEmbedder();
}
