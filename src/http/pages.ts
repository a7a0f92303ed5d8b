import type { FastifyInstance } from 'fastify';

import type { House } from '../house/house.ts';
import { BADGE_ROW } from './badge.ts';
import { addCards } from './cards.ts';
import { FEED_ROW } from './feed.ts';
import { addAssets } from './page-assets.ts';
import { addFileRow, addPageRows, type FileRow, type PageRow } from './page-row.ts';
import { HOUSE_FILES, HOUSE_PAGES } from './page-rows/house.ts';
import { PICTURES } from './page-rows/pictures.ts';
import { ROOM_PAGES } from './page-rows/rooms.ts';
import type { OpenSite } from './page-site.ts';

/** Every page for people, in the order they would walk through the house. */
const PAGE_ROWS: readonly PageRow[] = [...HOUSE_PAGES, ...ROOM_PAGES];

/** What pages show or ask for, and what others may take along. */
const FILE_ROWS: readonly FileRow[] = [...HOUSE_FILES, ...PICTURES, FEED_ROW, BADGE_ROW];

/** Where they are, for those who lost their way. */
export const PAGE_PATHS: readonly string[] = [...PAGE_ROWS, ...FILE_ROWS].map(({ path }) => path);

export function addPages(app: FastifyInstance, house: House, site: OpenSite): void {
  const room = { app, house, site };
  addAssets(app, house, site.assets);
  addPageRows(room, PAGE_ROWS);
  for (const row of FILE_ROWS) addFileRow(room, row);
  addCards(app, house);
}
