import type { Db } from '../../db/db.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { type CreatureOrder, FAMILIES, type Family, type Stage, STAGES } from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import type { Settled } from '../lives/settle.ts';
import { readHiddenContent } from '../moderation/hidden-content.ts';
import { livingTallyName } from '../stats/tally-names.store.ts';
import { countShown } from './house-stats.ts';
import { findShown, listLiving, searchLiving, speciesNamed } from './lists.store.ts';
import { allToPublic, type PublicCreature } from './public-creature.ts';
import { preparePublicReading } from './public-reading.ts';

export interface CreatureQuery {
  readonly family?: Family | undefined;
  /** Stage of the listed creatures; default: every stage but eggs; in a search, every stage. */
  readonly stage?: Stage | undefined;
  /** Search word: a prefix of the name of the creature, its species or its keeper. */
  readonly words?: string | undefined;
  /** Lists only creatures with less than `NEEDY_HOURS` left. */
  readonly inNeed?: boolean | undefined;
  /** Order of the list; default: `youngest`, or `danger` for creatures in need. */
  readonly order?: CreatureOrder | undefined;
  readonly page: number;
}

export interface CreaturePage extends Settled {
  readonly creatures: readonly PublicCreature[];
  /** Number of entries; undefined for lists that are not counted. */
  readonly total: number | undefined;
  /** The number of the shown page: the requested one, clamped to the pages there are. */
  readonly page: number;
  readonly pages: number | undefined;
  readonly more: boolean;
}

const PER_PAGE = 24;
// Most pages of a list by number: the database skips the offset row by row.
const MAX_PAGES = 50;
// Most pages of a list that is merged from 16 kinds, or of sorted search results.
const MAX_PAGES_MERGED = 20;

export const NEEDY_HOURS = 12;

export async function browseCreatures(
  house: House,
  query: CreatureQuery,
  now: Instant,
): Promise<CreaturePage> {
  const { store, moment, asOf } = await preparePublicReading(house, now);
  const { family, stage, words, inNeed = false } = query;
  const order = orderOf(query);
  const isCounted = words === undefined && !inNeed && (order === 'youngest' || order === 'oldest');
  const total = isCounted ? await countLiving(store, family, stage) : undefined;
  const pages =
    total === undefined ? undefined : Math.min(MAX_PAGES, Math.max(1, Math.ceil(total / PER_PAGE)));
  const last = pages ?? MAX_PAGES_MERGED;
  const page = Math.min(last, Math.max(1, query.page));
  const filter = {
    family,
    stage,
    order,
    lostBy: inNeed ? moment + NEEDY_HOURS * HOUR : undefined,
    offset: (page - 1) * PER_PAGE,
    // For lists without a count, one more row is read to tell whether there is another page.
    limit: isCounted ? PER_PAGE : PER_PAGE + 1,
  };
  const found =
    words === undefined
      ? await listLiving(store, filter)
      : await searchLiving(store, filter, { words, species: await findSpecies(house, store, words) });
  const creatures = await allToPublic(house, found.slice(0, PER_PAGE), moment);
  return { asOf, creatures, total, page, pages, more: page < last && (isCounted || found.length > PER_PAGE) };
}

export function orderOf({ order, inNeed = false }: Pick<CreatureQuery, 'order' | 'inNeed'>): CreatureOrder {
  return order ?? (inNeed ? 'danger' : 'youngest');
}

function countLiving(store: Db, family: Family | undefined, stage: Stage | undefined): Promise<number> {
  const families = family === undefined ? FAMILIES : [family];
  const stages = stage === undefined ? STAGES.filter((each) => each !== 'egg') : [stage];
  return countShown(
    store,
    families.flatMap((each) => stages.map((one) => livingTallyName(each, one))),
  );
}

const MAX_FAVOURITES = 48;

/** Creatures by id, living or dead; strings that are no id are skipped. */
export async function readFavourites(
  house: House,
  ids: readonly string[],
  now: Instant,
): Promise<Settled & { readonly creatures: readonly PublicCreature[] }> {
  const { store, moment, asOf } = await preparePublicReading(house, now);
  const found = await findShown(store, [...new Set(ids.filter(isId))].slice(0, MAX_FAVOURITES));
  return { asOf, creatures: await allToPublic(house, found, moment) };
}

/**
 * Slugs of species for a search: built-in ones by the start of any word of the name, community species by the
 * start of the name.
 */
async function findSpecies(house: House, store: Db, words: string): Promise<readonly string[]> {
  const { hiddenSpecies } = await readHiddenContent(house);
  const wanted = words.toLowerCase();
  const builtIn = CATALOG.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`));
  const community = await speciesNamed(store, words);
  return [...builtIn.map(({ slug }) => slug), ...community.filter((slug) => !hiddenSpecies.has(slug))];
}
