import { LruCache } from '../../../packages/base/collections.ts';
import type { Db } from '../../../packages/database/db.ts';
import { UnreadableRowError } from '../../../packages/database/table.ts';
import { BUILT_IN } from '../../rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../rules/species/species.ts';
import { type HiddenHouse, type ModerationCache, redactDesign } from '../hidden/hidden-content.ts';
import type { BaseHouse } from '../house.ts';
import { findDesign } from './species.store.ts';

export interface SpeciesHouse extends HiddenHouse {
  readonly species: SpeciesRegistry;
}

/** Finds species by slug. A cached species is always the same object. */
export interface SpeciesRegistry {
  find(slug: string): Species | Promise<Species | undefined>;
  add(species: Species): void;
}

type SpeciesPromise = Promise<Species | undefined>;

const CACHE_SIZE = 4096;

/** Caches species: published ones never change; entries are evicted for room, or when the operator hides a text. */
export function speciesRegistry(store: Db, moderation?: ModerationCache): SpeciesRegistry {
  const known = new LruCache<Species | SpeciesPromise>(CACHE_SIZE);

  const read = (slug: string): SpeciesPromise => {
    const reading = loadSpecies(store, moderation, slug);
    known.set(slug, reading);
    const remember = (species: Species | undefined) => {
      // Neither an unknown slug nor a database error is cached.
      if (!species) known.deleteIf(slug, reading);
      else if (known.get(slug) === reading) known.set(slug, species);
    };
    reading.then(remember, () => remember(undefined));
    return reading;
  };

  moderation?.onSpeciesChange((slugs) => {
    for (const slug of slugs) known.delete(slug);
  });

  return {
    find: (slug) => BUILT_IN.get(slug) ?? known.get(slug) ?? read(slug),
    add: (species) => known.set(species.slug, species),
  };
}

async function loadSpecies(store: Db, moderation: ModerationCache | undefined, slug: string): SpeciesPromise {
  const design = await findDesign(store, slug);
  if (!design) return undefined;
  const hidden = await moderation?.current();
  return communitySpecies(hidden ? redactDesign(hidden, design) : design);
}

/** The species of an existing creature; always found, since species are never deleted. */
export function speciesOf(
  house: Pick<SpeciesHouse, 'species' | 'store'>,
  slug: string,
): Species | Promise<Species> {
  const found = house.species.find(slug);
  return found instanceof Promise ? requireSpecies(house, found, slug) : found;
}

async function requireSpecies(
  { store }: Pick<BaseHouse, 'store'>,
  found: SpeciesPromise,
  slug: string,
): Promise<Species> {
  const species = await found;
  if (species) return species;
  const missing = new UnreadableRowError('community_species', slug, 'slug');
  store.quarantine.add(missing);
  throw missing;
}
