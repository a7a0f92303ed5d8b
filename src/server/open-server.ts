import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

import type { Route } from '../api/route.ts';
import { ROUTES, SANDBOX_ROUTES } from '../api/routes.ts';
import * as calendar from '../features/agents/calendar.http.ts';
import * as ownData from '../features/agents/own-data.http.ts';
import * as profile from '../features/agents/profile.http.ts';
import * as care from '../features/care/care.http.ts';
import * as letters from '../features/heart/letters.http.ts';
import type { House } from '../features/house.ts';
import * as adoption from '../features/lives/adoption.http.ts';
import * as history from '../features/lives/history.http.ts';
import * as status from '../features/lives/status.http.ts';
import { addAdmin } from '../features/moderation/admin.http.ts';
import { addCheckoutPages, addPaymentWebhook } from '../features/money/checkout.http.ts';
import * as credits from '../features/money/credits.http.ts';
import { addPictures, PICTURES_PATH } from '../features/pictures/share-cards.http.ts';
import { addGiftPages } from '../features/money/gift-pages.http.ts';
import { addLive, LIVE_PATH } from '../features/public/live.http.ts';
import { addPages, PAGE_PATHS } from '../features/public/pages.http.ts';
import * as lists from '../features/public/public.http.ts';
import * as species from '../features/species/species.http.ts';
import { addMetrics } from '../features/stats/metrics.http.ts';
import * as statistics from '../features/stats/stats.http.ts';
import type { McpHttpHandler } from '../mcp/server.ts';
import { addAgentPackages, readAgentPackages } from './agent-packages.ts';
import { createServer } from './create-server.ts';
import * as discovery from './discovery.ts';
import type { Handler, Handlers, ServedRoute } from './handler.ts';
import { addMcp } from './mcp.ts';
import { addIcons, createSite, ICON_FILES } from './page-row.ts';
import { createMonitor, type Monitor } from './request-metrics.ts';
import { UndeliveredReplies } from './undelivered-replies.ts';
import { unknownRouteResolver } from './unknown-route.ts';

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
  readonly checkReplies?: boolean;
  readonly monitor?: Monitor;
  /** Aborted before this node closes, so that load balancers choose another. */
  readonly closing?: AbortSignal;
  /** Poll interval of live events, for tests. */
  readonly liveEveryMs?: number;
  /** Further routes, for benchmarks and tests of the server. */
  readonly extraRoutes?: readonly ServedRoute[];
  /** Answers requests at /mcp, for tests of the server. */
  readonly answering?: McpHttpHandler;
}

export async function openServer(house: House, settings: ServerSettings): Promise<FastifyInstance> {
  const { log, adminKey, metricsToken, baseUrl, securityContact, closing } = settings;
  const served = servedRoutes(house, settings.extraRoutes);
  const routes = served.map(({ route }) => route);
  const site = await createSite(house, baseUrl);
  const packages = await readAgentPackages();
  const monitor = settings.monitor ?? createMonitor(house);
  const https = baseUrl.protocol === 'https:';
  const pages = [
    ...discovery.servicePaths(routes),
    ...discovery.AGENT_DOCUMENT_PATHS,
    ...discovery.MCP_CARD_PATHS,
    ...PAGE_PATHS,
    PICTURES_PATH,
    ...ICON_FILES.map(({ path }) => path),
    packages.npm.path,
    ...(packages.wheel === undefined ? [] : [packages.wheel.path]),
    LIVE_PATH,
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
  discovery.addApiReference(app, house, { site, routes });
  addPictures(app, house);
  discovery.addAgentDocuments(app, house, { baseUrl, routes, securityContact, packages });
  addMcp(app, house, settings);
  discovery.addMcpCards(app, house, baseUrl);
  statistics.addProbes(app, house, closing);
  if (metricsToken !== undefined) addMetrics(app, house, metricsToken, monitor);
  addPaymentWebhook(app, house, log);
  addCheckoutPages(app, house, site);
  await addIcons(app, house);
  addAgentPackages(app, house, packages);
  addPages(app, house, site);
  addGiftPages(app, house, site);
  addLive(app, house, { log, closing, everyMs: settings.liveEveryMs });
  await addAdmin({ app, house, site, https, adminKey, log });
  return app;
}

/** Exports of these modules are handlers of the routes of the same name; other exports are ignored. */
const HANDLERS: Handlers = {
  ...calendar,
  ...ownData,
  ...profile,
  ...care,
  ...letters,
  ...adoption,
  ...history,
  ...status,
  ...credits,
  ...lists,
  ...species,
  ...statistics,
};

/** Routes with a handler, and the indexes, whose handlers list the others; in the contract's order. */
export const SERVED_ROUTES: readonly Route[] = Object.entries(ROUTES)
  .filter(([name]) => name in HANDLERS || name === 'getApiIndex' || name === 'getHouseIndex')
  .map(([, route]) => route);

function servedRoutes({ sandbox }: House, extra: readonly ServedRoute[] = []): readonly ServedRoute[] {
  const clock = sandbox
    ? joinHandlers(SANDBOX_ROUTES, {
        getSandboxClock: discovery.getSandboxClock,
        turnSandboxClock: discovery.turnSandboxClock,
      })
    : [];
  const listed = [...SERVED_ROUTES, ...clock.map(({ route }) => route)];
  return [
    ...joinHandlers(ROUTES, { ...HANDLERS, ...discovery.indexHandlers(listed) }),
    ...clock.map((each) => ({ ...each, only: 'sandbox' as const })),
    ...extra,
  ];
}

function joinHandlers(rows: Readonly<Record<string, Route>>, handlers: object): ServedRoute[] {
  const byName = handlers as Readonly<Record<string, Handler<Route> | undefined>>;
  return Object.entries(rows).flatMap(([name, route]) => {
    const handler = byName[name];
    return handler ? [{ route, handler }] : [];
  });
}
