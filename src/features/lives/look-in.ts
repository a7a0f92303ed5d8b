import type { FoundCreature, KeeperHabits, RecentAct, TendedCreature } from '../../rules/care/needs.ts';
import { type Instant, MINUTE } from '../../rules/base/clock.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { type Heart, type Unread, unreadOf } from '../../rules/heart/heart.ts';
import * as rules from '../../rules/lives/creature.ts';
import { statsAt } from '../../rules/lives/decay.ts';
import { markChecked, hatchEgg } from '../../rules/lives/live-until.ts';
import {
  isMilestoneVisible,
  milestoneFrom,
  milestoneKey,
  type ReachedMilestone,
} from '../../rules/lives/growth.ts';
import { observe, type Observation } from '../../rules/lives/observe.ts';
import { ProblemError, type DeadCreatureFacts, type ToldDeaths } from '../../rules/problem.ts';
import { hidesNothing, hooksOf } from '../../rules/species/mechanics.ts';
import type { Species } from '../../rules/species/species.ts';
import { type Stage, STAGES } from '../../rules/vocabulary.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { fromJson } from '../../db/portable.ts';
import { allReadable } from '../../db/table.ts';
import { saveKeeper, selectKeeperForUpdate } from '../agents/agents.store.ts';
import * as creatures from './creatures.store.ts';
import {
  insertMilestone,
  insertNoticedLook,
  markMilestoneSeen,
  unseenMilestonesOf,
} from './life-log.store.ts';
import { isOrdered, type Portrait, portraitsOf } from '../pictures/pictures.store.ts';
import { type Activity, countHatching } from '../stats/counting.ts';
import { WISHES, type WishRow } from '../../rules/heart/wishes-table.ts';
import { triedNamesOfMany } from '../heart/heart.store.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../agents/api-keys.ts';
import { orderPortrait, pictureUrl } from '../pictures/picture-url.ts';
import { speciesOf } from '../species/species-registry.ts';
import * as choosing from './choose-creature.ts';
import { findNewGifts, type Gift } from './gifts.ts';
import { withNextChange } from './save-change.ts';

export interface LookInResult {
  readonly kind: 'living';
  readonly now: Instant;
  readonly creature: rules.HatchedCreature;
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
  readonly deaths: choosing.KeeperDeaths;
  readonly gifts: readonly Gift[];
  readonly activity: Activity;
}

export interface LookBackResult extends DeadCreatureFacts {
  readonly kind: 'dead';
  readonly deaths: ToldDeaths;
  readonly unread: Unread;
  readonly portraits: readonly Portrait[];
}

/** The status check: looks at a creature; without an id, at the newest living one. The first look hatches an egg. */
export async function lookIn(
  house: House,
  caller: KnownAgent,
  id: string | undefined,
  now: Instant,
): Promise<LookInResult | LookBackResult> {
  return creatures.retryOnConflict(async (lock) => {
    const agent = choosing.callerIn(lock, caller);
    const living = await choosing.loadLiving(house, agent, now);
    const named = id === undefined ? living[0] : living.find(({ creature }) => creature.id === id);
    const stored = named ?? (await findElsewhere(house, agent, living, id, now));
    if (!rules.isAlive(stored.creature)) return lookBack(house, agent, stored, living, now);
    const species = await speciesOf(house, stored.creature.species);
    const look = { stored, species, lock, now: creatures.noEarlierThan(stored.creature, now) };
    const { creature, grown } = await applyLook(house, look);
    const moment = creatures.noEarlierThan(creature, look.now);
    const { heart } = heartAt(creature, species, moment);
    const [found = { creature, heart }] = await withTriedItems(house.store, [{ creature, heart }]);
    return {
      kind: 'living',
      now: moment,
      ...found,
      species,
      observed: observe(creature, species, moment),
      unread: unreadOf(heart, stored),
      habits: habitsOf(stored),
      imageUrl: pictureUrl(house, stored.imageUrl),
      portraits: await portraitsFor(house, stored),
      grown,
      reached: await tellMilestones(house.store, { stored, creature, species }, moment),
      beingDrawn: await isBeingDrawn(house, grown.at(-1), creature),
      others: await findSiblings(house, living, stored, moment),
      deaths: await choosing.readDeaths(house, agent, living, moment),
      gifts: await findNewGifts(house.store, agent.id, living, moment),
      activity: await house.activity.at(now),
    };
  });
}

