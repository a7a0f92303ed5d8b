import { consistencyTenths, nextChangeAt } from '../core/board.ts';
import type { Instant } from '../core/clock.ts';
import type { Creature } from '../core/creature.ts';
import { consistencyNow, missedWindows } from '../core/feeding.ts';
import { HOUR } from '../core/clock.ts';
import type { Happening } from '../core/live.ts';
import type { Species } from '../core/species/species.ts';
import { ageHours } from '../core/stages.ts';
import type { Family, Stage } from '../core/vocabulary.ts';
import type { Chance } from '../outside/chance.ts';
import { saveCreature, saveFeelings, type Kept } from '../store/creatures.ts';
import type { Transaction } from '../store/db.ts';
import { carve } from '../store/gravestones.ts';
import { holdKeeper, saveKeeper, type Keeper } from '../store/keepers.ts';
import { keepMilestone } from '../store/milestones.ts';
import { countDeath, countGrowth } from './counting.ts';
import { countEnd } from './counting-lives.ts';
import { orderPortrait } from './order-picture.ts';

/** A creature as it was read, as it is now, and what happened to it in between. */
export interface Change {
  readonly kept: Kept;
  readonly creature: Creature;
  readonly species: Species;
  readonly happened: readonly Happening[];
  readonly now: Instant;
  /** What else this does to its keeper's record. */
  readonly withKeeper?: (keeper: Keeper) => Keeper;
}

/**
 * Writes down a creature that has changed, with everything that follows from it: milestones, a gravestone, its keeper's
 * record, the counts of the house. Fails as `Outdated` when somebody else changed it first.
 */
export async function keepChange(db: Transaction, chance: Chance, change: Change): Promise<Kept> {
  const { kept, creature, species, happened, now, withKeeper = (keeper) => keeper } = change;
  const next = upToDate(kept, creature, species, now);
  const saved = isSameBeing(kept.creature, creature)
    ? await saveFeelings(db, next, kept.nextEventAt)
    : await saveCreature(db, next);
  // Always in this order, the creature and then its keeper, so that two changes never wait for each other.
  const keeper = await holdKeeper(db, creature.keeperId);
  let record = withKeeper(withConsistency(keeper, next.consistencyTenths - kept.consistencyTenths));
  let { stage } = kept.creature;
  for (const happening of happened) {
    if (happening.kind === 'grew') {
      record = await growUp(db, record, { id: creature.id, family: kept.family, from: stage, ...happening });
      await orderPortrait(db, kept, happening.to, now);
      stage = happening.to;
    } else {
      record = await bury(db, chance, record, { creature, species, ...happening });
    }
  }
  await saveKeeper(db, keeper, record);
  return saved;
}

/** The creature as it is to be kept: with the next moment at which something about it changes. */
export function upToDate(kept: Kept, creature: Creature, species: Species, now: Instant): Kept {
  return {
    ...kept,
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

type Grown = Extract<Happening, { kind: 'grew' }> & {
  readonly id: string;
  readonly family: Family;
  readonly from: Stage;
};

async function growUp(db: Transaction, keeper: Keeper, grown: Grown): Promise<Keeper> {
  const { id, family, from, to, at, path } = grown;
  await keepMilestone(db, id, { type: 'stage_transition', threshold: to, at, shown: true });
  const firstChild = to === 'child' && !keeper.hasChild;
  const firstAdult = to === 'adult' && keeper.adultsRaised === 0;
  countGrowth(db, keeper, { family, from, to, path, firstChild, firstAdult });
  return {
    ...keeper,
    hasChild: keeper.hasChild || to === 'child',
    adultsRaised: keeper.adultsRaised + (to === 'adult' ? 1 : 0),
  };
}

type Buried = Extract<Happening, { kind: 'died' }> & {
  readonly creature: Creature;
  readonly species: Species;
};

async function bury(db: Transaction, chance: Chance, keeper: Keeper, buried: Buried): Promise<Keeper> {
  const { creature, species, at, cause } = buried;
  const { record, life } = creature;
  const livedMs = Math.round(ageHours(creature, at) * HOUR);
  const windows = life ? (at - life.lastFedAt) / (species.feedingWindowHours * HOUR) : 0;
  await carve(db, {
    id: chance.id(),
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
  countDeath(db, keeper, { family: species.family, stage: creature.stage, cause, at });
  countEnd(db, keeper, 'died', { ageFrom: life?.ageFrom ?? at, livedMs });
  return {
    ...keeper,
    living: keeper.living - 1,
    deaths: keeper.deaths + 1,
    gravestones: keeper.gravestones + 1,
  };
}
