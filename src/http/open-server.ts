import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { ROUTES } from '../contract/routes.ts';
import type { House } from '../house/house.ts';
import type { McpHttpHandler } from '../mcp/http-handler.ts';
import { addProbes } from './figures/health.ts';
import { addMetrics } from './figures/metrics.ts';
import { createMonitor, type Monitor } from './figures/monitor.ts';
import { servedRoutes } from './handlers.ts';
import { addAdmin } from './moderation/admin.ts';
import { addCheckoutPages } from './money/checkout-pages.ts';
import { addPaymentWebhook } from './money/payment-webhook.ts';
import { addPictures, PICTURES_PATH } from './pictures/pictures.ts';
import { addLive, LIVE_PATH } from './public/live.ts';
import { addPages, PAGE_PATHS } from './public/pages.ts';
import {
  addAgentDocuments,
  AGENT_DOCUMENT_PATHS,
  addMcpCards,
  MCP_CARD_PATHS,
} from './server/agent-documents.ts';
import { createServer } from './server/create-server.ts';
import type { ServedRoute } from './server/handler.ts';
import { addMcp } from './server/mcp.ts';
import { addApiReference, servicePaths } from './server/pages/api-reference.ts';
import { addIcons, ICON_FILES } from './server/pages/page-assets.ts';
import { createSite } from './server/pages/page-site.ts';
import { unknownRouteResolver } from './server/unknown-route.ts';

export interface ServerSettings {
  readonly log: Logger;
  readonly adminKey?: string | undefined;
  /** What opens `/metrics` on this server; without it, it is not there. */
  readonly metricsToken?: string | undefined;
  readonly trustedProxies?: number | readonly string[];
  /** How many connections one address may have; proxies and this very machine have as many as they like. */
  readonly connectionsPerAddress?: number;
  readonly baseUrl: URL;
  /** Whom to tell about a hole; without it there is no security.txt. */
  readonly securityContact?: string | undefined;
  readonly checkReplies?: boolean;
  readonly monitor?: Monitor;
  /** Aborted when this node is about to close: whoever chooses between nodes should choose another. */
  readonly closing?: AbortSignal;
  /** How often those who watch are told what happened, for tests that have no second to lose. */
  readonly liveEveryMs?: number;
  /** Further rows to serve, for benches and tests of the server itself. */
  readonly extraRoutes?: readonly ServedRoute[];
  /** What answers at /mcp instead of the house, for tests of the server itself. */
  readonly answering?: McpHttpHandler;
}

/** The whole server of a house: every row that has a handler, the documents, the probes, the pages. */
export async function openServer(house: House, settings: ServerSettings): Promise<FastifyInstance> {
  const served = servedRoutes({ sandbox: house.sandbox !== undefined }, settings.extraRoutes);
  const routes = served.map(({ route }) => route);
  const site = await createSite(house, settings.baseUrl);
  const monitor = settings.monitor ?? createMonitor(house);
  const https = settings.baseUrl.protocol === 'https:';
  const app = createServer({
    house,
    routes: served,
    resolveUnknownRoute: unknownRouteResolver(Object.values(ROUTES), routes, [
      ...servicePaths(routes),
      ...AGENT_DOCUMENT_PATHS,
      ...MCP_CARD_PATHS,
      ...PAGE_PATHS,
      PICTURES_PATH,
      ...ICON_FILES.map(({ path }) => path),
      LIVE_PATH,
    ]),
    log: settings.log,
    adminKey: settings.adminKey,
    trustedProxies: settings.trustedProxies ?? 0,
    connectionsPerAddress: settings.connectionsPerAddress ?? Infinity,
    https,
    site,
    checkReplies: settings.checkReplies ?? false,
    monitor,
  });
  addApiReference(app, house, { site, routes });
  addPictures(app, house);
  const { baseUrl, securityContact } = settings;
  addAgentDocuments(app, house, { baseUrl, routes, securityContact });
  addMcp(app, house, settings);
  addMcpCards(app, house, baseUrl);
  addProbes(app, house, settings.closing);
  if (settings.metricsToken !== undefined) addMetrics(app, house, settings.metricsToken, monitor);
  addPaymentWebhook(app, house, settings.log);
  addCheckoutPages(app, house, site);
  await addIcons(app, house);
  addPages(app, house, site);
  addLive(app, house, { log: settings.log, closing: settings.closing, everyMs: settings.liveEveryMs });
  await addAdmin({ app, house, site, monitor, https, adminKey: settings.adminKey, log: settings.log });
  return app;
}
