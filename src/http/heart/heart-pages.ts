import { KEEPSAKE_KINDS } from '../../core/heart/keepsakes-table.ts';
import { browseKeepsakes } from '../../house/heart/browse-keepsakes.ts';
import { viewLetters } from '../../house/heart/view-letters.ts';
import { drawKeepsakeSvg } from '../../house/pictures/draw-keepsake-svg.ts';
import { KEEPSAKES_PATH, lettersPath } from '../../pages/heart/heart-paths.ts';
import { keepsakesPage } from '../../pages/heart/keepsakes-page.tsx';
import { lettersPage } from '../../pages/heart/letters-page.tsx';
import { QueryReader } from '../public/query-reader.ts';
import type { FileRow, PageRow } from '../server/pages/page-row.ts';
import { PICTURE_HEADERS } from '../server/pages/page-site.ts';

export const HEART_PAGE_ROWS: readonly PageRow[] = [
  {
    path: lettersPath('{id}'),
    query: ['page'],
    freshSeconds: 5,
    async show(house, { params, query, now }) {
      const asked = new QueryReader(query);
      const view = await viewLetters(house, { id: params['id'] ?? '', page: asked.page() }, now);
      return view && lettersPage(view, asked.unknown);
    },
  },
  {
    path: KEEPSAKES_PATH,
    freshSeconds: 10,
    show: async (house, { now }) => keepsakesPage(await browseKeepsakes(house, now)),
  },
];

const DAY_SECONDS = 86_400;

/** What can be kept, as the artist draws it for everybody alike. */
export const KEEPSAKE_PICTURE_ROW: FileRow = {
  path: `${KEEPSAKES_PATH}/{file}`,
  type: 'image/svg+xml',
  headers: PICTURE_HEADERS,
  limit: 'pictures',
  query: ['drawn'],
  freshSeconds: DAY_SECONDS,
  async show(_, { params, query }) {
    const [, name = ''] = /^(\w+)\.svg$/.exec(params['file'] ?? '') ?? [];
    const kind = KEEPSAKE_KINDS.find((each) => each === name);
    return kind && drawKeepsakeSvg(kind, query['drawn'] === 'outline' ? 'outline' : 'whole');
  },
};
