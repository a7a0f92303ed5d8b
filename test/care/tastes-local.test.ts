import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';

import file from '../../src/outside/bundled-vectors.json' with { type: 'json' };
import { LOCAL_MODEL, localEmbedder } from '../../src/outside/local-embedder.ts';
import { bundledVectors, tasteJudgeWith } from '../../src/outside/open-taste-judge.ts';
import { textsToSee } from './labelled.ts';
import { fakeModel } from './fake-model.ts';
import { memoryInMap, offer } from './offers.ts';

function withThread() {
  const start = vi.fn<() => Worker>(fakeModel);
  const onTrouble = vi.fn<(error: Error) => void>();
  const tastes = tasteJudgeWith(localEmbedder(start), memoryInMap().memory, { onTrouble, coolDownMs: 100 });
  onTestFinished(() => tastes.close());
  return { start, tastes, onTrouble };
}

test('no worker is started before an item needs it, and one serves all requests', async () => {
  const { start, tastes } = withThread();
  expect(await tastes.judge(offer('tuna'))).toBe(1);
  expect(await tastes.judge(offer('chocolate'))).toBeLessThan(0.33);
  expect(start).not.toHaveBeenCalled();
  expect(await tastes.judge(offer('🐠 12 !!'))).not.toBeUndefined();
  const scores = await Promise.all(['cod', 'eel', 'pike', 'carp'].map((item) => tastes.judge(offer(item))));
  expect(scores).not.toContain(null);
  expect(await tastes.judge(offer('failureling'))).toBeNull();
  // An error inside the worker does not end it.
  expect(await tastes.judge(offer('plain yogurt'))).toEqual(expect.any(Number));
  expect(start).toHaveBeenCalledOnce();
});

test.each(['endling', 'throwling'])(
  'a worker that dies by %s is replaced for the waiting requests',
  async (death) => {
    const { start, tastes } = withThread();
    const both = await Promise.all([tastes.judge(offer('plain yogurt')), tastes.judge(offer(death))]);
    expect(both).toEqual([expect.any(Number), null]);
    expect(await tastes.judge(offer('cottage cheese'))).toEqual(expect.any(Number));
    expect(start).toHaveBeenCalledTimes(2);
  },
);

test('a worker that keeps dying is not restarted for a while', async () => {
  const { start, tastes, onTrouble } = withThread();
  for (const item of ['endling', 'endling soon', 'endling now', 'wubblecrank'])
    expect(await tastes.judge(offer(item))).toBeNull();
  expect(start).toHaveBeenCalledTimes(3);
  expect(onTrouble).toHaveBeenCalledOnce();
});

test('requests to a silent worker time out together, not one after another', async () => {
  const { tastes } = withThread();
  // In sequence these would exceed the timeout of the test.
  const crowd = Array.from({ length: 200 }, (_, at) => tastes.judge(offer(`silenceling of kind ${at}`)));
  expect(new Set(await Promise.all(crowd))).toEqual(new Set([null]));
});

test.each(['silenceling', 'hangling'])(
  'a worker blocked by a %s is ended, and waiting requests use a new one',
  async (item) => {
    const start = vi.fn<() => Worker>(fakeModel);
    const seer = localEmbedder(start, 1000);
    onTestFinished(() => seer.close());
    // The second worker may take longer than a second to start: only the first one runs out of time.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.allSettled([seer.embed([item]), seer.embed(['plain yogurt'])]);
    await vi.advanceTimersByTimeAsync(1000);
    const [hung, behind] = await asked;
    expect([hung.status, behind.status]).toEqual(['rejected', 'fulfilled']);
    expect(await seer.embed(['cottage cheese'])).toHaveLength(1);
    expect(start).toHaveBeenCalledTimes(2);
  },
);

test('closing does not wait for answers', async () => {
  const { tastes } = withThread();
  const pending = tastes.judge(offer('silenceling'));
  await tastes.close();
  expect(await pending).toBeNull();
});

test('every approved item has a stored vector (node tools/tastes.ts build makes them), and those of another model are not used', () => {
  expect(file.model).toBe(LOCAL_MODEL);
  expect(file.texts).toEqual(textsToSee());
  const brought = bundledVectors(LOCAL_MODEL);
  expect(brought.size).toBe(file.texts.length);
  expect([...brought.values()].every((vector) => vector.length === file.dimensions)).toBe(true);
  expect(bundledVectors('another').size).toBe(0);
});
