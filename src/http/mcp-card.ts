import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { House } from '../house/house.ts';
import {
  aiCatalog,
  CARD_ALIASES,
  CARD_PATH,
  CARD_TYPE,
  CATALOG_PATH,
  CATALOG_TYPE,
  serverCard,
} from '../mcp/card.ts';
import { isKnownTo, tagOf } from './etag.ts';
import { JSON_TYPE, send } from './send.ts';
import { count } from './visit.ts';

const CARDS = [
  { path: CARD_PATH, type: CARD_TYPE, write: serverCard },
  ...CARD_ALIASES.map((path) => ({ path, type: JSON_TYPE, write: serverCard })),
  { path: CATALOG_PATH, type: CATALOG_TYPE, write: aiCatalog },
];

/** Where they are: pages that are no operations. */
export const CARD_PATHS: readonly string[] = CARDS.map(({ path }) => path);

/** For programs that look for a server of tools: what is here, and how to connect. */
export function addMcpCards(app: FastifyInstance, house: House, baseUrl: URL): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'pages');
  for (const { path, type, write } of CARDS) {
    app.get(path, { onRequest }, async (request, reply) => {
      // The port may become known only after the door was opened.
      const body = `${JSON.stringify(write(baseUrl), undefined, 2)}\n`;
      request.visit.headers['cache-control'] = 'public, max-age=3600';
      if (isKnownTo(request, request.visit.headers, tagOf(body))) send(request, reply, { status: 304 });
      else send(request, reply, { status: 200, type, body });
    });
  }
}
