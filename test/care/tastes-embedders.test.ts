import type { ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';

import { LOCAL_MODEL, localEmbedder } from '../../packages/tastes/local-embedder.ts';
import { categoryOf } from '../../src/rules/care/care.ts';
import file from '../../src/outside/bundled-vectors.json' with { type: 'json' };
import { apiEmbedder, tasteJudgeWith, bundledVectors } from '../../src/outside/open-taste-judge.ts';
import { localServer, sendJson } from '../support/local-server.ts';
import { textsToSee } from './labelled.ts';
import { brokenMemory, memoryInMap, offer } from './offers.ts';

type Answering = (input: readonly string[], response: ServerResponse) => void;

/** A service on loopback with the API of OpenAI; `answer` makes it misbehave. */
async function fakeEmbeddings() {
  const asked: object[] = [];
  let answering: Answering = honest;
  const { url } = await localServer(async ({ url: path, headers: { authorization } }, body, response) => {
    const { model, input } = JSON.parse(body) as { model: string; input: string[] };
    asked.push({ path, authorization, model, input });
    answering(input, response);
  });
  return { url: `${url}/v1`, asked, answer: (how: Answering) => void (answering = how) };
}

const honest: Answering = (input, response) => {
  const data = input.map((text, index) => ({ object: 'embedding', index, embedding: letterCounts(text) }));
  sendJson(response, 200, { object: 'list', data: data.toReversed(), model: 'letters' });
};

const says =
  (body: string, status = 200): Answering =>
  (_, response) => {
    response.statusCode = status;
    response.end(body);
  };

const silent: Answering = () => undefined;

/** Embedding by letter counts: anagrams have the same vector. */
function letterCounts(text: string): number[] {
  const letters = text.toLowerCase().split('');
  return Array.from('abcdefghijklmnopqrstuvwxyz', (letter) =>
    letters.reduce((count, each) => count + Number(each === letter), 0.01),
  );
}

/** A worker with the protocol of the model and no model in it; an item "endling" ends it. */
function fakeModel(): Worker {
  return new Worker(
    `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', (texts) => {
      if (texts.some((text) => text.includes('endling'))) process.exit(7);
      if (texts.some((text) => text.includes('throwling'))) throw new Error('thrown');
      if (texts.some((text) => text.includes('silenceling'))) return;
      if (texts.some((text) => text.includes('hangling'))) for (;;);
      if (texts.some((text) => text.includes('failureling'))) return parentPort.postMessage({ failure: 'failed' });
      const vector = (text) => Array.from({ length: 384 }, (_, at) => Math.sin(at * text.length + 1));
      parentPort.postMessage({ vectors: texts.map(vector) });
    });`,
    { eval: true },
  );
}

const REST_MS = 150;
/** Longer than a test may take. */
const NEVER_MS = 600_000;

/** The judge has a stopped clock unless a test sets `real`: a slow machine must not trigger timeouts. */
async function asking({ timeoutMs = NEVER_MS, memory = memoryInMap().memory, real = false } = {}) {
  if (!real) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const service = await fakeEmbeddings();
  const onTrouble = vi.fn<(error: Error) => void>();
  const seer = apiEmbedder({ url: service.url, key: 'hush', model: 'letters' }, timeoutMs);
  const tastes = tasteJudgeWith(seer, memory, { onTrouble, coolDownMs: REST_MS });
  onTestFinished(() => tastes.close());
  return { service, tastes, onTrouble };
}

test('a request has the format of OpenAI, and vectors are sorted by index', async () => {
  const service = await fakeEmbeddings();
  const seer = apiEmbedder({ url: `${service.url}/`, key: 'hush', model: 'letters' }, NEVER_MS);
  expect(await seer.embed(['tuna', 'ball'])).toEqual([letterCounts('tuna'), letterCounts('ball')]);
  // A full URL is used as given, and no key is sent if none is set.
  const bare = { url: `${service.url}/embeddings`, key: undefined, model: 'letters' };
  await apiEmbedder(bare, NEVER_MS).embed(['tuna']);
  const sent = { path: '/v1/embeddings', model: 'letters' };
  expect(service.asked).toEqual([
    { ...sent, authorization: 'Bearer hush', input: ['tuna', 'ball'] },
    { ...sent, authorization: undefined, input: ['tuna'] },
  ]);
});

test('a model without measured thresholds is not used, and unknown items are neutral', async () => {
  const { tastes, onTrouble } = await asking();
  expect(categoryOf((await tastes.judge(offer('wubblecrank'))) ?? 0)).toBe('neutral');
  expect(categoryOf((await tastes.judge(offer('a ntau'))) ?? 0)).toBe('neutral');
  expect(onTrouble.mock.calls.map(([{ message }]) => message)).toEqual([
    'the scale of letters is not fitted: run node tools/tastes.ts fit',
  ]);
});

test('an item is judged again for another action', async () => {
  const { tastes } = await asking();
  const apart = await asking();
  const meal = await tastes.judge(offer('mackerel'));
  const toy = await tastes.judge(offer('mackerel', 'play'));
  expect(toy).not.toBe(meal);
  expect(toy).toBe(await apart.tastes.judge(offer('mackerel', 'play')));
});

test('the service is not called for known words, nor twice for the same item', async () => {
  const { service, tastes } = await asking();
  expect(await tastes.judge(offer('Tuna!'))).toBe(1);
  expect(await tastes.judge(offer('poisoned tuna'))).toBeLessThan(0.33);
  expect(service.asked).toEqual([]);
  const first = await tastes.judge(offer('wubblecrank'));
  const calls = service.asked.length;
  expect(await tastes.judge(offer('wubblecrank'))).toBe(first);
  expect(service.asked.length).toBe(calls);
});

test('30 concurrent requests for a new item make one call', async () => {
  const { service, tastes } = await asking();
  await tastes.judge(offer('wubblecrank'));
  const before = service.asked.length;
  const scores = await Promise.all(
    Array.from({ length: 30 }, () => tastes.judge(offer('fresh prindlefawn'))),
  );
  expect(new Set(scores).size).toBe(1);
  expect(service.asked.length).toBe(before + 1);
});

test('a vector is remembered after a restart, and a failing vector store costs only another call', async () => {
  const { memory } = memoryInMap();
  const one = await asking({ memory });
  const score = await one.tastes.judge(offer('wubblecrank'));
  const other = await asking({ memory });
  expect(await other.tastes.judge(offer('wubblecrank'))).toBe(score);
  expect(other.service.asked).toEqual([]);
  const failing = await asking({ memory: brokenMemory });
  expect(await failing.tastes.judge(offer('wubblecrank'))).toEqual(expect.any(Number));
});

const vector = (length: number) => JSON.stringify(Array.from({ length }, () => 0.5));
const twice = (one: string, other: string) => says(`{"data":[{${one}},{${other}}]}`);
test.each([
  ['an error', says('{"error":"overloaded"}', 500)],
  ['a refusal', says('{}', 401)],
  ['a redirect', says('', 302)],
  ['no JSON', says('<html>')],
  ['nothing', says('')],
  ['null', says('null')],
  ['no data', says('{}')],
  ['too few vectors', says('{"data":[]}')],
  ['no vector', twice('"index":0', '"index":1')],
  ['words', twice('"index":0,"embedding":["a","b"]', '"index":1,"embedding":["a","b"]')],
  ['the same twice', twice(`"index":0,"embedding":${vector(8)}`, `"index":0,"embedding":${vector(8)}`)],
  ['different lengths', twice(`"embedding":${vector(8)}`, `"embedding":${vector(9)}`)],
  ['a foreign index', twice(`"index":7,"embedding":${vector(8)}`, `"index":-1,"embedding":${vector(8)}`)],
  ['a broken line', (_: readonly string[], response: { destroy(): unknown }) => void response.destroy()],
])('a service that answers %s leaves the item unjudged, and known items are judged', async (_, how) => {
  const { service, tastes } = await asking();
  service.answer(how);
  expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
  expect(categoryOf((await tastes.judge(offer('mackerel'))) ?? 0)).toBe('liked');
});

test('a vector of another length than before is refused', async () => {
  const { service, tastes } = await asking();
  await tastes.judge(offer('wubblecrank'));
  service.answer(says(`{"data":[{"embedding":${vector(8)}},{"embedding":${vector(8)}}]}`));
  expect(await tastes.judge(offer('prindlefawn'))).toBeNull();
});

test.each([100, NEVER_MS])('judging gives up on a silent service (timeout %i ms)', async (timeoutMs) => {
  const { service, tastes } = await asking({ timeoutMs, real: true });
  service.answer(silent);
  expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
});

test('after failures in a row calls pause, then one is tried again; its failure pauses without another report', async () => {
  const { service, tastes, onTrouble } = await asking();
  service.answer(says('{}', 500));
  for (const item of ['blorgy', 'frobnitz', 'quimmel']) await tastes.judge(offer(item));
  expect(onTrouble).toHaveBeenCalledExactlyOnceWith(new Error('the embeddings service answered 500'));
  const calls = service.asked.length;
  expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
  expect(service.asked.length).toBe(calls);

  vi.advanceTimersByTime(REST_MS);
  for (const item of ['wubblecrank', 'prindlefawn']) await tastes.judge(offer(item));
  expect(service.asked.length).toBe(calls + 1);
  expect(onTrouble).toHaveBeenCalledOnce();
  service.answer(honest);
  vi.advanceTimersByTime(REST_MS);
  expect(await tastes.judge(offer('wubblecrank'))).toEqual(expect.any(Number));
});

test('the key is in no error', async () => {
  const { service, tastes, onTrouble } = await asking();
  service.answer((_, response) => void response.destroy());
  for (const item of ['blorgy', 'frobnitz', 'quimmel']) await tastes.judge(offer(item));
  expect(onTrouble).toHaveBeenCalledOnce();
  const [error] = onTrouble.mock.calls[0] ?? [];
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('hush');
});

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

test.each(['endling', 'throwling'])('after %s, waiting requests get a new worker', async (death) => {
  const { start, tastes } = withThread();
  const both = await Promise.all([tastes.judge(offer('plain yogurt')), tastes.judge(offer(death))]);
  expect(both).toEqual([expect.any(Number), null]);
  expect(await tastes.judge(offer('cottage cheese'))).toEqual(expect.any(Number));
  expect(start).toHaveBeenCalledTimes(2);
});

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

test.each(['silenceling', 'hangling'])('a worker blocked by a %s is replaced', async (item) => {
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
});

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
  expect([...brought.values()].every(({ length }) => length === file.dimensions)).toBe(true);
  expect(bundledVectors('another').size).toBe(0);
});
