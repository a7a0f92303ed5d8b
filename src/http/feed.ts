import { DAY, iso, type Instant } from '../core/clock.ts';
import { readNews, type News } from '../house/read-news.ts';
import { agentPath, creaturePath } from '../pages/paths.ts';
import { FEED, newsWords } from '../voice/feed.ts';
import type { FileRow } from './page-row.ts';
import { xmlText } from './present/xml.ts';

const PATH = '/feed.atom';
const TYPE = 'application/atom+xml';
const MOST_ENTRIES = 50;

/** Births, growing up and deaths, for whoever would rather be told. */
export const FEED_ROW: FileRow = {
  path: PATH,
  type: `${TYPE}; charset=utf-8`,
  freshSeconds: 60,
  show: async (house, { now, origin }) => atom(await readNews(house, now, MOST_ENTRIES), origin, now),
};

function atom(news: readonly News[], origin: string, now: Instant): string {
  // An empty house has not changed since morning.
  const updatedAt = Math.max(0, ...news.map(changedAt)) || Math.floor(now / DAY) * DAY;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${tagUri(origin, 'feed')}</id>
<title>${xmlText(FEED.title)}</title>
<subtitle>${xmlText(FEED.subtitle)}</subtitle>
<updated>${iso(updatedAt)}</updated>
<author><name>${xmlText(FEED.author)}</name><uri>${xmlText(origin)}/</uri></author>
<link rel="self" type="${TYPE}" href="${xmlText(origin + PATH)}"/>
<link rel="alternate" type="text/html" href="${xmlText(origin)}/"/>
${news.map((each) => entry(each, origin)).join('\n')}
</feed>
`;
}

function entry(news: News, origin: string): string {
  const { id, keeper } = news.who;
  const { title, summary } = newsWords(news);
  return `<entry>
<id>${tagUri(origin, nameOf(news))}</id>
<title>${xmlText(title)}</title>
<updated>${iso(changedAt(news))}</updated>
<published>${iso(news.at)}</published>
<contributor><name>${xmlText(keeper.displayName)}</name><uri>${xmlText(origin + agentPath(keeper.username))}</uri></contributor>
<category term="${news.kind}"/>
<link rel="alternate" type="text/html" href="${xmlText(origin + creaturePath(id))}"/>
<summary>${xmlText(summary)}</summary>
</entry>`;
}

/** What happened stays; only who was brought back since is told anew. */
function changedAt(news: News): Instant {
  return news.kind === 'died' ? (news.stone.resurrectedAt ?? news.at) : news.at;
}

/** Each thing that happens to a creature happens once, but for its deaths. */
function nameOf(news: News): string {
  const what = news.kind === 'died' ? `died-${news.stone.deathNumber}` : news.kind;
  return `creatures/${news.who.id}/${what}`;
}

/** A name that stays the same whatever moves (RFC 4151); an address without a name is called by a local one. */
function tagUri(origin: string, name: string): string {
  const { hostname } = new URL(origin);
  const authority = /^[a-z0-9]/i.test(hostname) ? hostname : 'localhost';
  return xmlText(`tag:${authority},2026:${name}`);
}
