import { expect, test } from 'vitest';

import { nounKinds } from '../../scripts/tastes/noun-kinds.ts';
import { textsToSee } from '../../scripts/tastes/texts.ts';
import writtenNouns from '../../src/core/care/items/noun-kinds.json' with { type: 'json' };
import file from '../../src/outside/care/bundled-vectors.json' with { type: 'json' };
import { LOCAL_MODEL } from '../../src/outside/care/local-embedder.ts';
import { bundledVectors } from '../../src/outside/care/open-taste-judge.ts';

test('the house brings a vector of everything approved (npm run tastes:build makes them)', async () => {
  expect(file.model).toBe(LOCAL_MODEL);
  expect(file.texts).toEqual(textsToSee());
  const brought = bundledVectors(LOCAL_MODEL);
  expect(brought.size).toBe(file.texts.length);
  expect([...brought.values()].every((vector) => vector.length === file.dimensions)).toBe(true);
});

test('it knows the kinds of nouns the lexicon does not have (npm run tastes:build finds them in WordNet)', () => {
  expect(writtenNouns).toEqual(nounKinds());
  expect(JSON.stringify(writtenNouns).length).toBeLessThan(400_000);
});

test('vectors of another model are not taken for its own', async () => {
  expect(bundledVectors('another').size).toBe(0);
});
