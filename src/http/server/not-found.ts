import type { FastifyReply, FastifyRequest } from 'fastify';

import type { ServerContext } from './context.ts';
import { CORS_PREFLIGHT_HEADERS } from './headers.ts';
import { applyRateLimit } from './rate-limit.ts';
import { send } from './send.ts';

// No page from elsewhere has any business there.
const OPERATORS = /^\/(?:api\/admin|admin|metrics)(?:[/?]|$)/;

/** For requests that matched no row: a browser's preflight, a redirect, or a refusal that points the way. */
export async function handleNotFound(
  server: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  await applyRateLimit(server.house, request, 'unknown_path');
  const { headers } = request.context;
  if (OPERATORS.test(request.url)) delete headers['access-control-allow-origin'];
  else if (request.method === 'OPTIONS') {
    Object.assign(headers, CORS_PREFLIGHT_HEADERS);
    return send(request, reply, { status: 204 });
  }
  const [path = '/', ...search] = request.url.split(/(?=\?)/);
  const result = server.resolveUnknownRoute(request.method, path, search.join(''));
  if ('problem' in result) throw result.problem;
  headers['location'] = result.redirect;
  const body = JSON.stringify({ message: 'The same request works there.', location: result.redirect });
  return send(request, reply, { status: 308, body });
}
