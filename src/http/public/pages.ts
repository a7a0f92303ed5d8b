import type { FastifyInstance } from 'fastify';

import { sanitizeText } from '../../core/engine/text.ts';
import { liveFacts } from '../../core/public/live-facts.ts';
import { FAMILIES, STAGES, HALL_CATEGORIES, SPECIES_ORDERS } from '../../core/vocabulary.ts';
import type { House } from '../../house/house.ts';
import { viewAgent } from '../../house/keepers/view-agent.ts';
import { browseCreatures } from '../../house/public/browse-creatures.ts';
import { readGraveyard } from '../../house/public/graveyard.ts';
import { readHall } from '../../house/public/hall.ts';
import { readHouseSnapshot } from '../../house/public/house-snapshot.ts';
import { glanceAt, viewCreature } from '../../house/public/view-creature.ts';
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
import { SITEMAP_ROWS } from './sitemap.ts';

const STONES_PER_PAGE = 24;
const SPECIES_PER_PAGE = 24;
const RANKS_PER_BOARD = 50;

/** Every page for people. */
const PAGE_ROWS: readonly PageRow[] = [
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
  {
    path: '/graveyard',
    query: ['agent', 'page', 'cursor'],
    freshSeconds: 10,
    async show(house, { query, now }) {
      // Cut first: what is left of a character that was cut in two is taken out as well.
      const agent = sanitizeText((query['agent'] ?? '').slice(0, 50)).toLowerCase();
      const page = pageNumberIn(query['page']);
      const username = agent === '' ? undefined : agent;
      const paging = { page, perPage: STONES_PER_PAGE, cursor: query['cursor'] };
      const asked = { visitor: undefined, username, agentId: undefined, paging };
      const graveyard = await readGraveyard(house, asked, now);
      const pages = Math.ceil(graveyard.total / STONES_PER_PAGE);
      return graveyardPage(graveyard, { agent, pages }, now);
    },
  },
  {
    path: '/hall',
    query: ['category'],
    freshSeconds: 10,
    async show(house, { query, now }) {
      const category = HALL_CATEGORIES.find((each) => each === query['category']) ?? 'oldest_living';
      const paging = { page: 1, perPage: RANKS_PER_BOARD };
      return hallPage(await readHall(house, { category, paging }, now));
    },
  },
  {
    path: '/species',
    query: ['family', 'sort', 'page', 'cursor'],
    freshSeconds: 30,
    async show(house, { query, now }) {
      const family = FAMILIES.find((each) => each === query['family']);
      const order = SPECIES_ORDERS.find((each) => each === query['sort']) ?? 'newest';
      const page = pageNumberIn(query['page']);
      const paging = { page, perPage: SPECIES_PER_PAGE, cursor: query['cursor'] };
      const shelves = await browseSpecies(house, { family, order, paging }, now);
      const pages = Math.ceil(shelves.community.total / SPECIES_PER_PAGE);
      return speciesShelvesPage(shelves, { family, order, page: shelves.community.page, pages });
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

/** What pages show or ask for, and what others may take along. */
const FILE_ROWS: readonly FileRow[] = [
  // The script of a creature's page asks for it while the page is open.
  {
    path: '/creatures/{id}/now.json',
    type: JSON_TYPE,
    freshSeconds: 1,
    async show(house, { params, now }) {
      const seen = await glanceAt(house, params['id'] ?? '', now);
      return seen && JSON.stringify(liveFacts(seen, now, scaleOf(house)));
    },
  },
  ...PICTURE_ROWS,
  ATOM_FEED_ROW,
  BADGE_ROW,
  ...SITEMAP_ROWS,
];

/** Their paths, to which lost requests are sent. */
export const PAGE_PATHS: readonly string[] = [...PAGE_ROWS, ...FILE_ROWS].map(({ path }) => path);

export function addPages(app: FastifyInstance, house: House, site: PublicSite): void {
  const host = { app, house, site };
  addAssets(app, house, site.assets);
  addPageRows(host, PAGE_ROWS);
  for (const row of FILE_ROWS) addFileRow(host, row);
  addCards(app, house);
}

function scaleOf({ sandbox }: House): number {
  return sandbox?.scale ?? 1;
}

/** The page somebody asked for, from 1; what is no number is the first. */
function pageNumberIn(word: string | undefined): number {
  const page = /^\d{1,6}$/.test(word ?? '') ? Number(word) : 1;
  return Math.max(1, page);
}
