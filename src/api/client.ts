import type { z } from 'zod';

import type { ProblemCode } from '../rules/problem.ts';
import { type Action, ACTIONS } from '../rules/vocabulary.ts';
import type { ProblemBody } from './problems.ts';
import { buildPath, type Reply, type RequestPart, type RequestPartName, type Route } from './route.ts';
import { type Routes, ROUTES, SANDBOX_ROUTES } from './routes.ts';
import { FARTHEST_OFFSET } from './subjects/heart.ts';

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

/** A redirect to another origin, in a loop or with another method is not followed: nothing was executed. */
export class RedirectError extends ArkhouseError {
  override readonly name = 'RedirectError';

  constructor(message: string) {
    super('redirected', message);
  }
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
      if (!next) return readResponse(response, request);
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
    const idempotencyKey = headers['idempotency-key'];
    throw new NoAnswerError(`${url.origin} does not answer.`, { cause: error, idempotencyKey });
  }
}

function redirectTarget({ status, headers }: Response, from: URL): URL | undefined {
  if (status < 300 || status >= 400 || status === 304) return undefined;
  const location = headers.get('location') ?? '';
  const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (to && to.origin !== from.origin)
    throw new RedirectError(
      `${from.origin} redirects with ${status} to ${to.origin}: use that address if you trust it. Neither key nor request went there.`,
    );
  if (!to || !METHOD_PRESERVING_STATUSES.has(status))
    throw new RedirectError(`${from.origin} answered ${status} and did not say where to send the request.`);
  return to;
}

async function readResponse(response: Response, request: TransportRequest): Promise<TransportResponse> {
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  try {
    const text = await response.text();
    const isJson = /^application\/(?:\w+\+)?json\b/.test(headers['content-type'] ?? '');
    return { status, headers, body: isJson ? (JSON.parse(text) as unknown) : text };
  } catch (error) {
    if (error instanceof DOMException) throw error;
    throw new NoAnswerError(`The answer of ${new URL(response.url).origin} broke off.`, {
      cause: error,
      idempotencyKey: request.headers['idempotency-key'],
    });
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

export function createHouseClient(send: Transport): Client {
  return { ...buildMethods(ROUTES, send), ...buildGroups(Object.values(ROUTES), send) };
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

type GroupMethod = (fields?: CallFields, options?: RequestOptions) => Promise<unknown>;
type CallFields = Readonly<Record<string, unknown>>;

function buildGroups(routes: readonly Route[], send: Transport) {
  const groups: Record<string, Record<string, GroupMethod>> = {};
  for (const route of routes) {
    const [group = '', method = ''] = route.call?.split('.') ?? [];
    const methods = (groups[group] ??= {});
    if (method !== EACH_ACTION) methods[method] = groupMethod(send, route);
    else for (const action of ACTIONS) methods[action] = groupMethod(send, route, { action });
  }
  return groups as object as ClientGroups<Routes>;
}

const EACH_ACTION = '{action}';

function groupMethod(send: Transport, route: Route, preset: CallFields = {}): GroupMethod {
  return (fields = {}, options = {}) => {
    const request = (more?: CallFields) =>
      call(send, route, { ...requestParts(route, { ...fields, ...preset, ...more }), ...options });
    const first = request();
    return route.pages ? Object.assign(first, iterable(route.pages, fields, first, request)) : first;
  };
}

function requestParts({ path, body }: Route, fields: CallFields): UntypedCallOptions {
  const isInPath = ([name]: readonly [string, unknown]) => path.includes(`{${name}}`);
  const all = Object.entries(fields);
  return {
    params: Object.fromEntries(all.filter(isInPath)) as Record<string, string>,
    [body ? 'body' : 'query']: Object.fromEntries(all.filter((field) => !isInPath(field))),
  };
}

interface ListPage extends CallFields {
  readonly next_cursor?: string;
  readonly pagination?: { readonly next_cursor?: string };
}

/** Iterates over the items of all pages; the pages after the first are requested when they are needed. */
function iterable(
  { items, by }: NonNullable<Route['pages']>,
  fields: CallFields,
  first: Promise<unknown>,
  request: (more: CallFields) => Promise<unknown>,
): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      let offset = Number(fields['offset'] ?? 0);
      for (let page = (await first) as ListPage; ;) {
        const shown = page[items] as readonly unknown[];
        yield* shown;
        offset += shown.length;
        const cursor = page.next_cursor ?? page.pagination?.next_cursor;
        const isLast = by === 'cursor' ? cursor === undefined : shown.length === 0;
        if (isLast) return;
        // The service would answer with the entries at its farthest offset again.
        if (by === 'offset' && offset > FARTHEST_OFFSET)
          throw new RangeError(`Entries after number ${FARTHEST_OFFSET} are in no page; ask for markdown.`);
        page = (await request(by === 'cursor' ? { cursor } : { offset })) as ListPage;
      }
    },
  };
}

