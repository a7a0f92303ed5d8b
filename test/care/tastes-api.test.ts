import { expect, onTestFinished, test, vi } from 'vitest';

import { categoryOf } from '../../src/rules/care/care.ts';
import { apiEmbedder, tasteJudgeWith } from '../../src/outside/open-taste-judge.ts';
import { fakeEmbeddings, honest, letterCounts, says, silent } from './fake-embeddings.ts';
import { brokenMemory, memoryInMap, offer } from './offers.ts';

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

test.each([100, NEVER_MS])(
  'judging gives up on a silent service with a timeout of %i ms',
  async (timeoutMs) => {
    const { service, tastes } = await asking({ timeoutMs, real: true });
    service.answer(silent);
    expect(await tastes.judge(offer('wubblecrank'))).toBeNull();
  },
);

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
