import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';

import type { Reply, Route, RouteInput } from '../api/route.ts';
import type { Routes, SANDBOX_ROUTES } from '../api/routes.ts';
import type { KnownAgent } from '../features/agents/api-keys.ts';
import type { House } from '../features/house.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { ProblemError } from '../rules/problem.ts';
import type { CountedRequest } from './authenticate.ts';
import type { ReadRequest } from './parse-request.ts';
import type { PublicSite } from './page-row.ts';
import type { Meter, Monitor } from './request-metrics.ts';
import type { ReplyHeaders } from './send.ts';
import type { UndeliveredReplies } from './undelivered-replies.ts';
import type { UnknownRouteResolver } from './unknown-route.ts';

type Caller<R extends Route> = R['auth'] extends 'required'
  ? KnownAgent
  : R['auth'] extends 'admin'
    ? undefined
    : KnownAgent | undefined;

export interface Call<R extends Route> extends RouteInput<R> {
  readonly agent: Caller<R>;
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string;
  readonly raw: IncomingMessage;
  readonly now: Instant;
}

interface TextReply {
  readonly type: string;
  readonly text: string;
  readonly rest?: AsyncIterable<string> | undefined;
}

interface ReplyOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** True for a stored reply to the same request: counted by the limit of replays instead of the route's. */
  readonly replayed?: boolean;
}

export interface BodyReply<R extends Route> {
  readonly body: Reply<R>;
  readonly json?: string;
  readonly page?: undefined;
}

export type HandlerResult<R extends Route> = ReplyOptions & (BodyReply<R> | { readonly page: TextReply });

type AnswerCall<R extends Route> = (house: House, call: Call<R>) => Promise<HandlerResult<R>>;

export interface ReplayingHandler<R extends Route> {
  readonly answer: AnswerCall<R>;
  /** Answers a caller whose key was refused: a stored reply, or undefined to refuse. */
  answerUnauthenticated?(house: House, call: Omit<Call<R>, 'agent'>): Promise<HandlerResult<R> | undefined>;
}

export type Handler<R extends Route> = AnswerCall<R> | ReplayingHandler<R>;

export type Handlers = {
  readonly [Name in keyof Routes]?: Handler<Routes[Name]>;
} & { readonly [Name in keyof typeof SANDBOX_ROUTES]?: Handler<(typeof SANDBOX_ROUTES)[Name]> };

export interface ServedRoute {
  readonly route: Route;
  readonly handler: Handler<Route>;
  /** `sandbox`: the route answers 404 to requests without the sandbox token. */
  readonly only?: 'sandbox';
}

export interface ServerContext {
  readonly house: House;
  readonly routes: readonly ServedRoute[];
  readonly resolveUnknownRoute: UnknownRouteResolver;
  readonly log: Logger;
  readonly logRequests: 'debug' | 'info';
  readonly adminKey: string | undefined;
  readonly trustedProxies: number | readonly string[];
  readonly connectionsPerAddress: number;
  readonly https: boolean;
  readonly site: PublicSite;
  /** Validates every reply against its schema, in tests and development. */
  readonly checkReplies: boolean;
  readonly monitor: Monitor;
  readonly undelivered: UndeliveredReplies;
}

interface RequestContext {
  readonly now: Instant;
  readonly headers: ReplyHeaders;
  /** Monotonic clock. */
  readonly startedMs: number;
  meter: Meter;
  key?: string | undefined;
  agent?: KnownAgent | undefined;
  /** Why the API key was refused, on routes whose handler may still replay a stored reply. */
  authProblem?: ProblemError;
  counted?: CountedRequest;
  read?: ReadRequest;
  /** A guess at the object in an invalid body, for suggestions. */
  misread?: unknown;
}

declare module 'fastify' {
  interface FastifyRequest {
    context: RequestContext;
  }
}

// A path parameter is never empty: `/species/` is not `/species/{slug}`.
const NOT_EMPTY = '([\\s\\S]+)';

export function routePath(pattern: string): string {
  return pattern.replace(/\{(\w+)\}/g, `:$1${NOT_EMPTY}`);
}

export function routeLabel(path: string): string {
  return path.replaceAll(NOT_EMPTY, '');
}
