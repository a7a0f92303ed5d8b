import type { Db } from '../../../packages/database/db.ts';
import * as sql from '../../../packages/database/table.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { PLACEHOLDERS } from '../../rules/names.ts';
import { auditChecks } from '../../db/audit-check.ts';
import { type CareLogEntry, COUNTED_BY_NAME } from '../records/care-log.store.ts';

// Rows of a deleted account stay, without its texts: counts, the ledger and the species of others' creatures refer to them.

/** Returns how many creatures there are. Raises their versions, so that transactions that read them before conflict. */
export async function eraseCreatureWords(db: Db, agentId: string): Promise<number> {
  // Locks in the same order as a picture job: the job, then the creature.
  await db.run(DELETE_PICTURE_JOBS, [agentId]);
  const erased = await db.run(ERASE_CREATURES, [agentId, PLACEHOLDERS.creature]);
  for (const erase of DELETE_OF_CREATURES) await db.run(erase, [agentId]);
  await db.run(ERASE_STONES, [agentId, PLACEHOLDERS.creature]);
  return erased;
}

export interface CreatureCounts {
  readonly all: number;
  readonly living: number;
}

export async function countCreaturesOf(db: Db, agentId: string): Promise<CreatureCounts> {
  return (await db.one(COUNTS, [agentId])) ?? { all: 0, living: 0 };
}

export async function eraseSpeciesWords(db: Db, agentId: string): Promise<number> {
  const { species, personality } = PLACEHOLDERS;
  const erased = await db.run(ERASE_SPECIES, [agentId, species, personality]);
  if (erased > 0) await db.run(ERASE_SPECIES_ON_STONES, [agentId, species]);
  return erased;
}

export async function deleteLetterTexts(db: Db, agentId: string): Promise<void> {
  await db.run(DELETE_LETTER_TEXTS, [agentId]);
}

/** Erases an agent's row but for the username, and replaces the key; false when the key is no longer `from`. */
export async function eraseAgent(
  db: Db,
  agentId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  if ((await db.run(ERASE_AGENT, [agentId, from, to])) !== 1) return false;
  await db.run(DELETE_HIDDEN_TEXTS, [agentId]);
  await db.run(DELETE_REVIEWS, [agentId]);
  return true;
}

export async function departedAmong(db: Db, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.all(AMONG, [sql.idList(agentIds)]);
  return new Set(found.map(({ agentId }) => agentId));
}

/** What the addresses of agents' pages contain. */
export interface PagesOfAgents {
  readonly usernames: readonly string[];
  readonly creatureIds: readonly string[];
}

export async function pagesOfAgents(
  db: Db,
  agentIds: readonly string[],
  most: number,
): Promise<PagesOfAgents> {
  if (agentIds.length === 0) return { usernames: [], creatureIds: [] };
  const ids = sql.idList(agentIds);
  return {
    usernames: (await db.all(USERNAMES, [ids])).map(({ username }) => username),
    creatureIds: (await db.all(CREATURES_OF_MANY, [ids, most])).map(({ id }) => id),
  };
}

/** Erases notes and items of log entries; items that are counted by name stay. */
export async function eraseEntries(db: Db, entries: readonly CareLogEntry[]): Promise<void> {
  const worded = entries.filter(({ item, notes }) => item !== undefined || notes !== undefined);
  await db.runEach(
    ERASE_ENTRY,
    worded.map((entry) => ERASE_ENTRY.values(entry)),
  );
}

export const DEPARTURE_CHECKS = auditChecks({
  'who has left has left no words, no key of theirs and nobody alone': `
    select departures.agent_id as subject, 'something' as found
    from departures join agents on agents.id = departures.agent_id
      left join blocked_agents on blocked_agents.agent_id = departures.agent_id
    where blocked_agents.agent_id is null or display_name <> username or social_links <> '[]'
      or coalesce(bio, model_provider, model_name, avatar_prompt, avatar_url, website_url, timezone, location,
        source) is not null
      or exists (select 1 from feed_tokens where feed_tokens.agent_id = departures.agent_id)
      or exists (select 1 from owner_links where owner_links.agent_id = departures.agent_id)
      or exists (select 1 from sitters where sitters.agent_id = departures.agent_id)
      or exists (select 1 from owner_news where owner_news.agent_id = departures.agent_id)
      or exists (
        select 1 from creatures where keeper_id = departures.agent_id
          and (living = 1 or name <> '${PLACEHOLDERS.creature}' or image_prompt is not null or image_url is not null))`,
});

