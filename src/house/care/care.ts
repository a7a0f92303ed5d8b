import { type CareEffect, applyCare } from '../../core/care/care.ts';
import { categoryOf } from '../../core/care/item-effects.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { heartAt } from '../../core/heart/feel.ts';
import type { Heart } from '../../core/heart/heart.ts';
import { unreadOf, type Unread } from '../../core/heart/unread.ts';
import {
  hasHatched,
  type Creature,
  type HatchedCreature,
  requireHatched,
} from '../../core/lives/creature.ts';
import { liveUntil, type LifeStretch } from '../../core/lives/live-until.ts';
import { isMilestoneVisible, type ReachedMilestone } from '../../core/lives/milestones.ts';
import { type Observation, observe } from '../../core/lives/observe.ts';
import { isAsleep, nightRest } from '../../core/lives/sleep.ts';
import { tellingAt } from '../../core/lives/telling.ts';
import { ProblemError, type DeadCreatureFacts } from '../../core/problem.ts';
import type { Species } from '../../core/species/species.ts';
import type { Action, CareRefusal, ItemCategory } from '../../core/vocabulary.ts';
import { insertCareLogEntry } from '../../store/care/care-log.ts';
import { recentDeedsOf, recentDeedsAfter, type HeardDeed, type OwnDeed } from '../../store/care/deeds.ts';
import { saveTriedItem } from '../../store/care/tried-items.ts';
import type { Transaction } from '../../store/engine/db.ts';
import type { Keeper } from '../../store/keepers/keepers.ts';
import { type StoredCreature, VersionConflictError, saveCreatureBody } from '../../store/lives/creatures.ts';
import { insertMilestone } from '../../store/lives/milestones.ts';
import { idempotentRequest, runIdempotent, type IdempotentResult } from '../engine/idempotency.ts';
import {
  retryOnConflict,
  noEarlierThan,
  type ChangeTarget,
  type LockMode,
  lockAndReload,
} from '../engine/optimistic-lock.ts';
import { type Activity, addCounted } from '../figures/activity.ts';
import { countActive, countCare } from '../figures/counting.ts';
import { findGranted, withTriedItems, type GrantedWishFacts } from '../heart/find-granted.ts';
import { recordHeart } from '../heart/record-heart.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { countWords } from '../keepers/count-words.ts';
import { lastActiveOf, readCareOfOthers, type CareOfOthers } from '../keepers/last-active.ts';
import { chooseForCare, priceOfReturn } from '../lives/choose-creature.ts';
import { findSiblings, type FoundCreature } from '../lives/look-in.ts';
import { revealMilestones } from '../lives/reveal-milestones.ts';
import { saveChange } from '../lives/save-change.ts';
import { speciesOf } from '../species/species-registry.ts';
import { deedsToTell, type FamilyDeed } from './deeds-to-tell.ts';

export type { OwnDeed };

/** An item as it was judged; the score is null when nobody could tell. */
export interface JudgedItem {
  readonly name: string;
  readonly category: ItemCategory;
  readonly score: number | null;
}

