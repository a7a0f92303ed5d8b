import type { FastifyInstance } from 'fastify';

import { isId } from '../rules/base/ids.ts';
import { liveFacts } from '../rules/live-facts.ts';
import type { FavouriteNews } from '../rules/live.ts';
import {
  CREATURE_ORDERS,
  FAMILIES,
  HALL_CATEGORIES,
  KEEPER_ORDERS,
  SPECIES_ORDERS,
  STAGES,
  TIERS,
} from '../rules/vocabulary.ts';
import { poseOf } from '../text/creature/behavior.ts';
import { lifeEventTitle } from '../text/creature/life-feed.ts';
import { letterNews } from '../text/heart/heart-pages.ts';
import { guideOf } from '../text/pages/guides.ts';
import { creaturePath, embedPath, lettersPath, lifeChartPath } from '../web/paths.ts';
import { guidePage, guidesPage } from '../web/public/guides-page.tsx';
import { addFileRow, addPageRows, type FileRow, type PageRow, QueryReader } from '../http/page-row.ts';
import { JSON_TYPE } from '../http/send.ts';
import { addAssets, FRAMED_PAGE_HEADERS, type PublicSite } from '../http/site.ts';
import { browseSpecies, readSpecies, searchSpecies } from '../features/catalog/browse-species.ts';
import { speciesPage, speciesShelvesPage, VISIT_HOURS } from '../features/catalog/species-page.tsx';
import { addPets } from '../features/drawing/pets.http.ts';
import { addCards, BADGE_JSON_ROW, BADGE_ROW, PICTURE_ROWS } from '../features/drawing/share-cards.http.ts';
import { readHiddenContent } from '../features/hidden/hidden-content.ts';
import {
  browseCreatures,
  browseKeepers,
  readFavourites,
  readResidents,
} from '../features/public/browse-creatures.ts';
import { FEED_ROWS, SITEMAP_ROWS } from '../features/public/feeds.http.ts';
import { keepersOf, readGraveyard } from '../features/public/graveyard.ts';
import { readHall, readHallStories } from '../features/public/hall.ts';
import { HEART_PAGE_ROWS } from '../features/public/letters.http.ts';
import { readLifeCharts } from '../features/public/life-chart.ts';
import { LIFE_CALENDAR_ROW, LIFE_FEED_ROW } from '../features/public/life-feed.http.ts';
import { readHouseSnapshot } from '../features/public/news.ts';
import { creaturePage, embedPage } from '../features/public/pages/creature-page.tsx';
import { creaturesPage, favouritesPage } from '../features/public/pages/creatures-page.tsx';
import { graveyardPage } from '../features/public/pages/graveyard-page.tsx';
import { hallPage } from '../features/public/pages/hall-page.tsx';
import { homePage } from '../features/public/pages/home-page.tsx';
import { agentPage, keepersPage } from '../features/public/pages/keepers-page.tsx';
import { chartData } from '../features/public/pages/life-chart.tsx';
import { readPageTotals } from '../features/public/public-reading.ts';
import { findVisibleAgent, viewAgent } from '../features/public/view-agent.ts';
import {
  type EventMention,
  eventsOfMany,
  glanceAt,
  glanceAtLife,
  viewCreature,
} from '../features/public/view-creature.ts';
import type { StatsHouse } from '../features/stats/health.ts';
import type { House } from './house.ts';

const STONES_PER_PAGE = 24;
const SPECIES_PER_PAGE = 24;
const RANKS_PER_BOARD = 50;
/** Most favourites of a request: as many as the browser script asks about. */
const MAX_FAVOURITES = 12;
const MAX_NEWS = 24;

/** How long a page is cached, and the query parameters that it reads. */
const fresh = (freshSeconds: number, ...query: string[]) => ({ freshSeconds, query });

function pageRow(
  path: string,
  options: Omit<PageRow<StatsHouse>, 'path' | 'show'>,
  show: PageRow<StatsHouse>['show'],
): PageRow<StatsHouse> {
  return { path, ...options, show };
}

