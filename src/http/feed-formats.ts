import { type Instant, iso } from '../rules/base/clock.ts';

export const ATOM_TYPE = 'application/atom+xml';
export const JSON_FEED_TYPE = 'application/feed+json';

export interface NewsFeed {
  readonly path: string;
  readonly page: string;
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  readonly updatedAt: Instant;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly at: Instant;
  readonly changedAt: Instant;
  readonly category: string;
  readonly page: string;
  readonly contributor: { readonly name: string; readonly page: string };
}

/** Atom, RFC 4287. */
export function writeAtom(feed: NewsFeed, origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(tagUri(origin, feed.name))}</id>
<title>${escapeXml(feed.title)}</title>
<subtitle>${escapeXml(feed.subtitle)}</subtitle>
<updated>${iso(feed.updatedAt)}</updated>
<author><name>${escapeXml(feed.author)}</name><uri>${escapeXml(origin)}/</uri></author>
<link rel="self" type="${ATOM_TYPE}" href="${escapeXml(origin + feed.path)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + feed.page)}"/>
${feed.entries.map((entry) => writeEntry(entry, origin)).join('\n')}
</feed>
`;
}

function writeEntry(entry: FeedEntry, origin: string): string {
  const { name, page } = entry.contributor;
  return `<entry>
<id>${escapeXml(tagUri(origin, entry.name))}</id>
<title>${escapeXml(entry.title)}</title>
<updated>${iso(entry.changedAt)}</updated>
<published>${iso(entry.at)}</published>
<contributor><name>${escapeXml(name)}</name><uri>${escapeXml(origin + page)}</uri></contributor>
<category term="${entry.category}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + entry.page)}"/>
<summary>${escapeXml(entry.summary)}</summary>
</entry>`;
}

/** JSON Feed 1.1. */
export function writeJsonFeed(feed: NewsFeed, origin: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.subtitle,
    home_page_url: origin + feed.page,
    feed_url: origin + feed.path,
    language: 'en',
    authors: [{ name: feed.author, url: `${origin}/` }],
    items: feed.entries.map(({ name, title, summary, at, changedAt, category, page, contributor }) => ({
      id: tagUri(origin, name),
      url: origin + page,
      title,
      content_text: summary,
      date_published: iso(at),
      date_modified: iso(changedAt),
      authors: [{ name: contributor.name, url: origin + contributor.page }],
      tags: [category],
    })),
  });
}

/** A permanent id (tag URI, RFC 4151), whose authority cannot be an IPv6 address. */
function tagUri(origin: string, name: string): string {
  const { hostname } = new URL(origin);
  const authority = /^[a-z0-9]/i.test(hostname) ? hostname : 'localhost';
  return `tag:${authority},2026:${name}`;
}

/** A property line of iCalendar, not folded: the name with its parameters, and the escaped value. */
export type IcalProperty = readonly [name: string, value: string];

export interface IcalComponent {
  readonly name: string;
  readonly properties: readonly IcalProperty[];
  readonly inside?: readonly IcalComponent[];
}

/** iCalendar (RFC 5545): every line ends in CRLF and has at most 75 octets. */
export function writeIcal(component: IcalComponent): string {
  return linesOf(component)
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

/** NAME and REFRESH-INTERVAL are of RFC 7986. */
export function writeCalendar(
  product: string,
  name: string,
  refresh: string,
  inside: readonly IcalComponent[],
): string {
  return wrapCalendar(product, name, refresh, inside.map(writeIcal).join(''));
}

/** A calendar around components that are written already. */
export function wrapCalendar(product: string, name: string, refresh: string, inside: string): string {
  const properties = [
    ['VERSION', '2.0'],
    ['PRODID', product],
    ['CALSCALE', 'GREGORIAN'],
    ['NAME', icalText(name)],
    ['X-WR-CALNAME', icalText(name)],
    ['REFRESH-INTERVAL;VALUE=DURATION', refresh],
    ['X-PUBLISHED-TTL', refresh],
  ] as const;
  const end = 'END:VCALENDAR\r\n';
  return writeIcal({ name: 'VCALENDAR', properties }).slice(0, -end.length) + inside + end;
}

export function icalText(words: string): string {
  return words.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

export function icalTime(at: Instant): string {
  return iso(at).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

function linesOf({ name, properties, inside = [] }: IcalComponent): string[] {
  return [
    `BEGIN:${name}`,
    ...properties.map(([property, value]) => `${property}:${value}`),
    ...inside.flatMap(linesOf),
    `END:${name}`,
  ];
}

const MOST_OCTETS = 75;

const ASCII = /^[\0-\x7f]*$/;

function fold(line: string): string {
  if (ASCII.test(line)) return foldAscii(line);
  if (Buffer.byteLength(line) <= MOST_OCTETS) return line;
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}

function foldAscii(line: string): string {
  let folded = line.slice(0, MOST_OCTETS);
  // A continued line begins with a space.
  for (let from = MOST_OCTETS; from < line.length; from += MOST_OCTETS - 1)
    folded += `\r\n ${line.slice(from, from + MOST_OCTETS - 1)}`;
  return folded;
}

export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

// Characters that XML cannot contain, not even escaped.
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// Markdown syntax, and starts of formulas, templates and URLs that some renderers link by themselves.
const MARKDOWN_SPECIAL = /[\\`*_[\]{}<>|!~&#@$]|:(?=\/\/)|(?<=www)\./gi;

export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().replace(MARKDOWN_SPECIAL, '\\$&');
}
