import type { Instant } from '../../rules/base/clock.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { listCreatureIdsBetween } from './creatures-with-keepers.store.ts';
import { listCommunitySpecies } from '../species/species.store.ts';
import type { House } from '../house.ts';
import { readHouseTotals } from './house-stats.ts';
import { storeForListing } from './public-reading.ts';

// Search engines take 50,000 of a part and 50,000 parts; so many are read in an instant.
const CREATURES_PER_PART = 2500;
const MOST_OF_A_PART = 10_000;
const MOST_COMMUNITY_SPECIES = 1000;
const HEX_DIGITS = 16;
const MOST_DIGITS = 3;

/** The parts all creatures are listed in. */
export async function readSitemapParts(house: House, now: Instant): Promise<readonly string[]> {
  const { alive, eggs, dead } = await readHouseTotals(await storeForListing(house, now));
  return sitemapParts(alive + eggs + dead);
}

/**
 * By the first digits of their ids, which are random: about as many begin with these as with others, and who is born or dies
 * moves nobody to another part.
 */
export function sitemapParts(creatures: number): readonly string[] {
  let digits = 0;
  while (digits < MOST_DIGITS && creatures > CREATURES_PER_PART * HEX_DIGITS ** digits) digits += 1;
  if (digits === 0) return [WHOLE];
  return Array.from({ length: HEX_DIGITS ** digits }, (_, at) =>
    at.toString(HEX_DIGITS).padStart(digits, '0'),
  );
}

const WHOLE = 'all';
const PART = /^(?:all|[0-9a-f]{1,3})$/;

/** The ids of those whose page strangers are shown, in one part; undefined where there is no such part. */
export async function sitemapCreatures(
  house: House,
  part: string,
  now: Instant,
): Promise<readonly string[] | undefined> {
  if (!PART.test(part)) return undefined;
  const from = part === WHOLE ? '' : part;
  // The letter after f ends what begins with this: ids have none of it.
  return listCreatureIdsBetween(await storeForListing(house, now), {
    from,
    to: `${from}g`,
    limit: MOST_OF_A_PART,
  });
}

/** Every species of the house, and the newest that agents designed. */
export async function sitemapSpecies(house: House, now: Instant): Promise<readonly string[]> {
  const designed = await listCommunitySpecies(await storeForListing(house, now), {
    family: undefined,
    order: 'newest',
    offset: 0,
    limit: MOST_COMMUNITY_SPECIES,
  });
  return [...CATALOG.map(({ slug }) => slug), ...designed.map(({ slug }) => slug)];
}