const PAGE_ROWS: readonly PageRow<StatsHouse>[] = [
  pageRow('/', fresh(5), async (house, { now, origin }) =>
    homePage(await readHouseSnapshot(house, now), origin, scaleOf(house)),
  ),
  pageRow(
    '/creatures',
    fresh(5, 'q', 'family', 'stage', 'needs', 'sort', 'page', 'ids'),
    async (house, { query, now }) => {
      if (query['ids'] !== '') {
        const { asOf, creatures } = await readFavourites(house, (query['ids'] ?? '').split(','), now);
        return { ...favouritesPage(creatures), asOf };
      }
      const asked = new QueryReader(query);
      const filter = {
        words: asked.text('q') || undefined,
        family: asked.word('family', 'family', FAMILIES),
        stage: asked.word('stage', 'stage', STAGES),
        inNeed: asked.word('needs', 'need', ['somebody']) !== undefined,
        order: asked.word('sort', 'order', CREATURE_ORDERS),
        page: asked.page(),
      };
      const found = await browseCreatures(house, filter, now);
      return isPastEnd(filter.page, found.page, found.creatures)
        ? undefined
        : creaturesPage(found, filter, asked.unknown);
    },
  ),
  pageRow('/creatures/{id}', fresh(2), async (house, { params, now, origin }) => {
    const view = await viewCreature(house, params['id'] ?? '', now);
    if (!view) return undefined;
    const charts = await readLifeCharts(house, view);
    return creaturePage({ ...view, charts }, liveFacts(view, now, scaleOf(house)), origin);
  }),
  pageRow('/keepers', fresh(10, 'q', 'sort', 'page'), async (house, { query, now }) => {
    const asked = new QueryReader(query);
    const filter = {
      words: asked.text('q') || undefined,
      order: asked.word('sort', 'order', KEEPER_ORDERS) ?? 'reliable',
      page: asked.page(),
    };
    const found = await browseKeepers(house, filter, now);
    return isPastEnd(filter.page, found.page, found.keepers)
      ? undefined
      : keepersPage(found, filter, asked.unknown);
  }),
  pageRow(
    embedPath('{id}'),
    { ...fresh(30), headers: FRAMED_PAGE_HEADERS },
    async (house, { params, now }) => {
      const glance = await glanceAtLife(house, params['id'] ?? '', now);
      return glance && embedPage(glance, now);
    },
  ),
  pageRow('/agents/{username}', fresh(5), async (house, { params, now, origin }) => {
    const view = await viewAgent(house, (params['username'] ?? '').toLowerCase(), now);
    return view && agentPage(view, origin);
  }),
  pageRow('/graveyard', fresh(10, 'agent', 'page', 'cursor'), async (house, { query, now }) => {
    const asked = new QueryReader(query);
    const agent = asked.text('agent').toLowerCase();
    const username = agent || undefined;
    const paging = { page: asked.page(), perPage: STONES_PER_PAGE, cursor: query['cursor'] };
    const filter = { visitor: undefined, username, agentId: undefined, paging };
    const graveyard = await readGraveyard(house, filter, now);
    if (username !== undefined && !(await findVisibleAgent(house, username))) asked.noSuch('keeper', agent);
    if (isPastEnd(paging.page, graveyard.page, graveyard.entries)) return undefined;
    const pages = Math.ceil(graveyard.total / STONES_PER_PAGE);
    const keepers = await keepersOf(house, graveyard.entries);
    return graveyardPage({ ...graveyard, keepers }, { agent, pages, unknown: asked.unknown }, now);
  }),
  pageRow('/hall', fresh(10, 'category'), async (house, { query, now }) => {
    const asked = new QueryReader(query);
    const category = asked.word('category', 'board', HALL_CATEGORIES) ?? 'oldest_living';
    const paging = { page: 1, perPage: RANKS_PER_BOARD };
    const [hall, totals, stories] = await Promise.all([
      readHall(house, { category, paging }, now),
      readPageTotals(house.store),
      category === 'oldest_living' ? readHallStories(house, now) : undefined,
    ]);
    // The specification's totals count test accounts; all pages leave them out.
    return hallPage({ ...hall, totals }, { stories, unknown: asked.unknown }, now);
  }),
  pageRow(
    '/species',
    fresh(30, 'q', 'family', 'tier', 'every', 'sort', 'page', 'cursor'),
    async (house, { query, now }) => {
      const asked = new QueryReader(query);
      const family = asked.word('family', 'family', FAMILIES);
      const order = asked.word('sort', 'order', SPECIES_ORDERS) ?? 'newest';
      const paging = { page: asked.page(), perPage: SPECIES_PER_PAGE, cursor: query['cursor'] };
      const words = asked.text('q') || undefined;
      const tier = asked.word('tier', 'tier', TIERS);
      const everyHours = Number(asked.word('every', 'visits', VISIT_HOURS)) || undefined;
      const filter = { family, tier, everyHours };
      const shelves =
        words === undefined
          ? await browseSpecies(house, { ...filter, order, paging }, now)
          : await searchSpecies(house, { ...filter, words }, now);
      const pages = Math.ceil(shelves.community.total / SPECIES_PER_PAGE);
      const { page } = shelves.community;
      if (isPastEnd(paging.page, page, shelves.community.entries)) return undefined;
      return speciesShelvesPage(shelves, { ...filter, words, order, page, pages }, asked.unknown);
    },
  ),
  pageRow('/species/{slug}', fresh(30), async (house, { params, now, origin }) => {
    const found = await readSpecies(house, params['slug'] ?? '');
    const { slug } = 'species' in found ? found.species : found;
    return speciesPage(found, origin, await readResidents(house, slug, now));
  }),
  ...HEART_PAGE_ROWS,
  pageRow('/guides', fresh(3600), async () => guidesPage()),
  pageRow('/guides/{name}', { ...fresh(3600), vary: 'Accept' }, async (_, { params, origin }) => {
    const guide = guideOf(params['name'] ?? '');
    return guide && guidePage(guide, origin);
  }),
];

