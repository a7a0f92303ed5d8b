import type { Instant } from '../../rules/base/clock.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { listCreatureIdsBetween } from './creatures-with-keepers.store.ts';
import { listCommunitySpecies } from '../species/species.store.ts';
import type { House } from '../house.ts';
import { readHouseTotals } from './house-stats.ts';
import { storeForListing } from './public-reading.ts';

// Number of creatures per sitemap part, small enough to be read fast; sitemaps.org allows 50,000 entries per
// part and 50,000 parts.
const CREATURES_PER_PART = 2500;
const MAX_PER_PART = 10_000;
const MAX_COMMUNITY_SPECIES = 1000;
const HEX_DIGITS = 16;
const MAX_DIGITS = 3;

export async function readSitemapParts(house: House, now: Instant): Promise<readonly string[]> {
  const { alive, eggs, dead } = await readHouseTotals(await storeForListing(house, now));
  return sitemapParts(alive + eggs + dead);
}

/**
 * The parts of the sitemap: prefixes of creature ids. Ids are random, so parts are of similar size, and
 * births and deaths move no other creature.
 */
export function sitemapParts(creatures: number): readonly string[] {
  let digits = 0;
  while (digits < MAX_DIGITS && creatures > CREATURES_PER_PART * HEX_DIGITS ** digits) digits += 1;
  if (digits === 0) return [WHOLE];
  return Array.from({ length: HEX_DIGITS ** digits }, (_, at) =>
    at.toString(HEX_DIGITS).padStart(digits, '0'),
  );
}

const WHOLE = 'all';
const PART = /^(?:all|[0-9a-f]{1,3})$/;

/** The creature ids of one sitemap part; undefined for an unknown part. */
export async function sitemapCreatures(
  house: House,
  part: string,
  now: Instant,
): Promise<readonly string[] | undefined> {
  if (!PART.test(part)) return undefined;
  const from = part === WHOLE ? '' : part;
  // 'g' sorts after every hex digit, so the range ends after all ids with the prefix.
  const range = { from, to: `${from}g`, limit: MAX_PER_PART };
  return listCreatureIdsBetween(await storeForListing(house, now), range);
}

/** Species in the sitemap: the built-in ones and the newest community species. */
export async function sitemapSpecies(house: House, now: Instant): Promise<readonly string[]> {
  const community = await listCommunitySpecies(await storeForListing(house, now), {
    family: undefined,
    order: 'newest',
    offset: 0,
    limit: MAX_COMMUNITY_SPECIES,
  });
  return [...CATALOG.map(({ slug }) => slug), ...community.map(({ slug }) => slug)];
}
