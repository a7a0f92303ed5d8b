// Tests with the bundled model are slow, so all of them are in this file.
import type { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';

import { localEmbedder, startWorker } from '../../packages/tastes/local-embedder.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { scaleOf, tasteJudgeWith } from '../../src/outside/open-taste-judge.ts';
import { agreementOf, judgeSeen, labelledItems, seeItems } from './labelled.ts';
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

test('items that clients and tutorials give to cats and dogs are never harmful', async () => {
  const pets = CATALOG.filter(({ family }) => family === 'cat' || family === 'dog');
  const usual = { feed: ['kibble', 'tuna', 'chicken'], play: ['ball', 'laser pointer'] } as const;
  for (const species of pets)
    for (const action of ['feed', 'play'] as const)
      for (const item of usual[action]) {
        const score = await tastes.judge({ item, action, species });
        expect(score, `${item} for ${species.slug}`).toBeGreaterThanOrEqual(0.33);
      }
}, 60_000);

/** Slightly below the measured values (docs/build/items.md). `other` and `apart` are blind sets; TEST_LONG=1 runs all. */
const FLOORS = [
  { split: 'fit', exact: 75.9, withinOne: 93, mostTurnedRound: 0 },
  { split: 'other', exact: 62.6, withinOne: 87.8, mostTurnedRound: 0 },
  { split: 'seen', exact: 91.1, withinOne: 98.2, mostTurnedRound: 0 },
  { split: 'apart', exact: 77, withinOne: 93.7, mostTurnedRound: 0 },
].filter(({ split }) => process.env['TEST_LONG'] || split === 'apart');

test.each(FLOORS)(
  'items of the split $split are judged as labelled',
  async ({ split, exact, withinOne, mostTurnedRound }) => {
    const scale = scaleOf(seer.model, () => undefined);
    const items = labelledItems().filter((each) => each.split === split);
    const seen = await seeItems(items, seer);
    const agreement = agreementOf(seen.map((each) => judgeSeen(each, scale)));
    expect(agreement.exact).toBeGreaterThanOrEqual(exact);
    expect(agreement.withinOne).toBeGreaterThanOrEqual(withinOne);
    expect(agreement.turnedRound).toBeLessThanOrEqual(mostTurnedRound);
  },
  600_000,
);

test('a worker killed while working is replaced without delaying requests', async () => {
  const pending = ['a wubblecrank', 'a prindlefawn', 'a glimwhistle'].map((item) =>
    tastes.judge(offer(item)),
  );
  await threads.at(-1)?.terminate();
  expect((await Promise.all(pending)).every((score) => score === null || score <= 1)).toBe(true);
  // On a busy machine requests return null until the new worker has loaded its model.
  await expect
    .poll(() => tastes.judge(offer('a frobnitz')), { timeout: 100_000 })
    .toEqual(expect.any(Number));
  expect(threads.length).toBe(2);
  expect(troubles).toEqual([]);
}, 120_000);
