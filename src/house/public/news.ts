import type { Instant } from '../../core/engine/clock.ts';
import type { Species } from '../../core/species/species.ts';
import {
  latestDeathNews,
  latestStageNews,
  type DeathNews,
  type NewsSubject,
  type StageNews,
} from '../../store/public/news.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import {
  redactGravestone,
  visibleCreatureName,
  visibleKeeperName,
  type KeeperName,
} from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';
import { preparePublicReading } from './public-reading.ts';

/** The one that news is about. */
export interface NewsMention {
  readonly id: string;
  readonly name: string;
  readonly species: Species;
  readonly keeper: KeeperName;
}

/** Something that happened to a creature, at its own moment. */
export type NewsItem = Awaited<ReturnType<typeof toBirthNews>> | GrowthNewsItem | DeathNewsItem;

type GrowthNewsItem = Awaited<ReturnType<typeof toGrowthNews>>;
export type DeathNewsItem = Awaited<ReturnType<typeof toDeathNews>>;

/** What happened lately, the newest first. */
export interface News extends Settled {
  readonly items: readonly NewsItem[];
}

/** Births, growing up and deaths. */
export async function readNews(house: House, now: Instant, most: number): Promise<News> {
  const { store, asOf } = await preparePublicReading(house, now);
  const [births, grownUp, losses] = await Promise.all([
    latestStageNews(store, 'hatched', most),
    latestStageNews(store, 'grown up', most),
    latestDeathNews(store, most),
  ]);
  const items = await Promise.all([
    ...births.map((birth) => toBirthNews(house, birth)),
    ...grownUp.map((growth) => toGrowthNews(house, growth)),
    ...losses.map((loss) => toDeathNews(house, loss)),
  ]);
  return { asOf, items: items.toSorted((one, other) => other.at - one.at).slice(0, most) };
}

export async function toBirthNews(house: House, { at, ...birth }: StageNews) {
  return { kind: 'born' as const, at, who: await toNewsMention(house, birth) };
}

export async function toGrowthNews(house: House, { at, to, path, ...growth }: StageNews) {
  const who = await toNewsMention(house, growth);
  // What it became when it grew up is no news of the years before.
  return { kind: 'grew' as const, at, who, to, path: to === 'adult' ? path : undefined };
}

export async function toDeathNews(house: House, { at, stone, ...about }: DeathNews) {
  const who = await toNewsMention(house, about);
  const redacted = redactGravestone(await readHiddenContent(house), stone);
  return { kind: 'died' as const, at, who, stone: redacted };
}

export async function toNewsMention(house: House, about: Omit<NewsSubject, 'at'>): Promise<NewsMention> {
  const { creatureId: id, keeperId, name, username, displayName } = about;
  const hidden = await readHiddenContent(house);
  return {
    id,
    name: visibleCreatureName(hidden, { id, name }),
    species: await speciesOf(house, about.species),
    keeper: visibleKeeperName(hidden, { id: keeperId, username, displayName }),
  };
}
