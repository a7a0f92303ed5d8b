import { setImmediate as nextTurn } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

import { isId } from '../../rules/base/ids.ts';
import type { FavouriteNews } from '../../rules/live.ts';
import { liveFacts } from '../../rules/live-facts.ts';
import * as vocabulary from '../../rules/vocabulary.ts';
import { allReadable } from '../database-errors.ts';
import type { House } from '../house.ts';
import { findVisibleAgent, viewAgent } from '../agents/view-agent.ts';
import { browseCreatures, browseKeepers, readFavourites } from './browse-creatures.ts';
import { keepersOf, readGraveyard } from './graveyard.ts';
import { readHall, readHallStories } from './hall.ts';
import { readLifeCharts } from './life-chart.ts';
import { readHouseSnapshot } from './news.ts';
import { glanceAt, glanceAtLife, viewCreature, type CreatureView } from './view-creature.ts';
import { browseSpecies, readSpecies } from '../species/browse-species.ts';
import { agentPage, keepersPage } from '../../web/public/keepers-page.tsx';
import { creaturePath, embedPath, lettersPath, lifeChartPath } from '../../web/paths.ts';
import { creaturePage, embedPage } from '../../web/creature/creature-page.tsx';
import { chartData } from '../../web/creature/life-chart.tsx';
import { creaturesPage, favouritesPage } from '../../web/public/creatures-page.tsx';
import { graveyardPage } from '../../web/public/graveyard-page.tsx';
import { guidePage, guidesPage } from '../../web/public/guides-page.tsx';
import { hallPage } from '../../web/public/hall-page.tsx';
import { homePage } from '../../web/public/home-page.tsx';
import { speciesPage, speciesShelvesPage } from '../../web/public/species-page.tsx';
import { letterNews } from '../../text/heart/heart-pages.ts';
import { poseOf } from '../../text/creature/behavior.ts';
import { lifeEventTitle } from '../../text/creature/life-feed.ts';
import { guideOf } from '../../text/pages/guides.ts';
import { HEART_PAGE_ROWS } from '../heart/letters.http.ts';
import { LIFE_CALENDAR_ROW, LIFE_FEED_ROW } from '../lives/life-feed.http.ts';
import { addCards, BADGE_ROW, PICTURE_ROWS } from '../pictures/share-cards.http.ts';
import * as rows from '../../server/page-row.ts';
import { JSON_TYPE } from '../../server/send.ts';
import { ATOM_FEED_ROW, SITEMAP_ROWS } from './feeds.http.ts';

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
  options: Omit<rows.PageRow, 'path' | 'show'>,
  show: rows.PageRow['show'],
): rows.PageRow {
  return { path, ...options, show };
}

