import type { ProblemCode } from '../rules/problem.ts';
import type { ProblemBody } from './problems.ts';
import { buildPath, type Route } from './route.ts';

/** A request without origin and API key, which the transport adds. */
export interface TransportRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  readonly body: unknown;
  /** Response headers with lower-case names; absent if the transport has none. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The Idempotency-Key, if the transport has added one to the request. */
  readonly idempotencyKey?: string | undefined;
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** The codes of problem replies, and two of the client itself. A newer service may send others. */
export type ErrorCode = ProblemCode | 'no_answer' | 'redirected';

/** The base class of every error that a call throws, except the reason of an aborted signal. */
export class ArkhouseError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** No response arrived, or one that is not from the service. The request may or may not have been executed. */
export class NoAnswerError extends ArkhouseError {
  override readonly name = 'NoAnswerError';
  /** The Idempotency-Key of the request: sent again with it, the request is executed once. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: { cause?: unknown; idempotencyKey?: string | undefined } = {}) {
    super('no_answer', message, options);
    this.idempotencyKey = options.idempotencyKey;
  }
}

export class RefusedError extends ArkhouseError {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(problem.code as ProblemCode, `${status} ${problem.error}`);
    this.status = status;
    this.problem = problem;
  }

  /** True when a retry of the refused request can never succeed. */
  get isFinal(): boolean {
    return this.status < 500 && this.problem.retry_after_seconds === undefined;
  }
}

export interface UntypedCallOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Sends a request of a route; throws a problem reply as RefusedError. */
export async function call(
  send: Transport,
  route: Route,
  options: UntypedCallOptions = {},
): Promise<unknown> {
  const { status, body, idempotencyKey } = await send({
    method: route.method,
    path: buildPath(route, options.params) + queryString(options.query),
    headers: {
      ...(options.body !== undefined && { 'content-type': 'application/json' }),
      ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  });
  if (status >= 400 && isProblemBody(body)) throw new RefusedError(status, body);
  if (status >= 400 || (typeof body === 'string' && !route.alsoAs && route.onlyAs === undefined))
    throw new NoAnswerError(`What answered ${route.method} ${route.path} with ${status} was not the house.`, {
      idempotencyKey: options.idempotencyKey ?? idempotencyKey,
    });
  return body;
}

/** True for a problem reply of the API; false for the error page of a proxy. */
export function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return '';
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, textOf(value)])).toString()}`;
}

/** The text of a value in a query or path; String() would throw for an object with a toString field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
