import type { FastifyInstance } from 'fastify';

import { sanitizeText } from '../../core/engine/text.ts';
import { liveFacts } from '../../core/public/live-facts.ts';
import { FAMILIES, STAGES, HALL_CATEGORIES, SPECIES_ORDERS } from '../../core/vocabulary.ts';
import type { House } from '../../house/house.ts';
import { viewAgent } from '../../house/keepers/view-agent.ts';
import { browseCreatures } from '../../house/public/browse-creatures.ts';
import { glanceAt } from '../../house/public/glance-at.ts';
import { readGraveyard } from '../../house/public/graveyard.ts';
import { readHall } from '../../house/public/hall.ts';
import { readHouseSnapshot } from '../../house/public/house-snapshot.ts';
import { viewCreature } from '../../house/public/view-creature.ts';
import { browseSpecies, readSpecies } from '../../house/species/browse-species.ts';
import { agentPage } from '../../pages/keepers/agent-page.tsx';
import { creaturePage } from '../../pages/lives/creature-page.tsx';
import { creaturesPage } from '../../pages/public/creatures-page.tsx';
import { graveyardPage } from '../../pages/public/graveyard-page.tsx';
import { guidePage, guidesPage } from '../../pages/public/guides-page.tsx';
import { hallPage } from '../../pages/public/hall-page.tsx';
import { homePage } from '../../pages/public/home-page.tsx';
import { speciesPage } from '../../pages/species/species-page.tsx';
import { speciesShelvesPage } from '../../pages/species/species-shelves-page.tsx';
import { guideOf } from '../../voice/public/guides/guides.ts';
import { BADGE_ROW } from '../pictures/badge.ts';
import { PICTURE_ROWS } from '../pictures/pictures.ts';
import { addCards } from '../pictures/share-cards.ts';
import { addAssets } from '../server/pages/page-assets.ts';
import { addFileRow, addPageRows, type FileRow, type PageRow } from '../server/pages/page-row.ts';
import type { PublicSite } from '../server/pages/page-site.ts';
import { JSON_TYPE } from '../server/send.ts';
import { ATOM_FEED_ROW } from './atom-feed.ts';

/** The house now, those who live in it, and those who keep them. */
const HOUSE_PAGES: readonly PageRow[] = [
  {
    path: '/',
    freshSeconds: 5,
    show: async (house, { now, origin }) => homePage(await readHouseSnapshot(house, now), origin),
  },
  {
    path: '/creatures',
    query: ['family', 'stage', 'page'],
    freshSeconds: 5,
    async show(house, { query, now }) {
      const wish = {
        family: FAMILIES.find((family) => family === query['family']),
        stage: STAGES.find((stage) => stage === query['stage']),
        page: pageNumberIn(query['page']),
      };
      return creaturesPage(await browseCreatures(house, wish, now), wish);
    },
  },
  {
    path: '/creatures/{id}',
    freshSeconds: 2,
    async show(house, { params, now, origin }) {
      const view = await viewCreature(house, params['id'] ?? '', now);
      return view && creaturePage(view, liveFacts(view, now, scaleOf(house)), origin);
    },
  },
  {
    path: '/agents/{username}',
    freshSeconds: 5,
    async show(house, { params, now, origin }) {
      const view = await viewAgent(house, (params['username'] ?? '').toLowerCase(), now);
      return view && agentPage(view, origin);
    },
  },
];

/** What a page about a creature asks for while it is open. */
const HOUSE_FILES: readonly FileRow[] = [
  {
    path: '/creatures/{id}/now.json',
    type: JSON_TYPE,
    freshSeconds: 1,
    async show(house, { params, now }) {
      const face = await glanceAt(house, params['id'] ?? '', now);
      return face && JSON.stringify(liveFacts(face, now, scaleOf(house)));
    },
  },
];

function scaleOf({ sandbox }: House): number {
  return sandbox?.scale ?? 1;
}

const STONES_TO_A_PAGE = 24;
const DESIGNS_TO_A_PAGE = 24;
const PLACES_ON_A_BOARD = 50;

/** The rooms people walk through: who is gone, who stands out, what can be adopted, and how it all works. */
const ROOM_PAGES: readonly PageRow[] = [
  {
    path: '/graveyard',
    query: ['agent', 'page'],
    freshSeconds: 10,
    async show(house, { query, now }) {
      // Cut first: what is left of a character that was cut in two is taken out as well.
      const agent = sanitizeText((query['agent'] ?? '').slice(0, 50)).toLowerCase();
      const page = pageNumberIn(query['page']);
      const graveyard = await readGraveyard(
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
        await readHall(house, { category, paging: { page: 1, perPage: PLACES_ON_A_BOARD } }, now),
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
      const page = pageNumberIn(query['page']);
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

/** Every page for people, in the order they would walk through the house. */
const PAGE_ROWS: readonly PageRow[] = [...HOUSE_PAGES, ...ROOM_PAGES];

/** What pages show or ask for, and what others may take along. */
const FILE_ROWS: readonly FileRow[] = [...HOUSE_FILES, ...PICTURE_ROWS, ATOM_FEED_ROW, BADGE_ROW];

/** Where they are, for those who lost their way. */
export const PAGE_PATHS: readonly string[] = [...PAGE_ROWS, ...FILE_ROWS].map(({ path }) => path);

export function addPages(app: FastifyInstance, house: House, site: PublicSite): void {
  const room = { app, house, site };
  addAssets(app, house, site.assets);
  addPageRows(room, PAGE_ROWS);
  for (const row of FILE_ROWS) addFileRow(room, row);
  addCards(app, house);
}

/** The page somebody asked for, from 1; what is no number is the first. */
export function pageNumberIn(word: string | undefined): number {
  const page = /^\d{1,6}$/.test(word ?? '') ? Number(word) : 1;
  return Math.max(1, page);
}
