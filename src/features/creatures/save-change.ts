import type { Db, Transaction } from '../../../packages/database/db.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { consistencyNow, missedWindows } from '../../rules/care/feeding.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import {
  consistencyTenths,
  type Happening,
  type LifeStretch,
  nextChangeAt,
  rankFacts,
} from '../../rules/lives/live-until.ts';
import { resurrectionClosesAt, resurrectionCost } from '../../rules/lives/resurrection.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { Random } from '../../outside/random.ts';
import { type Keeper, saveKeeper, selectKeeperForUpdate } from '../identity/agents.store.ts';
import { insertOwnerNews, type NewOwnerNews } from '../identity/owner-news.store.ts';
import { portraitOrders } from '../pictures/picture-url.ts';
import { orderPictures, type PictureOrder } from '../pictures/pictures.store.ts';
import { saveCreature, saveCreatureBody, type StoredCreature } from '../records/creatures.store.ts';
import { insertMilestones, type CreatureMilestone } from '../records/life-log.store.ts';
import { countDeath, countGrowth } from '../tallies/counting.ts';
import { insertGravestones, type Gravestone } from './gravestones.store.ts';

export interface LifeChange extends LifeStretch {
  readonly stored: StoredCreature;
  readonly species: Species;
  readonly now: Instant;
}

/** The keeper's row is locked in this transaction. */
export interface SavedCreature {
  readonly saved: StoredCreature;
  readonly keeper: Keeper;
}

/** Saves the creature, then locks its keeper: always in this order, against deadlocks. Throws VersionConflictError. */
export async function saveAndHold(db: Transaction, change: LifeChange): Promise<SavedCreature> {
  const { stored, creature, species, now, nextEventAt } = change;
  const next = withNextChange(stored, creature, species, now, nextEventAt);
  const save = isSameBeing(stored.creature, creature)
    ? saveCreatureBody(db, next, stored)
    : saveCreature(db, next);
  const [saved, keeper] = await Promise.all([save, selectKeeperForUpdate(db, creature.keeperId)]);
  return { saved, keeper };
}

export async function saveFollowing(
  db: Transaction,
  random: Random,
  change: LifeChange,
  { saved, keeper }: SavedCreature,
  record: Keeper = keeper,
): Promise<void> {
  let after = withConsistency(record, saved.consistencyTenths - change.stored.consistencyTenths);
  // Usually no growth or death happened: then no statement is sent, since an empty one costs a round trip too.
  if (change.happened.length > 0) {
    const records = noLifeRecords();
    after = recordHappenings({ db, random, records }, change, after);
    await writeLifeRecords(db.posted, records);
  }
  await saveKeeper(db.posted, keeper, after);
}

export function withNextChange(
  stored: StoredCreature,
  creature: Creature,
  species: Species,
  now: Instant,
  event?: Instant,
): StoredCreature {
  return {
    ...stored,
    creature,
    consistencyTenths: consistencyTenths(creature, species, now),
    nextEventAt: nextChangeAt(creature, species, now, event),
    ...rankFacts(creature, species, now),
  };
}

/** True if stage, state and age are unchanged: `saveCreatureBody` does not write these columns. */
export function isSameBeing(one: Creature, other: Creature): boolean {
  return (
    one.stage === other.stage &&
    one.died === other.died &&
    one.releasedAt === other.releasedAt &&
    one.life?.ageFrom === other.life?.ageFrom
  );
}

export function withConsistency(keeper: Keeper, tenths: number): Keeper {
  return tenths === 0 ? keeper : { ...keeper, consistencyTenths: keeper.consistencyTenths + tenths };
}

/** The keeper's record after a creature died or was released: the creature's `caredAt` counts as the keeper's activity. */
export function rememberingCareOf(keeper: Keeper, { caredAt = 0 }: Pick<StoredCreature, 'caredAt'>): Keeper {
  return caredAt > keeper.lastActiveAt ? { ...keeper, lastActiveAt: caredAt } : keeper;
}

