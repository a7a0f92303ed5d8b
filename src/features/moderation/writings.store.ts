import type { Db } from '../../db/db.ts';
import { instant, named, number, optional, query, type RowOf, table, text } from '../../db/table.ts';
import { LIFE, TOLD_TO_OTHERS } from '../care/care-log.store.ts';

// Strangers' words as they were written, for the operator alone: whatever is hidden, and from whomever.

const NAMED = table('creatures', {
  id: text,
  agentId: named('keeper_id', text),
  name: text,
  species: text,
  state: text,
});

/** A creature and what it is called. */
export type NamedCreature = RowOf<typeof NAMED.columns>;

const TEXTS = {
  slug: text,
  agentId: text,
  username: text,
  createdAt: instant,
  name: text,
  personality: text,
  specialMechanic: optional(text),
};

/** What somebody wrote of a species. */
export type SpeciesTexts = RowOf<typeof TEXTS>;

const NEWCOMER = table('agents', {
  id: text,
  username: text,
  displayName: text,
  bio: optional(text),
  createdAt: instant,
});

/** Who came last and said something of itself. */
export type Newcomer = RowOf<typeof NEWCOMER.columns>;

export function findNamedCreature(db: Db, creatureId: string): Promise<NamedCreature | undefined> {
  return db.one(FIND_NAMED, [creatureId]);
}

export function findSpeciesTexts(db: Db, slug: string): Promise<SpeciesTexts | undefined> {
  return db.one(FIND_TEXTS, [slug]);
}

/** The newest first. */
export function creaturesNamedBy(db: Db, agentId: string, most: number): Promise<readonly NamedCreature[]> {
  return db.all(NAMED_BY, [agentId, most]);
}

/** The newest first. */
export function speciesTextsBy(db: Db, agentId: string, most: number): Promise<readonly SpeciesTexts[]> {
  return db.all(TEXTS_BY, [agentId, most]);
}

export function latestSpeciesTexts(db: Db, most: number): Promise<readonly SpeciesTexts[]> {
  return db.all(LATEST_TEXTS, [most]);
}

export function latestNewcomers(db: Db, most: number): Promise<readonly Newcomer[]> {
  return db.all(NEWCOMERS, [most]);
}

const FIND_NAMED = NAMED.select('where id = $1');
const NAMED_BY = NAMED.select('where keeper_id = $1 order by adopted_at desc, id desc limit $2');

const SELECT_TEXTS = `
  select slug, agent_id, username, created_at, name, personality, special_mechanic
  from community_species join keepers on agent_id = creator_id`;

const FIND_TEXTS = query(TEXTS, `${SELECT_TEXTS} where slug = $1`);
const TEXTS_BY = query(
  TEXTS,
  `${SELECT_TEXTS} where creator_id = $1 order by created_at desc, slug desc limit $2`,
);
const LATEST_TEXTS = query(TEXTS, `${SELECT_TEXTS} order by created_at desc, slug desc limit $1`);

const NEWCOMERS = NEWCOMER.select('order by created_at desc, id desc limit $1');

const NOTE = {
  /** The entry. */
  id: text,
  creatureId: text,
  version: number,
  agentId: text,
  username: text,
  at: instant,
  action: text,
  item: optional(text),
  notes: optional(text),
};

/** What somebody wrote down with an act of care, as it was written; for the operator alone. */
export type CareNote = RowOf<typeof NOTE>;

export function findCareNote(db: Db, creatureId: string, version: number): Promise<CareNote | undefined> {
  return db.one(FIND_NOTE, [creatureId, Number.MAX_SAFE_INTEGER, version]);
}

/** The newest notes on one creature, as far as its last few hundred entries tell. */
export function careNotesOn(db: Db, creatureId: string, most: number): Promise<readonly CareNote[]> {
  return db.all(NOTES_ON, [creatureId, LOOKED_THROUGH, most]);
}

const LOOKED_THROUGH = 300;

/** What was thought aloud in the house lately, the newest first: these are the words that others are told. */
export function latestReflections(db: Db, most: number): Promise<readonly CareNote[]> {
  return db.all(LATEST_REFLECTIONS, [most]);
}

const SELECTED = `entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes`;

const FIND_NOTE = query(
  NOTE,
  `
    ${LIFE} select ${SELECTED} from life entry join keepers on keepers.agent_id = entry.keeper_id
    where entry.version = $3`,
);

const NOTES_ON = query(
  NOTE,
  `
    ${LIFE} select ${SELECTED} from life entry
      join keepers on keepers.agent_id = entry.keeper_id
    where entry.notes is not null or entry.item is not null
    order by entry.depth limit $3`,
);

const LATEST_REFLECTIONS = query(
  NOTE,
  `
    select ${SELECTED} from (
      select * from care_log where ${TOLD_TO_OTHERS} order by at desc, id desc limit $1) entry
      join keepers on keepers.agent_id = entry.keeper_id
    order by entry.at desc, entry.id desc`,
);
