import type { FastifyInstance } from 'fastify';

import { DAY, type Instant, iso } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { ACTIONS } from '../rules/vocabulary.ts';
import { OPENAPI_PATH, OPENAPI_YAML_PATH, REFERENCE_PATH } from '../api/documents.ts';
import { buildOpenApi } from '../api/openapi.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { ROUTES, type SANDBOX_ROUTES } from '../api/routes.ts';
import { describeReference, sectionPath, tagsOf } from '../text/pages/api-reference.ts';
import {
  ABOUT,
  ALREADY_AUTHENTICATED,
  firstStep,
  HOW_TO_AUTHENTICATE,
  lookAround,
  openHouse,
  readDocs,
  turnClock as turnClockStep,
  viewSchema,
  whoAmI,
} from '../text/server/next-steps.ts';
import { errorTextFor } from '../text/server/problems.ts';
import { renderPage } from '../web/layout.tsx';
import { apiReferencePage } from '../web/public/api-reference-page.tsx';
import type { Handler } from '../http/handler.ts';
import { limitedBy } from '../http/limits.ts';
import {
  CSP,
  type EtaggedBody,
  HTML_TYPE,
  integrityOf,
  JSON_TYPE,
  LINK_HEADER,
  type ReplyHeaders,
  sendCacheable,
  sendPublic,
  withEtag,
  withScripts,
} from '../http/send.ts';
import type { PublicSite } from '../http/site.ts';
import { readerOf } from '../features/creatures/creature.present.ts';
import type { BaseHouse } from '../features/house.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import { turnClock } from '../features/turn-clock.ts';
import { AGENT_DOCS, type AgentDoc, type DocsSite } from '../agent-docs/agent-docs.ts';
import {
  aiCatalog,
  CARD_ALIASES,
  CARD_PATH,
  CARD_TYPE,
  CATALOG_PATH,
  CATALOG_TYPE,
  serverCard,
} from '../mcp/server-card.ts';
import { TOOLS } from '../mcp/tools.ts';
import type { AgentPackages } from './agent-packages.ts';
import { PLUGIN_DOC } from './agent-plugin.ts';

export interface IndexHandlers {
  readonly getApiIndex: Handler<typeof ROUTES.getApiIndex, StatsHouse>;
  readonly getHouseIndex: Handler<typeof ROUTES.getHouseIndex, StatsHouse>;
}

export function indexHandlers(served: readonly Route[]): IndexHandlers {
  const routes = served.map(presentRoute);
  const routesOfAgents = routes.filter(({ path }) => path !== ROUTES.registerAgent.path);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex, StatsHouse> = async (house, call) => {
    const reader = await readerOf(house, call);
    const known = reader.kind === 'agent';
    return {
      // The index is also served at `/`, where browsers get a page, so it varies by Accept.
      headers: { vary: 'Accept' },
      body: {
        name: 'Arkhouse',
        description: known ? ABOUT.apiToAgents : ABOUT.api,
        version: '1.0.0',
        documentation: '/docs',
        openapi: '/openapi.json',
        authentication: known ? ALREADY_AUTHENTICATED : HOW_TO_AUTHENTICATE,
        routes: known ? routesOfAgents : routes,
        next_steps: [firstStep(reader), known ? whoAmI : viewSchema(), openHouse, readDocs(house.baseUrl)],
      },
    };
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex, StatsHouse> = async (house, call) => {
    const reader = await readerOf(house, call);
    return {
      body: {
        description: ABOUT.house,
        operations,
        care_actions: [...ACTIONS],
        next_steps: [firstStep(reader), lookAround],
      },
    };
  };
  return { getApiIndex, getHouseIndex };
}

function presentRoute(route: Route) {
  const { max, windowSeconds, per } = RATE_LIMITS[route.limit];
  return {
    operation_id: route.operationId,
    method: route.method,
    path: route.path,
    auth: route.auth,
    summary: route.summary,
    limit: { max, window_seconds: windowSeconds, per },
  };
}

interface DocumentSettings {
  /** The public address; its port may be unknown until the server listens. */
  readonly baseUrl: URL;
  readonly routes: readonly Route[];
  readonly securityContact: string | undefined;
  readonly contentSignal: string | undefined;
  readonly packages: AgentPackages;
}

const SERVED_DOCS = [...AGENT_DOCS, PLUGIN_DOC];

export const AGENT_DOCUMENT_PATHS: readonly string[] = SERVED_DOCS.map(({ path }) => path);

export function addAgentDocuments(app: FastifyInstance, house: StatsHouse, settings: DocumentSettings): void {
  for (const doc of SERVED_DOCS) {
    const written = writtenDaily(doc, settings);
    app.get(doc.path, limitedBy(house, 'pages'), async (request, reply) => {
      const { headers, now } = request.context;
      const found = written(now);
      if (!found) throw new ProblemError('no_such_route', {});
      Object.assign(headers, { 'cache-control': 'public, max-age=300', link: LINK_HEADER, vary: 'Accept' });
      await sendPublic(request, reply, { type: doc.type, ...found, effort: 'thorough' });
    });
  }
}

function writtenDaily(
  doc: AgentDoc,
  { baseUrl, routes, securityContact, contentSignal, packages }: DocumentSettings,
) {
  let last: { origin: string; today: Instant; body: EtaggedBody | undefined } | undefined;
  return (now: Instant): EtaggedBody | undefined => {
    const { origin } = baseUrl;
    const today = Math.floor(now / DAY) * DAY;
    if (last?.origin !== origin || last.today !== today) {
      const text = doc.write({
        origin,
        routes,
        securityContact,
        contentSignal,
        today,
        packages: describePackages(packages),
      });
      last = { origin, today, body: text === undefined ? undefined : withEtag(text) };
    }
    return last.body;
  };
}

function describePackages({ npm, wheel }: AgentPackages): NonNullable<DocsSite['packages']> {
  return { integrity: npm.integrity, wheelPath: wheel?.path };
}

const MCP_CARDS = [
  { path: CARD_PATH, type: CARD_TYPE, write: serverCard },
  ...CARD_ALIASES.map((path) => ({ path, type: JSON_TYPE, write: serverCard })),
  { path: CATALOG_PATH, type: CATALOG_TYPE, write: aiCatalog },
];

export const MCP_CARD_PATHS: readonly string[] = MCP_CARDS.map(({ path }) => path);

export function addMcpCards(app: FastifyInstance, house: StatsHouse, baseUrl: URL): void {
  for (const { path, type, write } of MCP_CARDS) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) => {
      // Written per request: the port may be unknown until the server listens.
      const body = `${JSON.stringify(write(baseUrl), undefined, 2)}\n`;
      request.context.headers['cache-control'] = 'public, max-age=3600';
      sendCacheable(request, reply, { type, body });
    });
  }
}

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock, StatsHouse> = async (
  house,
  { now },
) => ({
  body: presentClock(house, now),
});

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock, StatsHouse> = async (
  house,
  { body, idempotencyKey, now },
) => {
  const by = body.to === undefined ? { advanceHours: body.advance_hours ?? 0 } : { to: Date.parse(body.to) };
  const { value, replayed } = await turnClock(house, { by, idempotencyKey }, now);
  return { replayed, body: presentClock(house, value) };
};

