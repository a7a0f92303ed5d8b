import type { Db } from '../../db/db.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { isId } from '../../rules/base/ids.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import {
  type CreatureOrder,
  FAMILIES,
  type Family,
  type KeeperOrder,
  type Stage,
} from '../../rules/vocabulary.ts';
import type { House } from '../house.ts';
import { readHiddenContent, visibleKeeperName } from '../moderation/hidden-content.ts';
import { livingTallyName } from '../stats/tally-names.store.ts';
import {
  allToPublic,
  countShown,
  HATCHED_STAGES,
  preparePublicReading,
  readHouseTotals,
  storeForListing,
} from './public-reading.ts';
import * as lists from './lists.store.ts';
import { listCommunitySpecies } from '../species/species.store.ts';

export interface CreatureQuery {
  readonly family?: Family | undefined;
  /** Stage of the listed creatures; default: every stage but eggs; in a search, every stage. */
  readonly stage?: Stage | undefined;
  /** Search word: a prefix of the name of the creature, its species or its keeper. */
  readonly words?: string | undefined;
  readonly inNeed?: boolean | undefined;
  /** Order of the list; default: `youngest`, or `danger` for creatures in need. */
  readonly order?: CreatureOrder | undefined;
  readonly page: number;
}

export type CreaturePage = Awaited<ReturnType<typeof browseCreatures>>;

const PER_PAGE = 24;
// Most pages of a list by number: the database skips the offset row by row.
const MAX_PAGES = 50;
// Most pages of a list that is merged from 16 kinds, or of sorted search results.
const MAX_PAGES_MERGED = 20;

export const NEEDY_HOURS = 12;

/** `total` and `pages` are undefined for lists that are not counted; `page` is clamped to the pages there are. */
export async function browseCreatures(house: House, query: CreatureQuery, now: Instant) {
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
      ? await lists.listLiving(store, filter)
      : await lists.searchLiving(store, filter, { words, species: await findSpecies(house, store, words) });
  const creatures = await allToPublic(house, found.slice(0, PER_PAGE), moment);
  return { asOf, creatures, total, page, pages, more: page < last && (isCounted || found.length > PER_PAGE) };
}

export function orderOf({ order, inNeed = false }: Pick<CreatureQuery, 'order' | 'inNeed'>): CreatureOrder {
  return order ?? (inNeed ? 'danger' : 'youngest');
}

function countLiving(store: Db, family: Family | undefined, stage: Stage | undefined): Promise<number> {
  const families = family === undefined ? FAMILIES : [family];
  const stages = stage === undefined ? HATCHED_STAGES : [stage];
  const tallies = families.flatMap((each) => stages.map((one) => livingTallyName(each, one)));
  return countShown(store, tallies);
}

const MAX_FAVOURITES = 48;

/** Creatures by id, living or dead; strings that are no id are skipped. */
export async function readFavourites(house: House, ids: readonly string[], now: Instant) {
  const { store, moment, asOf } = await preparePublicReading(house, now);
  const found = await lists.findShown(store, [...new Set(ids.filter(isId))].slice(0, MAX_FAVOURITES));
  return { asOf, creatures: await allToPublic(house, found, moment) };
}

/** Slugs of built-in species by the start of any word of the name, of community species by the start of the name. */
async function findSpecies(house: House, store: Db, words: string): Promise<readonly string[]> {
  const { hiddenSpecies } = await readHiddenContent(house);
  const wanted = words.toLowerCase();
  const builtIn = CATALOG.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${wanted}`));
  const community = await lists.speciesNamed(store, words);
  return [...builtIn.map(({ slug }) => slug), ...community.filter((slug) => !hiddenSpecies.has(slug))];
}

// Small enough to be read fast; sitemaps.org allows 50,000 entries per part and 50,000 parts.
const CREATURES_PER_PART = 2500;
const MAX_PER_PART = 10_000;
const MAX_COMMUNITY_SPECIES = 1000;
const HEX_DIGITS = 16;
const MAX_DIGITS = 3;

export async function readSitemapParts(house: House, now: Instant): Promise<readonly string[]> {
  const { alive, eggs, dead } = await readHouseTotals(await storeForListing(house, now));
  return sitemapParts(alive + eggs + dead);
}

/** Prefixes of creature ids: these are random, so parts are of similar size, and births and deaths move no other creature. */
export function sitemapParts(creatures: number): readonly string[] {
  let digits = 0;
  while (digits < MAX_DIGITS && creatures > CREATURES_PER_PART * HEX_DIGITS ** digits) digits += 1;
  if (digits === 0) return [WHOLE];
  const prefixOf = (at: number) => at.toString(HEX_DIGITS).padStart(digits, '0');
  return Array.from({ length: HEX_DIGITS ** digits }, (_, at) => prefixOf(at));
}

const WHOLE = 'all';
const PART = /^(?:all|[0-9a-f]{1,3})$/;

export async function sitemapCreatures(house: House, part: string, now: Instant) {
  if (!PART.test(part)) return undefined;
  const from = part === WHOLE ? '' : part;
  // 'g' sorts after every hex digit, so the range ends after all ids with the prefix.
  return lists.listCreatureIdsBetween(await storeForListing(house, now), from, `${from}g`, MAX_PER_PART);
}

export async function sitemapSpecies(house: House, now: Instant): Promise<readonly string[]> {
  const newest = { family: undefined, order: 'newest', offset: 0, limit: MAX_COMMUNITY_SPECIES } as const;
  const community = await listCommunitySpecies(await storeForListing(house, now), newest);
  return [...CATALOG.map(({ slug }) => slug), ...community.map(({ slug }) => slug)];
}

export interface KeeperQuery {
  /** Search word: a prefix of the username or the display name. */
  readonly words: string | undefined;
  readonly order: KeeperOrder;
  readonly page: number;
}

export type KeeperEntry = KeeperPage['keepers'][number];

export type KeeperPage = Awaited<ReturnType<typeof browseKeepers>>;

const KEEPERS_PER_PAGE = 24;
const MAX_KEEPER_PAGES = 20;

/** A page of keepers; search results are one page. */
export async function browseKeepers(house: House, { words, order, page: wanted }: KeeperQuery, now: Instant) {
  const { store, asOf } = await preparePublicReading(house, now);
  if (words !== undefined) {
    const found = await lists.searchKeepers(store, words.toLowerCase(), 2 * KEEPERS_PER_PAGE);
    return { asOf, keepers: await toKeeperEntries(house, found), page: 1, more: false };
  }
  const page = Math.min(MAX_KEEPER_PAGES, wanted);
  const range = { offset: (page - 1) * KEEPERS_PER_PAGE, limit: KEEPERS_PER_PAGE + 1 };
  const found = await lists.listKeepers(store, order, range);
  const keepers = await toKeeperEntries(house, found.slice(0, KEEPERS_PER_PAGE));
  return { asOf, keepers, page, more: found.length > KEEPERS_PER_PAGE && page < MAX_KEEPER_PAGES };
}

export async function toKeeperEntries<Listed extends lists.ListedKeeper>(
  house: House,
  found: readonly Listed[],
) {
  const hidden = await readHiddenContent(house);
  return found.map(({ id, score, ...keeper }) => ({
    ...keeper,
    ...visibleKeeperName(hidden, { ...keeper, id }),
    /** Of the keeper's living creatures, in percent; undefined without any, and before the first meal. */
    consistency: score < 0 ? undefined : score,
  }));
}
