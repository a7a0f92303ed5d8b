import { type CareEffect, applyCare, type CareWish } from '../../core/care/care.ts';
import { categoryOf } from '../../core/care/item-effects.ts';
import { DAY, type Instant } from '../../core/engine/clock.ts';
import { dice } from '../../core/engine/dice.ts';
import { localHourAt } from '../../core/engine/local-time.ts';
import {
  hasHatched,
  type Creature,
  type HatchedCreature,
  requireHatched,
} from '../../core/lives/creature.ts';
import { liveUntil, type LifeStretch } from '../../core/lives/live-until.ts';
import { statOfMilestone } from '../../core/lives/milestones.ts';
import { type Observation, observe } from '../../core/lives/observe.ts';
import { isAsleep, nightEndsAt } from '../../core/lives/sleep.ts';
import { hiddenStats } from '../../core/lives/visible-stats.ts';
import { ProblemError } from '../../core/problem.ts';
import type { Species } from '../../core/species/species.ts';
import type { Action, CareRefusal, ItemCategory } from '../../core/vocabulary.ts';
import { insertCareLogEntry } from '../../store/care/care-log.ts';
import {
  deedsOfOthers,
  recentDeeds,
  type OthersDeed as Overheard,
  type OwnDeed,
} from '../../store/care/deeds.ts';
import { saveTriedItem } from '../../store/care/tried-items.ts';
import type { Transaction } from '../../store/engine/db.ts';
import type { Keeper } from '../../store/keepers/keepers.ts';
import { type StoredCreature, VersionConflictError, saveCreatureBody } from '../../store/lives/creatures.ts';
import { insertMilestone } from '../../store/lives/milestones.ts';
import { runIdempotent, findReplay, agentScope, type IdempotentResult } from '../engine/idempotency.ts';
import { retryOnConflict, noEarlierThan, type LockMode, lockAndReload } from '../engine/optimistic-lock.ts';
import { type Activity, addCounted } from '../figures/activity.ts';
import { countActive, countCare } from '../figures/counting.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { chooseForCare } from '../lives/choose-creature.ts';
import { saveChange } from '../lives/save-change.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { redactDeed } from '../moderation/redact.ts';
import { speciesOf } from '../species/species-registry.ts';

export type { OwnDeed };

/** What another agent did for a creature of the same family. */
export interface FamilyDeed extends Omit<Overheard, 'entryId' | 'creatureId'> {
  readonly speciesName: string;
  readonly community: boolean;
}

/** An item as it was judged; the score is null when nobody could tell. */
export interface JudgedItem {
  readonly name: string;
  readonly category: ItemCategory;
  readonly score: number | null;
}

export interface CareRequest {
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
  readonly recent: readonly OwnDeed[];
  readonly others: readonly FamilyDeed[];
  /** How many living creatures its keeper has. */
  readonly living: number;
  readonly activity: Activity;
}

/** One act of care. Of several that arrive at once each finds the creature as the one before left it. */
export async function careFor<Told>(
  house: House,
  asked: CareRequest,
  now: Instant,
  tell: (cared: CareResult) => Told,
): Promise<IdempotentResult<Told>> {
  const { agent, creatureId, action, item, notes, idempotencyKey: key } = asked;
  const ask = {
    key,
    scope: agentScope(agent),
    request: { care: { creatureId, action, item, notes } },
    keptFor: DAY,
  };
  // First of all: the creature that was cared for then may be asleep or dead by now.
  const earlier = key === undefined ? undefined : await findReplay<Told>(house, { ...ask, key }, now);
  if (earlier) return earlier;
  return retryOnConflict(async (grip) => {
    const giving = await prepare(house, asked, now, grip);
    return runIdempotent(house, ask, now, async (db) => tell(await giveCare(db, house, giving)));
  });
}