const OWN = '(select id from creatures where keeper_id = $1)';

const COUNTS = sql.query(
  { all: sql.named('n', sql.number), living: sql.number },
  'select count(*) as n, count(case living when 1 then 1 end) as living from creatures where keeper_id = $1',
);
const DELETE_PICTURE_JOBS = sql.command(`delete from picture_jobs where sitter = $1 or sitter in ${OWN}`);
const ERASE_CREATURES = sql.command(`
  update creatures
  set name = $2, image_prompt = null, image_url = null, portraits = 0, recent_deeds = null, version = version + 1
  where keeper_id = $1`);
const DELETE_PORTRAITS = sql.command(`delete from portraits where creature_id in ${OWN}`);
const DELETE_PICTURES = sql.command(`delete from pictures where sitter = $1 or sitter in ${OWN}`);
const DELETE_PET_SHEETS = sql.command(`delete from pet_sheets where creature_id in ${OWN}`);
const DELETE_TRIED_ITEMS = sql.command(`delete from tried_items where creature_id in ${OWN}`);
const DELETE_SITTER_VISITS = sql.command(`delete from sitter_visits where creature_id in ${OWN}`);
const DELETE_LETTER_TEXTS = sql.command('delete from letter_texts where keeper_id = $1');
const DELETE_OF_CREATURES = [
  DELETE_PORTRAITS,
  DELETE_PICTURES,
  DELETE_PET_SHEETS,
  DELETE_TRIED_ITEMS,
  DELETE_SITTER_VISITS,
  DELETE_LETTER_TEXTS,
];
const ERASE_STONES = sql.command('update gravestones set name = $2 where keeper_id = $1');

const ERASE_SPECIES = sql.command(`
  update community_species set name = $2, personality = $3, special_mechanic = null, image_prompt = null
  where creator_id = $1`);
const ERASE_SPECIES_ON_STONES = sql.command(`
  update gravestones set species_name = $2
  where species in (select slug from community_species where creator_id = $1)`);

const ERASE_AGENT = sql.command(`
  update agents
  set display_name = username, bio = null, model_provider = null, model_name = null, avatar_prompt = null,
    avatar_url = null, website_url = null, social_links = '[]', timezone = null, location = null, source = null,
    key_hash = $3
  where id = $1 and key_hash = $2`);
const DELETE_HIDDEN_TEXTS = sql.command('delete from hidden_texts where agent_id = $1');
const DELETE_REVIEWS = sql.command('delete from reviewed_texts where agent_id = $1');

export const insertDeparture = sql.run(
  'insert into departures (agent_id, departed_at) values ($1, $2)',
  (agentId: string, now: Instant) => [agentId, now],
);
export const unfinishedDepartures = sql.selectValues(
  { agentId: sql.text },
  'select agent_id from departures where erased_at is null order by departed_at, agent_id limit $1',
  (most: number) => [most],
);
export const departedAfter = sql.selectValues(
  { agentId: sql.text },
  'select agent_id from departures where agent_id > $1 order by agent_id limit $2',
  (after: string, most: number) => [after, most],
);
export const deleteLetterTextsOfMany = sql.run(
  `delete from letter_texts where keeper_id in (select key from json_each($1))`,
  (agentIds: readonly string[]) => [sql.idList(agentIds)],
);
export const finishDeparture = sql.run(
  'update departures set erased_at = $2 where agent_id = $1',
  (agentId: string, now: Instant) => [agentId, now],
);
const AMONG = sql.query(
  { agentId: sql.text },
  `select agent_id from ${sql.CHOSEN} cross join departures where agent_id = chosen.key`,
);
export const creatureIdsOf = sql.selectValues(
  { id: sql.text },
  'select id from creatures where keeper_id = $1 and id > $2 order by id limit $3',
  (agentId: string, after: string, most: number) => [agentId, after, most],
);

const USERNAMES = sql.query(
  { username: sql.text },
  `select username from ${sql.CHOSEN} cross join agents where id = chosen.key`,
);
const CREATURES_OF_MANY = sql.query(
  { id: sql.text },
  `select id from ${sql.CHOSEN} cross join creatures where keeper_id = chosen.key limit $2`,
);

const ERASE_ENTRY = sql.table('care_log', { at: sql.instant, id: sql.text }).update({
  key: ['at', 'id'],
  set: [],
  also: `notes = null, item = case when ${COUNTED_BY_NAME} then lower(item) when item is not null then '${PLACEHOLDERS.item}' end`,
});
