import type { z } from 'zod';

import type { ProblemCode } from '../rules/problem.ts';
import type { Guest } from '../rules/vocabulary.ts';
import type { RateLimitName } from './rate-limits.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
/** The methods a next step may have, as the specification names them. */
export const STEP_METHODS = ['GET', 'POST', 'DELETE'] as const;
type HttpMethod = (typeof METHODS)[number];

export type StepRoute = Route & { readonly method: (typeof STEP_METHODS)[number] };
export function isStepRoute(route: Route): route is StepRoute {
  return STEP_METHODS.some((method) => method === route.method);
}

/** The authentication a route requires; `admin` is the operator's key. */
export type Auth = 'none' | 'optional' | 'required' | 'admin';

export const TAGS = ['Agents', 'Creatures', 'Memory', 'Credits', 'Species', 'House', 'Sandbox'] as const;
export type Tag = (typeof TAGS)[number];

/** A reply that is one page of a list: its field, and how the next page is asked for. */
export type ListPaging = Readonly<{ items: string; by: 'cursor' | 'offset' }>;

/** How an MCP tool differs from its route. */
interface ToolOptions {
  /** Values of arguments that are left out; replies to tools are shorter by default. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Arguments that the tool itself reads, as JSON Schema; arguments of the route take precedence. */
  readonly own?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Arguments of the route that the tool does not list. */
  readonly unlisted?: readonly string[];
  /** True if something is lost that cannot be made again. */
  readonly destructive?: true;
}

/** One operation of the API. Router, rate limits, OpenAPI, links, clients and tools are generated from it. */
export interface Route {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** Path of the route, with parameters in braces as in OpenAPI: `/api/house/species/{slug}`. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** Group and method in the clients for TypeScript and Python (`letters.list`); absent for routes of the sandbox. */
  readonly client?: `${string}.${string}`;
  readonly pages?: ListPaging;
  /** False for a route that is no MCP tool: it describes the HTTP API, returns no JSON, or belongs to the operator. */
  readonly tool?: ToolOptions | false;
  readonly auth: Auth;
  /** Guests whose credentials open this route too: in a header, or the token of an owner as `token` in the query. */
  readonly admits?: readonly Guest[];
  /** True if the handler answers from memory while the caller's creatures are the same: their versions are read with the key. */
  readonly marked?: true;
  readonly limit: RateLimitName;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly example?: unknown;
  /** Other names of fields that are accepted, in snake_case; requests may use any case. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Other words for field values: not accepted, but suggested in `did_you_mean`. */
  readonly synonyms?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** True for irreversible or paid operations: field aliases are not accepted. */
  readonly exact?: true;
  /** True if the reply contains an API key: the Idempotency-Key that replays it must be unguessable. */
  readonly tellsKey?: true;
  /** True for a GET with side effects (it hatches an egg): HEAD is refused. */
  readonly noHead?: true;
  readonly status: 200 | 201;
  readonly reply: z.ZodType;
  /** More exact replies to some queries, the first that fits: overloads of the client. */
  readonly replies?: readonly { readonly query: z.ZodObject; readonly reply: z.ZodType }[];
  /** The Cache-Control of the reply; default: no-store. */
  readonly cache?: string;
  /** True if refusals have the same Cache-Control as replies. */
  readonly cacheRefusals?: true;
  readonly etag?: true;
  /** The reply has a Link header to the API's descriptions. */
  readonly linked?: true;
  /** Media types besides JSON that a client can request. */
  readonly alsoAs?: readonly string[];
  /** The only media type of the reply, if it is not JSON. */
  readonly onlyAs?: string;
  /** OpenAPI links: operationIds that usually follow, with their fields as JSON Pointers into this reply. */
  readonly links?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Problems of this route besides those that follow from its method, input and authentication. */
  readonly problems: readonly ProblemCode[];
  /** The `error` text of this route's 400 and 500 replies. */
  readonly invalid: string;
  readonly failure: string;
}

const DEFAULTS = {
  status: 200,
  problems: [],
  invalid: 'Invalid query',
  failure: 'Something went wrong',
} as const;
type Defaulted = Pick<Route, keyof typeof DEFAULTS>;
type Called = 'operationId' | 'method' | 'path';

/** A row with its operationId, method and path, and the defaults of what it leaves out. */
export type DefinedRoute<Method extends HttpMethod, R> = Defaulted &
  R & {
    readonly operationId: string;
    readonly method: Method;
    readonly path: Route['path'];
  };

/** Defines a route and keeps its literal types, from which handlers, links and clients are typed. */
export function defineRoute<
  const Method extends HttpMethod,
  const R extends Omit<Route, keyof Defaulted | Called> & Partial<Defaulted>,
>(operationId: string, request: `${Method} /${string}`, row: R): DefinedRoute<Method, R> {
  const [method, path] = request.split(' ') as [Method, Route['path']];
  const defaulted: Defaulted & R = { ...DEFAULTS, ...row };
  return { ...defaulted, operationId, method, path };
}

type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type PartSchema<R extends Route, Part extends RequestPartName> =
  R extends Record<Part, infer Schema> ? Schema : undefined;

export interface RouteInput<R extends Route> {
  readonly body: SchemaOutput<PartSchema<R, 'body'>>;
  readonly query: SchemaOutput<PartSchema<R, 'query'>>;
  readonly params: SchemaOutput<PartSchema<R, 'params'>>;
}

export type RequestPartName = 'body' | 'query' | 'params';

/** The type of a request part before parsing: fields with a default may be left out. */
export type RequestPart<R extends Route, Part extends RequestPartName> = SchemaInput<PartSchema<R, Part>>;

export type Reply<R extends Route> = z.output<R['reply']>;

export function buildPath(row: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));
}
