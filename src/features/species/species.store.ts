import { recordOf } from '../../../packages/base/collections.ts';
import type { Db, KeysetRange, Query, Transaction, Value } from '../../../packages/database/db.ts';
import { ADOPTIONS_SPAN } from '../../../packages/database/session.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Family,
  SPECIES_ORDERS,
  type SpeciesOrder,
  type Trait,
  type TrustSpeed,
} from '../../rules/vocabulary.ts';
import { notBlocked } from '../hidden/moderation.store.ts';

export interface SpeciesDesign extends Omit<Species, 'tier' | 'look' | 'tastes' | 'mechanics' | 'curious'> {
  readonly specialMechanic: string | undefined;
  readonly imagePrompt: string | undefined;
  /** The look in the artist's vocabulary; absent for designs older than this column. */
  readonly look?: readonly string[] | undefined;
}

const DESIGNS = sql.table('community_species', {
  slug: sql.text,
  name: sql.text,
  family: sql.word<Family>(),
  trustSpeed: sql.word<TrustSpeed>(),
  feedingWindowHours: sql.number,
  hungerDecayPerHour: sql.number,
  happinessDecayPerHour: sql.number,
  personality: sql.text,
  specialMechanic: sql.optional(sql.text),
  traits: sql.named('innate_traits', sql.json<readonly Trait[]>()),
  imagePrompt: sql.optional(sql.text),
  look: sql.optional(sql.json<readonly string[]>()),
});

const PUBLISHED = sql.table('community_species', {
  ...DESIGNS.columns,
  adoptions: sql.number,
  createdAt: sql.instant,
  creatorId: sql.text,
});

const CREATOR = { username: sql.text, displayName: sql.text, avatarUrl: sql.optional(sql.text) };
const WITH_CREATOR = { ...PUBLISHED.columns, ...CREATOR };

export interface CommunitySpecies extends SpeciesDesign {
  readonly creator: { readonly id: string } & sql.RowOf<typeof CREATOR>;
  readonly adoptions: number;
  readonly createdAt: Instant;
}

export async function insertCommunitySpecies(
  db: Db,
  design: SpeciesDesign,
  { creatorId, now }: { readonly creatorId: string; readonly now: Instant },
): Promise<boolean> {
  const row = { ...design, creatorId, adoptions: 0, createdAt: now };
  return (await db.run(INSERT, INSERT.values(row))) === 1;
}

interface CommunitySpeciesFilter extends KeysetRange {
  readonly family?: Family | undefined;
  readonly leastWindowHours?: number | undefined;
  readonly order: SpeciesOrder;
}

/** Keysets before the first entry: (created_at, slug) and (adoptions, created_at, slug). */
export const FIRST_SPECIES = {
  newest: [Number.MAX_SAFE_INTEGER, ''],
  popular: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, ''],
} as const satisfies Record<SpeciesOrder, readonly Value[]>;

export function listCommunitySpecies(
  db: Db,
  { family, leastWindowHours, order, offset, limit, after = FIRST_SPECIES[order] }: CommunitySpeciesFilter,
): Promise<readonly CommunitySpecies[]> {
  const range = [limit, offset];
  if (leastWindowHours !== undefined)
    return db.all(LIST_PATIENT[order], [...range, leastWindowHours, family ?? null, ...after]);
  if (family === undefined) return db.all(LIST[order], [...range, ...after]);
  return db.all(LIST_OF_FAMILY[order], [...range, family, ...after]);
}

/** Number of species with a long enough feeding window; other numbers of species come from counters. */
export async function countPatientSpecies(
  db: Db,
  family: Family | undefined,
  leastWindowHours: number,
): Promise<number> {
  return (await db.one(COUNT_PATIENT, [leastWindowHours, family ?? null]))?.n ?? 0;
}

export function countCommunityAdoption(db: Transaction, slug: string): void {
  db.count({ what: slug, span: ADOPTIONS_SPAN, bucket: 0, n: 1 });
}

const DESIGN_SUMMARY = { slug: sql.text, name: sql.text, family: sql.word<Family>(), adoptions: sql.number };

export type DesignSummary = sql.RowOf<typeof DESIGN_SUMMARY>;

function communitySpeciesFrom(row: sql.RowOf<typeof WITH_CREATOR>): CommunitySpecies {
  const { creatorId, username, displayName, avatarUrl, ...species } = row;
  return { ...species, creator: { id: creatorId, username, displayName, avatarUrl } };
}

const INSERT = PUBLISHED.insert({ conflict: 'on conflict (slug) do nothing' });
export const findDesign = sql.one(DESIGNS.select('where slug = $1'), sql.byKey);

// `adoptions_lately` holds adoptions that are not added to the species' row yet.
const LATELY = 'left join adoptions_lately lately on lately.slug = species.slug';
const withLately = (list: string) =>
  list.replace('species.adoptions', 'species.adoptions + coalesce(lately.adoptions, 0) as adoptions');

const SELECTED = `${withLately(PUBLISHED.list('species'))}, ${sql.listOf(CREATOR, 'creator')}`;

