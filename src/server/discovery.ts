import type { FastifyInstance } from 'fastify';

import { AGENT_DOCS, type AgentDoc } from '../agent-docs/agent-docs.ts';
import { RATE_LIMITS } from '../api/rate-limits.ts';
import type { Route } from '../api/route.ts';
import { ROUTES, type SANDBOX_ROUTES } from '../api/routes.ts';
import type { House } from '../features/house.ts';
import { turnClock } from '../features/turn-clock.ts';
import {
  aiCatalog,
  CARD_ALIASES,
  CARD_PATH,
  CARD_TYPE,
  CATALOG_PATH,
  CATALOG_TYPE,
  serverCard,
} from '../mcp/server-card.ts';
import { DAY, type Instant, iso } from '../rules/base/clock.ts';
import { ProblemError } from '../rules/problem.ts';
import { ACTIONS } from '../rules/vocabulary.ts';
import * as steps from '../text/server/next-steps.ts';
import {
  ABOUT_THE_API,
  ABOUT_THE_API_TO_AGENTS,
  ABOUT_THE_HOUSE,
  ALREADY_AUTHENTICATED,
  firstStep,
  HOW_TO_AUTHENTICATE,
} from '../text/server/next-steps.ts';
import { readerOf } from './caller.ts';
import type { Handler } from './handler.ts';
import { LINK_HEADER } from './headers.ts';
import { limitedBy } from './rate-limit.ts';
import { type EtaggedBody, JSON_TYPE, sendCacheable, sendPublic, withEtag } from './send.ts';

export function indexHandlers(served: readonly Route[]) {
  const routes = served.map(presentRoute);
  const routesOfAgents = routes.filter(({ path }) => path !== ROUTES.registerAgent.path);
  const operations = routes.filter(({ path }) => path.startsWith('/api/house/'));

  const getApiIndex: Handler<typeof ROUTES.getApiIndex> = {
    async answer(house, call) {
      const reader = await readerOf(house, call);
      const known = reader.kind === 'agent';
      return {
        // The index is also served at `/`, where browsers get a page, so it varies by Accept.
        headers: { vary: 'Accept' },
        body: {
          name: 'Arkhouse',
          description: known ? ABOUT_THE_API_TO_AGENTS : ABOUT_THE_API,
          version: '1.0.0',
          documentation: '/docs',
          openapi: '/openapi.json',
          authentication: known ? ALREADY_AUTHENTICATED : HOW_TO_AUTHENTICATE,
          routes: known ? routesOfAgents : routes,
          next_steps: [
            firstStep(reader),
            known ? steps.whoAmIStep() : steps.viewSchemaStep(),
            steps.openHouseStep(),
            steps.readDocsStep(),
          ],
        },
      };
    },
  };

  const getHouseIndex: Handler<typeof ROUTES.getHouseIndex> = {
    async answer(house, call) {
      const reader = await readerOf(house, call);
      return {
        body: {
          description: ABOUT_THE_HOUSE,
          operations,
          care_actions: [...ACTIONS],
          next_steps: [firstStep(reader), steps.lookAroundStep()],
        },
      };
    },
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
}

export const AGENT_DOCUMENT_PATHS: readonly string[] = AGENT_DOCS.map(({ path }) => path);

export function addAgentDocuments(app: FastifyInstance, house: House, settings: DocumentSettings): void {
  for (const doc of AGENT_DOCS) {
    const written = writtenDaily(doc, settings);
    app.get(doc.path, limitedBy(house, 'pages'), async (request, reply) => {
      const { headers, now } = request.context;
      const found = written(now);
      if (!found) throw new ProblemError('no_such_route', {});
      Object.assign(headers, { 'cache-control': 'public, max-age=300', link: LINK_HEADER });
      await sendPublic(request, reply, { type: doc.type, ...found, effort: 'thorough' });
    });
  }
}

/** Writes an agent document; cached per day and origin. */
function writtenDaily(doc: AgentDoc, { baseUrl, routes, securityContact }: DocumentSettings) {
  let last: { origin: string; today: Instant; body: EtaggedBody | undefined } | undefined;
  return (now: Instant): EtaggedBody | undefined => {
    const { origin } = baseUrl;
    const today = Math.floor(now / DAY) * DAY;
    if (last?.origin !== origin || last.today !== today) {
      const text = doc.write({ origin, routes, securityContact, today });
      last = { origin, today, body: text === undefined ? undefined : withEtag(text) };
    }
    return last.body;
  };
}

const MCP_CARDS = [
  { path: CARD_PATH, type: CARD_TYPE, write: serverCard },
  ...CARD_ALIASES.map((path) => ({ path, type: JSON_TYPE, write: serverCard })),
  { path: CATALOG_PATH, type: CATALOG_TYPE, write: aiCatalog },
];

export const MCP_CARD_PATHS: readonly string[] = MCP_CARDS.map(({ path }) => path);

export function addMcpCards(app: FastifyInstance, house: House, baseUrl: URL): void {
  for (const { path, type, write } of MCP_CARDS) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) => {
      // Written per request: the port may be unknown until the server listens.
      const body = `${JSON.stringify(write(baseUrl), undefined, 2)}\n`;
      request.context.headers['cache-control'] = 'public, max-age=3600';
      sendCacheable(request, reply, { type, body });
    });
  }
}

export const getSandboxClock: Handler<typeof SANDBOX_ROUTES.getSandboxClock> = {
  answer: async (house, { now }) => ({ body: presentClock(house, now) }),
};

export const turnSandboxClock: Handler<typeof SANDBOX_ROUTES.turnSandboxClock> = {
  async answer(house, { body, idempotencyKey, now }) {
    const by =
      body.to === undefined ? { advanceHours: body.advance_hours ?? 0 } : { to: Date.parse(body.to) };
    const { value, replayed } = await turnClock(house, { by, idempotencyKey }, now);
    return { replayed, body: presentClock(house, value) };
  },
};

function presentClock(house: House, now: number) {
  return {
    now: iso(now),
    scale: house.sandbox?.scale ?? 1,
    next_steps: [steps.turnClockStep(), steps.lookAroundStep()],
  };
}