function presentClock(house: Pick<BaseHouse, 'sandbox'>, now: number) {
  return { now: iso(now), scale: house.sandbox?.scale ?? 1, next_steps: [turnClockStep, lookAround] };
}

/** A JSON value as block YAML 1.2. Strings are quoted as in JSON, which YAML reads the same way. */
function yamlLines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item) => {
      const [first = '', ...more] = yamlLines(item);
      return [`- ${first}`, ...more.map(indent)];
    });
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (fields.length === 0) return [JSON.stringify(value)];
  return fields.flatMap(([name, field]: [string, unknown]) => {
    const key = PLAIN_KEY.test(name) ? name : JSON.stringify(name);
    const written = yamlLines(field);
    const isBlock = typeof field === 'object' && field !== null && Object.keys(field).length > 0;
    return isBlock ? [`${key}:`, ...written.map(indent)] : [`${key}: ${written.join('')}`];
  });
}

// Other words are quoted: YAML 1.1 reads `no`, `on`, `y` and their like as booleans.
const PLAIN_KEY = /^(?!(?:y|yes|n|no|on|off|true|false|null)$)[a-z$][\w$-]*$/i;

function indent(line: string): string {
  return `  ${line}`;
}

const CACHED_FIVE_MINUTES: Readonly<ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

const OPENAPI_FORMATS = [
  [OPENAPI_PATH, JSON_TYPE, JSON.stringify],
  [OPENAPI_YAML_PATH, 'application/yaml', (value: unknown) => `${yamlLines(value).join('\n')}\n`],
] as const;

export function servicePaths(routes: readonly Route[]): readonly string[] {
  return [...referencePaths(routes), OPENAPI_PATH, OPENAPI_YAML_PATH, '/livez', '/readyz'];
}

function referencePaths(routes: readonly Route[]): readonly string[] {
  return [REFERENCE_PATH, ...tagsOf(routes).map(sectionPath)];
}

export function addApiReference(
  app: FastifyInstance,
  house: StatsHouse,
  { site, routes }: { readonly site: PublicSite; readonly routes: readonly Route[] },
): void {
  const limited = limitedBy(house, 'pages');
  for (const [path, type, write] of OPENAPI_FORMATS) {
    // The OpenAPI document is built on first use, so that the server starts sooner.
    let document: EtaggedBody | undefined;
    app.get(path, limited, async (request, reply) => {
      document ??= withEtag(write(openApiDocument(routes)));
      Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
      await sendPublic(request, reply, { type, ...document, effort: 'thorough' });
    });
  }

  const { tryIt } = site.assets;
  const script = { src: tryIt.path, integrity: integrityOf(tryIt.body) };
  const headers: Readonly<ReplyHeaders> = {
    ...CACHED_FIVE_MINUTES,
    link: LINK_HEADER,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': withScripts(CSP.reference, [
      site.facts().assets.script.integrity,
      script.integrity,
    ]),
  };
  const reference = perOrigin(site, (origin) => describeReference({ origin }, routes, TOOL_ROUTES));
  for (const path of referencePaths(routes)) {
    const written = perOrigin(site, () =>
      withEtag(renderPage(site.facts(), apiReferencePage(reference(), path, script))),
    );
    app.get(path, limited, async (request, reply) => {
      Object.assign(request.context.headers, headers);
      await sendPublic(request, reply, { type: HTML_TYPE, ...written(), effort: 'thorough' });
    });
  }
}

/** A value that depends on the origin, computed on first use: the port may be unknown until the server listens. */
function perOrigin<Value>(site: PublicSite, compute: (origin: string) => Value): () => Value {
  let last: { readonly origin: string; readonly value: Value } | undefined;
  return () => {
    const { origin } = site.facts();
    if (last?.origin !== origin) last = { origin, value: compute(origin) };
    return last.value;
  };
}

const TOOL_ROUTES: ReadonlySet<Route> = new Set(TOOLS.map(({ row }) => row));

export function openApiDocument(routes: readonly Route[]): Record<string, unknown> {
  return buildOpenApi(routes, { explain: errorTextFor, tools: TOOL_ROUTES });
}
