import { hash } from 'node:crypto';

import type { PetFacts } from '../../../packages/artist/pet.ts';
import { LruCache } from '../../../packages/base/collections.ts';
import { isUnavailable } from '../../../packages/database/portable.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { CreatureState } from '../../rules/vocabulary.ts';
import { packageVersion } from '../../outside/package-version.ts';
import { RasterizeError } from '../../outside/rasterizer.ts';
import { findPetSheet, insertPetSheet } from '../pictures/pictures.store.ts';
import { findVisibleCreature, type PublicCreature, toPublic } from '../public/public-reading.ts';
import type { PublicHouse } from '../public/replica.ts';
import { stateOf } from '../records/creatures.store.ts';
import { describeForPortrait, presentLook } from './draw.ts';

/** The version of the format: 2 has rows in which the pet looks around. */
export type PetVersion = 1 | 2;

/** A creature as a desktop pet. Whatever the public may not see of it, its sheet does not show. */
export interface Pet extends PublicCreature {
  readonly state: CreatureState;
  readonly version: PetVersion;
  readonly facts: PetFacts;
  /** A hash of what its sheet shows. */
  readonly look: string;
}

export async function findPet(
  house: PublicHouse,
  { id, version }: { readonly id: string; readonly version: PetVersion },
  now: Instant,
): Promise<Pet | undefined> {
  const found = await findVisibleCreature(house, id, now);
  if (!found) return undefined;
  const shown = await toPublic(house, found, now);
  const { species } = shown;
  const { stored } = found;
  const { stage } = stored.creature;
  const state = stateOf(stored.creature);
  const drawn = stage === 'egg' ? 'baby' : stage;
  const described = await describeForPortrait(house, stored, { species, stage: drawn, now });
  const { slug, name, family, personality, traits, look } = species;
  const facts: PetFacts = {
    ...described,
    species: { slug, name, family, personality, traits, look },
    stage,
    ...(stage === 'egg' ? {} : presentLook(stored.creature, species, now)),
    gone: state === 'dead' ? true : undefined,
  };
  const hashed = JSON.stringify([packageVersion(), version, id, facts]);
  return { ...shown, state, version, facts, look: hash('sha256', hashed, 'base64url').slice(0, 27) };
}

// About 8 MB.
const CACHE_SIZE = 20;
const MOST_WAITING = 12;
const RETRY_SECONDS = 10;

type PetHouse = Pick<PublicHouse, 'clock' | 'rasterizer' | 'store'>;

/** Sheets that this node drew or read lately, or is drawing. */
const sheets = new WeakMap<PetHouse, { readonly cache: LruCache<Promise<Uint8Array>>; drawing: number }>();

/** The sheet of a pet: from memory, from the database, or drawn and stored. Concurrent requests share one drawing. */
export async function petSheet(
  house: PetHouse,
  pet: Pet,
  /** Called before a sheet is drawn; refuses by throwing. */
  countRendering: () => void | Promise<void>,
): Promise<Uint8Array> {
  const kept = sheets.get(house) ?? { cache: new LruCache<Promise<Uint8Array>>(CACHE_SIZE), drawing: 0 };
  sheets.set(house, kept);
  const known = kept.cache.get(pet.look);
  if (known) return known;
  const stored = await findPetSheet(house.store, pet.look);
  if (stored) {
    kept.cache.set(pet.look, Promise.resolve(stored));
    return stored;
  }
  await countRendering();
  const sheet = kept.cache.get(pet.look) ?? drawSheet(house, pet, kept);
  kept.cache.set(pet.look, sheet);
  sheet.catch(() => kept.cache.deleteIf(pet.look, sheet));
  return sheet;
}

async function drawSheet(house: PetHouse, pet: Pet, count: { drawing: number }): Promise<Uint8Array> {
  if (!house.rasterizer) throw new ProblemError('no_press', { drawn: false });
  if (count.drawing >= MOST_WAITING)
    throw new ProblemError('press_busy', { retryAfterSeconds: RETRY_SECONDS, drawn: false });
  count.drawing += 1;
  try {
    const bytes = await house.rasterizer.rasterizePet(pet.facts, pet.version);
    await storeSheet(house, pet, bytes);
    return bytes;
  } catch (error) {
    if (!(error instanceof RasterizeError)) throw error;
    throw new ProblemError('press_busy', { retryAfterSeconds: RETRY_SECONDS, drawn: false });
  } finally {
    count.drawing -= 1;
  }
}

/** A sheet is sent also while nothing can be written. */
async function storeSheet(
  { store, clock }: PetHouse,
  { look, creature }: Pet,
  bytes: Uint8Array,
): Promise<void> {
  try {
    await insertPetSheet(store, { look, creatureId: creature.id, bytes, drawnAt: clock.now() });
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
