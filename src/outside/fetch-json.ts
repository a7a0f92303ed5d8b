export interface JsonReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const MOST_BYTES = 256 * 1024;

/** Asks another server, and believes its answer to be JSON only after a look. Fails when there is none in time. */
export async function fetchJson(url: string, timeoutMs: number, body?: string): Promise<JsonReply> {
  const reply = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'application/json' } }),
    // What is sent here is money: it goes where the operator said, or nowhere.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const bytes = await readLimited(MOST_BYTES, reply.body ?? [], () => new Error('an answer without end'));
  return { status: reply.status, body: asRecord(JSON.parse(bytes.toString())) };
}

/** An object's fields; none for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The fields of an object that came as JSON in base64, in the alphabet asked for; none when that is not what came. */
export function recordFromBase64(text: string, alphabet: RegExp): Readonly<Record<string, unknown>> {
  if (!alphabet.test(text)) return {};
  try {
    return asRecord(JSON.parse(Buffer.from(text, 'base64').toString()));
  } catch {
    return {};
  }
}

/** The bytes of a body that may come without end: more than `most` are refused. */
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

/** The address of a service, without the slashes that people put at its end. */
export function trimSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}

/** The answer, unless it takes longer than that. */
export function within<Answer>(patienceMs: number, answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Error(`no answer within ${patienceMs} ms`));
    // If it was this process that stood still, the answer already lies in the socket: read before giving up.
    const timer = setTimeout(() => setImmediate(giveUp), patienceMs);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

interface CircuitBreakerSettings {
  /** How many failures in a row it bears. */
  readonly failures: number;
  readonly coolDownMs: number;
  /** Told once when it opens, not with every trial that fails. */
  readonly onOpen: (error: Error) => void;
}

/** Circuit breaker: lets work through until it has failed too often in a row; then it stays open for a while, and lets one try before the others. */
interface CircuitBreaker {
  /** What the work gives; fails with `CircuitBreakerError`, and at once while it is open. */
  run<T>(work: () => Promise<T>): Promise<T>;
  close(): void;
}

/** The work failed, or was not tried because it had failed too often. */
export class CircuitBreakerError extends Error {
  override readonly name = 'CircuitBreakerError';
}

export function circuitBreaker({ failures, coolDownMs, onOpen }: CircuitBreakerSettings): CircuitBreaker {
  let failed = 0;
  let state: 'closed' | 'open' | 'half-open' | 'trying' = 'closed';
  let timer: NodeJS.Timeout | undefined;

  function open(): void {
    state = 'open';
    timer = setTimeout(() => (state = 'half-open'), coolDownMs).unref();
  }

  function fail(error: Error): void {
    failed += 1;
    if (state === 'trying') open();
    if (state !== 'closed' || failed < failures) return;
    open();
    onOpen(error);
  }

  // Work that began before it opened may still end well, but only a trial shows that it works again.
  function succeed(): void {
    if (state === 'trying') state = 'closed';
    failed = 0;
  }

  return {
    async run(work) {
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
