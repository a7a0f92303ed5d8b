import { ROUTES } from '../contract/routes.ts';
import {
  AGENT_DOCUMENTS,
  MCP_PATH,
  OPENAPI_PATH,
  REFERENCE_PATH,
  SITEMAP_PATH,
} from '../contract/server/documents.ts';
import { DAY, iso, type Instant } from '../core/engine/clock.ts';
import { absoluteUrl, type DocsSite } from './call-examples.ts';

const JSON_TYPE = 'application/json';

/** The API and everything that describes it, as a set of links (RFC 9727, RFC 9264). */
export function apiCatalogText(site: DocsSite): string {
  const api = absoluteUrl(site, ROUTES.getApiIndex.path);
  const linkset = [
    {
      anchor: absoluteUrl(site, AGENT_DOCUMENTS.apiCatalog.path),
      item: [{ href: api }, { href: absoluteUrl(site, MCP_PATH) }],
    },
    {
      anchor: api,
      'service-desc': [{ href: absoluteUrl(site, OPENAPI_PATH), type: JSON_TYPE }],
      'service-doc': [
        { href: absoluteUrl(site, REFERENCE_PATH), type: 'text/html' },
        ...[AGENT_DOCUMENTS.llmsFull, AGENT_DOCUMENTS.skill, AGENT_DOCUMENTS.auth].map(({ path, type }) => ({
          href: absoluteUrl(site, path),
          type: type.replace(/;.*/, ''),
        })),
      ],
      describedby: [{ href: absoluteUrl(site, AGENT_DOCUMENTS.llms.path), type: 'text/plain' }],
      status: [{ href: absoluteUrl(site, ROUTES.getHealth.path), type: JSON_TYPE }],
    },
  ];
  return `${JSON.stringify({ linkset }, undefined, 2)}\n`;
}

// RFC 9116 recommends less than a year.
const SECURITY_TXT_LIFETIME = 180 * DAY;

/** security.txt (RFC 9116); undefined where the operator has named no contact. */
export function securityText(site: DocsSite): string | undefined {
  const { securityContact, today } = site;
  if (securityContact === undefined) return undefined;
  return [
    `Contact: ${securityContact}`,
    `Expires: ${isoSecond(today + SECURITY_TXT_LIFETIME)}`,
    'Preferred-Languages: en',
    `Canonical: ${absoluteUrl(site, AGENT_DOCUMENTS.security.path)}`,
    '',
  ].join('\n');
}

function isoSecond(moment: Instant): string {
  return iso(moment).replace(/\.\d+/, '');
}

/** Everything public may be read; checkouts and calendars belong to one person. */
export function robotsText(site: DocsSite): string {
  return [
    'User-agent: *',
    'Allow: /',
    'Disallow: /checkout/',
    `Disallow: ${ROUTES.getCalendar.path}`,
    '',
    `Sitemap: ${absoluteUrl(site, SITEMAP_PATH)}`,
    '',
  ].join('\n');
}
