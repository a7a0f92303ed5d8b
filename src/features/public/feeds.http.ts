import { DAY, type Instant, iso } from '../../rules/base/clock.ts';
import { PAGES_FOR_PEOPLE, SITEMAP_PATH } from '../../api/documents.ts';
import { GUIDES } from '../../text/pages/guides.ts';
import { NEWS_FEED, newsWords } from '../../text/pages/home-page.ts';
import { catchingUp } from '../../text/pages/page-words.ts';
import { agentPath, creaturePath, speciesPath } from '../../web/paths.ts';
import {
  ATOM_TYPE,
  escapeXml,
  type FeedEntry,
  JSON_FEED_TYPE,
  type NewsFeed,
  writeAtom,
  writeJsonFeed,
} from '../../http/feed-formats.ts';
import type { FileRow } from '../../http/page-row.ts';
import { readSitemapParts, sitemapCreatures, sitemapSpecies, type SpeciesEntry } from './browse-creatures.ts';
import { type NewsItem, readNews } from './news.ts';
import type { PublicHouse } from './replica.ts';

const MAX_ENTRIES = 50;

/** Feeds of births, growing up and deaths. */
export const FEED_ROWS: readonly FileRow<PublicHouse>[] = [
  feedRow('/feed.atom', `${ATOM_TYPE}; charset=utf-8`, writeAtom),
  feedRow('/feed.json', `${JSON_FEED_TYPE}; charset=utf-8`, writeJsonFeed),
];

function feedRow(
  path: string,
  type: string,
  write: (feed: NewsFeed, origin: string) => string,
): FileRow<PublicHouse> {
  return {
    path,
    type,
    freshSeconds: 60,
    show: async (house, { now, origin }) => write(await readFeed(house, path, now), origin),
  };
}

async function readFeed(house: PublicHouse, path: string, now: Instant): Promise<NewsFeed> {
  const { items, asOf } = await readNews(house, now, MAX_ENTRIES);
  return {
    path,
    page: '/',
    name: 'feed',
    title: NEWS_FEED.title,
    subtitle: asOf === undefined ? NEWS_FEED.subtitle : catchingUp(asOf),
    author: NEWS_FEED.author,
    // The `updated` date of an empty feed changes once a day.
    updatedAt: Math.max(0, ...items.map(changedAt)) || Math.floor(now / DAY) * DAY,
    entries: items.map(toEntry),
  };
}

function toEntry(news: NewsItem): FeedEntry {
  const { id, keeper } = news.who;
  // Entry names: every kind of event but death happens to a creature once.
  const what = news.kind === 'died' ? `died-${news.stone.deathNumber}` : news.kind;
  return {
    ...newsWords(news),
    name: `creatures/${id}/${what}`,
    at: news.at,
    changedAt: changedAt(news),
    category: news.kind,
    page: creaturePath(id),
    contributor: { name: keeper.displayName, page: agentPath(keeper.username) },
  };
}

/** When a feed entry changed last: only a resurrection of its creature changes it. */
function changedAt(news: NewsItem): Instant {
  return news.kind === 'died' ? (news.stone.resurrectedAt ?? news.at) : news.at;
}

const PAGES_PART = '/sitemap/pages.xml';
const SPECIES_PART = '/sitemap/species.xml';
const CREATURES_PART = '/sitemap/creatures/{part}';

const XML = { type: 'application/xml; charset=utf-8', freshSeconds: 3600 };
const xmlRow = (path: string, show: FileRow<PublicHouse>['show']): FileRow<PublicHouse> => ({
  ...XML,
  path,
  show,
});

export const SITEMAP_ROWS: readonly FileRow<PublicHouse>[] = [
  xmlRow(SITEMAP_PATH, async (house, { now, origin }) => {
    const parts = await readSitemapParts(house, now);
    const creatures = parts.map((part) => CREATURES_PART.replace('{part}', `${part}.xml`));
    return sitemap([PAGES_PART, SPECIES_PART, ...creatures], origin, 'sitemapindex', 'sitemap');
  }),
  xmlRow(PAGES_PART, async (_, { origin }) =>
    sitemap(
      [...PAGES_FOR_PEOPLE, ...GUIDES.map(({ name, dates }) => [`/guides/${name}`, dates.changed] as const)],
      origin,
    ),
  ),
  xmlRow(SPECIES_PART, async (house, { now, origin }) =>
    sitemap((await sitemapSpecies(house, now)).map(speciesEntry), origin),
  ),
  xmlRow(CREATURES_PART, async (house, { params, now, origin }) => {
    const [, part] = /^(\w+)\.xml$/.exec(params['part'] ?? '') ?? [];
    const found = part === undefined ? undefined : await sitemapCreatures(house, part, now);
    return (
      found &&
      sitemap(
        found.map((each) => [creaturePath(each.id), iso(each.changedAt)] as const),
        origin,
      )
    );
  }),
];

function speciesEntry({ slug, designedAt }: SpeciesEntry): SitemapPath {
  const path = speciesPath(slug);
  return designedAt === undefined ? path : [path, iso(designedAt)];
}

/** A path, with the day or the time of its last change where that is known. */
type SitemapPath = string | readonly [path: string, lastChange: string];

function sitemap(paths: readonly SitemapPath[], origin: string, list = 'urlset', entry = 'url'): string {
  const entries = paths.map((each) => {
    const [path, lastChange] = typeof each === 'string' ? [each] : each;
    const date = lastChange === undefined ? '' : `<lastmod>${lastChange}</lastmod>`;
    return `<${entry}><loc>${escapeXml(origin + path)}</loc>${date}</${entry}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</${list}>
`;
}
