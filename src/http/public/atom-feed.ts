import { DAY, type Instant } from '../../core/engine/clock.ts';
import { readNews, type News, type NewsItem } from '../../house/public/news.ts';
import { agentPath, creaturePath } from '../../pages/paths.ts';
import { NEWS_FEED, newsWords } from '../../voice/public/news-feed.ts';
import { catchingUp } from '../../voice/public/page-words.ts';
import type { FileRow } from '../server/pages/page-row.ts';
import { ATOM_TYPE, writeAtom, type AtomEntry } from './atom.ts';

const PATH = '/feed.atom';
const MAX_ENTRIES = 50;

/** Births, growing up and deaths, as an Atom feed (RFC 4287). */
export const ATOM_FEED_ROW: FileRow = {
  path: PATH,
  type: `${ATOM_TYPE}; charset=utf-8`,
  freshSeconds: 60,
  show: async (house, { now, origin }) => writeNews(await readNews(house, now, MAX_ENTRIES), origin, now),
};

function writeNews({ items, asOf }: News, origin: string, now: Instant): string {
  return writeAtom(
    {
      path: PATH,
      page: '/',
      name: 'feed',
      title: NEWS_FEED.title,
      subtitle: asOf === undefined ? NEWS_FEED.subtitle : catchingUp(asOf),
      author: NEWS_FEED.author,
      // While nothing has happened, it changes once a day.
      updatedAt: Math.max(0, ...items.map(changedAt)) || Math.floor(now / DAY) * DAY,
      entries: items.map(toEntry),
    },
    origin,
  );
}

function toEntry(news: NewsItem): AtomEntry {
  const { id, keeper } = news.who;
  return {
    ...newsWords(news),
    name: nameOf(news),
    at: news.at,
    changedAt: changedAt(news),
    category: news.kind,
    page: creaturePath(id),
    contributor: { name: keeper.displayName, page: agentPath(keeper.username) },
  };
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
