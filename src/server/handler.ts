import type { IncomingMessage } from 'node:http';

import type { Routes, SANDBOX_ROUTES } from '../api/routes.ts';
import type { RouteInput, Reply, Route } from '../api/route.ts';
import type { Instant } from '../rules/base/clock.ts';
import type { House } from '../features/house.ts';
import type { KnownAgent } from '../features/agents/api-keys.ts';

type Caller<R extends Route> = R['auth'] extends 'required'
  ? KnownAgent
  : R['auth'] extends 'admin'
    ? undefined
    : KnownAgent | undefined;

/** An authenticated and parsed request. */
export interface Call<R extends Route> extends RouteInput<R> {
  readonly agent: Caller<R>;
  readonly key: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** The caller's IPv4 address, or the /64 of its IPv6 address. */
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
  /** True for a stored reply to the same Idempotency-Key: counted by the limit of replays instead of the route's. */
  readonly replayed?: boolean;
}

export interface BodyReply<R extends Route> {
  readonly body: Reply<R>;
  /** The JSON of the body, if it was already written. */
  readonly json?: string;
  readonly page?: undefined;
}

/** A handler's result: the reply of the route's schema, or a text in another of its media types. */
export type HandlerResult<R extends Route> = ReplyOptions & (BodyReply<R> | { readonly page: TextReply });

export interface Handler<R extends Route> {
  answer(house: House, call: Call<R>): Promise<HandlerResult<R>>;
  /** Answers a caller whose key was refused: a stored reply, or undefined to refuse. */
  answerUnauthenticated?(house: House, call: Omit<Call<R>, 'agent'>): Promise<HandlerResult<R> | undefined>;
}

/** Handlers by route; routes without a handler are not served. */
export type Handlers = {
  readonly [Name in keyof Routes]?: Handler<Routes[Name]>;
} & { readonly [Name in keyof typeof SANDBOX_ROUTES]?: Handler<(typeof SANDBOX_ROUTES)[Name]> };

export interface ServedRoute {
  readonly route: Route;
  readonly handler: Handler<Route>;
  /** `sandbox`: the route answers 404 to requests without the sandbox token. */
  readonly only?: 'sandbox';
}
