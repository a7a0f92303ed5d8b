import { expect, test } from 'vitest';

import { DAY } from '../../rules/base/clock.ts';
import { memoryLimiter } from '../../outside/rate-limiter.ts';
import type { House } from '../house.ts';
import { countWords } from './api-keys.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const LIMIT = { max: 10, windowSeconds: 86_400 };

function aHouseOfFewWords() {
  const limiter = memoryLimiter();
  const house = { limiter, quotas: { wordBytesDaily: LIMIT.max } } as unknown as House;
  return {
    write: (words: unknown, now = NOW) => countWords(house, { id: 'ada', username: 'ada' }, words, now),
    left: () => limiter.peek('words', LIMIT, 'ada', NOW)?.remaining,
  };
}

test.each<readonly [what: string, words: unknown, left: number | undefined]>([
  ['a text', 'abc', 7],
  ['a text of two bytes a letter', 'éé', 6],
  ['texts in a list', ['ab', 'c'], 7],
  ['texts in fields, however deep', { name: 'ab', more: { words: ['cd', null] }, age: 7 }, 6],
  ...[undefined, null, 7, '', {}, [], { name: undefined, count: 3 }].map(
    (words) => ['a value without text', words, undefined] as const,
  ),
])('the bytes of %s are counted', async (_, words, left) => {
  const house = aHouseOfFewWords();
  await house.write(words);
  expect(house.left()).toBe(left);
});

test('the daily limit in bytes is exact, and the refusal says when it resets', async () => {
  const house = aHouseOfFewWords();
  await house.write('0123456789');
  const refused = (retryAfterSeconds: number) => ({
    code: 'too_many_words',
    facts: { limitBytes: 10, retryAfterSeconds },
  });
  await expect(house.write('x')).rejects.toMatchObject(refused(86_400));
  await expect(house.write('x', NOW + 1)).rejects.toMatchObject(refused(86_400));
  await expect(house.write('x', NOW + 1000)).rejects.toMatchObject(refused(86_399));
  await expect(house.write('x', NOW + DAY - 1)).rejects.toMatchObject(refused(1));
  await house.write('x', NOW + DAY);
});
