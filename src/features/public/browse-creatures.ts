import type { Db } from '../../../packages/database/db.ts';
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
import {
  type HiddenHouse,
  type KeeperName,
  readHiddenContent,
  visibleKeeperName,
} from '../hidden/hidden-content.ts';
import { findNamedCreature, type NamedCreature } from '../hidden/moderation.store.ts';
import type { BaseHouse } from '../house.ts';
import { findPayment } from '../money/purchases.store.ts';
import { listCommunitySpecies } from '../species/species.store.ts';
import { usernameOf } from '../tallies/tallies.store.ts';
import { livingTallyName } from '../tallies/tally-names.store.ts';
import {
  findNamed,
  findShown,
  listCreaturesBetween,
  type ListedKeeper,
  listKeepers,
  listLiving,
  nameMatcher,
  searchKeepers,
  searchLiving,
} from './lists.store.ts';
import {
  allToPublic,
  countShown,
  HATCHED_STAGES,
  preparePublicReading,
  readHouseTotals,
  storeForListing,
  type PublicCreature,
} from './public-reading.ts';
import type { PublicHouse } from './replica.ts';

export interface CreatureQuery {
  readonly family?: Family | undefined;
  /** Stage of the listed creatures; default: every stage but eggs; in a search, every stage. */
  readonly stage?: Stage | undefined;
  /** Search words, anywhere in the name of the creature, of its species or of its keeper, or in its family. */
  readonly words?: string | undefined;
  readonly inNeed?: boolean | undefined;
  /** Order of the list; default: `youngest`, or `danger` for creatures in need. */
  readonly order?: CreatureOrder | undefined;
  readonly page: number;
}

