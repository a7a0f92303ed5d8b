import type { Instant } from '../core/clock.ts';
import { newestAt, newestLosses } from '../store/news.ts';
import type { House } from './house.ts';
import { born, died, grew, type News } from './news.ts';
import { settleDue } from './settle.ts';

export type { Born, Died, Grown, Mentioned, News } from './news.ts';

/** Births, growing up and deaths, the newest first. */
export async function readNews(house: House, now: Instant, most: number): Promise<readonly News[]> {
  await settleDue(house, now);
  const { store } = house;
  const [births, grownUp, losses] = await Promise.all([
    newestAt(store, 'hatched', most),
    newestAt(store, 'grown up', most),
    newestLosses(store, most),
  ]);
  const news = await Promise.all([
    ...births.map((birth) => born(house, birth)),
    ...grownUp.map((growth) => grew(house, growth)),
    ...losses.map((loss) => died(house, loss)),
  ]);
  return news.toSorted((one, other) => other.at - one.at).slice(0, most);
}
