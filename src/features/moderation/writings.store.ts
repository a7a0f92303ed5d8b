import { instant, named, number, optional, query, type RowOf, table, text } from '../../db/table.ts';
import { LIFE, TOLD_TO_OTHERS } from '../care/care-log.store.ts';
import { all, one } from '../statement.store.ts';

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

export const findNamedCreature = one(NAMED.select('where id = $1'), (creatureId: string) => [creatureId]);
export const creaturesNamedBy = all(
  NAMED.select('where keeper_id = $1 order by adopted_at desc, id desc limit $2'),
  (agentId: string, limit: number) => [agentId, limit],
);

const SELECT_TEXTS = `
  select slug, agent_id, username, created_at, name, personality, special_mechanic
  from community_species join keepers on agent_id = creator_id`;

export const findSpeciesTexts = one(query(TEXTS, `${SELECT_TEXTS} where slug = $1`), (slug: string) => [
  slug,
]);
/** Texts of the species that an agent designed, newest first. */
export const speciesTextsBy = all(
  query(TEXTS, `${SELECT_TEXTS} where creator_id = $1 order by created_at desc, slug desc limit $2`),
  (agentId: string, limit: number) => [agentId, limit],
);
export const latestSpeciesTexts = all(
  query(TEXTS, `${SELECT_TEXTS} order by created_at desc, slug desc limit $1`),
  (limit: number) => [limit],
);

export const latestNewcomers = all(
  NEWCOMER.select('order by created_at desc, id desc limit $1'),
  (limit: number) => [limit],
);

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

const ENTRIES_READ = 300;

const selectNotes = (entries: string) => `
    select entry.id, entry.creature_id, entry.version, entry.keeper_id as agent_id, keepers.username, entry.at,
      entry.action, entry.item, entry.notes
    from ${entries} entry join keepers on keepers.agent_id = entry.keeper_id`;

export const findCareNote = one(
  query(NOTE, `${LIFE} ${selectNotes('life')} where entry.version = $3`),
  (creatureId: string, version: number) => [creatureId, Number.MAX_SAFE_INTEGER, version],
);

/** Notes on a creature within the last entries of its log, newest first. */
export const careNotesOn = all(
  query(
    NOTE,
    `${LIFE} ${selectNotes('life')}
    where entry.notes is not null or entry.item is not null
    order by entry.depth limit $3`,
  ),
  (creatureId: string, limit: number) => [creatureId, ENTRIES_READ, limit],
);

export const latestReflections = all(
  query(
    NOTE,
    `${selectNotes(`(select * from care_log where ${TOLD_TO_OTHERS} order by at desc, id desc limit $1)`)}
    order by entry.at desc, entry.id desc`,
  ),
  (limit: number) => [limit],
);
