import { ROUTES, SANDBOX_ROUTES, type Routes } from '../routes.ts';
import { NoAnswerError, type Transport } from './http-transport.ts';
import type { ProblemBody } from './problem-body.ts';
import { buildPath, type Reply, type RequestPart, type RequestPartName, type Route } from './route.ts';

export {
  RedirectError,
  NoAnswerError,
  httpTransport,
  type TransportResponse,
  type TransportRequest,
  type Transport,
} from './http-transport.ts';

/** True for a part that no caller has to write: the row has none, or everything in it is optional. */
type IsOptionalPart<R extends Route, P extends RequestPartName> =
  undefined extends RequestPart<R, P> ? true : object extends RequestPart<R, P> ? true : false;

type CallOptions<R extends Route> = {
  readonly [P in RequestPartName as IsOptionalPart<R, P> extends true ? never : P]: RequestPart<R, P>;
} & {
  readonly [P in RequestPartName as RequestPart<R, P> extends undefined ? never : P]?: RequestPart<R, P>;
} & {
  /** Sent again under the same key, the request is done once. */
  readonly idempotencyKey?: string;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
};

type ClientMethod<R extends Route> = TextReplyMethod<R> &
  (object extends CallOptions<R>
    ? (options?: CallOptions<R>) => Promise<Reply<R>>
    : (options: CallOptions<R>) => Promise<Reply<R>>);

/** An operation that also answers with a text gives it when asked for `format: 'markdown'`. */
type TextReplyMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? (options: CallOptions<R> & { readonly query: { readonly format: 'markdown' } }) => Promise<string>
  : unknown;

type ClientMethods<Rows extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Rows]: ClientMethod<Rows[Name]>;
};

/** Every operation of the house as a typed function, made from the contract's rows. */
export type Client = ClientMethods<Routes>;

/** The clock of a house that was started to be tried out. */
export type SandboxClient = ClientMethods<typeof SANDBOX_ROUTES>;

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