async function findElsewhere(
  house: House,
  agent: KnownAgent,
  living: readonly creatures.StoredCreature[],
  id: string | undefined,
  now: Instant,
) {
  const own = id === undefined ? undefined : await choosing.loadOwn(house, agent, id, now);
  if (own && own.creature.releasedAt === undefined) return own;
  if (id === undefined) await creatures.requireLivingReadable(house.store, agent.id);
  const found = id === undefined ? await creatures.lastDeadOf(house.store, agent.id) : own;
  const missing = await choosing.describeMissing(house, agent, { id, found }, now);
  const deaths = missing.late && (await choosing.readDeaths(house, agent, living, now));
  throw new ProblemError('nobody_home', { ...missing, deaths });
}

async function lookBack(
  house: House,
  agent: KnownAgent,
  stored: creatures.StoredCreature,
  living: readonly creatures.StoredCreature[],
  now: Instant,
): Promise<LookBackResult> {
  const dead = await choosing.describeDead(house, agent, stored, now);
  const moment = creatures.noEarlierThan(stored.creature, now);
  const { heart } = heartAt(rules.requireHatched(stored.creature), dead.species, moment);
  return {
    kind: 'dead',
    ...dead,
    deaths: await choosing.readDeaths(house, agent, living, now, stored.creature.id),
    unread: unreadOf(heart, stored),
    portraits: await portraitsFor(house, stored),
  };
}

async function portraitsFor(house: House, { portraits, creature }: creatures.StoredCreature) {
  if (portraits === 0) return [];
  const drawn = await portraitsOf(house.store, creature.id);
  return drawn.map((portrait) => ({ ...portrait, imageUrl: pictureUrl(house, portrait.imageUrl) }));
}

async function isBeingDrawn({ store }: House, stage: Stage | undefined, { id, keeperId }: rules.Creature) {
  if (stage === undefined || stage === 'egg') return false;
  return isOrdered(store, { sitter: id, occasion: stage }, keeperId);
}

type MilestoneOwner = Omit<TendedCreature, 'observed'> & { readonly stored: creatures.StoredCreature };

