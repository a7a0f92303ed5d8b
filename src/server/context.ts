import type { Logger } from 'pino';

import type { Instant } from '../rules/base/clock.ts';
import type { ProblemError } from '../rules/problem.ts';
import type { House } from '../features/house.ts';
import type { KnownAgent } from '../features/agents/api-keys.ts';
import type { Meter, Monitor } from './request-metrics.ts';
import type { ServedRoute } from './handler.ts';
import type { ReplyHeaders } from './headers.ts';
import type { ReadRequest } from './mistakes/misread-values.ts';
import type { PublicSite } from './page-assets.ts';
import type { CountedRequest } from './rate-limit.ts';
import type { UnknownRouteResolver } from './unknown-route.ts';

export interface ServerContext {
  readonly house: House;
  readonly routes: readonly ServedRoute[];
  readonly resolveUnknownRoute: UnknownRouteResolver;
  readonly log: Logger;
  /** The level at which requests are logged. */
  readonly logRequests: 'debug' | 'info';
  readonly adminKey: string | undefined;
  readonly trustedProxies: number | readonly string[];
  readonly connectionsPerAddress: number;
  readonly https: boolean;
  readonly site: PublicSite;
  /** Validates every reply against its schema, in tests and development. */
  readonly checkReplies: boolean;
  readonly monitor: Monitor;
}

interface RequestContext {
  readonly now: Instant;
  readonly headers: ReplyHeaders;
  /** Start of the request on the monotonic clock. */
  readonly startedMs: number;
  meter: Meter;
  key?: string | undefined;
  agent?: KnownAgent;
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
