import { LruCache } from '../../../packages/base/collections.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { type Creature, hasHatched, type HatchedCreature } from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { deathClock, urgencyChangesAt } from '../../rules/lives/live-until.ts';
import { type Checked, recommendedCheckin } from '../../rules/lives/observe.ts';
import { nextNewsAt } from '../../rules/owner-news.ts';
import type { Urgency } from '../../rules/vocabulary.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { noEarlierThan, type StoredCreature } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { newsSourcesOf, peekAtNews, type SeenNews } from './owner-news.ts';

/** A reply that stays the same while the mark of the household does, until a moment. */
interface DueAnswer {
  readonly mark: string;
  readonly from: Instant;
  readonly below: Instant;
  readonly body: object;
  readonly json: string;
}

export interface LivesHouse extends CreaturesHouse {
  /** By agent. */
  readonly dueReplies: LruCache<DueAnswer>;
}

// About a kilobyte each.
const MOST_KEPT = 10_000;

export function keepDueReplies(): LivesHouse['dueReplies'] {
  return new LruCache(MOST_KEPT);
}

export function findAnswer(
  { dueReplies }: Pick<LivesHouse, 'dueReplies'>,
  { id, mark }: KnownAgent,
  now: Instant,
): DueAnswer | undefined {
  const kept = dueReplies.get(id);
  return kept && kept.mark === mark && kept.from <= now && now < kept.below ? kept : undefined;
}

/** Without a mark it is not kept. */
export function keepAnswer(
  { dueReplies }: Pick<LivesHouse, 'dueReplies'>,
  { id, mark }: KnownAgent,
  reply: Omit<DueAnswer, 'mark'>,
): void {
  if (mark !== undefined) dueReplies.set(id, { mark, ...reply });
}

export type Expecting = Readonly<{ creature: Creature; observed: undefined }> | ExpectingVisit;

/** Observed as of its last change. */
export interface ExpectingVisit extends Checked {
  readonly creature: HatchedCreature;
  /** As of now. */
  readonly urgency: Urgency;
}

export interface DueFacts {
  readonly household: readonly Expecting[];
  readonly seen: SeenNews;
  /** Until then growth, death and urgency stay as they are without care. */
  readonly below: Instant;
}

/**
 * Not a look: it writes only growth and deaths that are due. The next visit is computed as of the last change of each creature,
 * so that the answer stays the same until a visit is due or a creature changes.
 */
export async function readDue(house: CreaturesHouse, agent: KnownAgent, now: Instant): Promise<DueFacts> {
  const living = await loadLiving(house, agent, now);
  const found = await Promise.all(living.map((stored) => expectVisit(house, stored, now)));
  const sources = await newsSourcesOf(house, living, now);
  const news = sources.flatMap((source) => nextNewsAt(source, now));
  return {
    household: found.map(({ expecting }) => expecting),
    seen: await peekAtNews(house, { agent, household: sources, now }),
    below: Math.min(nextAfter(now, news), ...found.map(({ below }) => below)),
  };
}

async function expectVisit(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  { creature, nextEventAt = Infinity }: StoredCreature,
  now: Instant,
): Promise<{ readonly expecting: Expecting; readonly below: Instant }> {
  if (!hasHatched(creature)) return { expecting: { creature, observed: undefined }, below: nextEventAt };
  const species = await speciesOf(house, creature.species);
  const { settledAt } = creature.life;
  const clock = deathClock(creature, species, settledAt);
  const stats = statsAt(creature, species, settledAt);
  const checkin = recommendedCheckin(creature, species, stats, settledAt, clock.diesAt);
  const { urgency } = deathClock(creature, species, noEarlierThan(creature, now));
  return {
    expecting: { creature, species, observed: { checkin, deathClock: clock }, urgency },
    below: nextAfter(now, [nextEventAt, ...urgencyChangesAt(clock)]),
  };
}

/** The first of some moments that is not past; a millisecond earlier, since moments are rounded. */
export function nextAfter(now: Instant, moments: readonly Instant[]): Instant {
  const coming = moments.filter((moment) => moment >= now - 1);
  return Math.min(Infinity, ...coming.map((moment) => Math.floor(moment) - 1));
}
