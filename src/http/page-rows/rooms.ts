import { FAMILIES, HALL_CATEGORIES, SPECIES_ORDERS } from '../../core/vocabulary.ts';
import { plain } from '../../core/words.ts';
import { browseSpecies, readSpecies } from '../../house/browse-species.ts';
import { visitGraveyard } from '../../house/visit-graveyard.ts';
import { visitHall } from '../../house/visit-hall.ts';
import { graveyardPage } from '../../pages/graveyard.tsx';
import { guidePage, guidesPage } from '../../pages/guides.tsx';
import { hallPage } from '../../pages/hall.tsx';
import { speciesShelvesPage } from '../../pages/species-shelves.tsx';
import { speciesPage } from '../../pages/species.tsx';
import { guideOf } from '../../voice/guides/guides.ts';
import type { PageRow } from '../page-row.ts';
import { pageIn } from './page-in.ts';

const STONES_TO_A_PAGE = 24;
const DESIGNS_TO_A_PAGE = 24;
const PLACES_ON_A_BOARD = 50;

/** The rooms people walk through: who is gone, who stands out, what can be adopted, and how it all works. */
export const ROOM_PAGES: readonly PageRow[] = [
  {
    path: '/graveyard',
    query: ['agent', 'page'],
    freshSeconds: 10,
    async show(house, { query, now }) {
      // Cut first: what is left of a character that was cut in two is taken out as well.
      const agent = plain((query['agent'] ?? '').slice(0, 50)).toLowerCase();
      const page = pageIn(query['page']);
      const graveyard = await visitGraveyard(
        house,
        {
          visitor: undefined,
          username: agent === '' ? undefined : agent,
          agentId: undefined,
          paging: { page, perPage: STONES_TO_A_PAGE },
        },
        now,
      );
      const pages = Math.ceil(graveyard.total / STONES_TO_A_PAGE);
      return graveyardPage(graveyard, { agent, page, pages }, now);
    },
  },
  {
    path: '/hall',
    query: ['category'],
    freshSeconds: 10,
    async show(house, { query, now }) {
      const category = HALL_CATEGORIES.find((each) => each === query['category']) ?? 'oldest_living';
      return hallPage(
        await visitHall(house, { category, paging: { page: 1, perPage: PLACES_ON_A_BOARD } }, now),
      );
    },
  },
  {
    path: '/species',
    query: ['family', 'sort', 'page'],
    freshSeconds: 30,
    async show(house, { query }) {
      const family = FAMILIES.find((each) => each === query['family']);
      const order = SPECIES_ORDERS.find((each) => each === query['sort']) ?? 'newest';
      const page = pageIn(query['page']);
      const shelves = await browseSpecies(house, {
        family,
        order,
        paging: { page, perPage: DESIGNS_TO_A_PAGE },
      });
      const pages = Math.ceil(shelves.community.total / DESIGNS_TO_A_PAGE);
      return speciesShelvesPage(shelves, { family, order, page, pages });
    },
  },
  {
    path: '/species/{slug}',
    freshSeconds: 30,
    show: async (house, { params, origin }) =>
      speciesPage(await readSpecies(house, params['slug'] ?? ''), origin),
  },
  { path: '/guides', freshSeconds: 3600, show: async () => guidesPage() },
  {
    path: '/guides/{name}',
    freshSeconds: 3600,
    async show(_, { params, origin }) {
      const guide = guideOf(params['name'] ?? '');
      return guide && guidePage(guide, origin);
    },
  },
];
