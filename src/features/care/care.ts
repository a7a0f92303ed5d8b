import type { Transaction } from '../../../packages/database/db.ts';
import { type Instant } from '../../rules/base/clock.ts';
import { applyCare, type CareEffect, categoryOf } from '../../rules/care/care.ts';
import type { FoundCreature } from '../../rules/care/needs.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Heart, NOTHING_UNREAD, type Unread, unreadOf } from '../../rules/heart/heart.ts';
import { hasHatched, type HatchedCreature, requireHatched } from '../../rules/lives/creature.ts';
import { isMilestoneVisible, type ReachedMilestone, tellingAt } from '../../rules/lives/growth.ts';
import { type LifeStretch, liveUntil } from '../../rules/lives/live-until.ts';
import { type Observation, observe } from '../../rules/lives/observe.ts';
import { isAsleep, nightRest } from '../../rules/lives/rhythm.ts';
import type { HumanNews } from '../../rules/owner-news.ts';
import { type DeadCreatureFacts, ProblemError, type ToldDeaths } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, CareRefusal } from '../../rules/vocabulary.ts';
import { callerIn, chooseForCare, priceOfReturn, readDeaths } from '../creatures/choose-creature.ts';
import { type LifeChange, saveAndHold, saveFollowing } from '../creatures/save-change.ts';
import { findGranted, type GrantedWishFacts, recordHeart } from '../heart/read-heart.ts';
import type { BaseHouse } from '../house.ts';
import { countWords } from '../identity/api-keys.ts';
import type { LivesHouse } from '../lives/due.ts';
import { findSiblings, revealMilestones, withTriedItems } from '../lives/look-in.ts';
import { takeNewsWithin } from '../lives/owner-news.ts';
import { type AgentRequest, idempotentRequest, type IdempotentResult, once } from '../once.ts';
import {
  type HeardDeed,
  insertCareLogEntry,
  type OwnDeed,
  recentDeedsAfter,
  recentDeedsOf,
} from '../records/care-log.store.ts';
import {
  latestCareOfOthers,
  lockAndReload,
  markKeepsakesRead,
  noEarlierThan,
  saveCreatureBody,
  startMilestonesTold,
  type StoredCreature,
} from '../records/creatures.store.ts';
import { saveTriedItem } from '../records/heart.store.ts';
import { insertMilestone } from '../records/life-log.store.ts';
import { insertSitterVisit } from '../records/sitter-visits.store.ts';
import { type LockMode, VersionConflictError } from '../retry.ts';
import { speciesOf } from '../species/species-registry.ts';
import { type Activity, addCounted, countActive, countCare } from '../tallies/counting.ts';
import { saveNewsOfCare } from './care-news.ts';
import { deedsToTell, type FamilyDeed, type FamilyDeeds } from './family-deeds.ts';

export interface CareHouse extends LivesHouse {
  readonly deeds: FamilyDeeds;
}

export type JudgedItem = Readonly<NonNullable<Awaited<ReturnType<typeof judgeItem>>>>;

interface CareRequest extends AgentRequest {
  readonly creatureId?: string | undefined;
  readonly action: Action;
  readonly item?: string | undefined;
  readonly notes?: string | undefined;
}

interface ToldDeed extends OwnDeed {
  /** Its words are not the caller's: a sitter's to the keeper, all but its own to a sitter. */
  readonly isOthers: boolean;
}

export interface CareResult {
  readonly now: Instant;
  readonly action: Action;
  readonly item: JudgedItem | undefined;
  readonly entryId: string;
  readonly species: Species;
  readonly outcome: CareEffect | { readonly refused: CareRefusal };
  readonly creature: HatchedCreature;
  /** Facts about the creature after the act; undefined when the act killed it. */
  readonly observed: Observation | undefined;
  readonly wayBack: Pick<DeadCreatureFacts, 'cost' | 'missing' | 'payers'> | undefined;
  readonly heart: Heart;
  readonly unread: Unread;
  readonly tried?: readonly string[] | undefined;
  readonly granted: GrantedWishFacts | undefined;
  /** Milestones to announce: those of this act, and earlier ones about a stat that was hidden until now. */
  readonly reached: readonly ReachedMilestone[];
  readonly recent: readonly ToldDeed[];
  readonly others: readonly FamilyDeed[];
  readonly siblings: readonly FoundCreature[];
  readonly deaths: ToldDeaths;
  readonly activity: Activity;
  readonly heard?: HeardDeed | undefined;
  readonly news: HumanNews | undefined;
}

