import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ServerContext } from './context.ts';
import { CORS_PREFLIGHT_HEADERS } from './headers.ts';
import { applyRateLimit } from './rate-limit.ts';
import { send } from './send.ts';

// No page from elsewhere has any business there.
const OPERATORS = /^\/(?:api\/admin|admin|metrics)(?:[/?]|$)/;

/** For requests that matched no row: a browser's preflight, a redirect, or a refusal that points the way. */
export async function handleNotFound(
  door: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await applyRateLimit(door.house, request, 'unknown_path');
  const { headers } = request.visit;
  if (OPERATORS.test(request.url)) delete headers['access-control-allow-origin'];
  else if (request.method === 'OPTIONS') {
    Object.assign(headers, CORS_PREFLIGHT_HEADERS);
    return send(request, reply, { status: 204 });
  }
  const [path = '/', ...search] = request.url.split(/(?=\?)/);
  const way = door.resolveUnknownRoute(request.method, path, search.join(''));
  if ('problem' in way) throw way.problem;
  headers['location'] = way.redirect;
  const body = JSON.stringify({ message: 'The same request works there.', location: way.redirect });
  return send(request, reply, { status: 308, body });
}
