// With the model that comes with the house: the slowest file of all, so that everything it is needed for stands here.
import type { Worker } from 'node:worker_threads';

import { afterAll, expect, test } from 'vitest';

import { categoryOf } from '../../src/core/care/item-effects.ts';
import { CATALOG, findBuiltIn } from '../../src/core/species/catalog.ts';
import { ITEM_CATEGORIES, type ItemAction } from '../../src/core/vocabulary.ts';
import { localEmbedder, startWorker } from '../../src/outside/care/local-embedder.ts';
import { tasteJudgeWith } from '../../src/outside/care/open-taste-judge.ts';
import labelled from './labelled-items.json' with { type: 'json' };
import { memoryInMap, offer } from './offers.ts';

const threads: Worker[] = [];
const seer = localEmbedder(() => {
  const thread = startWorker();
  threads.push(thread);
  return thread;
});
const troubles: Error[] = [];
const tastes = tasteJudgeWith(seer, memoryInMap().memory, {
  onTrouble: (error) => void troubles.push(error),
});
afterAll(() => tastes.close());

test('what clients and tutorials bring to any cat or dog is never harmful', async () => {
  const pets = CATALOG.filter(({ family }) => family === 'cat' || family === 'dog');
  const usual: [ItemAction, string][] = [
    ['feed', 'kibble'],
    ['feed', 'tuna'],
    ['feed', 'chicken'],
    ['play', 'ball'],
    ['play', 'laser pointer'],
  ];
  const judged = await Promise.all(
    pets.flatMap((species) =>
      usual.map(async ([action, item]) => ({
        who: `${item} for ${species.slug}`,
        score: await tastes.judge({ item, action, species }),
      })),
    ),
  );
  expect(judged.filter(({ score }) => score === null || score < 0.33)).toEqual([]);
}, 60_000);

test('the half of the labelled items that nothing was fitted on is judged as people judged it', async () => {
  const steps: number[] = [];
  const worst = { harmfulLoved: 0, lovedHarmful: 0 };
  for (const { species: slug, action, half, approved, items } of labelled) {
    const species = findBuiltIn(slug);
    if (half !== 'test' || species === undefined) continue;
    const receiver = { ...species, tastes: { ...species.tastes, [action]: approved } };
    for (const expected of ITEM_CATEGORIES) {
      for (const item of items[expected]) {
        const score = await tastes.judge({ item, action: action as ItemAction, species: receiver });
        const given = score === null ? undefined : categoryOf(score);
        steps.push(
          given ? Math.abs(ITEM_CATEGORIES.indexOf(given) - ITEM_CATEGORIES.indexOf(expected)) : Infinity,
        );
        if (expected === 'harmful' && given === 'loved') worst.harmfulLoved += 1;
        if (expected === 'loved' && given === 'harmful') worst.lovedHarmful += 1;
      }
    }
  }
  expect(steps.filter((each) => each === 0).length / steps.length).toBeGreaterThan(0.6);
  expect(steps.filter((each) => each <= 1).length / steps.length).toBeGreaterThan(0.86);
  expect(worst.harmfulLoved).toBeLessThanOrEqual(2);
  expect(worst.lovedHarmful).toBeLessThanOrEqual(2);
}, 60_000);

test('a thread killed in the middle of its work is replaced, and nobody waits for it', async () => {
  const pending = ['a bowl of goulash', 'a roasted marshmallow', 'porridge with syrup'].map((item) =>
    tastes.judge(offer(item)),
  );
  await threads.at(-1)?.terminate();
  const scores = await Promise.all(pending);
  expect(scores.every((score) => score === null || score <= 1)).toBe(true);
  // On a busy machine nobody waits until the new one has read its model, and asks again later.
  await expect
    .poll(() => tastes.judge(offer('a bowl of noodles')), { timeout: 100_000 })
    .toEqual(expect.any(Number));
  expect(threads.length).toBe(2);
  expect(troubles).toEqual([]);
}, 120_000);
