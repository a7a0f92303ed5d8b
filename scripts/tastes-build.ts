// Writes the vectors of everything that is approved.
import { writeFile } from 'node:fs/promises';

import { quantize } from '../src/rules/care/embedding-score.ts';
import { LOCAL_MODEL, localEmbedder } from '../src/outside/local-embedder.ts';
import { textsToSee } from './tastes/texts.ts';

const seer = localEmbedder();
const texts = textsToSee();
const vectors = (await seer.embed(texts)).map(quantize);
await seer.close();
const file = {
  model: LOCAL_MODEL,
  dimensions: vectors[0]?.length,
  texts,
  vectors: Buffer.concat(vectors).toString('base64'),
};
await writeFile(
  new URL('../src/outside/bundled-vectors.json', import.meta.url),
  `${JSON.stringify(file, null, 2)}\n`,
);
