import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import { MCP_PATH } from '../api/documents.ts';
import type { Route } from '../api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../api/routes.ts';
import type { Handler } from '../http/handler.ts';
import { createMonitor, type Monitor } from '../http/request-metrics.ts';
import { addIcons, createSite, ICON_FILES } from '../http/site.ts';
import { addPictures, PICTURES_PATH } from '../features/drawing/share-cards.http.ts';
import { addAdmin } from '../features/operator/admin.http.ts';
import { addOwnerPage } from '../features/owner/owner-page.http.ts';
import { addLive, LIVE_PATH } from '../features/public/live.http.ts';
import { addCheckoutPages, addPaymentWebhook } from '../features/shop/checkout.http.ts';
import { addGiftPages } from '../features/shop/gift-pages.http.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { addMetrics } from '../features/stats/metrics.http.ts';
import { addProbes } from '../features/stats/stats.http.ts';
import { addAgentPackages, readAgentPackages } from '../server/agent-packages.ts';
import { createServer } from '../server/create-server.ts';
import {
  addAgentDocuments,
  addApiReference,
  addMcpCards,
  AGENT_DOCUMENT_PATHS,
  getSandboxClock,
  indexHandlers,
  MCP_CARD_PATHS,
  servicePaths,
  turnSandboxClock,
} from '../server/discovery.ts';
import { addMcp } from '../server/mcp.ts';
import type { ServedRoute } from '../server/server-context.ts';
import { UndeliveredReplies } from '../server/undelivered-replies.ts';
import { unknownRouteResolver } from '../server/unknown-route.ts';
import type { McpHttpHandler } from '../mcp/server.ts';
import type { House } from './house.ts';
import { addPages, PAGE_PATHS } from './pages.ts';
import { HANDLERS } from './registry.ts';

export interface ServerSettings {
  readonly log: Logger;
  readonly logRequests?: 'debug' | 'info';
  readonly adminKey?: string | undefined;
  /** Token of `/metrics`, which is not served without it. */
  readonly metricsToken?: string | undefined;
  readonly trustedProxies?: number | readonly string[];
  readonly connectionsPerAddress?: number;
  readonly baseUrl: URL;
  /** Contact in security.txt, which is not served without it. */
  readonly securityContact?: string | undefined;
  /** Content signal in robots.txt. */
  readonly contentSignal?: string | undefined;
  readonly checkReplies?: boolean;
  readonly monitor?: Monitor;
  /** Aborted before this node closes, so that load balancers choose another. */
  readonly closing?: AbortSignal;
  /** Poll interval of live events, for tests. */
  readonly liveEveryMs?: number;
  /** Further routes, for benchmarks and tests of the server. */
  readonly extraRoutes?: readonly ServedRoute[];
  /** Loads the MCP library before the first request. */
  readonly loadsMcp?: boolean;
  /** Answers requests at /mcp, for tests of the server. */
  readonly answering?: McpHttpHandler;
}

export async function openServer(house: House, settings: ServerSettings): Promise<FastifyInstance> {
  const { log, adminKey, metricsToken, baseUrl, securityContact, contentSignal, closing } = settings;
  const served = servedRoutes(house, settings.extraRoutes);
  const routes = served.map(({ route }) => route);
  const site = await createSite(house, baseUrl);
  const packages = await readAgentPackages();
  const monitor = settings.monitor ?? createMonitor(house);
  const https = baseUrl.protocol === 'https:';
  const pages = [
    ...servicePaths(routes),
    ...AGENT_DOCUMENT_PATHS,
    ...MCP_CARD_PATHS,
    ...PAGE_PATHS,
    PICTURES_PATH,
    ...ICON_FILES.map(({ path }) => path),
    packages.npm.path,
    ...(packages.wheel === undefined ? [] : [packages.wheel.path]),
    LIVE_PATH,
    MCP_PATH,
  ];
  const app = createServer({
    house,
    routes: served,
    resolveUnknownRoute: unknownRouteResolver(Object.values(ROUTES), routes, pages, [LIVE_PATH]),
    log,
    logRequests: settings.logRequests ?? 'debug',
    adminKey,
    trustedProxies: settings.trustedProxies ?? 0,
    connectionsPerAddress: settings.connectionsPerAddress ?? Infinity,
    https,
    site,
    checkReplies: settings.checkReplies ?? false,
    monitor,
    undelivered: new UndeliveredReplies(() => house.monotonicMs()),
  });
  addApiReference(app, house, { site, routes });
  addPictures(app, house);
  addAgentDocuments(app, house, { baseUrl, routes, securityContact, contentSignal, packages });
  const loadMcp = addMcp(app, house, settings);
  if (settings.loadsMcp === true) await loadMcp();
  addMcpCards(app, house, baseUrl);
  addProbes(app, house, closing);
  if (metricsToken !== undefined) addMetrics(app, house, metricsToken, monitor);
  addPaymentWebhook(app, house, log);
  addCheckoutPages(app, house, site);
  await addIcons(app, house);
  addAgentPackages(app, house, packages);
  addPages(app, house, site);
  addGiftPages(app, house, site);
  addOwnerPage(app, house, site);
  addLive(app, house, { log, closing, everyMs: settings.liveEveryMs });
  await addAdmin({ app, house, site, https, adminKey, log });
  return app;
}

function servedRoutes({ sandbox }: House, extra: readonly ServedRoute[] = []): readonly ServedRoute[] {
  const clock = sandbox
    ? joinHandlers(SANDBOX_ROUTES, {
        getSandboxClock,
        turnSandboxClock,
      })
    : [];
  const listed = [...Object.values(ROUTES), ...clock.map(({ route }) => route)];
  return [
    ...joinHandlers(ROUTES, { ...HANDLERS, ...indexHandlers(listed) }),
    ...clock.map((each) => ({ ...each, only: 'sandbox' as const })),
    ...extra,
  ];
}

function joinHandlers(rows: Readonly<Record<string, Route>>, handlers: object): ServedRoute[] {
  const byName = handlers as Readonly<Record<string, Handler<Route, StatsHouse> | undefined>>;
  return Object.entries(rows).flatMap(([name, route]) => {
    const handler = byName[name];
    return handler ? [{ route, handler }] : [];
  });
}
