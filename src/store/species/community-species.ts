import type { Instant } from '../../core/engine/clock.ts';
import type { Species } from '../../core/species/species.ts';
import type { Family, SpeciesOrder, Trait, TrustSpeed } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import { fromJson } from '../engine/portable.ts';
import { notBlocked } from '../public/not-blocked.ts';

/** A design with nothing left open, and what only people and artists read of it. */
export interface SpeciesDesign extends Omit<Species, 'tier' | 'look' | 'tastes' | 'mechanics' | 'curious'> {
  readonly specialMechanic: string | undefined;
  readonly imagePrompt: string | undefined;
}

/** A species that an agent designed, as it stands on the shelf. */
export interface CommunitySpecies extends SpeciesDesign {
  readonly creator: {
    readonly id: string;
    readonly username: string;
    readonly displayName: string;
    readonly avatarUrl: string | undefined;
  };
  readonly adoptions: number;
  readonly createdAt: Instant;
}

export interface CommunitySpeciesFilter {
  readonly family?: Family | undefined;
  readonly order: SpeciesOrder;
  readonly offset: number;
  readonly limit: number;
}

/** False when the slug is taken. */
export async function insertCommunitySpecies(
  db: Db,
  design: SpeciesDesign,
  by: { readonly creatorId: string; readonly now: Instant },
): Promise<boolean> {
  const inserted = await db.run(PUBLISH, [
    design.slug,
    design.name,
    design.family,
    design.trustSpeed,
    design.feedingWindowHours,
    design.hungerDecayPerHour,
    design.happinessDecayPerHour,
    design.personality,
    design.specialMechanic ?? null,
    JSON.stringify(design.traits),
    design.imagePrompt ?? null,
    by.creatorId,
    by.now,
  ]);
  return inserted === 1;
}

/** What makes a species; who made it and how many adopted it does not matter to any rule. */
export async function findDesign(db: Db, slug: string): Promise<SpeciesDesign | undefined> {
  const row = await db.one(FIND_DESIGN, [slug]);
  return row && designFrom(row);
}

/** None where its maker was blocked: nobody can adopt it any more, though those that live go on. */
export async function findCommunitySpecies(db: Db, slug: string): Promise<CommunitySpecies | undefined> {
  const row = await db.one(FIND_PUBLISHED, [slug]);
  return row && communitySpeciesFrom(row);
}

/** Has this agent designed any before? */
export async function hasDesignedSpecies(db: Db, creatorId: string): Promise<boolean> {
  return (await db.one(FIND_ANY_OF, [creatorId])) !== undefined;
}

/** One page of the shelf. */
export async function listCommunitySpecies(
  db: Db,
  { family, order, offset, limit }: CommunitySpeciesFilter,
): Promise<readonly CommunitySpecies[]> {
  const rows =
    family === undefined
      ? await db.all(LIST[order], [limit, offset])
      : await db.all(LIST_OF_FAMILY[order], [limit, offset, family]);
  return rows.map(communitySpeciesFrom);
}

/** One more was adopted. */
export async function countCommunityAdoption(db: Db, slug: string): Promise<void> {
  await db.run(COUNT_ADOPTION, [slug]);
}

interface SpeciesDesignRow {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly trust_speed: TrustSpeed;
  readonly feeding_window_hours: number;
  readonly hunger_decay_per_hour: number;
  readonly happiness_decay_per_hour: number;
  readonly personality: string;
  readonly special_mechanic: string | null;
  readonly innate_traits: string;
  readonly image_prompt: string | null;
}

interface CommunitySpeciesRow extends SpeciesDesignRow {
  readonly adoptions: number;
  readonly created_at: number;
  readonly creator_id: string;
  readonly username: string;
  readonly display_name: string;
  readonly avatar_url: string | null;
}

function designFrom(row: SpeciesDesignRow): SpeciesDesign {
  return {
    slug: row.slug,
    name: row.name,
    family: row.family,
    trustSpeed: row.trust_speed,
    feedingWindowHours: row.feeding_window_hours,
    hungerDecayPerHour: row.hunger_decay_per_hour,
    happinessDecayPerHour: row.happiness_decay_per_hour,
    personality: row.personality,
    specialMechanic: row.special_mechanic ?? undefined,
    traits: fromJson<Trait[]>(row.innate_traits),
    imagePrompt: row.image_prompt ?? undefined,
  };
}

