import { randomUUID } from 'node:crypto';

import type { Database, Db } from '../../packages/database/db.ts';
import type { Instant } from '../../src/rules/base/clock.ts';
import * as lives from '../../src/rules/lives/creature.ts';
import type { Gravestone } from '../../src/features/creatures/gravestones.store.ts';
import {
  findKeeper,
  insertKeeper,
  type Keeper,
  saveKeeper,
} from '../../src/features/identity/agents.store.ts';
import {
  insertCreature,
  JUST_LAID,
  saveCreature,
  type StoredCreature,
} from '../../src/features/records/creatures.store.ts';
import type { SpeciesDesign } from '../../src/features/species/species.store.ts';
import { anAgent, takeIn } from '../engine/examples.ts';

export async function aKeeper(db: Database, given: Partial<Omit<Keeper, 'id'>> = {}): Promise<Keeper> {
  const { username = `a-${randomUUID()}` } = given;
  const { id } = await takeIn(db, anAgent({ username, displayName: username.toUpperCase() }));
  await insertKeeper(db, { id, username, counts: true });
  return withRecord(db, id, { hasFed: true, ...given });
}

export async function withRecord(db: Db, id: string, given: Partial<Keeper>): Promise<Keeper> {
  const before = await findKeeper(db, id);
  if (!before) throw new Error('no such keeper');
  const after = { ...before, ...given };
  // `saveKeeper` writes all columns only when a ranked one has changed.
  await saveKeeper(db, { ...before, adopted: -1 }, after);
  return after;
}

export interface Resident {
  readonly keeperId: string;
  readonly hatchedAt: Instant;
  readonly name?: string;
  readonly species?: string;
  readonly record?: Partial<lives.CareRecord>;
  readonly end?: Pick<lives.Creature, 'died'> | Pick<lives.Creature, 'releasedAt'>;
}

/** A creature that hatched at a moment, with nothing due since. */
export async function aResident(db: Db, given: Resident): Promise<lives.Creature> {
  const { keeperId, hatchedAt, name = 'Bo', species = 'housecat', record, end } = given;
  const { laid, baby } = aBaby({ id: randomUUID(), keeperId, name, species, seed: 7 }, hatchedAt);
  const kept: StoredCreature = { ...JUST_LAID, creature: laid, family: 'cat' };
  await insertCreature(db, kept);
  const creature: lives.Creature = { ...baby, record: { ...laid.record, ...record }, ...end };
  await saveCreature(db, { ...kept, creature });
  return creature;
}

type Egg = Parameters<typeof lives.newEgg>[0];

/** An egg, and the creature that hatched of it at once. */
export function aBaby(egg: Omit<Egg, 'zone' | 'personality'>, hatchedAt: Instant) {
  const laid = lives.newEgg({ ...egg, zone: 'UTC', personality: [] }, hatchedAt);
  return {
    laid,
    baby: { ...laid, stage: 'baby' as const, life: lives.newLife(lives.STATS_AT_BIRTH, hatchedAt) },
  };
}

export function aStone(
  of: Pick<Gravestone, 'creatureId' | 'keeperId' | 'diedAt'>,
  given: Partial<Gravestone> = {},
): Gravestone {
  return {
    id: randomUUID(),
    deathNumber: 1,
    caretaker: 'wren',
    name: 'Bo',
    species: 'housecat',
    speciesName: 'Housecat',
    family: 'cat',
    tier: 'common',
    stageReached: 'baby',
    path: undefined,
    livedMs: 5_400_000,
    feedings: 2,
    missedFeedings: 3,
    careActions: 4,
    streak: 1,
    consistency: 81,
    lastCareAction: 'feed',
    cause: 'hunger',
    seed: 7,
    resurrectedAt: undefined,
    ...of,
    ...given,
  };
}

export function aDesign(given: Partial<SpeciesDesign> = {}): SpeciesDesign {
  return {
    slug: 'moss_fox',
    name: 'Moss Fox',
    family: 'exotic',
    trustSpeed: 'slow',
    feedingWindowHours: 7.25,
    hungerDecayPerHour: 1.1,
    happinessDecayPerHour: 0.3,
    traits: ['gentle', 'solitary'],
    personality: 'Naps in green places.',
    specialMechanic: 'Glows when it rains.',
    imagePrompt: 'a fox of moss',
    look: ['soft moss fur', 'green tufts on its back'],
    ...given,
  };
}
