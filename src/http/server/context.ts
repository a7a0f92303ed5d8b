import type { Logger } from 'pino';

import type { House } from '../../house/house.ts';
import type { Monitor } from '../figures/monitor.ts';
import type { ServedRoute } from './handler.ts';
import type { PublicSite } from './pages/page-site.ts';
import type { UnknownRouteResult } from './unknown-route.ts';

/** All the door needs to open: the house behind it, what is served, and whom it believes. */
export interface ServerContext {
  readonly house: House;
  readonly routes: readonly ServedRoute[];
  readonly resolveUnknownRoute: (method: string, path: string, search: string) => UnknownRouteResult;
  readonly log: Logger;
  readonly adminKey: string | undefined;
  readonly trustedProxies: number | readonly string[];
  readonly https: boolean;
  /** Where people are shown pages. */
  readonly site: PublicSite;
  /** In tests and development every reply is held against its schema. */
  readonly checkReplies: boolean;
  readonly monitor: Monitor;
}