function communitySpeciesFrom(row: CommunitySpeciesRow): CommunitySpecies {
  return {
    ...designFrom(row),
    creator: {
      id: row.creator_id,
      username: row.username,
      displayName: row.display_name,
      avatarUrl: row.avatar_url ?? undefined,
    },
    adoptions: row.adoptions,
    createdAt: row.created_at,
  };
}

const DESIGN_COLUMNS = [
  'slug',
  'name',
  'family',
  'trust_speed',
  'feeding_window_hours',
  'hunger_decay_per_hour',
  'happiness_decay_per_hour',
  'personality',
  'special_mechanic',
  'innate_traits',
  'image_prompt',
] as const;
const CREATOR_COLUMNS = ['username', 'display_name', 'avatar_url'] as const;
const PUBLISHED_COLUMNS = [
  ...DESIGN_COLUMNS,
  'adoptions',
  'created_at',
  'creator_id',
  ...CREATOR_COLUMNS,
] as const;

const DESIGN = DESIGN_COLUMNS.map((column) => `species.${column}`).join(', ');
const CREATOR = CREATOR_COLUMNS.map((column) => `creator.${column}`).join(', ');
const PUBLISHED = `${DESIGN}, species.adoptions, species.created_at, species.creator_id, ${CREATOR}`;

const PUBLISH: Command = {
  text: `
    insert into community_species (
      slug, name, family, trust_speed, feeding_window_hours, hunger_decay_per_hour, happiness_decay_per_hour,
      personality, special_mechanic, innate_traits, image_prompt, creator_id, adoptions, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13)
    on conflict (slug) do nothing`,
};

const FIND_DESIGN: Query<SpeciesDesignRow> = {
  text: `select ${DESIGN} from community_species species where species.slug = $1`,
  columns: DESIGN_COLUMNS,
};

const FIND_PUBLISHED: Query<CommunitySpeciesRow> = {
  text: `
    select ${PUBLISHED} from community_species species join agents creator on creator.id = species.creator_id
    where species.slug = $1 and ${notBlocked('species.creator_id')}`,
  columns: PUBLISHED_COLUMNS,
};

const FIND_ANY_OF: Query<Pick<SpeciesDesignRow, 'slug'>> = {
  text: 'select slug from community_species where creator_id = $1 limit 1',
  columns: ['slug'],
};

const COUNT_ADOPTION: Command = {
  text: 'update community_species set adoptions = adoptions + 1 where slug = $1',
};

const ORDERS: Record<SpeciesOrder, readonly string[]> = {
  newest: ['created_at', 'slug'],
  popular: ['adoptions', 'created_at', 'slug'],
};

const VISIBLE = `where ${notBlocked('community_species.creator_id')}`;
const LIST = { newest: listQuery('newest', VISIBLE), popular: listQuery('popular', VISIBLE) };
const LIST_OF_FAMILY = {
  newest: listQuery('newest', `${VISIBLE} and family = $3`),
  popular: listQuery('popular', `${VISIBLE} and family = $3`),
};

/**
 * The pages before this one are passed by in the index alone; only this one's rows are read. A cross join is the one
 * kind of join that SQLite never turns around.
 */
function listQuery(order: SpeciesOrder, where: string): Query<CommunitySpeciesRow> {
  const by = (table: string) => ORDERS[order].map((column) => `${table}${column} desc`).join(', ');
  return {
    text: `
    select ${PUBLISHED} from
      (select slug from community_species ${where} order by ${by('')} limit $1 offset $2) page
      cross join community_species species cross join agents creator
    where species.slug = page.slug and creator.id = species.creator_id
    order by ${by('species.')}`,
    columns: PUBLISHED_COLUMNS,
  };
}

export const STATEMENTS = [
  PUBLISH,
  FIND_DESIGN,
  FIND_PUBLISHED,
  FIND_ANY_OF,
  COUNT_ADOPTION,
  ...Object.values(LIST),
  ...Object.values(LIST_OF_FAMILY),
];