/** What follows from changes of lives, to be written at once. */
export interface LifeRecords {
  readonly milestones: CreatureMilestone[];
  readonly gravestones: Gravestone[];
  readonly portraits: PictureOrder[];
  readonly news: NewOwnerNews[];
}

export function noLifeRecords(): LifeRecords {
  return { milestones: [], gravestones: [], portraits: [], news: [] };
}

interface ChangeRecorder {
  readonly db: Transaction;
  readonly random: Random;
  readonly records: LifeRecords;
}

export function recordHappenings(recorder: ChangeRecorder, change: LifeChange, keeper: Keeper): Keeper {
  const { stored, creature, species, happened, now } = change;
  let record = keeper;
  let { stage } = stored.creature;
  for (const happening of happened) {
    if (happening.kind === 'grew') {
      record = recordGrowth(recorder, record, stored, stage, happening);
      recorder.records.portraits.push(...portraitOrders(stored, happening.to, now));
      stage = happening.to;
    } else {
      record = recordDeath(recorder, rememberingCareOf(record, stored), creature, species, happening);
    }
  }
  return record;
}

export async function writeLifeRecords(
  db: Db,
  { milestones, gravestones, portraits, news }: LifeRecords,
): Promise<void> {
  await Promise.all([
    insertMilestones(db, milestones),
    insertGravestones(db, gravestones),
    orderPictures(db, portraits),
    insertOwnerNews(db, news),
  ]);
}

function recordGrowth(
  { db, records }: ChangeRecorder,
  keeper: Keeper,
  stored: StoredCreature,
  from: Stage,
  { to, at, path }: Extract<Happening, { kind: 'grew' }>,
): Keeper {
  const { id: creatureId, keeperId } = stored.creature;
  records.milestones.push({ creatureId, type: 'stage_transition', threshold: to, at, shown: true });
  if (to !== 'egg' && to !== 'baby')
    records.news.push({ agentId: keeperId, at, creatureId, item: { kind: 'grew', to }, untold: true });
  const firstChild = to === 'child' && !keeper.hasChild;
  const firstAdult = to === 'adult' && keeper.adultsRaised === 0;
  countGrowth(db, keeper, { family: stored.family, from, to, path, firstChild, firstAdult });
  return {
    ...keeper,
    hasChild: keeper.hasChild || to === 'child',
    adultsRaised: keeper.adultsRaised + (to === 'adult' ? 1 : 0),
  };
}

function recordDeath(
  { db, random, records }: ChangeRecorder,
  keeper: Keeper,
  creature: Creature,
  species: Species,
  { at, cause }: Extract<Happening, { kind: 'died' }>,
): Keeper {
  const { record, life } = creature;
  const livedMs = Math.round(ageHours(creature, at) * HOUR);
  const windows = life ? (at - life.lastFedAt) / (species.feedingWindowHours * HOUR) : 0;
  records.gravestones.push({
    id: random.id(),
    creatureId: creature.id,
    deathNumber: creature.resurrections + 1,
    keeperId: creature.keeperId,
    caretaker: keeper.username,
    name: creature.name,
    species: creature.species,
    speciesName: species.name,
    family: species.family,
    tier: species.tier,
    stageReached: creature.stage,
    path: creature.path,
    livedMs,
    feedings: record.feedings,
    missedFeedings: record.missedFeedings + missedWindows(windows),
    careActions: record.careActions,
    streak: record.streak,
    consistency: consistencyNow(record, windows),
    lastCareAction: record.lastAction,
    cause,
    seed: creature.seed,
    diedAt: at,
    resurrectedAt: undefined,
  });
  records.news.push({
    agentId: creature.keeperId,
    at,
    creatureId: creature.id,
    item: { kind: 'died', cause, cost: resurrectionCost(creature, at), closesAt: resurrectionClosesAt(at) },
    untold: true,
  });
  const ageFrom = life?.ageFrom ?? at;
  countDeath(db, keeper, { family: species.family, stage: creature.stage, cause, at, ageFrom, livedMs });
  return {
    ...keeper,
    living: keeper.living - 1,
    deaths: keeper.deaths + 1,
    gravestones: keeper.gravestones + 1,
  };
}
