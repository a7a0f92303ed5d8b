import {
  DOCUMENTS,
  MCP_PATH,
  OPENAPI_PATH,
  PAGES_FOR_PEOPLE,
  REFERENCE_PATH,
} from '../contract/documents.ts';
import { ROUTES } from '../contract/routes.ts';
import { DAY, iso, type Instant } from '../core/clock.ts';
import { at, type Site } from './site.ts';

const JSON_TYPE = 'application/json';

/** The API and everything that describes it, as a set of links (RFC 9727, RFC 9264). */
export function apiCatalogText(site: Site): string {
  const api = at(site, ROUTES.getApiIndex.path);
  const linkset = [
    { anchor: at(site, DOCUMENTS.apiCatalog.path), item: [{ href: api }, { href: at(site, MCP_PATH) }] },
    {
      anchor: api,
      'service-desc': [{ href: at(site, OPENAPI_PATH), type: JSON_TYPE }],
      'service-doc': [
        { href: at(site, REFERENCE_PATH), type: 'text/html' },
        ...[DOCUMENTS.llmsFull, DOCUMENTS.skill, DOCUMENTS.auth].map(({ path, type }) => ({
          href: at(site, path),
          type: type.replace(/;.*/, ''),
        })),
      ],
      describedby: [{ href: at(site, DOCUMENTS.llms.path), type: 'text/plain' }],
      status: [{ href: at(site, ROUTES.getHealth.path), type: JSON_TYPE }],
    },
  ];
  return `${JSON.stringify({ linkset }, undefined, 2)}\n`;
}

// Well under the year after which nobody should believe it any more.
const STANDS_FOR = 180 * DAY;

/** Whom to tell about a hole (RFC 9116); nothing where nobody has said so. */
export function securityText(site: Site): string | undefined {
  const { securityContact, today } = site;
  if (securityContact === undefined) return undefined;
  return [
    `Contact: ${securityContact}`,
    `Expires: ${toTheSecond(today + STANDS_FOR)}`,
    'Preferred-Languages: en',
    `Canonical: ${at(site, DOCUMENTS.security.path)}`,
    '',
  ].join('\n');
}

function toTheSecond(moment: Instant): string {
  return iso(moment).replace(/\.\d+/, '');
}

/** Everything public may be read; what belongs to one person has no place in an index. */
export function robotsText(site: Site): string {
  return [
    'User-agent: *',
    'Allow: /',
    'Disallow: /checkout/',
    `Disallow: ${ROUTES.getCalendar.path}`,
    '',
    `Sitemap: ${at(site, DOCUMENTS.sitemap.path)}`,
    '',
  ].join('\n');
}

export function sitemapText(site: Site): string {
  const urls = PAGES_FOR_PEOPLE.map((path) => `  <url><loc>${escaped(at(site, path))}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
