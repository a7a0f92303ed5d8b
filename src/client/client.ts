import type { z } from 'zod';

import { type Action, ACTIONS } from '../rules/vocabulary.ts';
import {
  ArkhouseError,
  call,
  NoAnswerError,
  type Transport,
  type TransportRequest,
  type TransportResponse,
  type UntypedCallOptions,
} from '../api/call.ts';
import type { ListPaging, Reply, RequestPart, RequestPartName, Route } from '../api/route.ts';
import { type RouteName, type Routes, ROUTES, SANDBOX_ROUTES } from '../api/routes.ts';
import { FARTHEST_OFFSET } from '../api/subjects/heart.ts';
import { packageVersion } from '../outside/package-version.ts';
import { clientCallOf, EACH_ACTION } from './client-calls.ts';
import { withRetries, type RetryPolicy } from './retry.ts';

export { RefusedError, type ErrorCode } from '../api/call.ts';
export { ArkhouseError, NoAnswerError, type Transport, type TransportRequest, type TransportResponse };
export { defaultKeyFile, readKeyFile, writeKeyFile, type SavedKey } from './key-file.ts';
export { withRetries, type RetryPolicy, type RetryWait } from './retry.ts';

export interface ConnectOptions extends Partial<RetryPolicy> {
  readonly key?: string | undefined;
  /** Sandbox token: allows play money on a server with a sandbox. */
  readonly sandboxToken?: string | undefined;
}

export function connect(baseUrl: string, { key, sandboxToken, ...policy }: ConnectOptions = {}): Client {
  return createHouseClient(withRetries(httpTransport(baseUrl, key, sandboxToken), policy));
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

/** `purposes` go into the User-Agent: what the program does, and the client that it serves. */
export function httpTransport(
  baseUrl: string,
  key?: string,
  sandboxToken?: string,
  purposes: readonly (string | undefined)[] = [],
): Transport {
  const credentials = {
    'user-agent': userAgent(purposes),
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

function userAgent(purposes: readonly (string | undefined)[]): string {
  const words = purposes.map((purpose = '') => purpose.replaceAll(/[^\w.-]+/g, '-').slice(0, 40));
  const about = words.filter((word) => word !== '').join('; ');
  return `arkhouse-agent/${packageVersion()}${about && ` (${about})`}`;
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
    const [group, method] = clientCallOf(route);
    const methods = (groups[group] ??= {});
    if (method !== EACH_ACTION) methods[method] = groupMethod(send, route);
    else for (const action of ACTIONS) methods[action] = groupMethod(send, route, { action });
  }
  return groups as object as ClientGroups;
}

function groupMethod(send: Transport, route: Route, preset: CallFields = {}): GroupMethod {
  return (fields = {}, options = {}) => {
    const request = (more?: CallFields) =>
      call(send, route, { ...requestParts(route, { ...fields, ...preset, ...more }), ...options });
    const first = request();
    const paging = route.pages;
    return paging ? Object.assign(first, iterable(paging, fields, first, request)) : first;
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
  { items, by }: ListPaging,
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

type PresetFields<Name extends RouteName> = Routes[Name]['client'] extends `${string}.${typeof EACH_ACTION}`
  ? Omit<FieldsOf<Routes[Name]>, 'action'>
  : FieldsOf<Routes[Name]>;

type GroupedMethod<Name extends RouteName> = GroupedTextMethod<Routes[Name]> &
  GroupedOverloads<Name, Routes[Name] extends { readonly replies: infer Replies } ? Replies : []> &
  FieldsMethod<PresetFields<Name>, GroupedReply<Name, Reply<Routes[Name]>>>;

type FieldsMethod<Fields, Answer> = object extends Fields
  ? (fields?: Fields, options?: RequestOptions) => Answer
  : (fields: Fields, options?: RequestOptions) => Answer;

type GroupedTextMethod<R extends Route> = R extends { readonly alsoAs: readonly string[] }
  ? FieldsMethod<FieldsOf<R> & { readonly format: 'markdown' }, Promise<string>>
  : unknown;

type GroupedOverloads<Name extends RouteName, Replies> = Replies extends readonly [
  infer First extends ExactReply,
  ...infer Rest,
]
  ? FieldsMethod<z.input<First['query']>, GroupedReply<Name, z.output<First['reply']>>> &
      GroupedOverloads<Name, Rest>
  : unknown;

/** A page of a list can be awaited, or iterated over with all that follow. */
type GroupedReply<Name extends RouteName, Answer> = Routes[Name] extends {
  readonly pages: { readonly items: infer Items extends string };
}
  ? Promise<Answer> & AsyncIterable<ItemOf<Answer, Items>>
  : Promise<Answer>;
type ItemOf<Page, Items> = Items extends keyof Page
  ? Page[Items] extends readonly (infer Item)[]
    ? Item
    : never
  : never;

type GroupName = Routes[RouteName]['client'] extends `${infer Group}.${string}` ? Group : never;
type MethodName<
  Name extends RouteName,
  Group extends string,
> = Routes[Name]['client'] extends `${Group}.${infer Method}`
  ? Method extends typeof EACH_ACTION
    ? Action
    : Method
  : never;

/** The operations by group: `client.care.feed({ item })`. */
type ClientGroups = {
  readonly [Group in GroupName]: {
    readonly [Name in RouteName as MethodName<Name, Group>]: GroupedMethod<Name>;
  };
};

export type Client = ClientMethods<Routes> & ClientGroups;
export type SandboxClient = ClientMethods<typeof SANDBOX_ROUTES>;
