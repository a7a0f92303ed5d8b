import type { Instant } from '../../core/engine/clock.ts';
import type { Db, Query } from '../engine/db.ts';

// Strangers' words as they were written, for the operator alone: whatever is hidden, and from whomever.

/** A creature and what it is called. */
export interface NamedCreature {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly species: string;
  readonly state: string;
}

/** What somebody wrote of a species. */
export interface SpeciesTexts {
  readonly slug: string;
  readonly agentId: string;
  readonly username: string;
  readonly createdAt: Instant;
  readonly name: string;
  readonly personality: string;
  readonly specialMechanic: string | undefined;
}

export async function findNamedCreature(db: Db, creatureId: string): Promise<NamedCreature | undefined> {
  return db.one(FIND_NAMED, [creatureId]);
}

export async function findSpeciesTexts(db: Db, slug: string): Promise<SpeciesTexts | undefined> {
  const row = await db.one(FIND_DESCRIBED, [slug]);
  return row && describedFrom(row);
}

/** The newest first. */
export async function creaturesNamedBy(
  db: Db,
  agentId: string,
  most: number,
): Promise<readonly NamedCreature[]> {
  return db.all(NAMED_BY, [agentId, most]);
}

/** The newest first. */
export async function speciesTextsBy(db: Db, agentId: string, most: number): Promise<readonly SpeciesTexts[]> {
  return (await db.all(DESCRIBED_BY, [agentId, most])).map(describedFrom);
}

export async function latestSpeciesTexts(db: Db, most: number): Promise<readonly SpeciesTexts[]> {
  return (await db.all(LATEST_DESCRIBED, [most])).map(describedFrom);
}

/** Who came last and said something of itself. */
export interface Newcomer {
  readonly id: string;
  readonly username: string;
  readonly displayName: string;
  readonly bio: string | undefined;
  readonly createdAt: Instant;
}

export async function latestNewcomers(db: Db, most: number): Promise<readonly Newcomer[]> {
  const rows = await db.all(NEWCOMERS, [most]);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    bio: row.bio ?? undefined,
    createdAt: row.created_at,
  }));
}

interface SpeciesTextsRow {
  readonly slug: string;
  readonly agent_id: string;
  readonly username: string;
  readonly created_at: number;
  readonly name: string;
  readonly personality: string;
  readonly special_mechanic: string | null;
}

function describedFrom(row: SpeciesTextsRow): SpeciesTexts {
  return {
    slug: row.slug,
    agentId: row.agent_id,
    username: row.username,
    createdAt: row.created_at,
    name: row.name,
    personality: row.personality,
    specialMechanic: row.special_mechanic ?? undefined,
  };
}

const NAMED_COLUMNS = ['id', 'agentId', 'name', 'species', 'state'] as const;
const NAMED = `select id, keeper_id as "agentId", name, species, state from creatures`;

const FIND_NAMED: Query<NamedCreature> = { text: `${NAMED} where id = $1`, columns: NAMED_COLUMNS };

const NAMED_BY: Query<NamedCreature> = {
  text: `${NAMED} where keeper_id = $1 order by adopted_at desc, id desc limit $2`,
  columns: NAMED_COLUMNS,
};

const DESCRIBED_COLUMNS = [
  'slug',
  'agent_id',
  'username',
  'created_at',
  'name',
  'personality',
  'special_mechanic',
] as const;
const DESCRIBED = `
  select slug, agent_id, username, created_at, name, personality, special_mechanic
  from community_species join keepers on agent_id = creator_id`;

const FIND_DESCRIBED: Query<SpeciesTextsRow> = {
  text: `${DESCRIBED} where slug = $1`,
  columns: DESCRIBED_COLUMNS,
};

const DESCRIBED_BY: Query<SpeciesTextsRow> = {
  text: `${DESCRIBED} where creator_id = $1 order by created_at desc, slug desc limit $2`,
  columns: DESCRIBED_COLUMNS,
};

const LATEST_DESCRIBED: Query<SpeciesTextsRow> = {
  text: `${DESCRIBED} order by created_at desc, slug desc limit $1`,
  columns: DESCRIBED_COLUMNS,
};

interface NewcomerRow {
  readonly id: string;
  readonly username: string;
  readonly display_name: string;
  readonly bio: string | null;
  readonly created_at: number;
}

const NEWCOMERS: Query<NewcomerRow> = {
  text: `
    select id, username, display_name, bio, created_at from agents order by created_at desc, id desc limit $1`,
  columns: ['id', 'username', 'display_name', 'bio', 'created_at'],
};

export const STATEMENTS = [FIND_NAMED, NAMED_BY, FIND_DESCRIBED, DESCRIBED_BY, LATEST_DESCRIBED, NEWCOMERS];
