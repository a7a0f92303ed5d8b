import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { FAMILIES, STAGES, type CreatureOrder, type Family, type Stage } from '../../rules/vocabulary.ts';
import type { Db } from '../../db/db.ts';
import { livingTallyName } from '../stats/tally-names.store.ts';
import type { CreatureWithKeeper } from './creatures-with-keepers.store.ts';
import { findShown, listLiving, searchLiving, speciesNamed } from './lists.store.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { countShown } from './house-stats.ts';
import { preparePublicReading, type PublicReading } from './public-reading.ts';
import { toPublic, type PublicCreature } from './public-creature.ts';

export interface CreatureQuery {
  readonly family?: Family | undefined;
  /** All that have hatched, when it is missing; where somebody is looked for by name, everybody. */
  readonly stage?: Stage | undefined;
  /** How its name, its species' or its keeper's begins. */
  readonly words?: string | undefined;
  /** Only those who do not have much time left. */
  readonly inNeed?: boolean | undefined;
  /** The youngest first, when it is missing; of those in need, the least time left. */
  readonly order?: CreatureOrder | undefined;
  /** From 1. */
  readonly page: number;
}

/** A page of those who live here. */
export interface CreaturePage extends Settled {
  readonly creatures: readonly PublicCreature[];
  /** As many as there are of the kind, where that is counted. */
  readonly total: number | undefined;
  /** The page, brought into range, and how many there are to turn, where that is known: long lists end somewhere. */
  readonly page: number;
  readonly pages: number | undefined;
  /** Is there another page after this one? */
  readonly more: boolean;
}

const PER_PAGE = 24;
// What comes before a page is walked through one by one: nobody gets further than this.
const MOST_PAGES = 50;
// Where lists of sixteen kinds are merged, or those that were found by name sorted.
const MOST_PAGES_MERGED = 20;

/** Who has less time left needs somebody. */
export const NEEDY_HOURS = 12;

export function browseCreatures(house: House, query: CreatureQuery, now: Instant): Promise<CreaturePage> {
  const order = orderOf(query);
  const counted = query.words === undefined && !query.inNeed && (order === 'youngest' || order === 'oldest');
  return counted ? readCounted(house, query, order, now) : readUncounted(house, query, order, now);
}

/** The order in which a query is answered. */
export function orderOf({ order, inNeed = false }: Pick<CreatureQuery, 'order' | 'inNeed'>): CreatureOrder {
  return order ?? (inNeed ? 'danger' : 'youngest');
}

async function readCounted(
  house: House,
  { family, stage, page: wanted }: CreatureQuery,
  order: CreatureOrder,
  now: Instant,
): Promise<CreaturePage> {
  const reading = await preparePublicReading(house, now);
  const total = await countLiving(reading.store, family, stage);
  const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(total / PER_PAGE)));
  const page = Math.min(pages, Math.max(1, wanted));
  const offset = (page - 1) * PER_PAGE;
  const stretch = { offset, limit: PER_PAGE };
  const found = await listLiving(reading.store, { family, stage, order, lostBy: undefined, ...stretch });
  const creatures = await allToPublic(house, found, reading);
  return { asOf: reading.asOf, creatures, total, page, pages, more: page < pages };
}

async function readUncounted(
  house: House,
  { family, stage, words, inNeed = false, page: wanted }: CreatureQuery,
  order: CreatureOrder,
  now: Instant,
): Promise<CreaturePage> {
  const reading = await preparePublicReading(house, now);
  const { store, moment, asOf } = reading;
  const page = Math.min(MOST_PAGES_MERGED, Math.max(1, wanted));
  const lostBy = inNeed ? moment + NEEDY_HOURS * HOUR : undefined;
  // One more than is shown tells whether there is another page.
  const stretch = { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
  const filter = { family, stage, order, lostBy, ...stretch };
  const found =
    words === undefined
      ? await listLiving(store, filter)
      : await searchLiving(store, filter, { words, species: await speciesCalled(house, store, words) });
  const creatures = await allToPublic(house, found.slice(0, PER_PAGE), reading);
  const more = found.length > PER_PAGE && page < MOST_PAGES_MERGED;
  return { asOf, creatures, total: undefined, page, pages: undefined, more };
}

/** Nobody is shown more favourites at once. */
const MOST_FAVOURITES = 48;

/** These creatures, whatever became of them, as far as they are ids of any. */
export async function readFavourites(
  house: House,
  ids: readonly string[],
  now: Instant,
): Promise<Settled & { readonly creatures: readonly PublicCreature[] }> {
  const reading = await preparePublicReading(house, now);
  const found = await findShown(reading.store, [...new Set(ids.filter(isId))].slice(0, MOST_FAVOURITES));
  return { asOf: reading.asOf, creatures: await allToPublic(house, found, reading) };
}

function allToPublic(
  house: House,
  found: readonly CreatureWithKeeper[],
  { moment }: PublicReading,
): Promise<PublicCreature[]> {
  return Promise.all(found.map((one) => toPublic(house, one, moment)));
}

function countLiving(db: Db, family: Family | undefined, stage: Stage | undefined): Promise<number> {
  const families = family === undefined ? FAMILIES : [family];
  const stages = stage === undefined ? STAGES.filter((each) => each !== 'egg') : [stage];
  return countShown(
    db,
    families.flatMap((each) => stages.map((one) => livingTallyName(each, one))),
  );
}

/** Species by any word of what the built-in ones are called, and by how the names of the others begin. */
async function speciesCalled(house: House, store: Db, words: string): Promise<readonly string[]> {
  const hidden = await readHiddenContent(house);
  const wanted = words.toLowerCase();
  const builtIn = CATALOG.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`));
  const designed = await speciesNamed(store, words);
  return [...builtIn.map(({ slug }) => slug), ...designed.filter((slug) => !hidden.hiddenSpecies.has(slug))];
}
