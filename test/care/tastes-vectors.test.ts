import { expect, test } from 'vitest';

import { textsToSee } from '../../tools/tastes/labelled.ts';
import file from '../../src/outside/bundled-vectors.json' with { type: 'json' };
import { LOCAL_MODEL } from '../../src/outside/local-embedder.ts';
import { bundledVectors } from '../../src/outside/open-taste-judge.ts';

test('every approved item has a stored vector (npm run tool tastes-build makes them)', async () => {
  expect(file.model).toBe(LOCAL_MODEL);
  expect(file.texts).toEqual(textsToSee());
  const brought = bundledVectors(LOCAL_MODEL);
  expect(brought.size).toBe(file.texts.length);
  expect([...brought.values()].every((vector) => vector.length === file.dimensions)).toBe(true);
});

test('vectors of another model are not used', async () => {
  expect(bundledVectors('another').size).toBe(0);
});
