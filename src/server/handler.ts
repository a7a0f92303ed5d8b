import type { IncomingMessage } from 'node:http';

import type { Routes, SANDBOX_ROUTES } from '../api/routes.ts';
import type { RouteInput, Reply, Route } from '../api/route.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { House } from '../features/house.ts';
import type { KnownAgent } from '../features/agents/api-keys.ts';

/** An agent where the route asks for one, none where the operator is asked for, perhaps one elsewhere. */
type Caller<R extends Route> = R['auth'] extends 'required'
  ? KnownAgent
  : R['auth'] extends 'admin'
    ? undefined
    : KnownAgent | undefined;

/** One request, authenticated and parsed. `now` was read once, when it came. */
export interface Call<R extends Route> extends RouteInput<R> {
  readonly agent: Caller<R>;
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The caller's IPv4 address, or the /64 of its IPv6 address. */
  readonly address: string;
  /** The request as it came, for the few who must look at its headers or its sender. */
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
  /** The answer to an earlier request with the same Idempotency-Key: counted by the limit of replays instead of the route's. */
  readonly replayed?: boolean;
}

export interface BodyReply<R extends Route> {
  readonly body: Reply<R>;
  /** The body as it is sent, where it is written out already. */
  readonly json?: string;
  readonly page?: undefined;
}

/** What a row says it replies with, or a page in one of the other types it names. */
export type HandlerResult<R extends Route> = ReplyOptions & (BodyReply<R> | { readonly page: TextReply });

export interface Handler<R extends Route> {
  answer(house: House, call: Call<R>): Promise<HandlerResult<R>>;
  /** For a caller whose key was refused: the replay of an earlier answer, or undefined to refuse the request. */
  answerUnauthenticated?(house: House, call: Omit<Call<R>, 'agent'>): Promise<HandlerResult<R> | undefined>;
}

/** A handler per route; a route without one is not served. */
export type Handlers = {
  readonly [Name in keyof Routes]?: Handler<Routes[Name]>;
} & { readonly [Name in keyof typeof SANDBOX_ROUTES]?: Handler<(typeof SANDBOX_ROUTES)[Name]> };

/** A route and its handler, when the exact types no longer matter. */
export interface ServedRoute {
  readonly route: Route;
  readonly handler: Handler<Route>;
  /** Does not exist for requests without the sandbox token. */
  readonly only?: 'sandbox';
}
