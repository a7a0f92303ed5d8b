import { afterEach, expect, test, vi } from 'vitest';

import { circuitBreaker, CircuitBreakerError } from './fetch-json.ts';

afterEach(() => vi.useRealTimers());

/** A breaker that opens after two failures in a row, and its reports. */
function aBreaker() {
  vi.useFakeTimers();
  const opened: string[] = [];
  const onOpen = ({ message }: Error) => opened.push(message);
  const breaker = circuitBreaker({ failures: 2, coolDownMs: 1000, onOpen });
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

test('failures with a success between them are not added up', async () => {
  const { good, bad, opened } = aBreaker();
  for (let rounds = 0; rounds < 5; rounds += 1) {
    await bad();
    await good();
  }
  expect(opened).toEqual([]);
});

test('too many failures in a row open it: nothing is tried for a while, and one report is made', async () => {
  const { bad, turnedAway, opened, tries } = aBreaker();
  await bad();
  await bad();
  await turnedAway();
  expect(tries()).toBe(2);
  vi.advanceTimersByTime(999);
  await turnedAway();
  expect(opened).toEqual(['down']);
});

test('after the pause one trial decides', async () => {
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
  // The failure count starts again.
  await bad();
  expect(await good()).toBe('good');
  expect(opened).toEqual(['down']);
});