export interface CreaturePage {
  readonly asOf: Instant | undefined;
  readonly creatures: readonly PublicCreature[];
  /** Undefined for lists without a count. */
  readonly total: number | undefined;
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

/** `total` and `pages` are undefined for lists that are not counted; `page` is clamped to the pages there are. */
export async function browseCreatures(
  house: PublicHouse,
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
      : await searchLiving(store, filter, await findWords(house, store, words));
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

export type Favourites = Pick<CreaturePage, 'asOf' | 'creatures'>;

/** Creatures by id, living or dead; strings that are no id are skipped. */
export async function readFavourites(
  house: PublicHouse,
  ids: readonly string[],
  now: Instant,
): Promise<Favourites> {
  const { store, moment, asOf } = await preparePublicReading(house, now);
  const found = await findShown(store, [...new Set(ids.filter(isId))].slice(0, MAX_FAVOURITES));
  return { asOf, creatures: await allToPublic(house, found, moment) };
}

/** What has all words in its name, species, keeper or family. */
async function findWords(house: Pick<HiddenHouse, 'moderation'>, store: Db, words: string) {
  const { hiddenSpecies } = await readHiddenContent(house);
  const found = await findNamed(store, words);
  const matches = nameMatcher(words);
  const builtIn = CATALOG.filter(({ name }) => matches(name)).map(({ slug }) => slug);
  return {
    ...found,
    species: [...builtIn, ...found.species.filter((slug) => !hiddenSpecies.has(slug))],
    families: FAMILIES.filter(matches),
  };
}

const RESIDENTS = 6;

/** The oldest living creatures of a species, and whether there are more. */
export async function readResidents(house: PublicHouse, slug: string, now: Instant): Promise<Residents> {
  const { store, moment } = await preparePublicReading(house, now);
  const filter = { order: 'oldest', offset: 0, limit: RESIDENTS + 1 } as const;
  const found = await searchLiving(store, filter, {
    creatures: [],
    keepers: [],
    families: [],
    species: [slug],
  });
  const residents = await allToPublic(house, found.slice(0, RESIDENTS), moment);
  return { residents, more: found.length > RESIDENTS };
}

export interface Residents {
  readonly residents: readonly PublicCreature[];
  readonly more: boolean;
}

export interface FoundByOperator {
  readonly creatures: readonly (NamedCreature & { readonly username: string })[];
  /** Usernames. */
  readonly agents: readonly string[];
}

const MOST_FOUND = 20;

/** Agents and creatures, in any state and hidden ones too, by id, name or the key of a payment. */
export async function findForOperator(
  { store }: Pick<BaseHouse, 'store'>,
  words: string,
): Promise<FoundByOperator> {
  const found = isId(words) ? { creatures: [words], keepers: [words] } : await findNamed(store, words);
  const payment = await findPayment(store, words);
  const keepers = [...found.keepers, ...(payment ? [payment.agentId] : [])].slice(0, MOST_FOUND);
  const creatures = await Promise.all(
    found.creatures.slice(0, MOST_FOUND).map((id) => findNamedCreature(store, id)),
  );
  const agents = await Promise.all(keepers.map((id) => usernameOf(store, id)));
  return {
    creatures: await Promise.all(
      creatures
        .filter((creature) => creature !== undefined)
        .map(async (creature) => ({
          ...creature,
          username: (await usernameOf(store, creature.agentId)) ?? '',
        })),
    ),
    agents: agents.filter((username) => username !== undefined),
  };
}

// Small enough to be read fast; sitemaps.org allows 50,000 entries per part and 50,000 parts.
const CREATURES_PER_PART = 2500;
const MAX_PER_PART = 10_000;
const MAX_COMMUNITY_SPECIES = 1000;
const HEX_DIGITS = 16;
const MAX_DIGITS = 3;

export async function readSitemapParts(
  house: Pick<PublicHouse, 'replica' | 'store'>,
  now: Instant,
): Promise<readonly string[]> {
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

interface SitemapEntry {
  readonly id: string;
  readonly changedAt: Instant;
}

const WHOLE = 'all';
const PART = /^(?:all|[0-9a-f]{1,3})$/;

export async function sitemapCreatures(
  house: Pick<PublicHouse, 'replica' | 'store'>,
  part: string,
  now: Instant,
): Promise<readonly SitemapEntry[] | undefined> {
  if (!PART.test(part)) return undefined;
  const from = part === WHOLE ? '' : part;
  // 'g' sorts after every hex digit, so the range ends after all ids with the prefix.
  const found = await listCreaturesBetween(await storeForListing(house, now), from, `${from}g`, MAX_PER_PART);
  return found.map(({ id, bornAt, diedAt = 0, wroteAt = 0 }) => ({
    id,
    // A letter comes with each stage. A meal changes little.
    changedAt: Math.max(bornAt, diedAt, wroteAt),
  }));
}

export interface SpeciesEntry {
  readonly slug: string;
  /** Undefined for the species that come with the program. */
  readonly designedAt?: Instant;
}

export async function sitemapSpecies(
  house: Pick<PublicHouse, 'replica' | 'store'>,
  now: Instant,
): Promise<readonly SpeciesEntry[]> {
  const newest = { family: undefined, order: 'newest', offset: 0, limit: MAX_COMMUNITY_SPECIES } as const;
  const community = await listCommunitySpecies(await storeForListing(house, now), newest);
  return [
    ...CATALOG.map(({ slug }) => ({ slug })),
    ...community.map(({ slug, createdAt }) => ({ slug, designedAt: createdAt })),
  ];
}

export interface KeeperQuery {
  /** Search words, anywhere in the username or the display name. */
  readonly words: string | undefined;
  readonly order: KeeperOrder;
  readonly page: number;
}

/** A keeper in a public list. */
export type KeeperEntry<Listed extends ListedKeeper = ListedKeeper> = Omit<Listed, 'id' | 'score'> &
  KeeperName & {
    /** Of the keeper's living creatures, in percent; undefined without any, and before the first meal. */
    readonly consistency: number | undefined;
  };

export interface KeeperPage {
  readonly asOf: Instant | undefined;
  readonly keepers: readonly KeeperEntry[];
  readonly page: number;
  readonly more: boolean;
}

// Each shows up to three pictures: with more, the page weighs over 170 kB.
const KEEPERS_PER_PAGE = 12;
const MAX_KEEPER_PAGES = 40;

/** A page of keepers; search results are one page. */
export async function browseKeepers(
  house: PublicHouse,
  { words, order, page: wanted }: KeeperQuery,
  now: Instant,
): Promise<KeeperPage> {
  const { store, asOf } = await preparePublicReading(house, now);
  if (words !== undefined) {
    const found = await searchKeepers(store, words, 2 * KEEPERS_PER_PAGE);
    return { asOf, keepers: await toKeeperEntries(house, found), page: 1, more: false };
  }
  const page = Math.min(MAX_KEEPER_PAGES, wanted);
  const range = { offset: (page - 1) * KEEPERS_PER_PAGE, limit: KEEPERS_PER_PAGE + 1 };
  const found = await listKeepers(store, order, range);
  const keepers = await toKeeperEntries(house, found.slice(0, KEEPERS_PER_PAGE));
  return { asOf, keepers, page, more: found.length > KEEPERS_PER_PAGE && page < MAX_KEEPER_PAGES };
}

export async function toKeeperEntries<Listed extends ListedKeeper>(
  house: Pick<HiddenHouse, 'moderation'>,
  found: readonly Listed[],
): Promise<KeeperEntry<Listed>[]> {
  const hidden = await readHiddenContent(house);
  return found.map(({ id, score, ...keeper }) => ({
    ...keeper,
    ...visibleKeeperName(hidden, { ...keeper, id }),
    consistency: score < 0 ? undefined : score,
  }));
}
