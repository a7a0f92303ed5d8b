import type { ProblemBody } from './problems.ts';
import { buildPath, type Reply, type RequestPart, type RequestPartName, type Route } from './route.ts';
import { type Routes, ROUTES, SANDBOX_ROUTES } from './routes.ts';

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
}

export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** No response arrived, or one that is not from the service. The request may or may not have been executed. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * The server answered with a redirect that is not followed: to another origin, in a loop, or with another
 * method. The request was not executed.
 */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

const MAX_REDIRECTS = 5;
const METHOD_PRESERVING_STATUSES: ReadonlySet<number> = new Set([307, 308]);

export function httpTransport(baseUrl: string, key?: string, sandboxToken?: string): Transport {
  const credentials = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(sandboxToken !== undefined && { 'x-sandbox-token': sandboxToken }),
  };
  return async (request) => {
    let url = new URL(request.path, baseUrl);
    for (let hops = 0; hops < MAX_REDIRECTS; hops += 1) {
      const response = await fetchOnce(url, request, credentials);
      const next = redirectTarget(response, url);
      if (!next) return readResponse(response);
      await response.body?.cancel();
      url = next;
    }
    throw new RedirectError(`${new URL(baseUrl).origin} sends requests round in circles.`);
  };
}

async function fetchOnce(
  url: URL,
  { method, headers, body, signal }: TransportRequest,
  credentials: Readonly<Record<string, string>>,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { ...headers, ...credentials },
      // fetch follows no redirects: httpTransport does, so that the API key is not sent to another origin.
      redirect: 'manual',
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoAnswerError(`${url.origin} does not answer.`, { cause: error });
  }
}

function redirectTarget({ status, headers }: Response, from: URL): URL | undefined {
  if (status < 300 || status >= 400 || status === 304) return undefined;
  const location = headers.get('location') ?? '';
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (!to || !METHOD_PRESERVING_STATUSES.has(status))
    throw new RedirectError(`${from.origin} answered ${status} and did not say where to send the request.`);
  if (to.origin !== from.origin)
    throw new RedirectError(
      `${from.origin} sends requests on to ${to.origin}, which is another house: neither key nor request went there. Connect to it directly if you trust it.`,
    );
  return to;
}

async function readResponse(response: Response): Promise<TransportResponse> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  try {
    const text = await response.text();
    const isJson = /^application\/(?:\w+\+)?json\b/.test(headers['content-type'] ?? '');
    return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new NoAnswerError(`The answer of ${new URL(response.url).origin} broke off.`, { cause: error });
  }
}

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(status: number, problem: ProblemBody) {
    super(`${status} ${problem.error}`);
    this.status = status;
    this.problem = problem;
  }

  /** True when a retry of the refused request can never succeed. */
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

function buildMethods<Table extends Readonly<Record<string, Route>>>(table: Table, send: Transport) {
  const methods = Object.entries(table).map(([name, route]) => [
    name,
    (options?: UntypedCallOptions) => call(send, route, options),
  ]);
  return Object.fromEntries(methods) as ClientMethods<Table>;
}

interface UntypedCallOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

async function call(send: Transport, route: Route, options: UntypedCallOptions = {}): Promise<unknown> {
  const { status, body } = await send({
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
    throw new NoAnswerError(`What answered ${route.method} ${route.path} with ${status} was not the house.`);
  return body;
}

/** True for a problem reply of the API; false for the error page of a proxy. */
export function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string';
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
  const sent = Object.entries(query).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return '';
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** True for a request part (params, query, body) that the route does not have, or whose fields are all optional. */
type IsOptionalPart<R extends Route, P extends RequestPartName> =
  undefined extends RequestPart<R, P> ? true : object extends RequestPart<R, P> ? true : false;

type CallOptions<R extends Route> = {
  readonly [P in RequestPartName as IsOptionalPart<R, P> extends true ? never : P]: RequestPart<R, P>;
} & {
  readonly [P in RequestPartName as RequestPart<R, P> extends undefined ? never : P]?: RequestPart<R, P>;
} & {
  /** Idempotency-Key header: the server executes requests with the same key once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
};

type ClientMethod<R extends Route> = TextReplyMethod<R> &
  (object extends CallOptions<R>
    ? (options?: CallOptions<R>) => Promise<Reply<R>>
    : (options: CallOptions<R>) => Promise<Reply<R>>);

/** The method of a route with `alsoAs`: with `format: 'markdown'` it returns a string. */
type TextReplyMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? (options: CallOptions<R> & { readonly query: { readonly format: 'markdown' } }) => Promise<string>
  : unknown;

type ClientMethods<Table extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Table]: ClientMethod<Table[Name]>;
};

export type Client = ClientMethods<Routes>;
export type SandboxClient = ClientMethods<typeof SANDBOX_ROUTES>;