/** Does one act of care. Concurrent acts for one creature are applied one after the other. */
export async function careFor<Reply>(
  house: CareHouse,
  request: CareRequest,
  arrivedAt: Instant,
  present: (result: CareResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, creatureId, action, item, notes, idempotencyKey } = request;
  const asked = idempotentRequest(agent, idempotencyKey, { care: { creatureId, action, item, notes } });
  return once(house, asked, arrivedAt, {
    read: (lock) => readTarget(house, request, arrivedAt, lock),
    count: () => countWords(house, agent, [item, notes], arrivedAt),
    write: (db, target) => care(db, house, target),
    present,
    after: ({ heard }) => heard && house.deeds.add(heard),
  });
}

type CareTarget = Awaited<ReturnType<typeof readTarget>>;

async function readTarget(house: CareHouse, request: CareRequest, arrivedAt: Instant, lock: LockMode) {
  const { agent, creatureId, action } = request;
  const caller = callerIn(lock, agent);
  const { stored, living } = await chooseForCare(house, caller, creatureId, arrivedAt);
  const species = await speciesOf(house, stored.creature.species);
  const now = noEarlierThan(stored.creature, arrivedAt);
  const siblings = await findSiblings(house, caller, living, stored, now);
  refuseUnready(stored, species, siblings, action, now);
  return {
    request,
    stored,
    species,
    item: await judgeItem(house, request, species),
    lock,
    now,
    others: await deedsToTell(house, stored, action, arrivedAt),
    siblings,
    deaths: await readDeaths(house, caller, living, now),
    activity: await house.activity.at(arrivedAt),
  };
}

function refuseUnready(
  { creature }: StoredCreature,
  species: Species,
  siblings: readonly FoundCreature[],
  action: Action,
  now: Instant,
): void {
  const { id, name, seed } = creature;
  const who = { id, name, family: species.family, slug: species.slug, seed, count: tellingAt(creature, now) };
  if (!hasHatched(creature)) throw new ProblemError('egg_not_hatched', who);
  if (action === 'reflect' || !isAsleep(creature, now)) return;
  const { heart } = heartAt(creature, species, now);
  const sleeper = { creature, species, observed: observe(creature, species, now), heart };
  const rest = nightRest(creature, now);
  throw new ProblemError('creature_asleep', { ...who, rest, household: [sleeper, ...siblings] });
}

async function judgeItem(
  { tastes }: Pick<BaseHouse, 'tastes'>,
  { action, item }: CareRequest,
  species: Species,
) {
  if (item === undefined || action === 'reflect') return undefined;
  const score = await tastes.judge({ item, action, species });
  const category = score === null ? 'neutral' : categoryOf(score);
  // Imported on demand: the lexicon of items takes about 100 ms to load.
  const { explainItem } = await import('../../rules/care/judge-item.ts');
  const { thingKindsOf } = await import('../../../packages/tastes/lexicon.ts');
  const reason = explainItem({ item, action, species }, category);
  return { name: item, category, score, kinds: thingKindsOf(item), reason };
}

interface CareAct extends CareTarget, Pick<CareResult, 'entryId' | 'granted'> {
  readonly recent: readonly OwnDeed[];
}

