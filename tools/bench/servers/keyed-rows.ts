import { z } from 'zod';

import { getCreatureStatus } from '../../../src/api/subjects/lives.ts';
import { defineRoute, type Route } from '../../../src/api/route.ts';
import type { ServedRoute } from '../../../src/server/handler.ts';
import { LARGE_REPLY, SMALL_REPLY } from './replies.ts';

/** Rows that do nothing: what remains is the price of the door, from the key to the last header. */
export const KEYED_ROWS: readonly ServedRoute[] = [
  served('/bench/small', SMALL_REPLY),
  served('/bench/large', LARGE_REPLY),
];

function served(path: Route['path'], body: unknown): ServedRoute {
  return { route: keyed(path), handler: { answer: async () => ({ body }) } };
}

// The query is the one of the busiest keyed route, so that reading it costs what it costs there.
function keyed(path: Route['path']): Route {
  return defineRoute({
    ...getCreatureStatus,
    operationId: path.replaceAll('/', '_'),
    path,
    reply: z.unknown(),
  });
}
