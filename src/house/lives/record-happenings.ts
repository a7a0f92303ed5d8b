import { consistencyNow, missedWindows } from '../../core/care/feeding.ts';
import { HOUR, type Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { ageHours } from '../../core/lives/growth.ts';
import type { Happening } from '../../core/lives/live-until.ts';
import type { Species } from '../../core/species/species.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { Random } from '../../outside/engine/random.ts';
import type { Db, Transaction } from '../../store/engine/db.ts';
import type { Keeper } from '../../store/keepers/keepers.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import { insertGravestones, type Gravestone } from '../../store/lives/gravestones.ts';
import { insertMilestones, type CreatureMilestone } from '../../store/lives/milestones.ts';
import { orderPictures, type PictureOrder } from '../../store/pictures/picture-jobs.ts';
import { countDeath, countGrowth } from '../figures/counting.ts';
import { rememberingCareOf } from '../keepers/last-active.ts';
import { portraitOrders } from '../pictures/order-picture.ts';

/** A creature as it was read, as it is now, and what happened to it in between. */
export interface LifeChange {
  readonly stored: StoredCreature;
  readonly creature: Creature;
  readonly species: Species;
  readonly happened: readonly Happening[];
  readonly now: Instant;
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
