import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Door } from './door.ts';
import { PREFLIGHT_HEADERS } from './headers.ts';
import { count } from './visit.ts';

/** For requests that matched no row: a browser's preflight, a redirect, or a refusal that points the way. */
export async function showTheWay(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await count(door.house, request, reply, 'unknown_path');
  if (request.method === 'OPTIONS') return reply.code(204).headers(PREFLIGHT_HEADERS).send();
  const [path = '/', ...search] = request.url.split(/(?=\?)/);
  const way = door.findWay(request.method, path, search.join(''));
  if ('problem' in way) throw way.problem;
  return reply
    .code(308)
    .headers({ location: way.redirect, 'content-type': 'application/json; charset=utf-8' })
    .send(JSON.stringify({ message: 'The same request works there.', location: way.redirect }));
}