const PAGE_ROWS: readonly rows.PageRow[] = [
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
      const asked = new rows.QueryReader(query);
      const filter = {
        words: asked.text('q') || undefined,
        family: asked.word('family', 'family', vocabulary.FAMILIES),
        stage: asked.word('stage', 'stage', vocabulary.STAGES),
        inNeed: asked.word('needs', 'need', ['somebody']) !== undefined,
        order: asked.word('sort', 'order', vocabulary.CREATURE_ORDERS),
        page: asked.page(),
      };
      return creaturesPage(await browseCreatures(house, filter, now), filter, asked.unknown);
    },
  ),
  pageRow('/creatures/{id}', fresh(2), async (house, { params, now, origin }) => {
    const view = await viewCreature(house, params['id'] ?? '', now);
    if (!view) return undefined;
    const charts = await readLifeCharts(house, view);
    return creaturePage({ ...view, charts }, liveFacts(view, now, scaleOf(house)), origin);
  }),
  pageRow('/keepers', fresh(10, 'q', 'sort', 'page'), async (house, { query, now }) => {
    const asked = new rows.QueryReader(query);
    const filter = {
      words: asked.text('q') || undefined,
      order: asked.word('sort', 'order', vocabulary.KEEPER_ORDERS) ?? 'reliable',
      page: asked.page(),
    };
    return keepersPage(await browseKeepers(house, filter, now), filter, asked.unknown);
  }),
  pageRow(
    embedPath('{id}'),
    { ...fresh(30), headers: rows.FRAMED_PAGE_HEADERS },
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
    const asked = new rows.QueryReader(query);
    const agent = asked.text('agent').toLowerCase();
    const username = agent || undefined;
    const paging = { page: asked.page(), perPage: STONES_PER_PAGE, cursor: query['cursor'] };
    const filter = { visitor: undefined, username, agentId: undefined, paging };
    const graveyard = await readGraveyard(house, filter, now);
    if (username !== undefined && !(await findVisibleAgent(house, username))) asked.noSuch('keeper', agent);
    const pages = Math.ceil(graveyard.total / STONES_PER_PAGE);
    const keepers = await keepersOf(house, graveyard.entries);
    return graveyardPage({ ...graveyard, keepers }, { agent, pages, unknown: asked.unknown }, now);
  }),
  pageRow('/hall', fresh(10, 'category'), async (house, { query, now }) => {
    const asked = new rows.QueryReader(query);
    const category = asked.word('category', 'board', vocabulary.HALL_CATEGORIES) ?? 'oldest_living';
    const paging = { page: 1, perPage: RANKS_PER_BOARD };
    const [hall, stories] = await Promise.all([
      readHall(house, { category, paging }, now),
      category === 'oldest_living' ? readHallStories(house, now) : undefined,
    ]);
    return hallPage(hall, { stories, unknown: asked.unknown }, now);
  }),
  pageRow('/species', fresh(30, 'family', 'sort', 'page', 'cursor'), async (house, { query, now }) => {
    const asked = new rows.QueryReader(query);
    const family = asked.word('family', 'family', vocabulary.FAMILIES);
    const order = asked.word('sort', 'order', vocabulary.SPECIES_ORDERS) ?? 'newest';
    const paging = { page: asked.page(), perPage: SPECIES_PER_PAGE, cursor: query['cursor'] };
    const shelves = await browseSpecies(house, { family, order, paging }, now);
    const pages = Math.ceil(shelves.community.total / SPECIES_PER_PAGE);
    const { page } = shelves.community;
    return speciesShelvesPage(shelves, { family, order, page, pages }, asked.unknown);
  }),
  pageRow('/species/{slug}', fresh(30), async (house, { params, origin }) =>
    speciesPage(await readSpecies(house, params['slug'] ?? ''), origin),
  ),
  ...HEART_PAGE_ROWS,
  pageRow('/guides', fresh(3600), async () => guidesPage()),
  pageRow('/guides/{name}', fresh(3600), async (_, { params, origin }) => {
    const guide = guideOf(params['name'] ?? '');
    return guide && guidePage(guide, origin);
  }),
];

const FILE_ROWS: readonly rows.FileRow[] = [
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
      const news: FavouriteNews[] = [];
      for (const id of ids) {
        const [view] = await allReadable([viewCreature(house, id, now)]);
        if (view) news.push(...newsOfFavourite(view));
        await nextTurn();
      }
      return JSON.stringify(news.toSorted((one, other) => other.at - one.at).slice(0, MAX_NEWS));
    },
  },
  ...PICTURE_ROWS,
  ATOM_FEED_ROW,
  BADGE_ROW,
  ...SITEMAP_ROWS,
  LIFE_FEED_ROW,
  LIFE_CALENDAR_ROW,
];

export const PAGE_PATHS: readonly string[] = [...PAGE_ROWS, ...FILE_ROWS].map(({ path }) => path);

export function addPages(app: FastifyInstance, house: House, site: rows.PublicSite): void {
  const host = { app, house, site };
  rows.addAssets(app, house, site.assets);
  rows.addPageRows(host, PAGE_ROWS);
  for (const row of FILE_ROWS) rows.addFileRow(host, row);
  addCards(app, house, site);
}

function scaleOf({ sandbox }: House): number {
  return sandbox?.scale ?? 1;
}

function newsOfFavourite(view: CreatureView): readonly FavouriteNews[] {
  const { creature, timeline, heart } = view;
  const { id, name } = creature;
  const letters = heart?.letters.letters ?? [];
  return [
    ...timeline
      .filter(({ kind }) => kind !== 'adopted' && kind !== 'milestone')
      .map((event) => ({ at: event.at, words: lifeEventTitle(event, name), page: creaturePath(id) })),
    ...letters.map(({ at, subject }) => ({
      at,
      words: letterNews(name, subject),
      page: lettersPath(id),
    })),
  ];
}
