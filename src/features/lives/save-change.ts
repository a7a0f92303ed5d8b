import { consistencyNow, missedWindows } from '../../rules/care/feeding.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { Creature } from '../../rules/lives/creature.ts';
import { ageHours } from '../../rules/lives/growth.ts';
import type { Happening } from '../../rules/lives/live-until.ts';
import { consistencyTenths, nextChangeAt, rankFacts } from '../../rules/lives/stored-facts.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import type { Random } from '../../outside/random.ts';
import type { Db, Transaction } from '../../db/db.ts';
import { selectKeeperForUpdate, saveKeeper, type Keeper } from '../agents/keepers.store.ts';
import { saveCreature, saveCreatureBody, type StoredCreature } from './creatures.store.ts';
import { insertGravestones, type Gravestone } from './gravestones.store.ts';
import { insertMilestones, type CreatureMilestone } from './life-log.store.ts';
import { orderPictures, type PictureOrder } from '../pictures/pictures.store.ts';
import { countDeath, countGrowth } from '../stats/counting.ts';
import { portraitOrders } from '../pictures/picture-url.ts';

/** A creature as it was read, as it is now, and what happened to it in between. */
export interface LifeChange {
  readonly stored: StoredCreature;
  readonly creature: Creature;
  readonly species: Species;
  readonly happened: readonly Happening[];
  readonly now: Instant;
}

/** A changed creature that was written, and the record of its keeper, held since. */
interface SavedCreature {
  readonly saved: StoredCreature;
  readonly keeper: Keeper;
}

/**
 * Writes a creature that has changed and holds its keeper's record, always in this order, so that two changes never wait for
 * each other. A version conflict when somebody else changed it first.
 */
export async function saveAndHold(
  db: Transaction,
  { stored, creature, species, now }: LifeChange,
): Promise<SavedCreature> {
  const next = withNextChange(stored, creature, species, now);
  const save = isSameBeing(stored.creature, creature)
    ? saveCreatureBody(db, next, stored)
    : saveCreature(db, next);
  const [saved, keeper] = await Promise.all([save, selectKeeperForUpdate(db, creature.keeperId)]);
  return { saved, keeper };
}

/** Writes what follows from a change: milestones, a gravestone, portraits to draw, and its keeper's record, by now `record`. */
export async function saveFollowing(
  db: Transaction,
  random: Random,
  change: LifeChange,
  { saved, keeper }: SavedCreature,
  record: Keeper = keeper,
): Promise<void> {
  let after = withConsistency(record, saved.consistencyTenths - change.stored.consistencyTenths);
  // Most of the time nothing else came about, and asking the database for nothing costs as much as asking it.
  if (change.happened.length > 0) {
    const records = noLifeRecords();
    after = recordHappenings({ db, random, records }, change, after);
    await writeLifeRecords(db.posted, records);
  }
  await saveKeeper(db.posted, keeper, after);
}

/** The creature as it is to be stored: with the next moment at which something about it changes. */
export function withNextChange(
  stored: StoredCreature,
  creature: Creature,
  species: Species,
  now: Instant,
): StoredCreature {
  return {
    ...stored,
    creature,
    consistencyTenths: consistencyTenths(creature, species, now),
    nextEventAt: nextChangeAt(creature, species, now),
    ...rankFacts(creature, species, now),
  };
}

/** Are only its feelings different, and not what it is? */
export function isSameBeing(one: Creature, other: Creature): boolean {
  return (
    one.stage === other.stage &&
    one.died === other.died &&
    one.releasedAt === other.releasedAt &&
    one.life?.ageFrom === other.life?.ageFrom
  );
}

/** The record of a keeper one of whose creatures counts for so much more, or less. */
export function withConsistency(keeper: Keeper, tenths: number): Keeper {
  return tenths === 0 ? keeper : { ...keeper, consistencyTenths: keeper.consistencyTenths + tenths };
}

/** The record of a keeper one of whose creatures is about to leave the living: it knows then what the creature knew. */
export function rememberingCareOf(keeper: Keeper, { caredAt = 0 }: Pick<StoredCreature, 'caredAt'>): Keeper {
  return caredAt > keeper.lastActiveAt ? { ...keeper, lastActiveAt: caredAt } : keeper;
}

/** What is to be written beside creatures to which something happened. */
export interface LifeRecords {
  readonly milestones: CreatureMilestone[];
  readonly gravestones: Gravestone[];
  readonly portraits: PictureOrder[];
}

export function noLifeRecords(): LifeRecords {
  return { milestones: [], gravestones: [], portraits: [] };
}

/** Where what follows from a change goes: what it counts, and what is to be written; ids of new stones are chance. */
export interface ChangeRecorder {
  readonly db: Transaction;
  readonly random: Random;
  readonly records: LifeRecords;
}

/** Records what happened to a creature, and tells its keeper's record after it. */
export function recordHappenings(
  recorder: ChangeRecorder,
  { stored, creature, species, happened, now }: LifeChange,
  keeper: Keeper,
): Keeper {
  let record = keeper;
  let { stage } = stored.creature;
  for (const happening of happened) {
    if (happening.kind === 'grew') {
      record = recordGrowth(recorder, record, { stored, from: stage, ...happening });
      recorder.records.portraits.push(...portraitOrders(stored, happening.to, now));
      stage = happening.to;
    } else {
      record = recordDeath(recorder, rememberingCareOf(record, stored), { creature, species, ...happening });
    }
  }
  return record;
}

/** Everything that was recorded, each table at once. */
export async function writeLifeRecords(
  db: Db,
  { milestones, gravestones, portraits }: LifeRecords,
): Promise<void> {
  await Promise.all([
    insertMilestones(db, milestones),
    insertGravestones(db, gravestones),
    orderPictures(db, portraits),
  ]);
}

type GrowthChange = Extract<Happening, { kind: 'grew' }> & {
  readonly stored: StoredCreature;
  readonly from: Stage;
};

function recordGrowth({ db, records }: ChangeRecorder, keeper: Keeper, grown: GrowthChange): Keeper {
  const { stored, from, to, at, path } = grown;
  const creatureId = stored.creature.id;
  records.milestones.push({ creatureId, type: 'stage_transition', threshold: to, at, shown: true });
  const firstChild = to === 'child' && !keeper.hasChild;
  const firstAdult = to === 'adult' && keeper.adultsRaised === 0;
  countGrowth(db, keeper, { family: stored.family, from, to, path, firstChild, firstAdult });
  return {
    ...keeper,
    hasChild: keeper.hasChild || to === 'child',
    adultsRaised: keeper.adultsRaised + (to === 'adult' ? 1 : 0),
  };
}

type DeathChange = Extract<Happening, { kind: 'died' }> & {
  readonly creature: Creature;
  readonly species: Species;
};

function recordDeath(
  { db, random, records }: ChangeRecorder,
  keeper: Keeper,
  { creature, species, at, cause }: DeathChange,
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
  const ageFrom = life?.ageFrom ?? at;
  countDeath(db, keeper, { family: species.family, stage: creature.stage, cause, at, ageFrom, livedMs });
  return {
    ...keeper,
    living: keeper.living - 1,
    deaths: keeper.deaths + 1,
    gravestones: keeper.gravestones + 1,
  };
}
