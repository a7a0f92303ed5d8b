import { browseKeepsakes } from '../../house/heart/browse-keepsakes.ts';
import { viewLetters } from '../../house/heart/view-letters.ts';
import { KEEPSAKES_PATH, lettersPath } from '../../pages/heart/heart-paths.ts';
import { keepsakesPage } from '../../pages/heart/keepsakes-page.tsx';
import { lettersPage } from '../../pages/heart/letters-page.tsx';
import { QueryReader } from '../public/query-reader.ts';
import type { PageRow } from '../server/pages/page-row.ts';

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
