import { type Db, inBackground } from '../../db/db.ts';
import { DAY, type Instant, SECOND } from '../../rules/base/clock.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, Cause, Path, Stage } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import {
  type KeeperName,
  redactGravestone,
  visibleCreatureName,
  visibleKeeperName,
} from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';
import {
  type DeathNews,
  type HappeningRow,
  latestDeathNews,
  latestHappenings,
  latestStageNews,
  type NewsSubject,
  type StageNews,
} from './news.store.ts';
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

/** Something that happened to a creature, as anybody may hear of it. */
export type HouseHappening = HouseHappeningFacts & {
  /** Nothing else that ever happens has the same, on whichever node it is told. */
  readonly key: string;
  readonly at: Instant;
  readonly who: NewsMention;
  /** How old it is by now. */
  readonly stage: Stage;
};

type HouseHappeningFacts =
  | { readonly kind: 'cared'; readonly action: Action; readonly isWish: boolean }
  | { readonly kind: 'hatched' | 'returned' | 'released' }
  | { readonly kind: 'grew'; readonly to: Stage; readonly path: Path | undefined }
  | { readonly kind: 'died'; readonly cause: Cause; readonly livedMs: number };

/** What happened last, the newest first. */
export async function readLatestHappenings(house: House, store: Db, most: number): Promise<HouseHappening[]> {
  const range = { careAfter: 0, mostCare: 4 * most, livesAfter: 0, mostLives: most };
  const rows = await latestHappenings(store, range);
  return Promise.all(rows.slice(0, most).map((row) => toHappening(house, row)));
}

// The first look goes back so far.
const KNOWN_AT_FIRST = 60 * SECOND;
// An act of care is written a moment after the moment it happened at, and by another node perhaps with another clock.
const WRITTEN_WITHIN = 5 * SECOND;
// What happens by itself is written when somebody brings it about, after an outage hours later.
const BROUGHT_ABOUT_WITHIN = DAY;
/** Where more happens than this between two looks, the newest of it is told. */
const MOST_CARE = 300;
const MOST_LIVES = 24;

/**
 * Tells, each time it is asked, what has happened since. Things are written down in another order than they happen in, so
 * that it looks a little further back every time and leaves out what it has told. It adds nothing to what is written.
 */
export class HappeningFeed {
  readonly #house: House;
  #known: ReadonlySet<string> = new Set();
  #lookedAt: Instant | undefined;

  constructor(house: House) {
    this.#house = house;
  }

  /** How much of the house's time passes in so much of the world's: more in a sandbox that runs fast. */
  scaled(ms: number): number {
    return ms * (this.#house.sandbox?.scale ?? 1);
  }

  /** What nobody was told of yet, the oldest first; the first time, what happened lately. */
  async next(now: Instant): Promise<HouseHappening[]> {
    // A sandbox clock may have been turned by days since: that is looked through as well.
    const from = this.#lookedAt ?? now - this.scaled(KNOWN_AT_FIRST);
    const range = {
      careAfter: from - this.scaled(WRITTEN_WITHIN),
      mostCare: MOST_CARE,
      livesAfter: from - BROUGHT_ABOUT_WITHIN,
      mostLives: MOST_LIVES,
    };
    const rows = await inBackground(() => latestHappenings(this.#house.store, range));
    const fresh = rows.filter((row) => !this.#known.has(keyOf(row))).toReversed();
    // What is found no more now was followed by more than is looked through, or is too old, and is never found again.
    this.#known = new Set(rows.map(keyOf));
    this.#lookedAt = now;
    return Promise.all(fresh.map((row) => toHappening(this.#house, row)));
  }
}

async function toHappening(house: House, row: HappeningRow): Promise<HouseHappening> {
  return {
    ...factsOf(row),
    key: keyOf(row),
    at: row.at,
    who: await toNewsMention(house, row),
    stage: row.stage,
  };
}

// The promise: what stands in the column follows from the kind, as the query writes it.
function factsOf({ kind, word, granted, path, livedMs }: HappeningRow): HouseHappeningFacts {
  switch (kind) {
    case 'cared':
      return { kind, action: word as Action, isWish: granted !== undefined };
    case 'grew':
      // What it became when it grew up is no news of the years before.
      return { kind, to: word as Stage, path: word === 'adult' ? path : undefined };
    case 'died':
      return { kind, cause: word as Cause, livedMs };
    default:
      return { kind };
  }
}

function keyOf({ kind, at, entryId, creatureId, word }: HappeningRow): string {
  return entryId === '' ? [kind, word, creatureId, at].filter((part) => part !== '').join('.') : entryId;
}