async function care(
  db: Transaction,
  house: Pick<BaseHouse, 'cashier' | 'random'>,
  target: CareTarget,
): Promise<CareResult> {
  const stored = await lockAndReload(db, target);
  const { creature } = stored;
  if (!hasHatched(creature)) throw new VersionConflictError();
  // A request that arrived later may have committed first, so `now` is not before the stored state.
  const now = noEarlierThan(creature, target.now);
  const { request, species, item } = target;
  const { agent, action, notes } = request;
  const felt = heartAt(creature, species, now);
  const granted = await findGranted(db, { creature, wish: felt.heart.wish, action, item, notes }, now);
  const outcome = applyCare(creature, species, { action, item, granted: granted?.kind }, now, felt);
  const recent = await recentDeedsOf(db, stored);
  const act = { ...target, stored, now, entryId: house.random.id(), granted, recent };
  if ('refused' in outcome) {
    const { refused } = outcome;
    if (refused === 'asleep') throw new VersionConflictError();
    const saved = await saveCreatureBody(db, withEntry(act), stored);
    await insertCareLogEntry(db.posted, { ...entryOf(act, saved), refused, heard: false });
    await saveSitterVisit(db, act);
    const nothing = { granted: undefined, reached: [], wayBack: undefined };
    return factsOf(db, act, stored, { outcome: { refused }, ...nothing });
  }
  const change = changeAfter(outcome, act);
  const { reached, heard } = await saveCare(db, house, act, outcome, change);
  const hasNews = await saveNewsOfCare(db, act, outcome, change);
  const isPriced = outcome.killed && agent.sitter === undefined;
  const wayBack = isPriced ? await priceOfReturn(db, house, agent, change.creature, now) : undefined;
  const after = { ...change.stored, creature: change.creature };
  return factsOf(db, act, after, { outcome, granted, reached, wayBack, heard, hasNews });
}

function changeAfter({ creature, killed, timing }: CareEffect, act: CareAct): LifeChange {
  const { request, stored, species, now } = act;
  const { agent, action, item, notes } = request;
  const life: LifeStretch = killed
    ? { creature, happened: [{ kind: 'died', at: now, cause: 'harm' }] }
    : liveUntil(creature, species, now);
  const deed = { action, item, notes, timing, at: now, by: agent.sitter?.name };
  const recentDeeds = recentDeedsAfter([deed, ...act.recent]);
  // The reply names the keepsakes of this act, so they count as read, unless older ones are unread.
  const kept = stored.creature.heart?.keepsakes.length ?? 0;
  const keepsakesRead =
    agent.sitter || stored.keepsakesRead < kept
      ? stored.keepsakesRead
      : (life.creature.heart?.keepsakes.length ?? kept);
  return { ...life, stored: { ...withEntry(act), caredAt: now, recentDeeds, keepsakesRead }, species, now };
}

/** Runs every statement of an accepted act of care; those sent to `db.posted` travel with the next awaited one. */
async function saveCare(
  db: Transaction,
  house: Pick<BaseHouse, 'random'>,
  act: CareAct,
  effect: CareEffect,
  change: LifeChange,
) {
  const { stored, item, siblings, granted, now } = act;
  const { action } = act.request;
  const { timing, shown, felt } = effect;
  const { id, keeperId } = stored.creature;
  const [written, othersCaredAt] = await Promise.all([
    saveAndHold(db, change),
    siblings.length > 0 ? latestCareOfOthers(db, keeperId, id) : undefined,
  ]);
  const { keeper, saved } = written;
  // The keeper's last activity is known if all its living creatures were read: `caredAt` is stored with each creature.
  const isKnown = siblings.length > 0 || keeper.living <= 1;
  const latest = isKnown ? othersCaredAt : await latestCareOfOthers(db, keeperId, id);
  // Not a column of the saved body: a concurrent history may have set a later mark.
  const { keepsakesRead } = change.stored;
  if (keepsakesRead > stored.keepsakesRead)
    await markKeepsakesRead(db.posted, stored.creature, keepsakesRead);
  const before = Math.max(keeper.lastActiveAt, stored.caredAt ?? 0, latest ?? 0);
  countCare(db, keeper, { action, timing, item, first: !keeper.hasCared }, now);
  countActive(db, keeper, { before, now });
  const record = { ...keeper, hasCared: true, hasFed: keeper.hasFed || action === 'feed' };
  await saveFollowing(db, house.random, change, written, record);
  const entry = { ...entryOf(act, saved), timing, ...shown, heard: keeper.counts, granted: granted?.kind };
  await insertCareLogEntry(db.posted, entry);
  await saveSitterVisit(db, act);
  await recordHeart(db, id, keeper, felt);
  const reached = await saveMilestones(db, act, effect);
  if (item && item.score !== null && action !== 'reflect') {
    const { name, category, score } = item;
    await saveTriedItem(db.posted, { creatureId: id, action, item: name, category, score });
  }
  return { reached, heard: keeper.counts ? heardDeed(act) : undefined };
}