const FILE_ROWS: readonly FileRow<StatsHouse>[] = [
  // JSON that the script of a creature's page polls.
  {
    path: '/creatures/{id}/now.json',
    type: JSON_TYPE,
    freshSeconds: 1,
    async show(house, { params, now }) {
      const seen = await glanceAt(house, params['id'] ?? '', now);
      if (!seen) return undefined;
      const pose = seen.observed && poseOf({ ...seen, observed: seen.observed });
      return JSON.stringify({ ...liveFacts(seen, now, scaleOf(house)), pose });
    },
  },
  {
    path: lifeChartPath('{id}'),
    type: JSON_TYPE,
    freshSeconds: 60,
    async show(house, { params, now }) {
      const view = await viewCreature(house, params['id'] ?? '', now);
      const charts = view && (await readLifeCharts(house, view));
      return charts && chartData({ ...view, charts });
    },
  },
  // JSON that the script of the home page fetches once, for visitors with favourites.
  {
    path: '/favourites.json',
    query: ['ids'],
    type: JSON_TYPE,
    freshSeconds: 10,
    async show(house, { query, now }) {
      const ids = [...new Set((query['ids'] ?? '').split(',').filter(isId))].slice(0, MAX_FAVOURITES);
      const news = (await eventsOfMany(house, ids, now)).flatMap(newsOfFavourite);
      return JSON.stringify(news.toSorted((one, other) => other.at - one.at).slice(0, MAX_NEWS));
    },
  },
  ...PICTURE_ROWS,
  ...FEED_ROWS,
  BADGE_ROW,
  BADGE_JSON_ROW,
  ...SITEMAP_ROWS,
  LIFE_FEED_ROW,
  LIFE_CALENDAR_ROW,
];

/** Lists are read up to a last page: an address beyond it is no page, and search engines must not find it. */
function isPastEnd(asked: number, shown: number, found: readonly unknown[]): boolean {
  return asked > shown || (asked > 1 && found.length === 0);
}

export const PAGE_PATHS: readonly string[] = [...PAGE_ROWS, ...FILE_ROWS].map(({ path }) => path);

export function addPages(app: FastifyInstance, house: House, site: PublicSite): void {
  const host = { app, house, site, readHidden: readHiddenContent };
  addAssets(app, house, site.assets);
  addPageRows(host, PAGE_ROWS);
  for (const row of FILE_ROWS) addFileRow(host, row);
  addCards(app, house, site);
  addPets(app, house);
}

function scaleOf({ sandbox }: House): number {
  return sandbox?.scale ?? 1;
}

function newsOfFavourite({ id, name, events, letter }: EventMention): readonly FavouriteNews[] {
  return [
    ...events.map((event) => ({ at: event.at, words: lifeEventTitle(event, name), page: creaturePath(id) })),
    ...(letter ? [{ at: letter.at, words: letterNews(name, letter.subject), page: lettersPath(id) }] : []),
  ];
}
