import { PAGES_FOR_PEOPLE, SITEMAP_PATH } from '../../contract/server/documents.ts';
import { readSitemapParts, sitemapCreatures, sitemapSpecies } from '../../house/public/sitemap.ts';
import { creaturePath, speciesPath } from '../../pages/paths.ts';
import { GUIDES } from '../../voice/public/guides.ts';
import { escapeXml } from '../server/escape-text.ts';
import type { FileRow } from '../server/pages/page-row.ts';

const PAGES_PART = '/sitemap/pages.xml';
const SPECIES_PART = '/sitemap/species.xml';
const CREATURES_PART = '/sitemap/creatures/{part}';

const XML = { type: 'application/xml; charset=utf-8', freshSeconds: 3600 } as const;

/** All there is to be seen, for crawlers: an index, and parts that stay small however many live here (sitemaps.org). */
export const SITEMAP_ROWS: readonly FileRow[] = [
  {
    ...XML,
    path: SITEMAP_PATH,
    async show(house, { now, origin }) {
      const creatures = (await readSitemapParts(house, now)).map((part) =>
        CREATURES_PART.replace('{part}', `${part}.xml`),
      );
      return document('sitemapindex', 'sitemap', [PAGES_PART, SPECIES_PART, ...creatures], origin);
    },
  },
  {
    ...XML,
    path: PAGES_PART,
    show: async (_, { origin }) =>
      urlset([...PAGES_FOR_PEOPLE, ...GUIDES.map(({ name }) => `/guides/${name}`)], origin),
  },
  {
    ...XML,
    path: SPECIES_PART,
    show: async (house, { now, origin }) =>
      urlset((await sitemapSpecies(house, now)).map(speciesPath), origin),
  },
  {
    ...XML,
    path: CREATURES_PART,
    async show(house, { params, now, origin }) {
      const [, part] = /^(\w+)\.xml$/.exec(params['part'] ?? '') ?? [];
      const ids = part === undefined ? undefined : await sitemapCreatures(house, part, now);
      return ids && urlset(ids.map(creaturePath), origin);
    },
  },
];

function urlset(paths: readonly string[], origin: string): string {
  return document('urlset', 'url', paths, origin);
}

function document(
  list: 'sitemapindex' | 'urlset',
  entry: 'sitemap' | 'url',
  paths: readonly string[],
  origin: string,
): string {
  const entries = paths.map((path) => `<${entry}><loc>${escapeXml(origin + path)}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</${list}>
`;
}
