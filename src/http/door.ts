import type { Logger } from 'pino';

import type { House } from '../house/house.ts';
import type { Served } from './call.ts';
import type { OpenSite } from './page-site.ts';
import type { Way } from './unknown-route.ts';
import type { Watch } from './watch.ts';

/** All the door needs to open: the house behind it, what is served, and whom it believes. */
export interface Door {
  readonly house: House;
  readonly served: readonly Served[];
  readonly findWay: (method: string, path: string, search: string) => Way;
  readonly log: Logger;
  readonly adminKey: string | undefined;
  readonly trustedProxies: number | readonly string[];
  readonly https: boolean;
  /** Where people are shown pages. */
  readonly site: OpenSite;
  /** In tests and development every reply is held against its schema. */
  readonly checkReplies: boolean;
  readonly watch: Watch;
}
