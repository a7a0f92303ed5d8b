import { CATALOG } from '../core/species/catalog.ts';
import { communitySpecies } from '../core/species/community.ts';
import type { Species } from '../core/species/species.ts';
import { findDesign } from '../store/community-species.ts';
import { STAND_INS } from '../core/stand-ins.ts';
import type { Db } from '../store/db.ts';
import type { CurtainBoard } from './curtain.ts';

/** What every slug stands for. The same species is the same object for as long as it is remembered. */
export interface SpeciesBook {
  find(slug: string): Promise<Species | undefined>;
  /** Takes note of a species that has just been published. */
  remember(species: Species): void;
}

type Page = Promise<Species | undefined>;

const BUILT_IN: ReadonlyMap<string, Page> = new Map(
  CATALOG.map((species) => [species.slug, Promise.resolve(species)]),
);

// A species never changes once it is published: only room is a reason to forget one, or the operator, who hid its words.
const MOST_REMEMBERED = 4096;

/** `curtain` is missing where nobody reads what species are called. */
export function speciesBook(store: Db, curtain?: CurtainBoard): SpeciesBook {
  const pages = new Map<string, Page>();

  const write = (slug: string, page: Page): Page => {
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= MOST_REMEMBERED) pages.delete(oldest);
    pages.set(slug, page);
    return page;
  };
  // Nobody may hold a slug today and somebody tomorrow; and a database that is gone comes back.
  const tearOut = (slug: string, page: Page) => {
    if (pages.get(slug) === page) pages.delete(slug);
  };
  const read = (slug: string): Page => {
    const page = readSpecies(store, curtain, slug);
    page.then(
      (species) => species ?? tearOut(slug, page),
      () => tearOut(slug, page),
    );
    return write(slug, page);
  };

  curtain?.onSpecies((slugs) => {
    for (const slug of slugs) pages.delete(slug);
  });

  return {
    find: (slug) => BUILT_IN.get(slug) ?? pages.get(slug) ?? read(slug),
    remember: (species) => void write(species.slug, Promise.resolve(species)),
  };
}

async function readSpecies(store: Db, curtain: CurtainBoard | undefined, slug: string): Page {
  const design = await findDesign(store, slug);
  if (!design) return undefined;
  const isHidden = (await curtain?.now())?.species.has(slug) === true;
  return communitySpecies(isHidden ? { ...design, ...NAMELESS } : design);
}

const NAMELESS = { name: STAND_INS.species, personality: STAND_INS.personality };