/** Returns the milestones that no status has told yet, without those about hidden stats. */
async function tellMilestones(db: Db, { stored, creature, species }: MilestoneOwner, now: Instant) {
  const revealed = await revealMilestones(db, { creature, species }, now);
  const { milestones } = creature.record;
  const { milestonesTold: told = milestones.length } = stored;
  if (told >= milestones.length) return revealed;
  if (!(await creatures.markMilestonesTold(db, creature, told, milestones.length))) return revealed;
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

export async function findSiblings(
  house: House,
  living: readonly creatures.StoredCreature[],
  { creature: { id } }: creatures.StoredCreature,
  now: Instant,
): Promise<readonly FoundCreature[]> {
  const others = living.filter(({ creature }) => creature.id !== id);
  if (others.length === 0) return [];
  const found = await allReadable(
    others.map(async (stored): Promise<FoundCreature> => {
      const { creature } = stored;
      const species = await speciesOf(house, creature.species);
      if (!rules.hasHatched(creature)) return { creature, species, observed: undefined };
      const moment = creatures.noEarlierThan(creature, now);
      const observed = observe(creature, species, moment);
      const { heart } = heartAt(creature, species, moment);
      return {
        creature,
        species,
        observed,
        heart,
        unread: unreadOf(heart, stored),
        habits: habitsOf(stored),
      };
    }),
  );
  return withTriedItems(house.store, found);
}

function habitsOf({ creature, recentDeeds }: creatures.StoredCreature): KeeperHabits | undefined {
  if (recentDeeds === undefined || !rules.hasHatched(creature)) return undefined;
  const { lastCheckedAt } = creature.life;
  return { acts: () => fromJson<readonly RecentAct[]>(recentDeeds), lookedAt: lastCheckedAt };
}

type LookEffect = Pick<LookInResult, 'creature' | 'grown'>;

/** The effect of a status check: it hatches an egg, counts as company for social species, and returns new stages once. */
function applyLook(house: House, look: creatures.ChangeTarget): LookEffect | Promise<LookEffect> {
  const { creature, toldStage } = look.stored;
  if (!rules.hasHatched(creature)) return house.store.transaction((db) => hatch(db, look));
  const untold = STAGES.slice(STAGES.indexOf(toldStage) + 1, STAGES.indexOf(creature.stage) + 1);
  const noticed = isNoticed(creature, look);
  if (untold.length === 0 && !noticed) return { creature, grown: [] };
  return house.store.transaction(async (db) => {
    const after = noticed ? await saveNoticedLook(db, look) : creature;
    const first =
      untold.length > 0 && (await creatures.markStageTold(db, creature, toldStage, creature.stage));
    return { creature: after, grown: first ? untold : [] };
  });
}

async function hatch(db: Transaction, look: creatures.ChangeTarget): Promise<LookEffect> {
  const { species, now } = look;
  const egg = await creatures.lockAndReload(db, look);
  if (rules.hasHatched(egg.creature)) throw new creatures.VersionConflictError();
  const baby = withNextChange(egg, hatchEgg(egg.creature, now), species, now);
  const { id, keeperId, stage } = baby.creature;
  const [, keeper] = await Promise.all([
    creatures.saveCreature(db, baby),
    selectKeeperForUpdate(db, keeperId),
  ]);
  await creatures.markStageTold(db.posted, baby.creature, egg.toldStage, stage);
  await insertMilestone(db.posted, id, { type: 'stage_transition', threshold: stage, at: now, shown: true });
  await orderPortrait(db.posted, egg, stage, now);
  countHatching(db, keeper, baby.family, now);
  await saveKeeper(db.posted, keeper, {
    ...keeper,
    hatched: keeper.hatched + 1,
    firstHatchedAt: keeper.firstHatchedAt ?? now,
    living: keeper.living + 1,
    consistencyTenths: keeper.consistencyTenths + baby.consistencyTenths,
  });
  return { creature: rules.requireHatched(baby.creature), grown: [stage] };
}

// Looks within this time count as one, so that not every look has to be stored.
const ONE_LOOK = MINUTE;

function isNoticed({ life }: rules.HatchedCreature, { species, now }: creatures.ChangeTarget): boolean {
  return hooksOf(species, 'loneliness').length > 0 && now - life.lastCheckedAt >= ONE_LOOK;
}

async function saveNoticedLook(
  db: Transaction,
  look: creatures.ChangeTarget,
): Promise<rules.HatchedCreature> {
  const { species, now } = look;
  const current = await creatures.lockAndReload(db, look);
  const before = rules.requireHatched(current.creature);
  // A concurrent look was stored first.
  if (!isNoticed(before, look)) return before;
  const creature = markChecked(before, species, now);
  const { version } = await creatures.saveCreatureBody(
    db,
    withNextChange(current, creature, species, now),
    current,
  );
  await insertNoticedLook(db.posted, { creatureId: creature.id, version, at: now });
  return rules.requireHatched(creature);
}

export async function withTriedItems<Found extends Wisher>(
  db: Db,
  household: readonly Found[],
): Promise<readonly (Found & { readonly tried?: readonly string[] })[]> {
  const ids = household.filter(wishesForNew).map(({ creature }) => creature.id);
  if (ids.length === 0) return household;
  const items = Map.groupBy(await triedNamesOfMany(db, ids), ({ creatureId }) => creatureId);
  return household.map((found) => {
    const tried = items.get(found.creature.id)?.map(({ item }) => item);
    return tried ? { ...found, tried } : found;
  });
}

interface Wisher {
  readonly creature: rules.Creature;
  readonly heart?: Heart | undefined;
}

function wishesForNew({ heart }: Wisher): boolean {
  const { kind } = heart?.wish.open ?? {};
  return kind !== undefined && (WISHES[kind] as WishRow).item === 'new';
}