async function saveSitterVisit(db: Transaction, { request, stored, now, entryId }: CareAct): Promise<void> {
  const { sitter } = request.agent;
  if (!sitter) return;
  await insertSitterVisit(db.posted, { creatureId: stored.creature.id, at: now, entryId, name: sitter.name });
}

async function saveMilestones(db: Transaction, act: CareAct, effect: CareEffect) {
  const { request, stored, species, now } = act;
  const { creature, milestones, after } = effect;
  // Only the reply to the agent's own key reveals what was hidden until now.
  const isToldHere = !creature.died && request.agent.sitter === undefined;
  const earlier = !isToldHere
    ? []
    : await revealMilestones(db, { creature: requireHatched(creature), species }, now);
  if (milestones.length > 0 && stored.milestonesTold === undefined)
    await startMilestonesTold(db.posted, creature, stored.creature.record.milestones.length);
  const isVisible = (reached: ReachedMilestone) => isMilestoneVisible(species, after, reached);
  for (const reached of milestones) {
    await insertMilestone(db.posted, creature.id, { ...reached, at: now, shown: isVisible(reached) });
  }
  return [...earlier, ...milestones.filter(isVisible)];
}

function withEntry({ stored, now, entryId }: CareAct): StoredCreature {
  return { ...stored, lastEntryAt: now, lastEntryId: entryId };
}

function heardDeed({ request, stored, now, entryId }: CareAct): HeardDeed {
  const { agent, action, notes } = request;
  const { id, name, species, keeperId } = stored.creature;
  return {
    entryId,
    creatureId: id,
    keeperId,
    family: stored.family,
    agent: agent.username,
    creature: name,
    species,
    action,
    at: now,
    notes: action === 'reflect' ? notes : undefined,
  };
}

function entryOf(
  { request, item, stored, now, entryId }: CareAct,
  { creature, family, version }: StoredCreature,
) {
  return {
    id: entryId,
    creatureId: creature.id,
    version,
    previousAt: stored.lastEntryAt,
    previousId: stored.lastEntryId,
    keeperId: creature.keeperId,
    family,
    at: now,
    action: request.action,
    item: request.item,
    category: item?.category,
    score: item?.score ?? null,
    notes: request.notes,
  };
}

function deedAsTold(deed: OwnDeed, sitter: CareRequest['agent']['sitter']): ToldDeed {
  const isOthers = deed.by !== sitter?.name;
  return sitter ? { ...deed, notes: undefined, by: undefined, isOthers } : { ...deed, isOthers };
}

async function factsOf(
  db: Transaction,
  act: CareAct,
  after: StoredCreature,
  {
    hasNews = false,
    ...came
  }: Pick<CareResult, 'outcome' | 'granted' | 'reached' | 'wayBack' | 'heard'> & {
    readonly hasNews?: boolean;
  },
): Promise<CareResult> {
  const { item, species, siblings, now } = act;
  const { sitter } = act.request.agent;
  const creature = requireHatched(after.creature);
  const { heart } = heartAt(creature, species, now);
  const [{ tried = [] } = {}] = await withTriedItems(db, [{ creature, heart }]);
  const observed = creature.died ? undefined : observe(creature, species, now);
  const household = observed ? [{ creature, species, heart, observed }, ...siblings] : siblings;
  return {
    ...act,
    ...came,
    recent: act.recent.map((deed) => deedAsTold(deed, sitter)),
    action: act.request.action,
    creature,
    heart,
    unread: sitter ? NOTHING_UNREAD : unreadOf(heart, after),
    // The item of this act may not be in the table of tried items yet.
    tried: item ? [...tried, item.name] : tried,
    observed,
    activity: addCounted(act.activity, db.increments, now),
    news: await takeNewsWithin(db, { agent: act.request.agent, household, now, hasMore: hasNews }),
  };
}
