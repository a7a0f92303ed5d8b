import { expect, test } from 'vitest';

import { textsToSee } from '../../scripts/tastes/texts.ts';
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

test('vectors of another model are not taken for its own', async () => {
  expect(bundledVectors('another').size).toBe(0);
});