/** Everything that is known before anything is written. */
export interface PreparedCare {
  readonly asked: CareRequest;
  readonly kept: StoredCreature;
  readonly species: Species;
  readonly item: JudgedItem | undefined;
  readonly grip: LockMode;
  readonly now: Instant;
  readonly recent: readonly OwnDeed[];
  readonly others: readonly FamilyDeed[];
  readonly living: number;
  readonly activity: Activity;
}

async function prepare(
  house: House,
  asked: CareRequest,
  arrived: Instant,
  grip: LockMode,
): Promise<PreparedCare> {
  const { kept, living } = await chooseForCare(house, asked.agent, asked.creatureId, arrived);
  const species = await speciesOf(house, kept.creature.species);
  const now = noEarlierThan(kept.creature, arrived);
  refuseUnready(kept.creature, species, asked.action, now);
  return {
    asked,
    kept,
    species,
    item: await judged(house, asked, species),
    grip,
    now,
    recent: await recentDeeds(house.store, kept.creature.id, MOST_RECENT),
    others: await othersFor(house, asked, kept),
    living,
    activity: await house.activity.at(arrived),
  };
}

/** Eggs and sleepers are left alone, whatever is in the log; only reflecting disturbs nobody. */
function refuseUnready(creature: Creature, species: Species, action: Action, now: Instant): void {
  const { id, name, seed, zone } = creature;
  const who = { id, name, family: species.family, seed, count: localHourAt(zone, now) };
  if (!hasHatched(creature)) throw new ProblemError('egg_not_hatched', who);
  if (action === 'reflect' || !isAsleep(creature, now)) return;
  throw new ProblemError('creature_asleep', { ...who, nightEndsAt: nightEndsAt(creature, now), zone });
}

async function judged(
  { tastes }: House,
  { action, item }: CareRequest,
  species: Species,
): Promise<JudgedItem | undefined> {
  if (item === undefined || action === 'reflect') return undefined;
  const score = await tastes.judge({ item, action, species });
  return { name: item, category: score === null ? 'neutral' : categoryOf(score), score };
}

const MOST_RECENT = 5;
const FEWEST_OTHERS = 2;
const MOST_OTHERS = 5;

/** What others did, as many as the dice say for this creature and its next act. */
async function othersFor(
  house: House,
  { agent, action }: CareRequest,
  { creature, family, version }: StoredCreature,
): Promise<readonly FamilyDeed[]> {
  const roll = dice(creature.seed, 'others', version);
  const most = FEWEST_OTHERS + Math.floor(roll * (MOST_OTHERS - FEWEST_OTHERS + 1));
  const deeds = await deedsOfOthers(house.store, { family, action, keeperId: agent.id }, most);
  const curtain = await readHiddenContent(house);
  return Promise.all(
    deeds.map(async (each) => {
      const deed = redactDeed(curtain, each);
      const { name, tier } = await speciesOf(house, deed.species);
      return { ...deed, speciesName: name, community: tier === 'community' };
    }),
  );
}

/** Gives the care and writes down all that comes of it. */
export async function giveCare(db: Transaction, house: House, prepared: PreparedCare): Promise<CareResult> {
  const kept = await lockAndReload(db, prepared.kept, prepared.grip, prepared.now);
  const { creature } = kept;
  if (!hasHatched(creature)) throw new VersionConflictError();
  // Whoever was faster may have come later.
  const giving = { ...prepared, now: noEarlierThan(creature, prepared.now) };
  const { species, now } = giving;
  const outcome = applyCare(creature, species, wishOf(giving), now);
  const entryId = house.random.id();
  if ('refused' in outcome) {
    const { refused } = outcome;
    // Sleep is a matter of the hour alone, and was asked about before anything else.
    if (refused === 'asleep') throw new VersionConflictError();
    await takeRefusal(db, giving, { kept, refused, entryId });
    return told(db, giving, { outcome: { refused }, creature, entryId });
  }
  const after = await takeCare(db, house, giving, { kept, outcome, entryId });
  return told(db, giving, { outcome, creature: after, entryId });
}

