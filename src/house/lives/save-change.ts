import { consistencyNow, missedWindows } from '../../core/care/feeding.ts';
import { type Instant, HOUR } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { ageHours } from '../../core/lives/growth.ts';
import type { Happening } from '../../core/lives/live-until.ts';
import { consistencyTenths, nextChangeAt } from '../../core/lives/next-change.ts';
import type { Species } from '../../core/species/species.ts';
import type { Family, Stage } from '../../core/vocabulary.ts';
import type { Random } from '../../outside/engine/random.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { selectKeeperForUpdate, saveKeeper, type Keeper } from '../../store/keepers/keepers.ts';
import { saveCreature, saveCreatureBody, type StoredCreature } from '../../store/lives/creatures.ts';
import { insertGravestone } from '../../store/lives/gravestones.ts';
import { insertMilestone } from '../../store/lives/milestones.ts';
import { countDeath, countGrowth } from '../figures/counting.ts';
import { rememberingCareOf } from '../keepers/last-active.ts';
import { orderPortrait } from '../pictures/order-picture.ts';

/** A creature as it was read, as it is now, and what happened to it in between. */
interface CreatureChange {
  readonly stored: StoredCreature;
  readonly creature: Creature;
  readonly species: Species;
  readonly happened: readonly Happening[];
  readonly now: Instant;
  /** What is read as soon as its keeper's record is held, and travels along. */
  readonly whenHeld?: () => Promise<void>;
  /** What else this does to its keeper's record. */
  readonly withKeeper?: (keeper: Keeper) => Promise<Keeper>;
}

/**
 * Writes down a creature that has changed, with everything that follows from it: milestones, a gravestone, its keeper's
 * record, the counts of the house. A version conflict when somebody else changed it first.
 */
export async function saveChange(
  db: Transaction,
  random: Random,
  change: CreatureChange,
): Promise<StoredCreature> {
  const { stored, creature, species, happened, now, whenHeld, withKeeper } = change;
  const next = withNextChange(stored, creature, species, now);
  const save = isSameBeing(stored.creature, creature)
    ? saveCreatureBody(db, next, stored.nextEventAt)
    : saveCreature(db, next);
  // Always in this order, the creature and then its keeper, so that two changes never wait for each other.
  const held = selectKeeperForUpdate(db, creature.keeperId);
  const [saved, keeper] = await Promise.all([save, held, whenHeld?.()]);
  const consistent = withConsistency(keeper, next.consistencyTenths - stored.consistencyTenths);
  let record = withKeeper ? await withKeeper(consistent) : consistent;
  let { stage } = stored.creature;
  for (const happening of happened) {
    if (happening.kind === 'grew') {
      record = await recordGrowth(db, record, {
        id: creature.id,
        family: stored.family,
        from: stage,
        ...happening,
      });
      await orderPortrait(db.posted, stored, happening.to, now);
      stage = happening.to;
    } else {
      const dying = { creature, species, ...happening };
      record = await recordDeath(db, random, rememberingCareOf(record, next), dying);
    }
  }
  await saveKeeper(db.posted, keeper, record);
  return saved;
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
  };
}

/** Are only its feelings different, and not what it is? */
function isSameBeing(one: Creature, other: Creature): boolean {
  return (
    one.stage === other.stage &&
    one.died === other.died &&
    one.releasedAt === other.releasedAt &&
    one.life?.ageFrom === other.life?.ageFrom
  );
}

function withConsistency(keeper: Keeper, tenths: number): Keeper {
  return tenths === 0 ? keeper : { ...keeper, consistencyTenths: keeper.consistencyTenths + tenths };
}

type GrowthChange = Extract<Happening, { kind: 'grew' }> & {
  readonly id: string;
  readonly family: Family;
  readonly from: Stage;
};

async function recordGrowth(db: Transaction, keeper: Keeper, grown: GrowthChange): Promise<Keeper> {
  const { id, family, from, to, at, path } = grown;
  await insertMilestone(db.posted, id, { type: 'stage_transition', threshold: to, at, shown: true });
  const firstChild = to === 'child' && !keeper.hasChild;
  const firstAdult = to === 'adult' && keeper.adultsRaised === 0;
  countGrowth(db, keeper, { family, from, to, path, firstChild, firstAdult });
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

async function recordDeath(
  db: Transaction,
  random: Random,
  keeper: Keeper,
  buried: DeathChange,
): Promise<Keeper> {
  const { creature, species, at, cause } = buried;
  const { record, life } = creature;
  const livedMs = Math.round(ageHours(creature, at) * HOUR);
  const windows = life ? (at - life.lastFedAt) / (species.feedingWindowHours * HOUR) : 0;
  await insertGravestone(db.posted, {
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
