import { allReadable } from '../../../packages/database/table.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import type { Pack } from '../../rules/credits.ts';
import type { ReadLetter } from '../../rules/heart/heart.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import {
  RESURRECTION_WINDOW,
  resurrectionClosesAt,
  resurrectionCost,
} from '../../rules/lives/resurrection.ts';
import { type CreatureNews, newsByTime } from '../../rules/owner-news.ts';
import { ProblemError } from '../../rules/problem.ts';
import { guestWith } from '../../rules/vocabulary.ts';
import { datesOfHousehold, type LivingDates } from '../account/calendar-feed.ts';
import { loadLiving } from '../creatures/choose-creature.ts';
import {
  type KeeperName,
  readHiddenContent,
  visibleCreatureName,
  visibleKeeperName,
} from '../hidden/hidden-content.ts';
import { findAgent } from '../identity/agents.store.ts';
import { authenticateGuest, type KnownAgent } from '../identity/api-keys.ts';
import { newsSince } from '../identity/owner-news.store.ts';
import { giftPackFor } from '../lives/gifts.ts';
import { newsSourcesOf } from '../lives/owner-news.ts';
import { type LifeCharts, readLifeCharts } from '../public/life-chart.ts';
import { type PublicCreature, toPublic } from '../public/public-reading.ts';
import type { PublicHouse } from '../public/replica.ts';
import { type EventMention, eventsOfMany } from '../public/view-creature.ts';
import { deadSince, type StoredCreature } from '../records/creatures.store.ts';

export interface OwnerView {
  readonly now: Instant;
  readonly keeper: KeeperName;
  /** The earliest next visit first. */
  readonly living: readonly HouseholdMember[];
  /** How many are alive and not among them. */
  readonly more: number;
  /** Of all living creatures; undefined while none has hatched. */
  readonly nextVisitAt: Instant | undefined;
  /** Who can still be brought back, the last death first. */
  readonly dead: readonly LostCreature[];
  /** Of the last two weeks, the newest first. */
  readonly news: readonly CreatureNews[];
  /** The newest letter of each creature, the newest first. */
  readonly letters: readonly LetterFrom[];
}

export interface HouseholdMember extends PublicCreature {
  /** Undefined for an egg. */
  readonly dates: LivingDates | undefined;
  readonly charts: LifeCharts | undefined;
}

export interface LostCreature extends PublicCreature {
  readonly grave: { readonly cost: number; readonly returnsUntil: Instant };
  readonly giftPack: Pack | undefined;
}

export interface LetterFrom {
  readonly id: string;
  readonly name: string;
  readonly letter: ReadLetter;
}

// What one page reads is bounded by these.
const MOST_LIVING = 12;
const MOST_CHARTED = 6;
const MOST_DEAD = 6;
const MOST_LETTERS = 4;
const MOST_NEWS = 12;
const NEWS_SPAN = 14 * DAY;

/** What the human of an agent sees with the token of its link; undefined for any other token. It counts as no look. */
export async function readOwnerPage(
  house: PublicHouse,
  token: string,
  now: Instant,
): Promise<OwnerView | undefined> {
  const agent = await findOwned(house, token);
  const profile = agent && (await findAgent(house.store, agent.id));
  if (!profile) return undefined;
  const keeper = visibleKeeperName(await readHiddenContent(house), profile);
  const household = await loadLiving(house, agent, now);
  const dates = await datesOfHousehold(house, household);
  const shown = chooseShown(household, dates);
  const dead = await deadSince(house.store, agent.id, now - RESURRECTION_WINDOW, MOST_DEAD);
  const ids = [...shown, ...dead].map(({ creature }) => creature.id);
  const events = await eventsOfMany(house, ids, now);
  const portray = (stored: StoredCreature) => toPublic(house, { stored, ...keeper }, now);
  const [living, lost, news] = await Promise.all([
    allReadable(
      shown.map(async (stored, nth) => {
        const one = await portray(stored);
        const { id } = one.creature;
        const mention = nth < MOST_CHARTED ? events.find((each) => each.id === id) : undefined;
        const charts =
          mention && (await readLifeCharts(house, chartedLife(one, stored.version, mention, now)));
        return { ...one, dates: dates.find((each) => each.id === id), charts };
      }),
    ),
    allReadable(dead.map(async (stored) => loseOne(house, await portray(stored), now))),
    readNews(house, agent, household, now),
  ]);
  return {
    now,
    keeper,
    living,
    more: household.length - shown.length,
    nextVisitAt: dates.length > 0 ? Math.min(...dates.map(({ checkinAt }) => checkinAt)) : undefined,
    dead: lost,
    news,
    letters: newestLetters(events),
  };
}

/** A blocked agent's link opens nothing, as one that was ended. */
async function findOwned(house: PublicHouse, token: string): Promise<KnownAgent | undefined> {
  if (guestWith(token) !== 'owner') return undefined;
  try {
    return await authenticateGuest(house, 'owner', token);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

/** By the time of the next visit and of death; eggs, which can wait, are last. */
function chooseShown(
  household: readonly StoredCreature[],
  dates: readonly LivingDates[],
): readonly StoredCreature[] {
  const known = new Map(household.map((stored) => [stored.creature.id, stored]));
  const inOrder = dates.toSorted(
    (one, other) => one.checkinAt - other.checkinAt || one.diesAt - other.diesAt,
  );
  const hatched = inOrder.flatMap(({ id }) => known.get(id) ?? []);
  const eggs = household.filter(({ creature }) => !hasHatched(creature));
  return [...hatched, ...eggs].slice(0, MOST_LIVING);
}

function chartedLife(
  { creature, species }: PublicCreature,
  version: number,
  { events }: EventMention,
  now: Instant,
) {
  const adopted = { kind: 'adopted', at: creature.adoptedAt } as const;
  const timeline = [adopted, ...events].toSorted((one, other) => one.at - other.at);
  return { creature, species, version, timeline, now };
}

async function loseOne(house: PublicHouse, one: PublicCreature, now: Instant): Promise<LostCreature> {
  const { creature } = one;
  const returnsUntil = resurrectionClosesAt(creature.died?.at ?? now);
  const grave = { cost: resurrectionCost(creature, now), returnsUntil };
  return { ...one, grave, giftPack: await giftPackFor(house, creature, now) };
}

async function readNews(
  house: PublicHouse,
  { id }: KnownAgent,
  household: readonly StoredCreature[],
  now: Instant,
): Promise<readonly CreatureNews[]> {
  const since = now - NEWS_SPAN;
  const [hidden, stored, sources] = await Promise.all([
    readHiddenContent(house),
    newsSince(house.store, id, since, MOST_NEWS),
    newsSourcesOf(house, household, now),
  ]);
  return [...stored, ...sources.flatMap((source) => newsByTime(source, since, now))]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MOST_NEWS)
    .map((each) => ({
      ...each,
      name: visibleCreatureName(hidden, { id: each.creatureId, name: each.name }),
    }));
}

function newestLetters(events: readonly EventMention[]): readonly LetterFrom[] {
  return events
    .flatMap(({ id, name, letter }) => (letter ? [{ id, name, letter }] : []))
    .toSorted((one, other) => other.letter.at - one.letter.at)
    .slice(0, MOST_LETTERS);
}
