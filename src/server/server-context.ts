import type { Logger } from 'pino';

import type { Route } from '../api/route.ts';
import type { Routes } from '../api/routes.ts';
import type { Handler } from '../http/handler.ts';
import type { Monitor } from '../http/request-metrics.ts';
import type { PublicSite } from '../http/site.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import type { UndeliveredReplies } from './undelivered-replies.ts';
import type { UnknownRouteResolver } from './unknown-route.ts';

/** The handler of every route but the indexes, whose handlers list the others. */
export type Handlers = {
  readonly [Name in Exclude<keyof Routes, 'getApiIndex' | 'getHouseIndex'>]: Handler<
    Routes[Name],
    StatsHouse
  >;
};

export interface ServedRoute {
  readonly route: Route;
  readonly handler: Handler<Route, StatsHouse>;
  /** `sandbox`: the route answers 404 to requests without the sandbox token. */
  readonly only?: 'sandbox';
}

export interface ServerContext {
  readonly house: StatsHouse;
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
