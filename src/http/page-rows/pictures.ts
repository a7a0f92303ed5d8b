import { STAGES } from '../../core/vocabulary.ts';
import { drawAgent, drawCreature, drawSpecies } from '../../house/draw-pictures.ts';
import type { FileRow } from '../page-row.ts';
import { PICTURE_HEADERS } from '../page-site.ts';

const SVG = { type: 'image/svg+xml', headers: PICTURE_HEADERS, limit: 'pictures' } as const;

/** Pictures by our own artist, drawn when they are asked for. */
export const PICTURES: readonly FileRow[] = [
  {
    ...SVG,
    path: '/creatures/{id}/picture.svg',
    // Pages also write `look` there, so that browsers ask again when it looks different.
    query: ['stage'],
    freshSeconds: 2,
    keepSeconds: 60,
    show: (house, { params, query, now }) =>
      drawCreature(
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
      drawSpecies(
        house,
        params['slug'] ?? '',
        STAGES.find((stage) => stage === query['stage']),
      ),
  },
  {
    ...SVG,
    path: '/agents/{username}/picture.svg',
    freshSeconds: 300,
    show: (house, { params }) => drawAgent(house, params['username'] ?? ''),
  },
];
