import { DAY, iso, type Instant } from '../../core/engine/clock.ts';
import { readNews, type News, type NewsItem } from '../../house/public/news.ts';
import { agentPath, creaturePath } from '../../pages/paths.ts';
import { NEWS_FEED, newsWords } from '../../voice/public/news-feed.ts';
import { catchingUp } from '../../voice/public/page-words.ts';
import { escapeXml } from '../server/escape-text.ts';
import type { FileRow } from '../server/pages/page-row.ts';

const PATH = '/feed.atom';
const TYPE = 'application/atom+xml';
const MAX_ENTRIES = 50;

/** Births, growing up and deaths, as an Atom feed (RFC 4287). */
export const ATOM_FEED_ROW: FileRow = {
  path: PATH,
  type: `${TYPE}; charset=utf-8`,
  freshSeconds: 60,
  show: async (house, { now, origin }) => writeAtom(await readNews(house, now, MAX_ENTRIES), origin, now),
};

function writeAtom({ items, asOf }: News, origin: string, now: Instant): string {
  // While nothing has happened, it changes once a day.
  const updatedAt = Math.max(0, ...items.map(changedAt)) || Math.floor(now / DAY) * DAY;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${tagUri(origin, 'feed')}</id>
<title>${escapeXml(NEWS_FEED.title)}</title>
<subtitle>${escapeXml(asOf === undefined ? NEWS_FEED.subtitle : catchingUp(asOf))}</subtitle>
<updated>${iso(updatedAt)}</updated>
<author><name>${escapeXml(NEWS_FEED.author)}</name><uri>${escapeXml(origin)}/</uri></author>
<link rel="self" type="${TYPE}" href="${escapeXml(origin + PATH)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin)}/"/>
${items.map((each) => writeEntry(each, origin)).join('\n')}
</feed>
`;
}

function writeEntry(news: NewsItem, origin: string): string {
  const { id, keeper } = news.who;
  const { title, summary } = newsWords(news);
  return `<entry>
<id>${tagUri(origin, nameOf(news))}</id>
<title>${escapeXml(title)}</title>
<updated>${iso(changedAt(news))}</updated>
<published>${iso(news.at)}</published>
<contributor><name>${escapeXml(keeper.displayName)}</name><uri>${escapeXml(origin + agentPath(keeper.username))}</uri></contributor>
<category term="${news.kind}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + creaturePath(id))}"/>
<summary>${escapeXml(summary)}</summary>
</entry>`;
}

/** An entry changes only when its creature is resurrected. */
function changedAt(news: NewsItem): Instant {
  return news.kind === 'died' ? (news.stone.resurrectedAt ?? news.at) : news.at;
}

/** Each kind of news happens to a creature once, but for its deaths. */
function nameOf(news: NewsItem): string {
  const what = news.kind === 'died' ? `died-${news.stone.deathNumber}` : news.kind;
  return `creatures/${news.who.id}/${what}`;
}

/** An id that stays the same whatever moves (RFC 4151); an IPv6 address may not stand in it. */
function tagUri(origin: string, name: string): string {
  const { hostname } = new URL(origin);
  const authority = /^[a-z0-9]/i.test(hostname) ? hostname : 'localhost';
  return escapeXml(`tag:${authority},2026:${name}`);
}
