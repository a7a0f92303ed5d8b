import { type Instant, iso } from '../rules/base/clock.ts';

export const ATOM_TYPE = 'application/atom+xml';

interface AtomFeed {
  readonly path: string;
  readonly page: string;
  /** What it is called for ever. */
  readonly name: string;
  readonly title: string;
  readonly subtitle: string;
  readonly author: string;
  readonly updatedAt: Instant;
  readonly entries: readonly AtomEntry[];
}

export interface AtomEntry {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly at: Instant;
  readonly changedAt: Instant;
  readonly category: string;
  readonly page: string;
  /** Whose creature it is: a name that an agent chose, and the path of its page. */
  readonly contributor: { readonly name: string; readonly page: string };
}

/** The whole text, as RFC 4287 wants it. */
export function writeAtom(feed: AtomFeed, origin: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${tagUri(origin, feed.name)}</id>
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

function writeEntry(entry: AtomEntry, origin: string): string {
  const { name, page } = entry.contributor;
  return `<entry>
<id>${tagUri(origin, entry.name)}</id>
<title>${escapeXml(entry.title)}</title>
<updated>${iso(entry.changedAt)}</updated>
<published>${iso(entry.at)}</published>
<contributor><name>${escapeXml(name)}</name><uri>${escapeXml(origin + page)}</uri></contributor>
<category term="${entry.category}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + entry.page)}"/>
<summary>${escapeXml(entry.summary)}</summary>
</entry>`;
}

/** An id that stays the same whatever moves (RFC 4151); an IPv6 address may not stand in it. */
function tagUri(origin: string, name: string): string {
  const { hostname } = new URL(origin);
  const authority = /^[a-z0-9]/i.test(hostname) ? hostname : 'localhost';
  return escapeXml(`tag:${authority},2026:${name}`);
}

/** One line of iCalendar before it is folded: a name, with its parameters, and a value as it is written. */
export type IcalProperty = readonly [name: string, value: string];

export interface IcalComponent {
  readonly name: string;
  readonly properties: readonly IcalProperty[];
  readonly inside?: readonly IcalComponent[];
}

/** The whole text, as RFC 5545 wants it: every line ends in CRLF and has at most 75 octets. */
export function writeIcal(component: IcalComponent): string {
  return linesOf(component)
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

/** Words as a value: what would end it, or begin another, is escaped. */
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

/** A long line goes on in the next one after a blank; no character is torn apart. */
function fold(line: string): string {
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

/** A text as it may stand in XML, between tags and in attributes: whatever it says, it stays a text. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, '')
    .replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

// Characters that no XML document can hold, however they are written.
// oxlint-disable-next-line no-control-regex
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

// What could begin a link, an image, a tag, an entity, emphasis, code, a heading, a formula, a template or a cell; and what
// some readers take for an address without being told.
const MARKDOWN_SPECIAL = /[\\`*_[\]{}<>|!~&#@$]|:(?=\/\/)|(?<=www)\./gi;
const BREAKS = /\s+/gu;

/** Somebody's words as words, whatever they look like: in one line, and without a meaning in Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replace(BREAKS, ' ').trim().replace(MARKDOWN_SPECIAL, '\\$&');
}