interface UntypedCallOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

async function call(send: Transport, route: Route, options: UntypedCallOptions = {}): Promise<unknown> {
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
  return `?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString()}`;
}

/** True for a request part (params, query, body) that the route does not have, or whose fields are all optional. */
type IsOptionalPart<R extends Route, P extends RequestPartName> =
  undefined extends RequestPart<R, P> ? true : object extends RequestPart<R, P> ? true : false;

type CallOptions<R extends Route> = {
  readonly [P in RequestPartName as IsOptionalPart<R, P> extends true ? never : P]: RequestPart<R, P>;
} & {
  readonly [P in RequestPartName as RequestPart<R, P> extends undefined ? never : P]?: RequestPart<R, P>;
} & RequestOptions;

interface RequestOptions {
  /** Idempotency-Key header: the server executes requests with the same key once. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

type ClientMethod<R extends Route> = TextReplyMethod<R> &
  ExactReplyMethods<R> &
  ClientCall<CallOptions<R>, Reply<R>>;
type ClientCall<Options, Answer> = object extends Options
  ? (options?: Options) => Promise<Answer>
  : (options: Options) => Promise<Answer>;

type ExactReplyMethods<R extends Route> = R extends { readonly replies: infer Replies }
  ? ExactOverloads<Replies>
  : unknown;
type ExactOverloads<Replies> = Replies extends readonly [infer First extends ExactReply, ...infer Rest]
  ? ClientCall<QueryOption<z.input<First['query']>> & RequestOptions, z.output<First['reply']>> &
      ExactOverloads<Rest>
  : unknown;
type ExactReply = NonNullable<Route['replies']>[number];
type QueryOption<Query> = object extends Query ? { readonly query?: Query } : { readonly query: Query };

/** The method of a route with `alsoAs`: with `format: 'markdown'` it returns a string. */
type TextReplyMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? (options: CallOptions<R> & { readonly query: { readonly format: 'markdown' } }) => Promise<string>
  : unknown;

type ClientMethods<Table extends Readonly<Record<string, Route>>> = {
  readonly [Name in keyof Table]: ClientMethod<Table[Name]>;
};

type FieldsOf<R extends Route> = FieldsIn<RequestPart<R, 'params'>> &
  FieldsIn<RequestPart<R, 'query'>> &
  FieldsIn<RequestPart<R, 'body'>>;
type FieldsIn<Part> = [Part] extends [undefined | Record<string, never>] ? unknown : NonNullable<Part>;

type PresetFields<R extends Route> = R['call'] extends `${string}.${typeof EACH_ACTION}`
  ? Omit<FieldsOf<R>, 'action'>
  : FieldsOf<R>;

type GroupedMethod<R extends Route> = GroupedTextMethod<R> &
  GroupedOverloads<R extends { readonly replies: infer Replies } ? Replies : []> &
  FieldsMethod<PresetFields<R>, GroupedReply<R>>;

type FieldsMethod<Fields, Answer> = object extends Fields
  ? (fields?: Fields, options?: RequestOptions) => Answer
  : (fields: Fields, options?: RequestOptions) => Answer;

type GroupedTextMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? FieldsMethod<FieldsOf<R> & { readonly format: 'markdown' }, Promise<string>>
  : unknown;

type GroupedOverloads<Replies> = Replies extends readonly [infer First extends ExactReply, ...infer Rest]
  ? FieldsMethod<z.input<First['query']>, Promise<z.output<First['reply']>>> & GroupedOverloads<Rest>
  : unknown;

/** A page of a list can be awaited, or iterated over with all that follow. */
type GroupedReply<R extends Route> = R extends { readonly pages: { readonly items: infer Items } }
  ? Promise<Reply<R>> & AsyncIterable<ItemOf<Reply<R>, Items>>
  : Promise<Reply<R>>;
type ItemOf<Page, Items> = Items extends keyof Page
  ? Page[Items] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

type GroupName<R extends Route> = R['call'] extends `${infer Group}.${string}` ? Group : never;
type MethodName<R extends Route, Group extends string> = R['call'] extends `${Group}.${infer Method}`
  ? Method extends typeof EACH_ACTION
    ? Action
    : Method
  : never;

/** The operations by group: `client.care.feed({ item })`. */
type ClientGroups<Table extends Readonly<Record<string, Route>>> = {
  readonly [Group in { [Name in keyof Table]: GroupName<Table[Name]> }[keyof Table]]: {
    readonly [Name in keyof Table as MethodName<Table[Name], Group>]: GroupedMethod<Table[Name]>;
  };
};

export type Client = ClientMethods<Routes> & ClientGroups<Routes>;
export type SandboxClient = ClientMethods<typeof SANDBOX_ROUTES>;
