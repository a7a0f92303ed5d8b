import type { Transport } from '../../src/client/client.ts';

/** Result of every single attempt, retries included. */
export class AnswerCounts {
  requests = 0;
  succeeded = 0;
  /** By what it was: `503`, `503 by the balancer`, `503 without Retry-After`, `409 creature_asleep`, `no answer: ECONNRESET`. */
  readonly others = new Map<string, number>();

  /** A transport that counts every attempt. */
  counting(send: Transport): Transport {
    return async (request) => {
      this.requests += 1;
      try {
        const answer = await send(request);
        this.#count(nameOf(answer));
        return answer;
      } catch (error) {
        this.#count(`no answer: ${reasonOf(error)}`);
        throw error;
      }
    };
  }

  /** Results that no client may see under any fault. */
  get owed(): string[] {
    return [...this.others.keys()].filter((name) => /^500|without Retry-After/.test(name));
  }

  /** Those that a client notices as trouble. */
  get troubles(): string[] {
    return [...this.others.keys()].filter((name) => /^5|no answer/.test(name));
  }

  #count(name: string | undefined): void {
    if (name === undefined) this.succeeded += 1;
    else this.others.set(name, (this.others.get(name) ?? 0) + 1);
  }
}

type TransportAnswer = Awaited<ReturnType<Transport>>;

function nameOf({ status, body, headers }: TransportAnswer): string | undefined {
  if (status < 300) return undefined;
  if (status === 503 && headers?.['retry-after'] === undefined) return '503 without Retry-After';
  if (status === 503) return isOurs(body) ? '503' : '503 by the balancer';
  // Limits are part of a busy life.
  if (status === 429) return '429';
  const code = typeof body === 'object' && body !== null && 'code' in body ? ` ${String(body.code)}` : '';
  return `${status}${code}`;
}

/** The innermost cause has the code of the system; without one it was too late. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Every refusal of the house names the request; what stands in front of it does not know its number. */
function isOurs(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'request_id' in body;
}
