import { iso, type Instant } from '../../core/engine/clock.ts';
import { escapeXml } from '../server/escape-text.ts';

export const ATOM_TYPE = 'application/atom+xml';

/** A feed, as far as all feeds are alike. */
interface AtomFeed {
  /** Its path at this house. */
  readonly path: string;
  /** The page it is the feed of. */
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
  /** When it last changed. */
  readonly changedAt: Instant;
  readonly category: string;
  /** The page it is about. */
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
