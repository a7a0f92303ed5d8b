import { setTimeout as pause } from 'node:timers/promises';

import {
  isProblemBody,
  NoAnswerError,
  type TransportResponse,
  type TransportRequest,
  type Transport,
} from '../api/call.ts';
import { systemClock, type Clock } from '../outside/clock.ts';
import { systemRandom, type Random } from '../outside/random.ts';

export interface RetryWait {
  readonly ms: number;
  readonly why: 'limit' | 'trouble';
}

export interface RetryPolicy {
  readonly timeoutMs: number;
  /** Longest total time of one call that fails; 0: one try, which may take `timeoutMs`. */
  readonly waitAtMostMs: number;
  /** The part of `waitAtMostMs` that may pass in failed tries; the rest is for rate limits. */
  readonly giveUpAfterMs: number;
  /** Waits before a retry. Replaceable, so that a sandbox clock can be turned instead of waiting. */
  readonly wait: (wait: RetryWait, signal?: AbortSignal) => Promise<unknown>;
  readonly random: Random;
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

/** Sends a request again, under the same Idempotency-Key, until it is answered or the policy's time is spent; honours Retry-After. */
export function withRetries(send: Transport, own: Partial<RetryPolicy> = {}): Transport {
  const policy: RetryPolicy = { ...USUAL, ...own };
  return async (request) => {
    // Only a GET or a request with an Idempotency-Key may be sent again.
    const isRepeatable = request.method === 'GET' || request.headers['idempotency-key'] !== undefined;
    const named = isRepeatable ? request : withIdempotencyKey(request, policy.random.id());
    const spentMs = { limit: 0, trouble: 0 };
    for (let troubles = 0; ;) {
      const began = policy.clock.now();
      const leftMs = policy.waitAtMostMs - spentMs.limit - spentMs.trouble;
      const timeoutMs = policy.waitAtMostMs > 0 ? Math.min(policy.timeoutMs, leftMs) : policy.timeoutMs;
      const came = await tryOnce(send, named, Math.ceil(timeoutMs));
      const tookMs = policy.clock.now() - began;
      const wait = waitAfter(came, troubles, policy.random);
      if (!wait) return answerOf(came);
      if (wait.why === 'trouble') troubles += 1;
      spentMs[wait.why] += tookMs + wait.ms;
      if (spentMs.trouble > policy.giveUpAfterMs) return answerOf(came);
      if (spentMs.trouble + spentMs.limit >= policy.waitAtMostMs) return answerOf(came);
      await policy.wait(wait, request.signal).catch((error: unknown) => {
        request.signal?.throwIfAborted();
        throw error;
      });
    }
  };
}

type RetryAttempt =
  | { readonly answer: TransportResponse; readonly failure?: never }
  | { readonly answer?: never; readonly failure: NoAnswerError };

function answerOf({ answer, failure }: RetryAttempt): TransportResponse {
  if (answer) return answer;
  throw failure;
}

export function withIdempotencyKey(request: TransportRequest, key: string): TransportRequest {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}

async function tryOnce(send: Transport, request: TransportRequest, timeoutMs: number): Promise<RetryAttempt> {
  request.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  const idempotencyKey = request.headers['idempotency-key'];
  try {
    return { answer: { ...(await send({ ...request, signal })), idempotencyKey } };
  } catch (failure) {
    request.signal?.throwIfAborted();
    if (timeout.aborted)
      return { failure: new NoAnswerError('The house took too long.', { cause: failure, idempotencyKey }) };
    if (failure instanceof NoAnswerError) return { failure };
    throw failure;
  }
}

const TOO_MANY = 429;
const GATEWAY_TROUBLE: ReadonlySet<number> = new Set([502, 503, 504]);
/** Statuses after which Retry-After is honoured; a 409 with Retry-After reports a temporary conflict. */
const PASSES: ReadonlySet<number> = new Set([409, TOO_MANY, ...GATEWAY_TROUBLE]);

function waitAfter({ answer }: RetryAttempt, troubles: number, random: Random): RetryWait | undefined {
  if (!answer) return backOff(troubles, random);
  const { status, body } = answer;
  const askedMs = PASSES.has(status) ? requestedWaitMs(answer) : undefined;
  if (askedMs !== undefined)
    return { ms: Math.max(FIRST_MS, askedMs), why: status === TOO_MANY ? 'limit' : 'trouble' };
  // A problem reply without Retry-After is final; other bodies come from a gateway and are retried.
  return GATEWAY_TROUBLE.has(status) && !isProblemBody(body) ? backOff(troubles, random) : undefined;
}

function requestedWaitMs({ body, headers }: TransportResponse): number | undefined {
  const seconds = isProblemBody(body) ? body.retry_after_seconds : Number(headers?.['retry-after']);
  return seconds !== undefined && seconds >= 0 ? seconds * 1000 : undefined;
}

const FIRST_MS = 250;
const LONGEST_MS = 10_000;

/** Exponential backoff with jitter, so that disconnected clients do not reconnect at the same time. */
function backOff(troubles: number, random: Random): RetryWait {
  const ms = Math.min(LONGEST_MS, FIRST_MS * 2 ** troubles);
  const [byte = 0] = random.bytes(1);
  return { ms: Math.round(ms * (0.5 + 0.5 * (byte / 256))), why: 'trouble' };
}
