export type JsonReply = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

const MOST_BYTES = 256 * 1024;

/** Fetches JSON; rejects on timeout, redirect, oversize or invalid JSON. */
export async function fetchJson(url: string, timeoutMs: number, body?: string): Promise<JsonReply> {
  const reply = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    // Requests about payments must not follow redirects.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = await readLimited(MOST_BYTES, reply.body ?? [], () => new Error('an answer without end'));
  return { status: reply.status, body: asRecord(JSON.parse(bytes.toString())) };
}

/** The value as a record; an empty one for anything that is no object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Parses JSON in base64; an empty object for anything else. */
export function recordFromBase64(text: string, alphabet: RegExp): Readonly<Record<string, unknown>> {
  if (!alphabet.test(text)) return {};
  try {
    return asRecord(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return {};
  }
}

/** Reads a response body; throws `tooMuch()` beyond `most` bytes. */
export async function readLimited(
  most: number,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  tooMuch: () => Error,
): Promise<Buffer> {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > most) throw tooMuch();
    kept.push(part);
  }
  return Buffer.concat(kept);
}

export function trimSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

export class LateError extends Error {
  override readonly name = 'LateError';
}

export function within<Answer>(patienceMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new LateError(`no answer within ${patienceMs} ms`));
    // If the event loop was blocked, the answer may be in the socket already: it is read before the timeout rejects.
    const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface CircuitBreakerSettings {
  readonly failures: number;
  readonly coolDownMs: number;
  /** Called when the circuit breaker opens, not for failed trials. */
  readonly onOpen: (error: Error) => void;
}

export class CircuitBreakerError extends Error {
  override readonly name = 'CircuitBreakerError';
}

export interface CircuitBreaker {
  /** Rejects with `CircuitBreakerError`, immediately while the circuit breaker is open. */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

export function circuitBreaker({ failures, coolDownMs, onOpen }: CircuitBreakerSettings): CircuitBreaker {
  let failed = 0;
  let state: 'closed' | 'open' | 'half-open' | 'trying' = 'closed';
  let timer: NodeJS.Timeout | undefined;

  function fail(error: Error): void {
    failed += 1;
    const isTrial = state === 'trying';
    if (!isTrial && (state !== 'closed' || failed < failures)) return;
    state = 'open';
    timer = setTimeout(() => (state = 'half-open'), coolDownMs).unref();
    if (!isTrial) onOpen(error);
  }

  // Work started before the circuit breaker opened may still succeed; only a trial closes it.
  function succeed(): void {
    if (state === 'trying') state = 'closed';
    failed = 0;
  }

  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (state === 'open' || state === 'trying') throw new CircuitBreakerError('resting');
      if (state === 'half-open') state = 'trying';
      try {
        const result = await work();
        succeed();
        return result;
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
        throw new CircuitBreakerError('failed', { cause: error });
      }
    },
    close: () => clearTimeout(timer),
  };
}
