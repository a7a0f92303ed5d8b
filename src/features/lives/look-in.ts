import { oncePer } from '../../../packages/base/collections.ts';
import type { Db, Transaction } from '../../../packages/database/db.ts';
import { fromJson, isUnavailable } from '../../../packages/database/portable.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import {
  type FoundCreature,
  isTended,
  type KeeperHabits,
  type RecentAct,
  type TendedCreature,
} from '../../rules/care/needs.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Heart, NOTHING_UNREAD, type Unread, unreadOf } from '../../rules/heart/heart.ts';
import { WISHES, type WishRow } from '../../rules/heart/wishes-table.ts';
import { absentSince } from '../../rules/lives/absence.ts';
import {
  type Creature,
  hasHatched,
  type HatchedCreature,
  isAlive,
  requireHatched,
} from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import {
  isMilestoneVisible,
  milestoneFrom,
  milestoneKey,
  type ReachedMilestone,
} from '../../rules/lives/growth.ts';
import { markChecked, hatchEgg } from '../../rules/lives/live-until.ts';
import { observe, type Observation } from '../../rules/lives/observe.ts';
import type { HumanNews } from '../../rules/owner-news.ts';
import { ProblemError, type DeadCreatureFacts, type ToldDeaths } from '../../rules/problem.ts';
import { hidesNothing, hooksOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Stage, STAGES } from '../../rules/vocabulary.ts';
import {
  callerIn,
  describeDead,
  describeMissing,
  type KeeperDeaths,
  loadLiving,
  loadOwn,
  readDeaths,
} from '../creatures/choose-creature.ts';
import { withNextChange } from '../creatures/save-change.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import type { BaseHouse } from '../house.ts';
import { markAwayTold, saveKeeper, selectKeeperForUpdate } from '../identity/agents.store.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import { insertOwnerNews } from '../identity/owner-news.store.ts';
import { orderPortrait, pictureUrl } from '../pictures/picture-url.ts';
import { isOrdered, type Portrait, portraitsOf } from '../pictures/pictures.store.ts';
import {
  type ChangeTarget,
  lastDeadOf,
  lockAndReload,
  markMilestonesTold,
  markStageTold,
  noEarlierThan,
  requireLivingReadable,
  saveCreature,
  saveCreatureBody,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { triedNamesOfMany } from '../records/heart.store.ts';
import {
  insertMilestone,
  insertNoticedLook,
  markMilestoneSeen,
  unseenMilestonesOf,
} from '../records/life-log.store.ts';
import { retryOnConflict, VersionConflictError } from '../retry.ts';
import { type SpeciesHouse, speciesOf } from '../species/species-registry.ts';
import { type Activity, countHatching } from '../tallies/counting.ts';
import { findNewGifts, type Gift } from './gifts.ts';
import { newsSourcesOf, takeNews } from './owner-news.ts';

export interface LookInResult {
  readonly kind: 'living';
  readonly now: Instant;
  readonly creature: HatchedCreature;
  readonly species: Species;
  readonly observed: Observation;
  readonly heart: Heart;
  readonly unread: Unread;
  readonly tried?: TendedCreature['tried'];
  readonly habits?: TendedCreature['habits'];
  readonly imageUrl: string | undefined;
  readonly portraits: readonly Portrait[];
  /** Stages reached since the last look, newest last; each is returned by one look only. */
  readonly grown: readonly Stage[];
  /** Milestones reached by care since the last look, or about a stat that was hidden until now; each is returned by one look only. */
  readonly reached: readonly ReachedMilestone[];
  readonly beingDrawn: boolean;
  readonly others: readonly FoundCreature[];
  readonly deaths: KeeperDeaths;
  readonly gifts: readonly Gift[];
  readonly activity: Activity;
  readonly news: HumanNews | undefined;
  /** The agent missed three advised visits, which one look tells. */
  readonly wasAway: boolean;
}

export interface LookBackResult extends DeadCreatureFacts {
  readonly kind: 'dead';
  readonly deaths: ToldDeaths;
  readonly unread: Unread;
  readonly portraits: readonly Portrait[];
  readonly news: HumanNews | undefined;
}

/** The status check: looks at a creature; without an id, at the newest living one. The first look hatches an egg. */
export async function lookIn(
  house: CreaturesHouse,
  caller: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<LookInResult | LookBackResult> {
  return retryOnConflict(async (lock) => {
    const agent = callerIn(lock, caller);
    const isSitter = agent.guest === 'sitter';
    const living = await loadLiving(house, agent, now);
    const named = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
    const stored = named ?? (await findElsewhere(house, agent, living, id, now));
    if (!isAlive(stored.creature)) return lookBack(house, agent, stored, living, now);
    const species = await speciesOf(house, stored.creature.species);
    const look = { stored, species, lock, now: noEarlierThan(stored.creature, now), tellsKeeper: !isSitter };
    const { creature, grown } = await applyLook(house, look);
    const moment = noEarlierThan(creature, look.now);
    const { heart } = heartAt(creature, species, moment);
    const [found = { creature, heart }] = await withTriedItems(house.store, [{ creature, heart }]);
    const observed = observe(creature, species, moment);
    const others = await findSiblings(house, agent, living, stored, moment);
    const deaths = await readDeaths(house, agent, living, moment);
    const household = [{ ...found, species, observed }, ...others];
    const hasMore = grown.length > 0 || diedUntold(agent, deaths);
    return {
      kind: 'living',
      now: moment,
      ...found,
      species,
      observed,
      unread: unreadBy(agent, heart, stored),
      habits: habitsOf(stored),
      imageUrl: pictureUrl(house, stored.imageUrl),
      portraits: await portraitsFor(house, stored),
      grown,
      reached: isSitter ? [] : await tellMilestones(house.store, { stored, creature, species }, moment),
      beingDrawn: await isBeingDrawn(house, grown.at(-1), creature),
      others,
      deaths,
      gifts: isSitter ? [] : await findNewGifts(house.store, agent.id, living, moment),
      activity: await house.activity.at(now),
      news: await takeNews(house, { agent, household, now: moment, hasMore }),
      wasAway: await tellAbsence(house.store, agent, household.filter(isTended), moment),
    };
  });
}

async function findElsewhere(
  house: CreaturesHouse,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  id: string | undefined,
  now: Instant,
) {
  const own = id === undefined ? undefined : await loadOwn(house, agent, id, now);
  if (own && (agent.guest === 'sitter' ? isAlive(own.creature) : own.creature.releasedAt === undefined))
    return own;
  if (id === undefined) await requireLivingReadable(house.store, agent.id);
  const found = id === undefined ? await lastDeadOf(house.store, agent.id) : own;
  const missing = await describeMissing(house, agent, { id, found }, now);
  const deaths = missing.late && (await readDeaths(house, agent, living, now));
  const hasMore = deaths && diedUntold(agent, deaths);
  const household = await newsSourcesOf(house, living, now);
  const news = await takeNews(house, { agent, household, now, hasMore });
  throw new ProblemError('nobody_home', { ...missing, deaths, news });
}

async function lookBack(
  house: CreaturesHouse,
  agent: KnownAgent,
  stored: StoredCreature,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<LookBackResult> {
  const dead = await describeDead(house, agent, stored, now);
  const moment = noEarlierThan(stored.creature, now);
  const { heart } = heartAt(requireHatched(stored.creature), dead.species, moment);
  const deaths = await readDeaths(house, agent, living, now, stored.creature.id);
  const hasMore = (stored.creature.died?.at ?? 0) > (agent.toldAt ?? now) || diedUntold(agent, deaths);
  const household = await newsSourcesOf(house, living, now);
  return {
    kind: 'dead',
    ...dead,
    deaths,
    news: await takeNews(house, { agent, household, now, hasMore }),
    unread: unreadOf(heart, stored),
    portraits: await portraitsFor(house, stored),
  };
}

/** True once for each absence: the first look after it suggests what helps. */
async function tellAbsence(
  db: Db,
  agent: KnownAgent,
  household: readonly TendedCreature[],
  now: Instant,
): Promise<boolean> {
  const since = agent.guest === undefined ? absentSince(household, now) : undefined;
  if (since === undefined || since <= (agent.awayToldAt ?? 0)) return false;
  try {
    return await markAwayTold(db, agent.id, since);
  } catch (error) {
    // A look works while nothing can be written.
    if (isUnavailable(error)) return false;
    throw error;
  }
}

/** A creature that has died since, also if this look found it. */
function diedUntold({ toldAt = Infinity }: KnownAgent, { told }: ToldDeaths): boolean {
  return told.some(({ at }) => at > toldAt);
}

// These functions wait only where there is something to read: most looks need none of it.

function portraitsFor(
  house: CreaturesHouse,
  stored: StoredCreature,
): readonly Portrait[] | Promise<readonly Portrait[]> {
  return stored.portraits === 0 ? [] : readPortraits(house, stored);
}

async function readPortraits(house: CreaturesHouse, { creature }: StoredCreature) {
  const drawn = await portraitsOf(house.store, creature.id);
  return drawn.map((portrait) => ({ ...portrait, imageUrl: pictureUrl(house, portrait.imageUrl) }));
}

function isBeingDrawn(
  { store }: Pick<BaseHouse, 'store'>,
  stage: Stage | undefined,
  { id, keeperId }: Creature,
): boolean | Promise<boolean> {
  if (stage === undefined || stage === 'egg') return false;
  return isOrdered(store, { sitter: id, occasion: stage }, keeperId);
}

type MilestoneOwner = Omit<TendedCreature, 'observed'> & { readonly stored: StoredCreature };

/** Returns the milestones that no status has told yet, without those about hidden stats. */
function tellMilestones(
  db: Db,
  owner: MilestoneOwner,
  now: Instant,
): readonly ReachedMilestone[] | Promise<readonly ReachedMilestone[]> {
  const { stored, creature, species } = owner;
  const { length } = creature.record.milestones;
  const isToldAll = (stored.milestonesTold ?? length) >= length;
  return isToldAll && hidesNothing(species) ? [] : tellUntold(db, owner, now);
}

async function tellUntold(db: Db, { stored, creature, species }: MilestoneOwner, now: Instant) {
  const revealed = await revealMilestones(db, { creature, species }, now);
  const { milestones } = creature.record;
  const { milestonesTold: told = milestones.length } = stored;
  if (told >= milestones.length) return revealed;
  if (!(await markMilestonesTold(db, creature, told, milestones.length))) return revealed;
  const stats = statsAt(creature, species, now);
  const known = new Set(revealed.map(milestoneKey));
  const untold = milestones.slice(told).filter((key) => !known.has(key));
  const reached = untold.map(milestoneFrom).filter((each) => isMilestoneVisible(species, stats, each));
  return [...revealed, ...reached];
}

/** Returns the milestones about stats that have become visible; each to one caller only. */
export async function revealMilestones(
  db: Db,
  { creature, species }: Omit<TendedCreature, 'observed'>,
  now: Instant,
): Promise<readonly ReachedMilestone[]> {
  if (hidesNothing(species)) return [];
  const stats = statsAt(creature, species, now);
  const revealed: ReachedMilestone[] = [];
  for (const reached of await unseenMilestonesOf(db, creature.id)) {
    if (!isMilestoneVisible(species, stats, reached)) continue;
    if (await markMilestoneSeen(db, creature.id, reached)) revealed.push(reached);
  }
  return revealed;
}

/** Unread letters and keepsakes are news for the keeper only. */
function unreadBy({ guest }: KnownAgent, heart: Heart, stored: StoredCreature): Unread {
  return guest === 'sitter' ? NOTHING_UNREAD : unreadOf(heart, stored);
}

export function findSiblings(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  { creature: { id } }: StoredCreature,
  now: Instant,
): readonly FoundCreature[] | Promise<readonly FoundCreature[]> {
  const siblings = living.filter(({ creature }) => creature.id !== id);
  return siblings.length === 0 ? [] : findEach(house, agent, siblings, now);
}

/** All living creatures of a keeper, read anew: what was read of them in this request counts as read. */
export async function findHousehold(
  house: CreaturesHouse,
  { ahead: _, ...agent }: KnownAgent,
  now: Instant,
): Promise<readonly FoundCreature[]> {
  return findEach(house, agent, await loadLiving(house, agent, now), now);
}

async function findEach(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  agent: KnownAgent,
  living: readonly StoredCreature[],
  now: Instant,
): Promise<readonly FoundCreature[]> {
  if (living.length === 0) return [];
  const found = await allReadable(
    living.map(async (stored): Promise<FoundCreature> => {
      const { creature } = stored;
      const species = await speciesOf(house, creature.species);
      if (!hasHatched(creature)) return { creature, species, observed: undefined };
      const moment = noEarlierThan(creature, now);
      const observed = observe(creature, species, moment);
      const { heart } = heartAt(creature, species, moment);
      return {
        creature,
        species,
        observed,
        heart,
        unread: unreadBy(agent, heart, stored),
        habits: habitsOf(stored),
      };
    }),
  );
  return withTriedItems(house.store, found);
}

function habitsOf(stored: StoredCreature): KeeperHabits | undefined {
  const { creature, recentDeeds } = stored;
  if (recentDeeds === undefined || !hasHatched(creature)) return undefined;
  return { acts: () => recentActsOf(stored), lookedAt: creature.life.lastCheckedAt };
}

const recentActsOf = oncePer(({ recentDeeds }: StoredCreature) =>
  fromJson<readonly RecentAct[]>(recentDeeds ?? '[]'),
);

type LookEffect = Pick<LookInResult, 'creature' | 'grown'>;

interface Look extends ChangeTarget {
  /** False for a sitter, whose look leaves the keeper's milestones untold. */
  readonly tellsKeeper: boolean;
}

/** The effect of a status check: it hatches an egg, counts as company for social species, and returns new stages once. */
function applyLook(house: Pick<BaseHouse, 'store'>, look: Look): LookEffect | Promise<LookEffect> {
  const { creature, toldStage } = look.stored;
  if (!hasHatched(creature)) return house.store.transaction((db) => hatch(db, look));
  const untold = look.tellsKeeper
    ? STAGES.slice(STAGES.indexOf(toldStage) + 1, STAGES.indexOf(creature.stage) + 1)
    : [];
  const noticed = isNoticed(creature, look);
  if (untold.length === 0 && !noticed) return { creature, grown: [] };
  return house.store.transaction(async (db) => {
    const after = noticed ? await saveNoticedLook(db, look) : creature;
    const first = untold.length > 0 && (await markStageTold(db, creature, toldStage, creature.stage));
    return { creature: after, grown: first ? untold : [] };
  });
}

async function hatch(db: Transaction, look: Look): Promise<LookEffect> {
  const { species, now } = look;
  const egg = await lockAndReload(db, look);
  if (hasHatched(egg.creature)) throw new VersionConflictError();
  const baby = withNextChange(egg, hatchEgg(egg.creature, now), species, now);
  const { id, keeperId, stage } = baby.creature;
  const [, keeper] = await Promise.all([saveCreature(db, baby), selectKeeperForUpdate(db, keeperId)]);
  if (look.tellsKeeper) await markStageTold(db.posted, baby.creature, egg.toldStage, stage);
  await insertMilestone(db.posted, id, { type: 'stage_transition', threshold: stage, at: now, shown: true });
  await orderPortrait(db.posted, egg, stage, now);
  const agentId = keeperId;
  await insertOwnerNews(db.posted, [
    { agentId, at: now, creatureId: id, item: { kind: 'hatched' }, untold: true },
  ]);
  countHatching(db, keeper, baby.family, now);
  await saveKeeper(db.posted, keeper, {
    ...keeper,
    hatched: keeper.hatched + 1,
    firstHatchedAt: keeper.firstHatchedAt ?? now,
    living: keeper.living + 1,
    consistencyTenths: keeper.consistencyTenths + baby.consistencyTenths,
  });
  return { creature: requireHatched(baby.creature), grown: [stage] };
}

// Looks within this time count as one, so that not every look has to be stored.
const ONE_LOOK = MINUTE;

function isNoticed({ life }: HatchedCreature, { species, now }: ChangeTarget): boolean {
  return hooksOf(species, 'loneliness').length > 0 && now - life.lastCheckedAt >= ONE_LOOK;
}

async function saveNoticedLook(db: Transaction, look: ChangeTarget): Promise<HatchedCreature> {
  const { species, now } = look;
  const current = await lockAndReload(db, look);
  const before = requireHatched(current.creature);
  // A concurrent look was stored first.
  if (!isNoticed(before, look)) return before;
  const creature = markChecked(before, species, now);
  const { version } = await saveCreatureBody(db, withNextChange(current, creature, species, now), current);
  await insertNoticedLook(db.posted, { creatureId: creature.id, version, at: now });
  return requireHatched(creature);
}

type WithTried<Found> = readonly (Found & { readonly tried?: readonly string[] })[];

export function withTriedItems<Found extends Wisher>(
  db: Db,
  household: readonly Found[],
): WithTried<Found> | Promise<WithTried<Found>> {
  return household.some(wishesForNew) ? readTriedItems(db, household) : household;
}

async function readTriedItems<Found extends Wisher>(
  db: Db,
  household: readonly Found[],
): Promise<WithTried<Found>> {
  const ids = household.filter(wishesForNew).map(({ creature }) => creature.id);
  const items = Map.groupBy(await triedNamesOfMany(db, ids), ({ creatureId }) => creatureId);
  return household.map((found) => {
    const tried = items.get(found.creature.id)?.map(({ item }) => item);
    return tried ? { ...found, tried } : found;
  });
}

interface Wisher {
  readonly creature: Creature;
  readonly heart?: Heart | undefined;
}

function wishesForNew({ heart }: Wisher): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).item === 'new';
}
