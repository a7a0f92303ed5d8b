import type { Db, Transaction } from '../../../packages/database/db.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import { allReadable } from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { WEEK } from '../../rules/heart/heart.ts';
import { hasHatched } from '../../rules/lives/creature.ts';
import { deathClock } from '../../rules/lives/live-until.ts';
import {
  type CreatureNews,
  hasNewsByTime,
  type HumanNews,
  newsByTime,
  type NewsSource,
  weekToTell,
} from '../../rules/owner-news.ts';
import type { BaseHouse } from '../house.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import {
  markNewsTold,
  mealsTroubled,
  selectToldForUpdate,
  toldStateOf,
  untoldNewsOf,
} from '../identity/owner-news.store.ts';
import { noEarlierThan, type StoredCreature } from '../records/creatures.store.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';

/** What a reply to an agent has to tell its human, from the creatures that are alive. */
interface NewsQuestion {
  readonly agent: KnownAgent;
  readonly household: readonly NewsSource[];
  readonly now: Instant;
  /** News was stored since the agent's key was looked up. */
  readonly hasMore?: boolean | undefined;
}

/** Living creatures as sources of news, for callers that have not observed them. */
export async function newsSourcesOf(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<NewsSource[]> {
  return allReadable(
    living.map(async ({ creature }) => {
      const species = await speciesOf(house, creature.species);
      if (!hasHatched(creature)) return { creature, species };
      const moment = noEarlierThan(creature, now);
      const { heart } = heartAt(creature, species, moment);
      return { creature, species, heart, observed: { deathClock: deathClock(creature, species, moment) } };
    }),
  );
}

/** The news for the human of an agent, told once, and only to the agent's own key. */
export function takeNews(
  { store }: Pick<BaseHouse, 'store'>,
  question: NewsQuestion,
): undefined | Promise<HumanNews | undefined> {
  return mayHaveNews(question) ? takeNewsIfWritable(store, question) : undefined;
}

async function takeNewsIfWritable(store: BaseHouse['store'], question: NewsQuestion) {
  try {
    return await store.transaction((db) => takeIfUntold(db, question));
  } catch (error) {
    // A look works while nothing can be written; the news waits.
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

/** `takeNews` in a transaction of the caller's, which holds no lock that comes after an agent's row. */
export function takeNewsWithin(
  db: Transaction,
  question: NewsQuestion,
): undefined | Promise<HumanNews | undefined> {
  return mayHaveNews(question) ? takeIfUntold(db, question) : undefined;
}

async function takeIfUntold(db: Transaction, question: NewsQuestion): Promise<HumanNews | undefined> {
  const { agent, now } = question;
  const told = await selectToldForUpdate(db, agent.id);
  // Another reply has told it since the key was looked up.
  if (!told || told.toldAt !== agent.toldAt) return undefined;
  const news = await gatherNews(db, question, told.toldAt);
  await markNewsTold(db, agent.id, Math.max(now, told.toldAt ?? now));
  return news;
}

/** What an agent was told so far. */
export type ToldState = Readonly<Pick<KnownAgent, 'toldAt' | 'untold'>>;

export interface SeenNews {
  readonly told: ToldState;
  readonly news: HumanNews | undefined;
}

/** The same news without taking it: it stays news until `confirmTold`. */
export async function peekAtNews(
  { store }: Pick<BaseHouse, 'store'>,
  question: Omit<NewsQuestion, 'hasMore'>,
): Promise<SeenNews> {
  const told: ToldState = (await toldStateOf(store, question.agent.id)) ?? {};
  return { told, news: await gatherNews(store, question, told.toldAt) };
}

/** Takes news that was only seen so far; false if more has come since, or another reply has taken it. */
export async function confirmTold(
  { store }: Pick<BaseHouse, 'store'>,
  agentId: string,
  { toldAt, untold }: ToldState,
  now: Instant,
): Promise<boolean> {
  try {
    return await store.transaction(async (db) => {
      const current = await selectToldForUpdate(db, agentId);
      if (current?.toldAt !== toldAt || current?.untold !== untold) return false;
      await markNewsTold(db, agentId, Math.max(now, toldAt ?? now));
      return true;
    });
  } catch (error) {
    if (isUnavailable(error)) return false;
    throw error;
  }
}

function mayHaveNews({ agent, household, now, hasMore = false }: NewsQuestion): boolean {
  const { toldAt, untold = 0, guest } = agent;
  if (guest !== undefined) return false;
  if (hasMore || untold > 0 || toldAt === undefined) return true;
  if (weekToTell(household, toldAt, now) !== undefined) return true;
  return household.some((source) => hasNewsByTime(source, toldAt, now));
}

/** Without a stored moment, news that follows from time alone counts from now. */
async function gatherNews(
  db: Db,
  { agent, household, now }: NewsQuestion,
  toldAt: Instant | undefined,
): Promise<HumanNews | undefined> {
  const stored = await untoldNewsOf(db, agent.id);
  const byTime = toldAt === undefined ? [] : household.flatMap((source) => newsByTime(source, toldAt, now));
  const news = [...stored, ...byTime];
  const weekEnd = toldAt === undefined ? undefined : weekToTell(household, toldAt, now);
  const span = weekEnd === undefined ? undefined : { from: weekEnd - WEEK, below: weekEnd };
  const week = span && (await mealsTroubled(db, agent.id, span));
  if (news.length === 0 && !week) return undefined;
  return { news, week, since: toldAt ?? firstOf(news, now), username: agent.username };
}

function firstOf(news: readonly CreatureNews[], now: Instant): Instant {
  return Math.min(now, ...news.map(({ at }) => at));
}
