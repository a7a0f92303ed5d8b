import { afterEach, expect, test, vi } from 'vitest';

import { circuitBreaker, CircuitBreakerError } from './fetch-json.ts';

afterEach(() => vi.useRealTimers());

/** A breaker that bears two failures in a row, and what was told of it. */
function aBreaker() {
  vi.useFakeTimers();
  const opened: string[] = [];
  const breaker = circuitBreaker({
    failures: 2,
    coolDownMs: 1000,
    onOpen: ({ message }) => opened.push(message),
  });
  let tried = 0;
  const work = async (outcome: Error | 'good'): Promise<string> => {
    tried += 1;
    if (outcome === 'good') return outcome;
    throw outcome;
  };
  return {
    opened,
    tries: () => tried,
    good: () => breaker.run(() => work('good')),
    bad: () => expect(breaker.run(() => work(new Error('down')))).rejects.toThrow(CircuitBreakerError),
    turnedAway: () => expect(breaker.run(() => work('good'))).rejects.toThrow('resting'),
  };
}

test('failures with a success between them do not add up', async () => {
  const { good, bad, opened } = aBreaker();
  for (let rounds = 0; rounds < 5; rounds += 1) {
    await bad();
    await good();
  }
  expect(opened).toEqual([]);
});

test('too many failures in a row open it: nothing is tried for a while, and that is told once', async () => {
  const { bad, turnedAway, opened, tries } = aBreaker();
  await bad();
  await bad();
  await turnedAway();
  expect(tries()).toBe(2);
  vi.advanceTimersByTime(999);
  await turnedAway();
  expect(opened).toEqual(['down']);
});

test('after its rest one trial decides for all', async () => {
  const { good, bad, turnedAway, opened } = aBreaker();
  await bad();
  await bad();
  vi.advanceTimersByTime(1000);
  await bad();
  await turnedAway();
  vi.advanceTimersByTime(1000);
  const trial = good();
  await turnedAway();
  expect(await trial).toBe('good');
  // It bears as much as in the beginning.
  await bad();
  expect(await good()).toBe('good');
  expect(opened).toEqual(['down']);
});
