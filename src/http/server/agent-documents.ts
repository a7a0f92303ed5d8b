import type { FastifyInstance } from 'fastify';

import { AGENT_DOCS, type AgentDoc } from '../../agent-docs/agent-docs.ts';
import type { Route } from '../../contract/server/route.ts';
import { DAY, type Instant } from '../../core/engine/clock.ts';
import { ProblemError } from '../../core/problem.ts';
import type { House } from '../../house/house.ts';
import {
  aiCatalog,
  CARD_ALIASES,
  CARD_PATH,
  CARD_TYPE,
  CATALOG_PATH,
  CATALOG_TYPE,
  serverCard,
} from '../../mcp/server-card.ts';
import { LINK_HEADER } from './headers.ts';
import { limitedBy } from './rate-limit.ts';
import { JSON_TYPE, sendCacheable, sendPublic, withEtag, type EtaggedBody } from './send.ts';

interface DocumentSettings {
  /** Its port may become known only once the server listens. */
  readonly baseUrl: URL;
  readonly routes: readonly Route[];
  readonly securityContact: string | undefined;
}

/** Where the documents are: pages that are no operations. */
export const AGENT_DOCUMENT_PATHS: readonly string[] = AGENT_DOCS.map(({ path }) => path);

/** Serves every document, each written when somebody first asks for it. */
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

/** A document holds for a day at one address; then it is written anew. */
function writtenDaily(doc: AgentDoc, { baseUrl, routes, securityContact }: DocumentSettings) {
  let last:
    | { readonly origin: string; readonly today: Instant; readonly written: EtaggedBody | undefined }
    | undefined;
  return (now: Instant): EtaggedBody | undefined => {
    const { origin } = baseUrl;
    const today = Math.floor(now / DAY) * DAY;
    if (last?.origin !== origin || last.today !== today) {
      const text = doc.write({ origin, routes, securityContact, today });
      last = { origin, today, written: text === undefined ? undefined : withEtag(text) };
    }
    return last.written;
  };
}

const MCP_CARDS = [
  { path: CARD_PATH, type: CARD_TYPE, write: serverCard },
  ...CARD_ALIASES.map((path) => ({ path, type: JSON_TYPE, write: serverCard })),
  { path: CATALOG_PATH, type: CATALOG_TYPE, write: aiCatalog },
];

/** Where they are: pages that are no operations. */
export const MCP_CARD_PATHS: readonly string[] = MCP_CARDS.map(({ path }) => path);

/** For programs that look for a server of tools: what is here, and how to connect. */
export function addMcpCards(app: FastifyInstance, house: House, baseUrl: URL): void {
  for (const { path, type, write } of MCP_CARDS) {
    app.get(path, limitedBy(house, 'pages'), async (request, reply) => {
      // The port may become known only once the server listens.
      const body = `${JSON.stringify(write(baseUrl), undefined, 2)}\n`;
      request.context.headers['cache-control'] = 'public, max-age=3600';
      sendCacheable(request, reply, { type, body });
    });
  }
}
