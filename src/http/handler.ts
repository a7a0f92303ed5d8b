import type { IncomingMessage } from 'node:http';

import type { CallingAgent } from '../rules/agents.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { ProblemError, UnexpectedInput } from '../rules/problem.ts';
import type { Reply, Route, RouteInput } from '../api/route.ts';
import type { CountedRequest } from './limits.ts';
import type { Meter } from './request-metrics.ts';
import type { ReplyHeaders } from './send.ts';

type Caller<R extends Route> = R['auth'] extends 'required'
  ? CallingAgent
  : R['auth'] extends 'admin'
    ? undefined
    : CallingAgent | undefined;

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
  readonly rest?: AsyncIterable<string | Uint8Array> | undefined;
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

type AnswerCall<R extends Route, House> = (house: House, call: Call<R>) => Promise<HandlerResult<R>>;

export interface ReplayingHandler<R extends Route, House> {
  readonly answer: AnswerCall<R, House>;
  /** Answers a caller whose key was refused: a stored reply, or undefined to refuse. */
  answerUnauthenticated?(house: House, call: Omit<Call<R>, 'agent'>): Promise<HandlerResult<R> | undefined>;
}

/** Answers a route, with as much of the house as it needs. */
export type Handler<R extends Route, House> = AnswerCall<R, House> | ReplayingHandler<R, House>;

export type RouteInputs = Readonly<Record<'body' | 'query' | 'params', unknown>>;

export interface ReadRequest extends RouteInputs {
  readonly unexpected: readonly UnexpectedInput[];
  readonly parsedQuery?: unknown;
}

interface RequestContext {
  readonly now: Instant;
  readonly headers: ReplyHeaders;
  /** Monotonic clock. */
  readonly startedMs: number;
  meter: Meter;
  key?: string | undefined;
  agent?: CallingAgent | undefined;
  /** Why the API key was refused, on routes whose handler may still replay a stored reply. */
  authProblem?: ProblemError;
  counted?: CountedRequest;
  read?: ReadRequest;
  /** A guess at the object in an invalid body, for suggestions. */
  misread?: unknown;
  /** What the log of requests tells of an MCP message; only names that are known. */
  mcp?: { readonly method: string; readonly tool?: string | undefined; readonly era: string };
  /** Why the request was refused, for the log of requests. */
  reason?: string;
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
