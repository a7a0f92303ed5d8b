// Writes the vectors of everything that is approved, and the kinds of nouns.
import { writeFile } from 'node:fs/promises';

import { quantize } from '../src/core/care/embedding-score.ts';
import { LOCAL_MODEL, localEmbedder } from '../src/outside/care/local-embedder.ts';
import { nounKinds } from './tastes/noun-kinds.ts';
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
await write('../src/outside/care/bundled-vectors.json', file);

await write('../src/core/care/items/noun-kinds.json', nounKinds());

async function write(path: string, content: object): Promise<void> {
  await writeFile(new URL(path, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
}
