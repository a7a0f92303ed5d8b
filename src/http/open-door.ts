import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { openapi } from '../contract/openapi.ts';
import { ROUTES } from '../contract/routes.ts';
import type { House } from '../house/house.ts';
import type { Answering } from '../mcp/handler.ts';
import { explain } from '../voice/problems.ts';
import { addAdmin } from './admin.ts';
import type { Served } from './call.ts';
import { addCheckoutPages } from './checkout-page.ts';
import { addDocs, DOCUMENTS } from './docs.ts';
import { addDocuments, DOCUMENT_PATHS } from './documents.ts';
import { servedBy } from './handlers/handlers.ts';
import { addMcp } from './mcp.ts';
import { addMcpCards, CARD_PATHS } from './mcp-card.ts';
import { addMetrics } from './metrics.ts';
import { addPages, PAGE_PATHS } from './pages.ts';
import { openSite } from './page-site.ts';
import { addPictures, PICTURES_PATH } from './pictures.ts';
import { addProbes } from './probes.ts';
import { serve } from './serve.ts';
import { wayfinder } from './unknown-route.ts';
import { newWatch, type Watch } from './watch.ts';
import { addWebhook } from './webhook.ts';

export interface DoorSettings {
  readonly log: Logger;
  readonly adminKey?: string | undefined;
  /** Where metrics have a door of their own, if they do. */
  readonly metrics?: object | undefined;
  readonly trustedProxies?: number | readonly string[];
  readonly baseUrl: URL;
  /** Whom to tell about a hole; without it there is no security.txt. */
  readonly securityContact?: string | undefined;
  readonly checkReplies?: boolean;
  /** What is noted while it is open, where somebody else looks at it too. */
  readonly watch?: Watch;
  /** Further rows to serve, for benches and tests of the door itself. */
  readonly extra?: readonly Served[];
  /** What answers at /mcp instead of the house, for tests of the door itself. */
  readonly answering?: Answering;
}

/** The whole door of a house: every row that has a handler, the documents, the probes, the pages. */
export async function openDoor(house: House, settings: DoorSettings): Promise<FastifyInstance> {
  const served = servedBy(house.sandbox ? 'with the sandbox clock' : 'plainly', settings.extra);
  const routes = served.map(({ route }) => route);
  const site = await openSite(house, settings.baseUrl);
  const watch = settings.watch ?? newWatch(house);
  const https = settings.baseUrl.protocol === 'https:';
  const app = serve({
    house,
    served,
    findWay: wayfinder(Object.values(ROUTES), routes, [
      ...DOCUMENTS,
      ...DOCUMENT_PATHS,
      ...CARD_PATHS,
      ...PAGE_PATHS,
      PICTURES_PATH,
    ]),
    log: settings.log,
    adminKey: settings.adminKey,
    trustedProxies: settings.trustedProxies ?? 0,
    https,
    site,
    checkReplies: settings.checkReplies ?? false,
    watch,
  });
  await addDocs(app, house, { site, openapi: `${JSON.stringify(openapi(routes, explain), undefined, 2)}\n` });
  addPictures(app, house);
  const { baseUrl, securityContact } = settings;
  addDocuments(app, house, { baseUrl, routes, securityContact });
  addMcp(app, house, settings);
  addMcpCards(app, house, baseUrl);
  addProbes(app, house);
  if (settings.adminKey !== undefined && settings.metrics === undefined)
    addMetrics(app, house, settings.adminKey, watch);
  addWebhook(app, house, settings.log);
  addCheckoutPages(app, house, site);
  addPages(app, house, site);
  await addAdmin({ app, house, site, watch, https, adminKey: settings.adminKey, log: settings.log });
  return app;
}
