import type { Instant } from '../../core/engine/clock.ts';
import type { Species } from '../../core/species/species.ts';
import type { Path, Stage } from '../../core/vocabulary.ts';
import type { Gravestone } from '../../store/lives/gravestones.ts';
import {
  latestDeathNews,
  latestStageNews,
  type DeathNews,
  type NewsSubject,
  type StageNews,
} from '../../store/public/news.ts';
import type { House } from '../house.ts';
import { settleDue } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import {
  redactGravestone,
  visibleCreatureName,
  visibleKeeperName,
  type KeeperName,
} from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';

/** The one that news is about. */
export interface NewsMention {
  readonly id: string;
  readonly name: string;
  readonly species: Species;
  readonly keeper: KeeperName;
}

/** Something that happened to a creature, at its own moment. */
export type NewsItem = BirthNewsItem | GrowthNewsItem | DeathNewsItem;

export interface BirthNewsItem {
  readonly kind: 'born';
  readonly at: Instant;
  readonly who: NewsMention;
}

export interface GrowthNewsItem {
  readonly kind: 'grew';
  readonly at: Instant;
  readonly who: NewsMention;
  readonly to: Stage;
  /** Of one that grew up. */
  readonly path: Path | undefined;
}

export interface DeathNewsItem {
  readonly kind: 'died';
  readonly at: Instant;
  readonly who: NewsMention;
  readonly stone: Gravestone;
}

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

export async function toBirthNews(house: House, { at, ...birth }: StageNews): Promise<BirthNewsItem> {
  return { kind: 'born', at, who: await toNewsMention(house, birth) };
}

export async function toGrowthNews(
  house: House,
  { at, to, path, ...growth }: StageNews,
): Promise<GrowthNewsItem> {
  // What it became when it grew up is no news of the years before.
  return {
    kind: 'grew',
    at,
    who: await toNewsMention(house, growth),
    to,
    path: to === 'adult' ? path : undefined,
  };
}

export async function toDeathNews(house: House, { at, stone, ...about }: DeathNews): Promise<DeathNewsItem> {
  const who = await toNewsMention(house, about);
  return { kind: 'died', at, who, stone: redactGravestone(await readHiddenContent(house), stone) };
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
