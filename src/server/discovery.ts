import type { FastifyInstance } from 'fastify';

import { AGENT_DOCS, type AgentDoc, type DocsSite } from '../agent-docs/agent-docs.ts';
import { OPENAPI_PATH, OPENAPI_YAML_PATH, REFERENCE_PATH } from '../api/documents.ts';
import { buildOpenApi } from '../api/openapi.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { ROUTES, type SANDBOX_ROUTES } from '../api/routes.ts';
import type { House } from '../features/house.ts';
import { turnClock } from '../features/turn-clock.ts';
import * as cards from '../mcp/server-card.ts';
import { TOOLS } from '../mcp/tools.ts';
import { DAY, type Instant, iso } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { ACTIONS } from '../rules/vocabulary.ts';
import { describeReference, sectionPath, tagsOf } from '../text/pages/api-reference.ts';
import * as steps from '../text/server/next-steps.ts';
import { errorTextFor } from '../text/server/problems.ts';
import { renderPage } from '../web/layout.tsx';
import { apiReferencePage } from '../web/public/api-reference-page.tsx';
import type { AgentPackages } from './agent-packages.ts';
import { limitedBy, readerOf } from './authenticate.ts';
import type { Handler } from './handler.ts';
import type { PublicSite } from './page-row.ts';
import * as replies from './send.ts';

export function indexHandlers(served: readonly Route[]) {
  const routes = served.map(presentRoute);
  const routesOfAgents = routes.filter(({ path }) => path !== ROUTES.registerAgent.path);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex> = async (house, call) => {
    const reader = await readerOf(house, call);
    const known = reader.kind === 'agent';
    return {
      // The index is also served at `/`, where browsers get a page, so it varies by Accept.
      headers: { vary: 'Accept' },
      body: {
        name: 'Arkhouse',
        description: known ? steps.ABOUT.apiToAgents : steps.ABOUT.api,
        version: '1.0.0',
        documentation: '/docs',
        openapi: '/openapi.json',
        authentication: known ? steps.ALREADY_AUTHENTICATED : steps.HOW_TO_AUTHENTICATE,
        routes: known ? routesOfAgents : routes,
        next_steps: [
          steps.firstStep(reader),
          known ? steps.whoAmI : steps.viewSchema(),
          steps.openHouse,
          steps.readDocs(house.baseUrl),
        ],
      },
    };
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex> = async (house, call) => {
    const reader = await readerOf(house, call);
    return {
      body: {
        description: steps.ABOUT.house,
        operations,
        care_actions: [...ACTIONS],
        next_steps: [steps.firstStep(reader), steps.lookAround],
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
  readonly packages: AgentPackages;
}

export const AGENT_DOCUMENT_PATHS: readonly string[] = AGENT_DOCS.map(({ path }) => path);

export function addAgentDocuments(app: FastifyInstance, house: House, settings: DocumentSettings): void {
  for (const doc of AGENT_DOCS) {
    const written = writtenDaily(doc, settings);
    app.get(doc.path, limitedBy(house, 'pages'), async (request, reply) => {
      const { headers, now } = request.context;
      const found = written(now);
      if (!found) throw new ProblemError('no_such_route', {});
      Object.assign(headers, { 'cache-control': 'public, max-age=300', link: replies.LINK_HEADER });
      await replies.sendPublic(request, reply, { type: doc.type, ...found, effort: 'thorough' });
    });
  }
}

function writtenDaily(doc: AgentDoc, { baseUrl, routes, securityContact, packages }: DocumentSettings) {
  let last: { origin: string; today: Instant; body: replies.EtaggedBody | undefined } | undefined;
  return (now: Instant): replies.EtaggedBody | undefined => {
    const { origin } = baseUrl;
    const today = Math.floor(now / DAY) * DAY;
    if (last?.origin !== origin || last.today !== today) {
      const text = doc.write({
        origin,
        routes,
        securityContact,
        today,
        packages: describePackages(packages),
      });
      last = { origin, today, body: text === undefined ? undefined : replies.withEtag(text) };
    }
    return last.body;
  };
}

function describePackages({ npm, wheel }: AgentPackages): NonNullable<DocsSite['packages']> {
  return { integrity: npm.integrity, wheelPath: wheel?.path };
}

const MCP_CARDS = [
  { path: cards.CARD_PATH, type: cards.CARD_TYPE, write: cards.serverCard },
  ...cards.CARD_ALIASES.map((path) => ({ path, type: replies.JSON_TYPE, write: cards.serverCard })),
  { path: cards.CATALOG_PATH, type: cards.CATALOG_TYPE, write: cards.aiCatalog },
];

export const MCP_CARD_PATHS: readonly string[] = MCP_CARDS.map(({ path }) => path);

export function addMcpCards(app: FastifyInstance, house: House, baseUrl: URL): void {
  for (const { path, type, write } of MCP_CARDS) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) => {
      // Written per request: the port may be unknown until the server listens.
      const body = `${JSON.stringify(write(baseUrl), undefined, 2)}\n`;
      request.context.headers['cache-control'] = 'public, max-age=3600';
      replies.sendCacheable(request, reply, { type, body });
    });
  }
}

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock> = async (house, { now }) => ({
  body: presentClock(house, now),
});

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock> = async (
  house,
  { body, idempotencyKey, now },
) => {
  const by = body.to === undefined ? { advanceHours: body.advance_hours ?? 0 } : { to: Date.parse(body.to) };
  const { value, replayed } = await turnClock(house, { by, idempotencyKey }, now);
  return { replayed, body: presentClock(house, value) };
};

function presentClock(house: House, now: number) {
  return { now: iso(now), scale: house.sandbox?.scale ?? 1, next_steps: [steps.turnClock, steps.lookAround] };
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

const CACHED_FIVE_MINUTES: Readonly<replies.ReplyHeaders> = { 'cache-control': 'public, max-age=300' };

const OPENAPI_FORMATS = [
  [OPENAPI_PATH, replies.JSON_TYPE, JSON.stringify],
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
  house: House,
  { site, routes }: { readonly site: PublicSite; readonly routes: readonly Route[] },
): void {
  const limited = limitedBy(house, 'pages');
  for (const [path, type, write] of OPENAPI_FORMATS) {
    // The OpenAPI document is built on first use, so that the server starts sooner.
    let document: replies.EtaggedBody | undefined;
    app.get(path, limited, async (request, reply) => {
      document ??= replies.withEtag(write(openApiDocument(routes)));
      Object.assign(request.context.headers, CACHED_FIVE_MINUTES);
      await replies.sendPublic(request, reply, { type, ...document, effort: 'thorough' });
    });
  }

  const { tryIt } = site.assets;
  const script = { src: tryIt.path, integrity: replies.integrityOf(tryIt.body) };
  const headers: Readonly<replies.ReplyHeaders> = {
    ...CACHED_FIVE_MINUTES,
    link: replies.LINK_HEADER,
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'content-security-policy': replies.withScripts(replies.CSP.reference, [
      site.facts().assets.script.integrity,
      script.integrity,
    ]),
  };
  const reference = perOrigin(site, (origin) => describeReference({ origin }, routes, TOOL_ROUTES));
  for (const path of referencePaths(routes)) {
    const written = perOrigin(site, () =>
      replies.withEtag(renderPage(site.facts(), apiReferencePage(reference(), path, script))),
    );
    app.get(path, limited, async (request, reply) => {
      Object.assign(request.context.headers, headers);
      await replies.sendPublic(request, reply, { type: replies.HTML_TYPE, ...written(), effort: 'thorough' });
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
