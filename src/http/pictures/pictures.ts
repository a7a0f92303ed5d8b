import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '../../core/problem.ts';
import { STAGES } from '../../core/vocabulary.ts';
import type { House } from '../../house/house.ts';
import { drawAgentSvg, drawCreatureSvg, drawSpeciesSvg } from '../../house/pictures/draw-svg.ts';
import { showPicture } from '../../house/pictures/show-picture.ts';
import type { FileRow } from '../server/pages/page-row.ts';
import { PICTURE_HEADERS } from '../server/pages/page-site.ts';
import { applyRateLimit } from '../server/rate-limit.ts';
import { routePath } from '../server/route-path.ts';
import { isNotModified, etagOf, send } from '../server/send.ts';

/** A drawing may be opened as a page of its own: then nothing in it may run, load or be sent. */
export const DRAWING_CSP = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

// Named, and not with a weight of nothing.
const GZIP = /\bgzip\s*(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))(?:;|,|$)/i;
export const PICTURES_PATH = '/pictures/{sitter}/{file}';
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';

type PictureHttpRequest = FastifyRequest<{ Params: { sitter: string; file: string } }>;

/** What the artist drew, for everyone to see. A picture that hangs never changes. */
export function addPictures(app: FastifyInstance, house: House): void {
  const onRequest = (request: FastifyRequest) => applyRateLimit(house, request, 'pictures');
  app.get(routePath(PICTURES_PATH), { onRequest }, async (request: PictureHttpRequest, reply) => {
    const packed = GZIP.test(request.headers['accept-encoding'] ?? '');
    const shown = await showPicture(house, { ...request.params, packed });
    if (!shown) throw new ProblemError('no_such_route', {});
    const { headers } = request.visit;
    const body = Buffer.from(shown.bytes);
    headers['cache-control'] = IMMUTABLE_CACHE;
    headers['content-security-policy'] = DRAWING_CSP;
    headers['cross-origin-resource-policy'] = 'cross-origin';
    headers['vary'] = 'Accept-Encoding';
    if (isNotModified(request, headers, etagOf(body))) return send(request, reply, { status: 304 });
    if (shown.encoding !== undefined) headers['content-encoding'] = shown.encoding;
    send(request, reply, { status: 200, type: shown.type, body });
  });
}

const SVG = { type: 'image/svg+xml', headers: PICTURE_HEADERS, limit: 'pictures' } as const;

/** Pictures by our own artist, drawn when they are asked for. */
export const PICTURE_ROWS: readonly FileRow[] = [
  {
    ...SVG,
    path: '/creatures/{id}/picture.svg',
    // Pages also write `look` there, so that browsers ask again when it looks different.
    query: ['stage'],
    freshSeconds: 2,
    keepSeconds: 60,
    show: (house, { params, query, now }) =>
      drawCreatureSvg(
        house,
        { id: params['id'] ?? '', stage: STAGES.find((stage) => stage === query['stage']) },
        now,
      ),
  },
  {
    ...SVG,
    path: '/species/{slug}/picture.svg',
    query: ['stage'],
    freshSeconds: 3600,
    show: (house, { params, query }) =>
      drawSpeciesSvg(
        house,
        params['slug'] ?? '',
        STAGES.find((stage) => stage === query['stage']),
      ),
  },
  {
    ...SVG,
    path: '/agents/{username}/picture.svg',
    freshSeconds: 300,
    show: (house, { params }) => drawAgentSvg(house, params['username'] ?? ''),
  },
];
