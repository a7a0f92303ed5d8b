import type { FastifyInstance, FastifyRequest } from 'fastify';

import { Problem } from '../core/problem.ts';
import type { House } from '../house/house.ts';
import { showPicture } from '../house/show-picture.ts';
import { isKnownTo, tagOf } from './etag.ts';
import { routePath } from './route-path.ts';
import { send } from './send.ts';
import { count } from './visit.ts';

/** A drawing may be opened as a page of its own: then nothing in it may run, load or be sent. */
export const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

// Named, and not with a weight of nothing.
const GZIP = /\bgzip\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)/i;
export const PICTURES_PATH = '/pictures/{sitter}/{file}';
const FOR_EVER = 'public, max-age=31536000, immutable';

type Visited = FastifyRequest<{ Params: { sitter: string; file: string } }>;

/** What the artist drew, for everyone to see. A picture that hangs never changes. */
export function addPictures(app: FastifyInstance, house: House): void {
  const onRequest = (request: FastifyRequest) => count(house, request, 'pictures');
  app.get(routePath(PICTURES_PATH), { onRequest }, async (request: Visited, reply) => {
    const packed = GZIP.test(request.headers['accept-encoding'] ?? '');
    const shown = await showPicture(house, { ...request.params, packed });
    if (!shown) throw new Problem('no_such_route', {});
    const { headers } = request.visit;
    const body = Buffer.from(shown.bytes);
    headers['cache-control'] = FOR_EVER;
    headers['content-security-policy'] = DRAWING_POLICY;
    headers['cross-origin-resource-policy'] = 'cross-origin';
    headers['vary'] = 'Accept-Encoding';
    if (isKnownTo(request, headers, tagOf(body))) return send(request, reply, { status: 304 });
    if (shown.encoding !== undefined) headers['content-encoding'] = shown.encoding;
    send(request, reply, { status: 200, type: shown.type, body });
  });
}
