import { applyCare, type CareEffect, categoryOf } from '../../rules/care/care.ts';
import { type Instant, SECOND } from '../../rules/base/clock.ts';
import type { FoundCreature } from '../../rules/care/needs.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Heart, type Unread, unreadOf } from '../../rules/heart/heart.ts';
import { hasHatched, type HatchedCreature, requireHatched } from '../../rules/lives/creature.ts';
import { type LifeStretch, liveUntil } from '../../rules/lives/live-until.ts';
import { isMilestoneVisible, type ReachedMilestone, tellingAt } from '../../rules/lives/growth.ts';
import { type Observation, observe } from '../../rules/lives/observe.ts';
import { isAsleep, nightRest } from '../../rules/lives/rhythm.ts';
import { type DeadCreatureFacts, ProblemError, type ToldDeaths } from '../../rules/problem.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Action, CareRefusal, Family } from '../../rules/vocabulary.ts';
import * as careLog from './care-log.store.ts';
import { saveTriedItem, triedItemsOf } from '../heart/heart.store.ts';
import type { Database, Transaction } from '../../db/db.ts';
import * as creatures from '../lives/creatures.store.ts';
import { insertMilestone } from '../lives/life-log.store.ts';
import { type AgentRequest, idempotentRequest, type IdempotentResult, once } from '../once.ts';
import { type Activity, addCounted, countActive, countCare } from '../stats/counting.ts';
import { findGranted, type GrantedWishFacts, recordHeart } from '../heart/read-heart.ts';
import type { House } from '../house.ts';
import { countWords, type KnownAgent } from '../agents/api-keys.ts';
import * as own from '../lives/choose-creature.ts';
import { findSiblings, revealMilestones, withTriedItems } from '../lives/look-in.ts';
import { type LifeChange, saveAndHold, saveFollowing } from '../lives/save-change.ts';
import { speciesOf } from '../species/species-registry.ts';
import { dice } from '../../rules/base/dice.ts';
import { readHiddenContent, redactDeed } from '../moderation/hidden-content.ts';

export type JudgedItem = Readonly<NonNullable<Awaited<ReturnType<typeof judgeItem>>>>;

interface CareRequest extends AgentRequest {
  readonly creatureId?: string | undefined;
  readonly action: Action;
  readonly item?: string | undefined;
  readonly notes?: string | undefined;
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
  readonly recent: readonly careLog.OwnDeed[];
  readonly others: readonly FamilyDeed[];
  readonly siblings: readonly FoundCreature[];
  readonly deaths: ToldDeaths;
  readonly activity: Activity;
  readonly heard?: careLog.HeardDeed | undefined;
}

/** Does one act of care. Concurrent acts for one creature are applied one after the other. */
export async function careFor<Reply>(
  house: House,
  request: CareRequest,
  arrivedAt: Instant,
  present: (result: CareResult) => Reply,
): Promise<IdempotentResult<Reply>> {
  const { agent, creatureId, action, item, notes, idempotencyKey } = request;
  const asked = idempotentRequest(agent, idempotencyKey, { care: { creatureId, action, item, notes } });
  return once(house, asked, arrivedAt, {
    read: (lock) => readTarget(house, request, arrivedAt, lock),
    write: (db, target) => care(db, house, target),
    present,
    after: ({ heard }) => heard && house.deeds.add(heard),
  });
}

type CareTarget = Awaited<ReturnType<typeof readTarget>>;

async function readTarget(house: House, request: CareRequest, arrivedAt: Instant, lock: creatures.LockMode) {
  const { agent, creatureId, action, item, notes } = request;
  const caller = own.callerIn(lock, agent);
  const { stored, living } = await own.chooseForCare(house, caller, creatureId, arrivedAt);
  const species = await speciesOf(house, stored.creature.species);
  const now = creatures.noEarlierThan(stored.creature, arrivedAt);
  const siblings = await findSiblings(house, living, stored, now);
  refuseUnready(stored, species, siblings, action, now);
  // The request's texts are counted against the daily quota by the first attempt, not again in a retry.
  if (lock === 'optimistic') await countWords(house, agent, [item, notes], arrivedAt);
  return {
    request,
    stored,
    species,
    item: await judgeItem(house, request, species),
    lock,
    now,
    others: await deedsToTell(house, stored, action, arrivedAt),
    siblings,
    deaths: await own.readDeaths(house, caller, living, now),
    activity: await house.activity.at(arrivedAt),
  };
}

