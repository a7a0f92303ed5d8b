import type { Instant } from '../../core/engine/clock.ts';
import { latestStageNews, latestDeathNews } from '../../store/public/news.ts';
import type { House } from '../house.ts';
import { settleDue } from '../lives/settle.ts';
import { toBirthNews, toDeathNews, toGrowthNews, type NewsItem } from './news.ts';

export type { BirthNewsItem, DeathNewsItem, GrowthNewsItem, NewsMention, NewsItem } from './news.ts';

/** Births, growing up and deaths, the newest first. */
export async function readNews(house: House, now: Instant, most: number): Promise<readonly NewsItem[]> {
  await settleDue(house, now);
  const { store } = house;
  const [births, grownUp, losses] = await Promise.all([
    latestStageNews(store, 'hatched', most),
    latestStageNews(store, 'grown up', most),
    latestDeathNews(store, most),
  ]);
  const news = await Promise.all([
    ...births.map((birth) => toBirthNews(house, birth)),
    ...grownUp.map((growth) => toGrowthNews(house, growth)),
    ...losses.map((loss) => toDeathNews(house, loss)),
  ]);
  return news.toSorted((one, other) => other.at - one.at).slice(0, most);
}
