import { DAY, SECOND, type Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from './api-keys.ts';

/** Counts the bytes of all texts in `words` against the agent's daily quota. */
export async function countWords(
  { limiter, quotas }: House,
  { id }: KnownAgent,
  words: unknown,
  now: Instant,
): Promise<void> {
  const bytes = bytesIn(words);
  if (bytes === 0) return;
  const limit = { max: quotas.wordBytesDaily, windowSeconds: DAY / SECOND };
  const { allowed, resetsAt } = await limiter.take('words', limit, id, now, bytes);
  if (allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt - now) / SECOND));
  throw new ProblemError('too_many_words', { limitBytes: limit.max, retryAfterSeconds });
}

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, each) => sum + bytesIn(each), 0);
}
