import { LruCache } from '../../rules/base/collections.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { type Species, communitySpecies } from '../../rules/species/species.ts';
import type { Db } from '../../db/db.ts';
import { findDesign } from './species.store.ts';
import type { House } from '../house.ts';
import type { ModerationCache } from '../moderation/hidden-content.ts';
import { redactDesign } from '../moderation/redact.ts';

/** What every slug stands for. The same species is the same object for as long as it is remembered. */
export interface SpeciesRegistry {
  find(slug: string): Species | Promise<Species | undefined>;
  /** Takes note of a species that has just been published. */
  add(species: Species): void;
}

type SpeciesPromise = Promise<Species | undefined>;

const BUILT_IN: ReadonlyMap<string, Species> = new Map(CATALOG.map((species) => [species.slug, species]));

// A species never changes once it is published: only room is a reason to forget one, or the operator, who hid its words.
const MOST_REMEMBERED = 4096;

/** `moderation` is missing where nobody reads what species are called. */
export function speciesRegistry(store: Db, moderation?: ModerationCache): SpeciesRegistry {
  const known = new LruCache<Species | SpeciesPromise>(MOST_REMEMBERED);

  const read = (slug: string): SpeciesPromise => {
    const reading = readSpecies(store, moderation, slug);
    known.set(slug, reading);
    const remember = (species: Species | undefined) => {
      // Nobody may hold a slug today and somebody tomorrow; and a database that is gone comes back.
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

async function readSpecies(store: Db, moderation: ModerationCache | undefined, slug: string): SpeciesPromise {
  const design = await findDesign(store, slug);
  if (!design) return undefined;
  const hidden = await moderation?.current();
  return communitySpecies(hidden ? redactDesign(hidden, design) : design);
}

/** The species of a creature that lives here; species are never taken back. */
export function speciesOf(house: House, slug: string): Species | Promise<Species> {
  const found = house.species.find(slug);
  return found instanceof Promise ? requireSpecies(found, slug) : found;
}

async function requireSpecies(found: SpeciesPromise, slug: string): Promise<Species> {
  const species = await found;
  if (!species) throw new Error(`a creature is of a species that is nowhere to be found: ${slug}`);
  return species;
}
