import type { z } from 'zod';

import type { ProblemCode } from '../rules/problem.ts';
import type { RateLimitName } from './rate-limits.ts';

export const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
/** The methods a next step may have, as the specification names them. */
export const STEP_METHODS = ['GET', 'POST', 'DELETE'] as const;
type HttpMethod = (typeof METHODS)[number];

/** A route that a next step may lead to. */
export type StepRoute = Route & { readonly method: (typeof STEP_METHODS)[number] };

export function isStepRoute(route: Route): route is StepRoute {
  return STEP_METHODS.some((method) => method === route.method);
}

/** Who may call: anyone, anyone or an agent, an agent, the operator. */
export type Auth = 'none' | 'optional' | 'required' | 'admin';

export const TAGS = ['Agents', 'Creatures', 'Memory', 'Credits', 'Species', 'House', 'Sandbox'] as const;
export type Tag = (typeof TAGS)[number];

/** One operation of the API, as data. Router, rate limits, OpenAPI, links, clients and tools are made from it. */
export interface Route {
  readonly operationId: string;
  readonly method: HttpMethod;
  /** Parameters in braces, as OpenAPI writes them: `/api/house/species/{slug}`. */
  readonly path: `/${string}`;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly auth: Auth;
  readonly limit: RateLimitName;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A body that can be sent as it stands. */
  readonly example?: unknown;
  /** Other names under which its fields are sent, by habit from elsewhere; in snake_case, and read in any. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Other words for the values of its fields: never taken for them, but told in `did_you_mean`. */
  readonly synonyms?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What it does cannot be undone or costs something: nothing is read under another name. */
  readonly exact?: true;
  /** The answer holds an API key, and the Idempotency-Key that brings it back must be hard to guess. */
  readonly tellsKey?: true;
  /** A GET that may change something (a look is noticed, and hatches an egg): HEAD is refused. */
  readonly noHead?: true;
  readonly status: 200 | 201;
  readonly reply: z.ZodType;
  /** The Cache-Control of the reply; without it nothing may be stored. */
  readonly cache?: string;
  /** True when refusals carry it as well. */
  readonly cacheRefusals?: true;
  /** True when the reply carries an ETag, and If-None-Match is answered with 304. */
  readonly etag?: true;
  /** True when the reply carries a Link header to all that describes the API. */
  readonly linked?: true;
  /** Other media types the reply may come in, by what the caller asks for. */
  readonly alsoAs?: readonly string[];
  /** The one media type of the reply, where that is not JSON. */
  readonly onlyAs?: string;
  /** What it may refuse, beyond what every route of its kind may. */
  readonly problems: readonly ProblemCode[];
  /** The `error` of a 400 and of a 500. */
  readonly invalid: string;
  readonly failure: string;
}

/** What most rows say of themselves, and none has to. */
const USUAL = {
  status: 200,
  problems: [],
  invalid: 'Invalid query',
  failure: 'Something went wrong',
} as const;
type UsualParts = Pick<Route, keyof typeof USUAL>;

/** Keeps every literal of the row, so that handlers, links and clients can be typed from it. */
export function defineRoute<const R extends Omit<Route, keyof UsualParts> & Partial<UsualParts>>(
  row: R,
): UsualParts & R {
  return { ...USUAL, ...row };
}

type SchemaOutput<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type SchemaInput<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type PartSchema<R extends Route, Part extends RequestPartName> =
  R extends Record<Part, infer Schema> ? Schema : undefined;

/** What a handler is given, parsed. */
export interface RouteInput<R extends Route> {
  readonly body: SchemaOutput<PartSchema<R, 'body'>>;
  readonly query: SchemaOutput<PartSchema<R, 'query'>>;
  readonly params: SchemaOutput<PartSchema<R, 'params'>>;
}

/** Where in a request its input stands. */
export type RequestPartName = 'body' | 'query' | 'params';

/** What a caller writes to send a route's body, query or path parameters. */
export type RequestPart<R extends Route, Part extends RequestPartName> = SchemaInput<PartSchema<R, Part>>;

/** What a route answers with. */
export type Reply<R extends Route> = z.output<R['reply']>;

/** A path with its parameters filled in. */
export function buildPath(row: Pick<Route, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? `{${name}}`));
}
