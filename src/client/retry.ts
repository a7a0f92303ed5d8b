import { setTimeout as pause } from 'node:timers/promises';

import {
  isProblemBody,
  NoAnswerError,
  type TransportResponse,
  type TransportRequest,
  type Transport,
} from '../api/client.ts';
import { systemClock, type Clock } from '../outside/clock.ts';
import { systemRandom, type Random } from '../outside/random.ts';

/** A wait before the next try: until a limit of the house has passed, or until what went wrong has. */
export interface RetryWait {
  readonly ms: number;
  readonly why: 'limit' | 'trouble';
}

export interface RetryPolicy {
  /** How long one try may take. */
  readonly timeoutMs: number;
  /** How long one call may take in all, tries that led nowhere included, before it is given up. */
  readonly waitAtMostMs: number;
  /** How much of that may pass without an answer; the rest is for limits. Without it, all of it. */
  readonly giveUpAfterMs: number;
  /** How waiting is done; where the house has a clock to play with, it can be turned instead. */
  readonly wait: (wait: RetryWait, signal?: AbortSignal) => Promise<unknown>;
  readonly random: Random;
  /** What tells how long a try took. */
  readonly clock: Clock;
}

const USUAL: RetryPolicy = {
  timeoutMs: 30_000,
  waitAtMostMs: 120_000,
  giveUpAfterMs: Infinity,
  wait: ({ ms }, signal) => pause(ms, undefined, { signal }),
  random: systemRandom,
  clock: systemClock(),
};

/**
 * Sends a request until it is answered, or patience ends: whatever gets no answer is sent again under the same
 * Idempotency-Key, and so done once; whoever asks for time is given it.
 */
export function withRetries(send: Transport, own: Partial<RetryPolicy> = {}): Transport {
  const policy: RetryPolicy = { ...USUAL, ...own };
  return async (request) => {
    const named = withSomeIdempotencyKey(request, policy.random);
    const spentMs = { limit: 0, trouble: 0 };
    for (let troubles = 0; ;) {
      const began = policy.clock.now();
      const came = await tryOnce(send, named, policy.timeoutMs);
      const tookMs = policy.clock.now() - began;
      const wait = waitAfter(came, troubles, policy.random);
      if (!wait) return answerOf(came);
      if (wait.why === 'trouble') troubles += 1;
      spentMs[wait.why] += tookMs + wait.ms;
      if (spentMs.trouble > policy.giveUpAfterMs) return answerOf(came);
      if (spentMs.trouble + spentMs.limit > policy.waitAtMostMs) return answerOf(came);
      await policy.wait(wait, request.signal).catch((error: unknown) => {
        request.signal?.throwIfAborted();
        throw error;
      });
    }
  };
}

/** What a try led to: an answer, or nothing and why. */
interface RetryAttempt {
  readonly answer?: TransportResponse;
  readonly failure?: NoAnswerError;
}

function answerOf({ answer, failure }: RetryAttempt): TransportResponse {
  if (answer) return answer;
  throw failure ?? new NoAnswerError('The house does not answer.');
}

/** A request that changes something carries an idempotency key: a second try must not be a second deed. */
function withSomeIdempotencyKey(request: TransportRequest, random: Random): TransportRequest {
  if (request.method === 'GET' || request.headers['idempotency-key'] !== undefined) return request;
  return withIdempotencyKey(request, random.id());
}

export function withIdempotencyKey(request: TransportRequest, key: string): TransportRequest {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}

async function tryOnce(send: Transport, request: TransportRequest, timeoutMs: number): Promise<RetryAttempt> {
  request.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  try {
    return { answer: await send({ ...request, signal }) };
  } catch (failure) {
    request.signal?.throwIfAborted();
    if (timeout.aborted)
      return { failure: new NoAnswerError('The house took too long.', { cause: failure }) };
    if (failure instanceof NoAnswerError) return { failure };
    throw failure;
  }
}

const TOO_MANY = 429;
const GATEWAY_TROUBLE: ReadonlySet<number> = new Set([502, 503, 504]);
/** A 409 that names a time is about something that will have passed by then. */
const PASSES: ReadonlySet<number> = new Set([409, TOO_MANY, ...GATEWAY_TROUBLE]);

/** How long to wait before the same is sent again; not at all when this is how it ends. */
function waitAfter({ answer }: RetryAttempt, troubles: number, random: Random): RetryWait | undefined {
  if (!answer) return backOff(troubles, random);
  const { status, body } = answer;
  const askedMs = PASSES.has(status) ? requestedWaitMs(answer) : undefined;
  if (askedMs !== undefined)
    return { ms: Math.max(FIRST_MS, askedMs), why: status === TOO_MANY ? 'limit' : 'trouble' };
  // What the house itself says of its trouble, without naming a time, is its last word.
  return GATEWAY_TROUBLE.has(status) && !isProblemBody(body) ? backOff(troubles, random) : undefined;
}

function requestedWaitMs({ body, headers }: TransportResponse): number | undefined {
  const seconds = isProblemBody(body) ? body.retry_after_seconds : Number(headers?.['retry-after']);
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Exponential backoff with jitter: those who were cut off together should not return together. */
function backOff(troubles: number, random: Random): RetryWait {
  const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** troubles);
  const [byte = 0] = random.bytes(1);
  return { ms: Math.round(ms * (0.5 + 0.5 * (byte / 256))), why: 'trouble' };
}
