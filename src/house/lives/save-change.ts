import type { Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import { consistencyTenths, nextChangeAt } from '../../core/lives/next-change.ts';
import { rankFacts } from '../../core/public/rank-facts.ts';
import type { Species } from '../../core/species/species.ts';
import type { Random } from '../../outside/engine/random.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { selectKeeperForUpdate, saveKeeper, type Keeper } from '../../store/keepers/keepers.ts';
import { saveCreature, saveCreatureBody, type StoredCreature } from '../../store/lives/creatures.ts';
import { noLifeRecords, recordHappenings, writeLifeRecords, type LifeChange } from './record-happenings.ts';

interface CreatureChange extends LifeChange {
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
  const { stored, creature, species, now, whenHeld, withKeeper } = change;
  const next = withNextChange(stored, creature, species, now);
  const save = isSameBeing(stored.creature, creature)
    ? saveCreatureBody(db, next, stored)
    : saveCreature(db, next);
  // Always in this order, the creature and then its keeper, so that two changes never wait for each other.
  const held = selectKeeperForUpdate(db, creature.keeperId);
  const [saved, keeper] = await Promise.all([save, held, whenHeld?.()]);
  const counted = withConsistency(keeper, next.consistencyTenths - stored.consistencyTenths);
  const record = withKeeper ? await withKeeper(counted) : counted;
  // Most of the time nothing else came about, and asking the database for nothing costs as much as asking it.
  const after = change.happened.length === 0 ? record : await recordLife(db, random, change, record);
  await saveKeeper(db.posted, keeper, after);
  return saved;
}

async function recordLife(
  db: Transaction,
  random: Random,
  change: LifeChange,
  keeper: Keeper,
): Promise<Keeper> {
  const records = noLifeRecords();
  const after = recordHappenings({ db, random, records }, change, keeper);
  await writeLifeRecords(db.posted, records);
  return after;
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