const select = (statement: string) => sql.mapRows(sql.query(WITH_CREATOR, statement), communitySpeciesFrom);

/** Finds a community species; undefined when its creator is blocked, so that it can no longer be adopted. */
export const findCommunitySpecies = sql.one(
  select(`
  select ${SELECTED} from community_species species join agents creator on creator.id = species.creator_id ${LATELY}
  where species.slug = $1 and ${notBlocked('species.creator_id')}`),
  sql.byKey,
);

/** At most two: a name need not be unique. */
export const slugsNamed = sql.selectValues(
  { slug: sql.text },
  `select slug from community_species
  where lower(name collate "C") = lower($1 collate "C") and ${notBlocked('creator_id')} order by slug limit 2`,
  sql.byKey,
);

export const hasDesignedSpecies = sql.exists(
  sql.query({ slug: sql.text }, 'select slug from community_species where creator_id = $1 limit 1'),
  sql.byKey,
);

export const designsByAgent = sql.selectRows(
  DESIGN_SUMMARY,
  `
    select ${withLately(sql.listOf(DESIGN_SUMMARY, 'species'))} from community_species species ${LATELY}
    where creator_id = $1 order by created_at desc, species.slug desc limit $2`,
  (creatorId: string, most: number) => [creatorId, most],
);

export const designsAfter = sql.all(
  PUBLISHED.select(
    'where creator_id = $1 and (created_at, slug) > ($2, $3) order by created_at, slug limit $4',
  ),
  (creatorId: string, after: Pick<CommunitySpecies, 'createdAt' | 'slug'> | undefined, most: number) => [
    creatorId,
    after?.createdAt ?? -1,
    after?.slug ?? '',
    most,
  ],
);

const ORDERS: Record<SpeciesOrder, string> = {
  newest: 'species.created_at desc, species.slug desc',
  popular: 'page.adoptions desc, species.created_at desc, species.slug desc',
};

interface ListedAfter {
  readonly where: string;
  readonly key?: string;
}

const after = (columns: string, key: string | undefined) =>
  key === undefined ? '' : `and (${columns}) < (${key})`;

const newestPage = ({ where, key }: ListedAfter) => `
  select slug from community_species ${where} ${after('created_at, slug', key)}
  order by created_at desc, slug desc limit $1 offset $2`;

/** Stored counts are read by their index; the few species with recent adoptions are sorted in beside them. */
const popularPage = ({ where, key }: ListedAfter, limit: string, offset: string) => `
  select slug, adoptions, created_at from (
    select slug, adoptions, created_at from community_species
    ${where} ${after('adoptions, created_at, slug', key)} and slug not in (select slug from adoptions_lately)
    order by adoptions desc, created_at desc, slug desc
    limit cast(${limit} as bigint) + cast(${offset} as bigint)) kept
  union all
  select community_species.slug, community_species.adoptions + lately.adoptions, created_at
  from adoptions_lately lately cross join community_species
  ${where} and community_species.slug = lately.slug
    ${after('community_species.adoptions + lately.adoptions, created_at, community_species.slug', key)}
  order by adoptions desc, created_at desc, slug desc limit ${limit} offset ${offset}`;

export const mostAdopted = sql.selectRows(
  { slug: sql.text, adoptions: sql.number },
  `select slug, adoptions from (${popularPage({ where: 'where 1 = 1' }, '$1', '0')}) popular
  order by adoptions desc, created_at desc, slug desc`,
  (limit: number) => [limit],
);

const VISIBLE = `where ${notBlocked('community_species.creator_id')}`;
const LIST = listQueries(VISIBLE, 3);
const LIST_OF_FAMILY = listQueries(`${VISIBLE} and family = $3`, 4);

const IS_OF_FAMILY = (parameter: string) => `(cast(${parameter} as text) is null or family = ${parameter})`;
const PATIENT = `${VISIBLE} and feeding_window_hours >= $3 and ${IS_OF_FAMILY('$4')}`;
const LIST_PATIENT = listQueries(PATIENT, 5);
const COUNT_PATIENT = sql.query(
  { n: sql.number },
  `select count(*) as n from community_species ${VISIBLE} and feeding_window_hours >= $1 and ${IS_OF_FAMILY('$2')}`,
);

function listQueries(where: string, firstOfKey: number): Record<SpeciesOrder, Query<CommunitySpecies>> {
  return recordOf(SPECIES_ORDERS, (order) => listQuery(order, where, firstOfKey));
}

/** Skips earlier pages in the index and reads only this page's rows. SQLite never reorders a cross join. */
function listQuery(order: SpeciesOrder, where: string, firstOfKey: number): Query<CommunitySpecies> {
  const key = FIRST_SPECIES[order].map((_, at) => `$${firstOfKey + at}`).join(', ');
  const page = order === 'popular' ? popularPage({ where, key }, '$1', '$2') : newestPage({ where, key });
  return select(`
    select ${SELECTED} from
      (${page}) page
      cross join community_species species cross join agents creator ${LATELY}
    where species.slug = page.slug and creator.id = species.creator_id
    order by ${ORDERS[order]}`);
}
