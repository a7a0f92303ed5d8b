import { z } from 'zod';

import { route, type Route } from '../src/contract/route.ts';
import { getCreatureStatus } from '../src/contract/status.ts';
import type { Served } from '../src/http/call.ts';
import { LARGE_REPLY, SMALL_REPLY } from './replies.ts';

/** Rows that do nothing: what remains is the price of the door, from the key to the last header. */
export const KEYED_ROWS: readonly Served[] = [
  served('/bench/small', SMALL_REPLY),
  served('/bench/large', LARGE_REPLY),
];

function served(path: Route['path'], body: unknown): Served {
  return { route: keyed(path), handler: { answer: async () => ({ body }) } };
}

// The query is the one of the busiest keyed route, so that reading it costs what it costs there.
function keyed(path: Route['path']): Route {
  return route({ ...getCreatureStatus, operationId: path.replaceAll('/', '_'), path, reply: z.unknown() });
}
