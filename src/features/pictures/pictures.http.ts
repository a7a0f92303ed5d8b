import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ProblemError } from '../../rules/problem.ts';
import { POSES, STAGES } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import { drawAgentSvg, drawCreatureSvg, drawKeepsakeSvg, drawSpeciesSvg } from './draw.ts';
import { showPicture } from './show-picture.ts';
import { type FileRow, PICTURE_HEADERS } from '../../server/page-row.ts';
import { limitedBy } from '../../server/authenticate.ts';
import { routePath } from '../../server/handler.ts';
import { acceptsGzip, sendCacheable } from '../../server/send.ts';

export const PICTURES_PATH = '/pictures/{sitter}/{file}';

type PictureHttpRequest = FastifyRequest<{ Params: { sitter: string; file: string } }>;

/** Serves stored pictures, which never change. */
export function addPictures(app: FastifyInstance, house: House): void {
  app.get(
    routePath(PICTURES_PATH),
    limitedBy(house, 'pictures'),
    async (request: PictureHttpRequest, reply) => {
      const gzip = acceptsGzip(request.headers['accept-encoding']);
      const shown = await showPicture(house, { ...request.params, gzip });
      if (!shown) throw new ProblemError('no_such_route', {});
      Object.assign(request.context.headers, PICTURE_HEADERS, {
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      const { type, encoding } = shown;
      sendCacheable(request, reply, { type, encoding, body: Buffer.from(shown.bytes) });
    },
  );
}

const SVG = { type: 'image/svg+xml', headers: PICTURE_HEADERS, limit: 'pictures' } as const;

/** Rows of pictures that are drawn on request. */
export const PICTURE_ROWS: readonly FileRow[] = [
  {
    ...SVG,
    path: '/creatures/{id}/picture.svg',
    // Pages also add the query `look`, so that browsers reload a picture whose look has changed.
    query: ['stage', 'pose'],
    freshSeconds: 2,
    keepSeconds: 60,
    show: (house, { params, query, now }) =>
      drawCreatureSvg(
        house,
        {
          id: params['id'] ?? '',
          stage: STAGES.find((stage) => stage === query['stage']),
          pose: POSES.find((pose) => pose === query['pose']),
        },
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
    show: (house, { params }) => drawAgentSvg(house, (params['username'] ?? '').toLowerCase()),
  },
  {
    ...SVG,
    path: '/keepsakes/{kind}/picture.svg',
    query: ['drawn'],
    freshSeconds: 3600,
    show: async (_house, { params, query }) =>
      drawKeepsakeSvg(params['kind'] ?? '', query['drawn'] === 'outline' ? 'outline' : 'whole'),
  },
];