function told(
  db: Transaction,
  giving: PreparedCare,
  what: Pick<CareResult, 'outcome' | 'creature' | 'entryId'>,
): CareResult {
  const { asked, species, now } = giving;
  const { creature: after } = what;
  return {
    ...what,
    now,
    action: asked.action,
    item: giving.item,
    species,
    observed: after.died ? undefined : observe(after, species, now),
    recent: giving.recent,
    others: giving.others,
    living: giving.living - (after.died ? 1 : 0),
    activity: addCounted(giving.activity, db.increments, now),
  };
}

function wishOf({ asked: { action }, item }: PreparedCare): CareWish {
  return { action, item: item && { name: item.name, category: item.category } };
}

interface RefusedCare {
  readonly kept: StoredCreature;
  readonly refused: CareRefusal;
  readonly entryId: string;
}

/** What it would not have is written down, and changes nothing. */
async function takeRefusal(
  db: Transaction,
  giving: PreparedCare,
  { kept, refused, entryId }: RefusedCare,
): Promise<void> {
  const saved = await saveCreatureBody(db, kept, kept.nextEventAt);
  await insertCareLogEntry(db, { ...entryOf(giving, saved, entryId), refused, heard: false });
}

interface AppliedCare {
  readonly kept: StoredCreature;
  readonly outcome: CareEffect;
  readonly entryId: string;
}

async function takeCare(
  db: Transaction,
  house: House,
  giving: PreparedCare,
  given: AppliedCare,
): Promise<HatchedCreature> {
  const { asked, species, item, now } = giving;
  const { kept, outcome, entryId } = given;
  const { creature, happened } = afterwards(outcome, giving);
  let counts = true;
  const withKeeper = (keeper: Keeper): Keeper => {
    counts = keeper.counts;
    countCare(
      db,
      keeper,
      { action: asked.action, timing: outcome.timing, item, first: !keeper.hasCared },
      now,
    );
    const lastActiveAt = countActive(db, keeper, { before: keeper.lastActiveAt, now });
    return { ...keeper, hasCared: true, lastActiveAt };
  };
  const saved = await saveChange(db, house.random, { kept, creature, species, happened, now, withKeeper });
  const { before, after } = outcome.shown;
  const entry = { ...entryOf(giving, saved, entryId), timing: outcome.timing, before, after, heard: counts };
  await insertCareLogEntry(db, entry);
  await keepMilestones(db, creature.id, outcome, now);
  if (item && item.score !== null && asked.action !== 'reflect') {
    const { name, category, score } = item;
    await saveTriedItem(db, creature.id, { action: asked.action, item: name, category, score });
  }
  return creature;
}

/** Care may end its life, or let it grow up at once. */
function afterwards(
  outcome: CareEffect,
  { species, now }: PreparedCare,
): LifeStretch & { creature: HatchedCreature } {
  const { creature, killed } = outcome;
  const lived: LifeStretch = killed
    ? { creature, happened: [{ kind: 'died', at: now, cause: 'harm' }] }
    : liveUntil(creature, species, now);
  return { creature: requireHatched(lived.creature), happened: lived.happened };
}

async function keepMilestones(
  db: Transaction,
  creatureId: string,
  { milestones, shown }: CareEffect,
  at: Instant,
): Promise<void> {
  const hidden = hiddenStats(shown.after);
  for (const { type, threshold } of milestones) {
    const stat = statOfMilestone(type);
    const isShown = stat === undefined || !hidden.includes(stat);
    await insertMilestone(db, creatureId, { type, threshold, at, shown: isShown });
  }
}

/** What every entry has: who, what, when. */
function entryOf(
  { asked, item, now }: PreparedCare,
  { creature, family, version }: StoredCreature,
  id: string,
) {
  return {
    id,
    creatureId: creature.id,
    version,
    keeperId: creature.keeperId,
    family,
    at: now,
    action: asked.action,
    item: asked.item,
    category: item?.category,
    score: item?.score ?? null,
    notes: asked.notes,
    timing: undefined,
    refused: undefined,
    before: {},
    after: {},
  };
}