interface CareRequest {
  readonly agent: KnownAgent;
  readonly creatureId?: string | undefined;
  readonly action: Action;
  readonly item?: string | undefined;
  readonly notes?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What came of an act of care that was let happen, or that the creature would not have. */
export interface CareResult {
  readonly now: Instant;
  readonly action: Action;
  readonly item: JudgedItem | undefined;
  readonly entryId: string;
  readonly species: Species;
  readonly outcome: CareEffect | { readonly refused: CareRefusal };
  /** The creature afterwards, and how it looks; without a look when the care ended its life. */
  readonly creature: HatchedCreature;
  readonly observed: Observation | undefined;
  /** What it takes to have it back, when the care ended its life. */
  readonly wayBack: Pick<DeadCreatureFacts, 'missing' | 'payable'> | undefined;
  /** What it carries with it afterwards. */
  readonly heart: Heart;
  readonly unread: Unread;
  readonly tried?: readonly string[] | undefined;
  /** The wish that was granted. */
  readonly granted: GrantedWishFacts | undefined;
  /** What it reached that may be seen now, by this care or while it hid it. */
  readonly reached: readonly ReachedMilestone[];
  readonly recent: readonly OwnDeed[];
  readonly others: readonly FamilyDeed[];
  /** Its living siblings, the newest first. */
  readonly siblings: readonly FoundCreature[];
  readonly activity: Activity;
}

/** One act of care. Of several that arrive at once each finds the creature as the one before left it. */
export async function careFor<Reply>(
  house: House,
  request: CareRequest,
  arrivedAt: Instant,
  present: (result: CareResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, creatureId, action, item, notes, idempotencyKey } = request;
  const content = { care: { creatureId, action, item, notes } };
  const idempotent = idempotentRequest(agent, idempotencyKey, content);
  return runIdempotent(house, idempotent, arrivedAt, (commit) =>
    retryOnConflict(async (lock) => {
      const prepared = await prepareCare(house, request, arrivedAt, lock);
      let heard: HeardDeed | undefined;
      const reply = await commit(async (db) =>
        present(await giveCare(db, house, prepared, (deed) => (heard = deed))),
      );
      if (heard) house.deeds.add(heard);
      return reply;
    }),
  );
}

/** Everything that is known before anything is written. */
interface PreparedCare extends ChangeTarget, Pick<CareResult, 'item' | 'others' | 'siblings' | 'activity'> {
  readonly request: CareRequest;
}

async function prepareCare(
  house: House,
  request: CareRequest,
  arrivedAt: Instant,
  lock: LockMode,
): Promise<PreparedCare> {
  const { stored, living } = await chooseForCare(house, request.agent, request.creatureId, arrivedAt);
  const species = await speciesOf(house, stored.creature.species);
  const now = noEarlierThan(stored.creature, arrivedAt);
  const siblings = await findSiblings(house, living, stored, now);
  refuseUnready({ creature: stored.creature, species, siblings, now }, request.action);
  // Whoever has to try again has been counted.
  if (lock === 'optimistic') await countWords(house, request.agent, [request.item, request.notes], arrivedAt);
  return {
    request,
    stored,
    species,
    item: await judgeItem(house, request, species),
    lock,
    now,
    others: await deedsToTell(house, stored, request.action, arrivedAt),
    siblings,
    activity: await house.activity.at(arrivedAt),
  };
}

/** Eggs and sleepers are left alone, whatever is in the log; only reflecting disturbs nobody. */
function refuseUnready({ creature, species, siblings, now }: UnreadyFacts, action: Action): void {
  const { id, name, seed } = creature;
  const who = { id, name, family: species.family, slug: species.slug, seed, count: tellingAt(creature, now) };
  if (!hasHatched(creature)) throw new ProblemError('egg_not_hatched', who);
  if (action === 'reflect' || !isAsleep(creature, now)) return;
  const { heart } = heartAt(creature, species, now);
  const sleeper = { creature, species, observed: observe(creature, species, now), heart };
  const rest = nightRest(creature, now);
  throw new ProblemError('creature_asleep', { ...who, rest, household: [sleeper, ...siblings] });
}

interface UnreadyFacts extends Pick<CareResult, 'species' | 'siblings' | 'now'> {
  readonly creature: Creature;
}

async function judgeItem(
  { tastes }: House,
  { action, item }: CareRequest,
  species: Species,
): Promise<JudgedItem | undefined> {
  if (item === undefined || action === 'reflect') return undefined;
  const score = await tastes.judge({ item, action, species });
  return { name: item, category: score === null ? 'neutral' : categoryOf(score), score };
}

/** A prepared act at the moment it happens, with the creature as nobody else can change it any more. */
interface CareAct extends PreparedCare {
  readonly entryId: string;
  readonly granted: GrantedWishFacts | undefined;
  readonly recent: readonly OwnDeed[];
  /** Is told what other keepers may hear of. */
  readonly tell: (deed: HeardDeed) => void;
}

/** Gives the care and writes down all that comes of it. */
async function giveCare(
  db: Transaction,
  house: House,
  prepared: PreparedCare,
  tell: CareAct['tell'],
): Promise<CareResult> {
  const stored = await lockAndReload(db, prepared);
  const { creature } = stored;
  if (!hasHatched(creature)) throw new VersionConflictError();
  // Whoever was faster may have come later.
  const now = noEarlierThan(creature, prepared.now);
  const { request, species, item } = prepared;
  const { action, notes } = request;
  const granted = await findGranted(db, { creature, species, action, item, notes }, now);
  const wish = {
    action,
    item: item && { name: item.name, category: item.category },
    granted: granted?.kind,
  };
  const outcome = applyCare(creature, species, wish, now);
  const recent = await recentDeedsOf(db, stored);
  const act: CareAct = {
    ...prepared,
    stored,
    now,
    entryId: house.random.id(),
    granted,
    recent,
    tell,
  };
  if ('refused' in outcome) {
    const { refused } = outcome;
    // Sleep is a matter of the hour alone, and was asked about before anything else.
    if (refused === 'asleep') throw new VersionConflictError();
    await saveRefusal(db, act, refused);
    return resultOf(db, act, { outcome: { refused }, creature, reached: [], wayBack: undefined });
  }
  const saved = await saveCare(db, house, act, outcome);
  const wayBack = outcome.killed ? await priceOfReturn(db, house, saved.creature, now) : undefined;
  return resultOf(db, act, { outcome, ...saved, wayBack });
}

/** What it would not have is written down, and changes nothing. */
async function saveRefusal(db: Transaction, act: CareAct, refused: CareRefusal): Promise<void> {
  const saved = await saveCreatureBody(db, withEntry(act), act.stored);
  await insertCareLogEntry(db.posted, { ...entryOf(act, saved), refused, heard: false });
}

async function saveCare(
  db: Transaction,
  house: House,
  act: CareAct,
  effect: CareEffect,
): Promise<Pick<CareResult, 'creature' | 'reached'>> {
  const { stored, species, item, now } = act;
  const { action } = act.request;
  const { timing, shown } = effect;
  const { creature, happened } = lifeAfter(effect, act);
  let heard = true;
  let others: CareOfOthers | undefined;
  const whenHeld = async () => {
    if (act.siblings.length > 0) others = await readCareOfOthers(db, creature);
  };
  const withKeeper = async (keeper: Keeper): Promise<Keeper> => {
    heard = keeper.counts;
    countCare(db, keeper, { action, timing, item, first: !keeper.hasCared }, now);
    countActive(db, keeper, { before: await lastActiveOf(db, keeper, stored, others), now });
    return { ...keeper, hasCared: true, hasFed: keeper.hasFed || action === 'feed' };
  };
  const recentDeeds = recentDeedsAfter([ownDeedOf(act, timing), ...act.recent]);
  const keepsakesRead = keepsakesReadAfter(stored, creature);
  const cared = { ...withEntry(act), caredAt: now, recentDeeds, keepsakesRead };
  const saved = await saveChange(db, house.random, {
    stored: cared,
    creature,
    species,
    happened,
    now,
    whenHeld,
    withKeeper,
  });
  await insertCareLogEntry(db.posted, {
    ...entryOf(act, saved),
    timing,
    ...shown,
    heard,
    granted: act.granted?.kind,
  });
  await recordHeart(db, creature.id, { counts: heard }, effect.felt);
  if (heard) act.tell(deedOf(act));
  const reached = await saveMilestones(db, act, effect);
  if (item && item.score !== null && action !== 'reflect') {
    const { name, category, score } = item;
    await saveTriedItem(db.posted, creature.id, { action, item: name, category, score });
  }
  return { creature: requireHatched(creature), reached };
}

/** The answer to care names what came since the last care: with it, all keepsakes are read if the older ones were. */
function keepsakesReadAfter({ creature, keepsakesRead }: StoredCreature, after: Creature): number {
  const before = creature.heart?.keepsakes.length ?? 0;
  return keepsakesRead < before ? keepsakesRead : (after.heart?.keepsakes.length ?? before);
}

/** Care may end its life, or let it grow up at once. */
function lifeAfter({ creature, killed }: CareEffect, { species, now }: CareAct): LifeStretch {
  if (killed) return { creature, happened: [{ kind: 'died', at: now, cause: 'harm' }] };
  return liveUntil(creature, species, now);
}

/** Writes down what it reached; what may be seen is told, with all that could not be seen before. */
async function saveMilestones(
  db: Transaction,
  { species, now }: CareAct,
  { creature, milestones, after }: CareEffect,
): Promise<readonly ReachedMilestone[]> {
  const earlier = creature.died
    ? []
    : await revealMilestones(db, { creature: requireHatched(creature), species }, now);
  const isVisible = (reached: ReachedMilestone) => isMilestoneVisible(species, after, reached);
  for (const reached of milestones) {
    await insertMilestone(db.posted, creature.id, { ...reached, at: now, shown: isVisible(reached) });
  }
  return [...earlier, ...milestones.filter(isVisible)];
}

/** The creature, its log ending with this act. */
function withEntry({ stored, now, entryId }: CareAct): StoredCreature {
  return { ...stored, lastEntryAt: now, lastEntryId: entryId };
}

function ownDeedOf({ request, now }: CareAct, timing: OwnDeed['timing']): OwnDeed {
  const { action, item, notes } = request;
  return { action, item, notes, timing, at: now };
}

function deedOf({ request, stored, now, entryId }: CareAct): HeardDeed {
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

/** What every entry of the care log has: who, what, when. */
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
    timing: undefined,
    refused: undefined,
    granted: undefined,
    before: {},
    after: {},
  };
}

async function resultOf(
  db: Transaction,
  { request, stored, item, species, now, entryId, granted, recent, others, siblings, activity }: CareAct,
  { outcome, creature, reached, wayBack }: Pick<CareResult, 'outcome' | 'creature' | 'reached' | 'wayBack'>,
): Promise<CareResult> {
  const { heart } = heartAt(creature, species, now);
  const [{ tried = [] } = {}] = await withTriedItems(db, [{ creature, heart }]);
  const isRefused = 'refused' in outcome;
  const keepsakesRead = isRefused ? stored.keepsakesRead : keepsakesReadAfter(stored, creature);
  return {
    now,
    action: request.action,
    item,
    entryId,
    species,
    outcome,
    creature,
    heart,
    unread: unreadOf(heart, { ...stored, keepsakesRead }),
    // The item of this act may not be written yet.
    tried: item ? [...tried, item.name] : tried,
    granted: isRefused ? undefined : granted,
    observed: creature.died ? undefined : observe(creature, species, now),
    reached,
    wayBack,
    recent,
    others,
    siblings,
    activity: addCounted(activity, db.increments, now),
  };
}
