import type { Db } from '../../db/db.ts';
import { instant, named, number, optional, query, type RowOf, table, text } from '../../db/table.ts';
import { LIFE, TOLD_TO_OTHERS } from '../care/care-log.store.ts';

// Queries of texts as they were written, hidden ones included, for the operator.

const NAMED = table('creatures', {
  id: text,
  agentId: named('keeper_id', text),
  name: text,
  species: text,
  state: text,
});

const TEXTS = {
  slug: text,
  agentId: text,
  username: text,
  createdAt: instant,
  name: text,
  personality: text,
  specialMechanic: optional(text),
};

export type SpeciesTexts = RowOf<typeof TEXTS>;

const NEWCOMER = table('agents', {
  id: text,
  username: text,
  displayName: text,
  bio: optional(text),
  createdAt: instant,
});

export function findNamedCreature(db: Db, creatureId: string) {
  return db.one(FIND_NAMED, [creatureId]);
}

export function findSpeciesTexts(db: Db, slug: string) {
  return db.one(FIND_TEXTS, [slug]);
}

export function creaturesNamedBy(db: Db, agentId: string, limit: number) {
  return db.all(NAMED_BY, [agentId, limit]);
}

/** Texts of the species that an agent designed, newest first. */
export function speciesTextsBy(db: Db, agentId: string, limit: number) {
  return db.all(TEXTS_BY, [agentId, limit]);
}

export function latestSpeciesTexts(db: Db, limit: number) {
  return db.all(LATEST_TEXTS, [limit]);
}

export function latestNewcomers(db: Db, limit: number) {
  return db.all(NEWCOMERS, [limit]);
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
  /** Id of the care log entry. */
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

export type CareNote = RowOf<typeof NOTE>;

export function findCareNote(db: Db, creatureId: string, version: number) {
  return db.one(FIND_NOTE, [creatureId, Number.MAX_SAFE_INTEGER, version]);
}

const ENTRIES_READ = 300;

/** Notes on a creature within the last entries of its log, newest first. */
export function careNotesOn(db: Db, creatureId: string, limit: number) {
  return db.all(NOTES_ON, [creatureId, ENTRIES_READ, limit]);
}

export function latestReflections(db: Db, limit: number) {
  return db.all(LATEST_REFLECTIONS, [limit]);
}

const selectNotes = (entries: string) => `
    select entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes
    from ${entries} entry join keepers on keepers.agent_id = entry.keeper_id`;

const FIND_NOTE = query(NOTE, `${LIFE} ${selectNotes('life')} where entry.version = $3`);

const NOTES_ON = query(
  NOTE,
  `${LIFE} ${selectNotes('life')}
    where entry.notes is not null or entry.item is not null
    order by entry.depth limit $3`,
);

const LATEST_REFLECTIONS = query(
  NOTE,
  `${selectNotes(`(select * from care_log where ${TOLD_TO_OTHERS} order by at desc, id desc limit $1)`)}
    order by entry.at desc, entry.id desc`,
);
