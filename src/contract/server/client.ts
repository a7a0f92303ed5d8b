import { ROUTES, SANDBOX_ROUTES } from '../routes.ts';
import type { Client, ClientMethods, SandboxClient } from './client-methods.ts';
import { NoAnswerError, type Transport } from './http-transport.ts';
import type { ProblemBody } from './problem-body.ts';
import { buildPath, type Route } from './route.ts';

export {
  RedirectError,
  NoAnswerError,
  httpTransport,
  type TransportResponse,
  type TransportRequest,
  type Transport,
} from './http-transport.ts';

export type { Client, SandboxClient } from './client-methods.ts';

/** The house answered with a problem: its status and its whole body. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(`${status} ${problem.error}`);
    this.status = status;
    this.problem = problem;
  }

  /** True when a retry would be refused for the same reason: nothing was done, and waiting changes nothing. */
  get isFinal(): boolean {
    return this.status < 500 && this.problem.retry_after_seconds === undefined;
  }
}

export function createHouseClient(send: Transport): Client {
  return buildMethods(ROUTES, send);
}

export function createSandboxClient(send: Transport): SandboxClient {
  return buildMethods(SANDBOX_ROUTES, send);
}

function buildMethods<Rows extends Readonly<Record<string, Route>>>(
  rows: Rows,
  send: Transport,
): ClientMethods<Rows> {
  const methods = Object.entries(rows).map(([name, row]) => [
    name,
    (options?: UntypedCallOptions) => call(send, row, options),
  ]);
  // Each entry is made from the row of its own name.
  return Object.fromEntries(methods) as ClientMethods<Rows>;
}

interface UntypedCallOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

async function call(send: Transport, row: Route, options: UntypedCallOptions = {}): Promise<unknown> {
  const { status, body } = await send({
    method: row.method,
    path: buildPath(row, options.params) + queryString(options.query),
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  });
  if (status >= 400 && isProblemBody(body)) throw new RefusedError(status, body);
  if (status >= 400 || (typeof body === 'string' && !row.alsoAs && row.onlyAs === undefined))
    throw new NoAnswerError(`What answered ${row.method} ${row.path} with ${status} was not the house.`);
  return body;
}

/** Whether this body is a problem of the house, and not the error page of something in between. */
export function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return '';
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`;
}