function refuseUnready(
  { creature }: creatures.StoredCreature,
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

async function judgeItem({ tastes }: House, { action, item }: CareRequest, species: Species) {
  if (item === undefined || action === 'reflect') return undefined;
  const score = await tastes.judge({ item, action, species });
  const category = score === null ? 'neutral' : categoryOf(score);
  // Imported on demand: the lexicon of items takes about 100 ms to load.
  const { explainItem } = await import('../../rules/care/judge-item.ts');
  const { thingKindsOf } = await import('../../rules/care/lexicon.ts');
  const reason = explainItem({ item, action, species }, category);
  return { name: item, category, score, kinds: thingKindsOf(item), reason };
}

interface CareAct extends CareTarget, Pick<CareResult, 'entryId' | 'granted' | 'recent'> {}

async function care(db: Transaction, house: House, target: CareTarget): Promise<CareResult> {
  const stored = await creatures.lockAndReload(db, target);
  const { creature } = stored;
  if (!hasHatched(creature)) throw new creatures.VersionConflictError();
  // A request that arrived later may have committed first, so `now` is not before the stored state.
  const now = creatures.noEarlierThan(creature, target.now);
  const { request, species, item } = target;
  const { agent, action, notes } = request;
  const felt = heartAt(creature, species, now);
  const granted = await findGranted(db, { creature, wish: felt.heart.wish, action, item, notes }, now);
  const outcome = applyCare(creature, species, { action, item, granted: granted?.kind }, now, felt);
  const recent = await careLog.recentDeedsOf(db, stored);
  const act = { ...target, stored, now, entryId: house.random.id(), granted, recent };
  if ('refused' in outcome) {
    const { refused } = outcome;
    if (refused === 'asleep') throw new creatures.VersionConflictError();
    const saved = await creatures.saveCreatureBody(db, withEntry(act), stored);
    await careLog.insertCareLogEntry(db.posted, { ...entryOf(act, saved), refused, heard: false });
    const nothing = { granted: undefined, reached: [], wayBack: undefined };
    return factsOf(db, act, stored, { outcome: { refused }, ...nothing });
  }
  const change = changeAfter(outcome, act);
  const { reached, heard } = await saveCare(db, house, act, outcome, change);
  const wayBack = outcome.killed
    ? await own.priceOfReturn(db, house, agent, change.creature, now)
    : undefined;
  const after = { ...change.stored, creature: change.creature };
  return factsOf(db, act, after, { outcome, granted, reached, wayBack, heard });
}

function changeAfter({ creature, killed, timing }: CareEffect, act: CareAct): LifeChange {
  const { request, stored, species, now } = act;
  const { action, item, notes } = request;
  const life: LifeStretch = killed
    ? { creature, happened: [{ kind: 'died', at: now, cause: 'harm' }] }
    : liveUntil(creature, species, now);
  const deed = { action, item, notes, timing, at: now };
  const recentDeeds = careLog.recentDeedsAfter([deed, ...act.recent]);
  // The reply names the keepsakes of this act, so they count as read, unless older ones are unread.
  const kept = stored.creature.heart?.keepsakes.length ?? 0;
  const keepsakesRead =
    stored.keepsakesRead < kept ? stored.keepsakesRead : (life.creature.heart?.keepsakes.length ?? kept);
  return { ...life, stored: { ...withEntry(act), caredAt: now, recentDeeds, keepsakesRead }, species, now };
}

/** Runs every statement of an accepted act of care; those sent to `db.posted` travel with the next awaited one. */
async function saveCare(db: Transaction, house: House, act: CareAct, effect: CareEffect, change: LifeChange) {
  const { stored, item, siblings, granted, now } = act;
  const { action } = act.request;
  const { timing, shown, felt } = effect;
  const { id, keeperId } = stored.creature;
  const [written, othersCaredAt] = await Promise.all([
    saveAndHold(db, change),
    siblings.length > 0 ? creatures.latestCareOfOthers(db, keeperId, id) : undefined,
  ]);
  const { keeper, saved } = written;
  // The keeper's last activity is known if all its living creatures were read: `caredAt` is stored with each creature.
  const isKnown = siblings.length > 0 || keeper.living <= 1;
  const latest = isKnown ? othersCaredAt : await creatures.latestCareOfOthers(db, keeperId, id);
  // Not a column of the saved body: a concurrent history may have set a later mark.
  const { keepsakesRead } = change.stored;
  if (keepsakesRead > stored.keepsakesRead)
    await creatures.markKeepsakesRead(db.posted, stored.creature, keepsakesRead);
  const before = Math.max(keeper.lastActiveAt, stored.caredAt ?? 0, latest ?? 0);
  countCare(db, keeper, { action, timing, item, first: !keeper.hasCared }, now);
  countActive(db, keeper, { before, now });
  const record = { ...keeper, hasCared: true, hasFed: keeper.hasFed || action === 'feed' };
  await saveFollowing(db, house.random, change, written, record);
  const entry = { ...entryOf(act, saved), timing, ...shown, heard: keeper.counts, granted: granted?.kind };
  await careLog.insertCareLogEntry(db.posted, entry);
  await recordHeart(db, id, keeper, felt);
  const reached = await saveMilestones(db, act, effect);
  if (item && item.score !== null && action !== 'reflect') {
    const { name, category, score } = item;
    await saveTriedItem(db.posted, { creatureId: id, action, item: name, category, score });
  }
  return { reached, heard: keeper.counts ? heardDeed(act) : undefined };
}

async function saveMilestones(db: Transaction, { stored, species, now }: CareAct, effect: CareEffect) {
  const { creature, milestones, after } = effect;
  const earlier = creature.died
    ? []
    : await revealMilestones(db, { creature: requireHatched(creature), species }, now);
  if (milestones.length > 0 && stored.milestonesTold === undefined)
    await creatures.startMilestonesTold(db.posted, creature, stored.creature.record.milestones.length);
  const isVisible = (reached: ReachedMilestone) => isMilestoneVisible(species, after, reached);
  for (const reached of milestones) {
    await insertMilestone(db.posted, creature.id, { ...reached, at: now, shown: isVisible(reached) });
  }
  return [...earlier, ...milestones.filter(isVisible)];
}

function withEntry({ stored, now, entryId }: CareAct): creatures.StoredCreature {
  return { ...stored, lastEntryAt: now, lastEntryId: entryId };
}

function heardDeed({ request, stored, now, entryId }: CareAct): careLog.HeardDeed {
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
  { creature, family, version }: creatures.StoredCreature,
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

async function factsOf(
  db: Transaction,
  act: CareAct,
  after: creatures.StoredCreature,
  came: Pick<CareResult, 'outcome' | 'granted' | 'reached' | 'wayBack' | 'heard'>,
): Promise<CareResult> {
  const { item, species, now } = act;
  const creature = requireHatched(after.creature);
  const { heart } = heartAt(creature, species, now);
  const [{ tried = [] } = {}] = await withTriedItems(db, [{ creature, heart }]);
  return {
    ...act,
    ...came,
    action: act.request.action,
    creature,
    heart,
    unread: unreadOf(heart, after),
    // The item of this act may not be in the table of tried items yet.
    tried: item ? [...tried, item.name] : tried,
    observed: creature.died ? undefined : observe(creature, species, now),
    activity: addCounted(act.activity, db.increments, now),
  };
}

const REMEMBERED = 40;
// Replies leave out the caller's own acts, so the acts of one busy keeper must not fill the list.
const REMEMBERED_OF_KEEPER = 20;

// Number of log entries read at start, and on later reads for acts at other nodes.
const LOOKED_THROUGH = { first: 10_000, again: 1000 };
const FRESH_MS = SECOND;

type DeedStore = Pick<Database, 'all' | 'one' | 'run' | 'runEach' | 'shared'>;

/** A cache of recent acts of care by family and action. This node adds its own; those of other nodes are read from the log. */
export class FamilyDeeds {
  readonly #store: DeedStore;
  readonly #kinds = new Map<string, careLog.HeardDeed[]>();
  #readAt: Instant | undefined;
  #reading: Promise<void> | undefined;

  constructor(store: DeedStore) {
    this.#store = store;
  }

  /** Adds an act of care; to be called after its commit. */
  add(deed: careLog.HeardDeed): void {
    const kind = kindOf(deed);
    const known = this.#kinds.get(kind) ?? [];
    if (known.some(({ entryId }) => entryId === deed.entryId)) return;
    const place = known.findIndex(({ at }) => at <= deed.at);
    known.splice(place === -1 ? known.length : place, 0, deed);
    const byKeeper = known.filter(({ keeperId }) => keeperId === deed.keeperId);
    const surplus = byKeeper.length > REMEMBERED_OF_KEEPER ? byKeeper.at(-1) : known[REMEMBERED];
    if (surplus) known.splice(known.indexOf(surplus), 1);
    this.#kinds.set(kind, known);
  }

  /** Recent acts by family and action, newest first. Not for use within a transaction: it may wait for another connection. */
  async ofKind(family: Family, action: Action, now: Instant): Promise<readonly careLog.HeardDeed[]> {
    if (!this.#isFresh(now)) await (this.#reading ??= this.#read(now));
    return this.#kinds.get(kindOf({ family, action })) ?? [];
  }

  #isFresh(now: Instant): boolean {
    if (this.#readAt === undefined) return false;
    // The cache is complete if no other process writes to the database.
    return !this.#store.shared || Math.abs(now - this.#readAt) < FRESH_MS;
  }

  async #read(now: Instant): Promise<void> {
    try {
      const depth = this.#readAt === undefined ? LOOKED_THROUGH.first : LOOKED_THROUGH.again;
      const heard = await careLog.latestHeard(this.#store, depth, REMEMBERED, REMEMBERED_OF_KEEPER);
      for (const deed of heard.toReversed()) this.add(deed);
      this.#readAt = now;
    } finally {
      this.#reading = undefined;
    }
  }
}

function kindOf({ family, action }: Pick<careLog.HeardDeed, 'family' | 'action'>): string {
  return `${family} ${action}`;
}

export interface FamilyDeed extends Pick<
  careLog.HeardDeed,
  'agent' | 'creature' | 'species' | 'action' | 'at' | 'notes'
> {
  readonly speciesName: string;
  readonly community: boolean;
}

const FEWEST_TOLD = 2;
const MOST_TOLD = 5;

/** Acts of other agents for the same family; their number is drawn from the creature's seed and version. */
async function deedsToTell(house: House, stored: creatures.StoredCreature, action: Action, now: Instant) {
  const { creature, family, version } = stored;
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_TOLD + Math.floor(roll * (MOST_TOLD - FEWEST_TOLD + 1));
  const deeds = await house.deeds.ofKind(family, action, now);
  const hidden = await readHiddenContent(house);
  const told: FamilyDeed[] = [];
  for (const deed of deeds) {
    if (told.length === most) break;
    if (deed.keeperId === creature.keeperId || hidden.hidesAgent(deed.keeperId)) continue;
    const found = house.species.find(deed.species);
    // Built-in species are returned without a promise, which saves an await.
    const kind = found instanceof Promise ? await found : found;
    if (!kind) continue;
    const { name, tier } = kind;
    const { agent, species, at } = deed;
    const { creature: cared, notes } = redactDeed(hidden, deed);
    const community = tier === 'community';
    told.push({ agent, creature: cared, species, speciesName: name, community, action, at, notes });
  }
  return told;
}

export type Preferences = Awaited<ReturnType<typeof listPreferences>>;

const MOST_DISCOVERED = 200;

export async function listPreferences(house: House, agent: KnownAgent, id: string | undefined, now: Instant) {
  const living = await own.loadLiving(house, agent, now);
  const found =
    id === undefined
      ? (living[0] ?? (await creatures.lastDeadOf(house.store, agent.id)))
      : await own.loadOwn(house, agent, id, now);
  if (!found)
    throw new ProblemError('no_creature', await own.describeMissing(house, agent, { id, found }, now));
  const { creature } = found;
  return {
    creature,
    species: await speciesOf(house, creature.species),
    discovered: await triedItemsOf(house.store, creature.id, MOST_DISCOVERED),
  };
}
