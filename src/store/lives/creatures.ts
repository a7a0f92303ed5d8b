import type { Instant } from '../../core/engine/clock.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { Command, Db, Query } from '../engine/db.ts';
import { encodeBody, selectCreatures, isLiving, storedCreatureFrom, stateOf, type CreatureRow, type StoredCreature } from './creature-rows.ts';

export type { StoredCreature };

/** Somebody else changed the creature first; what was read of it no longer holds. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
}

export async function insertCreature(db: Db, kept: StoredCreature): Promise<void> {
  const { creature } = kept;
  await db.run(INSERT, [
    creature.id,
    creature.keeperId,
    creature.name,
    creature.species,
    kept.family,
    creature.seed,
    creature.zone,
    creature.adoptedAt,
    stateOf(creature),
    creature.stage,
    kept.toldStage,
    kept.imagePrompt ?? null,
    kept.imageUrl ?? null,
    encodeBody(creature),
  ]);
}

/** The living ones of a keeper, eggs included, the newest first. */
export async function livingOf(db: Db, keeperId: string, most: number): Promise<StoredCreature[]> {
  return (await db.all(LIVING, [keeperId, most])).map(storedCreatureFrom);
}

/** Anybody's creature, whatever became of it. */
export async function findCreature(db: Db, id: string): Promise<StoredCreature | undefined> {
  const row = await db.one(FIND, [id]);
  return row && storedCreatureFrom(row);
}

/** One of a keeper's own creatures, whatever became of it. */
export async function findOwnCreature(db: Db, keeperId: string, id: string): Promise<StoredCreature | undefined> {
  const row = await db.one(FIND_OWN, [id, keeperId]);
  return row && storedCreatureFrom(row);
}

/** The one a keeper adopted last, whatever became of it. */
export async function newestCreatureOf(db: Db, keeperId: string): Promise<StoredCreature | undefined> {
  const row = await db.one(NEWEST, [keeperId]);
  return row && storedCreatureFrom(row);
}

/** The one of a keeper's that died last and is still dead. */
export async function lastDeadOf(db: Db, keeperId: string): Promise<StoredCreature | undefined> {
  const row = await db.one(LAST_BURIED, [keeperId]);
  return row && storedCreatureFrom(row);
}

/** A keeper's dead that died at a moment or later, the last first. */
export async function deadSince(db: Db, keeperId: string, since: Instant, most: number): Promise<StoredCreature[]> {
  return (await db.all(BURIED_SINCE, [keeperId, since, most])).map(storedCreatureFrom);
}

/** Those to whom something has happened by now that nobody has written down, the longest due first. */
export async function creaturesDue(db: Db, now: Instant, most: number): Promise<StoredCreature[]> {
  return (await db.all(DUE, [now, most])).map(storedCreatureFrom);
}

/** Every creature in turn, for audits: a page of those after `id`. */
export async function creaturesAfter(db: Db, id: string, most: number): Promise<StoredCreature[]> {
  return (await db.all(AFTER, [id, most])).map(storedCreatureFrom);
}

/** The creature as it is now; until the transaction ends nobody else can change it. */
export async function selectCreatureForUpdate(db: Db, id: string): Promise<StoredCreature | undefined> {
  const row = await db.one(HOLD, [id]);
  return row && storedCreatureFrom(row);
}

/** Writes down what care or a look changed: what it feels, not what it is. `due` is when something was to happen to it. */
export async function saveCreatureBody(db: Db, kept: StoredCreature, due: Instant | undefined): Promise<StoredCreature> {
  const { creature, consistencyTenths, nextEventAt, version } = kept;
  const values = [creature.id, version, encodeBody(creature), consistencyTenths];
  const rows =
    nextEventAt === due
      ? await db.run(SAVE_MOOD, values)
      : await db.run(SAVE_FEELINGS, [...values, nextEventAt ?? null]);
  return nextVersion(kept, rows);
}

/** Writes down everything that can change about a creature. */
export async function saveCreature(db: Db, kept: StoredCreature): Promise<StoredCreature> {
  const { creature, consistencyTenths, nextEventAt, version } = kept;
  const values = [
    creature.id,
    version,
    encodeBody(creature),
    consistencyTenths,
    nextEventAt ?? null,
    stateOf(creature),
    isLiving(creature),
    creature.stage,
    creature.path ?? null,
    creature.life?.ageFrom ?? null,
    creature.died?.at ?? null,
    creature.died?.cause ?? null,
    creature.releasedAt ?? null,
    creature.resurrections,
  ];
  return nextVersion(kept, await db.run(SAVE, values));
}

/** True for the one call that tells of the stage. */
export async function markStageTold(db: Db, id: string, from: Stage, to: Stage): Promise<boolean> {
  return (await db.run(TELL_STAGE, [id, from, to])) === 1;
}

function nextVersion(kept: StoredCreature, rows: number): StoredCreature {
  if (rows !== 1) throw new VersionConflictError();
  return { ...kept, version: kept.version + 1 };
}

const INSERT: Command = {
  text: `
    insert into creatures (
      id, keeper_id, name, species, family, seed, zone, adopted_at, state, living, stage, resurrections,
      consistency_tenths, told_stage, image_prompt, image_url, portraits, body, version)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, $10, 0, 0, $11, $12, $13, 0, $14, 1)`,
};

const LIVING = selectCreatures('where keeper_id = $1 and living = 1 order by adopted_at desc, id desc limit $2');
const FIND = selectCreatures('where id = $1');
const FIND_OWN = selectCreatures('where id = $1 and keeper_id = $2');
const NEWEST = selectCreatures('where keeper_id = $1 order by adopted_at desc, id desc limit 1');
const LAST_BURIED = selectCreatures(
  `where keeper_id = $1 and state = 'dead' order by died_at desc, id desc limit 1`,
);
const BURIED_SINCE = selectCreatures(
  `where keeper_id = $1 and state = 'dead' and died_at >= $2 order by died_at desc, id desc limit $3`,
);
const DUE = selectCreatures('where next_event_at <= $1 order by next_event_at, id limit $2');
const AFTER = selectCreatures('where id > $1 order by id limit $2');

const HOLD: Query<CreatureRow> = { ...selectCreatures('where id = $1'), forUpdate: true };

// Few columns, because a column that is written has its indexes written too, changed or not.
const SAVE_MOOD: Command = {
  text: `
    update creatures set body = $3, consistency_tenths = $4, version = version + 1
    where id = $1 and version = $2`,
};

const SAVE_FEELINGS: Command = {
  text: `
    update creatures set body = $3, consistency_tenths = $4, next_event_at = $5, version = version + 1
    where id = $1 and version = $2`,
};

const SAVE: Command = {
  text: `
    update creatures set body = $3, consistency_tenths = $4, next_event_at = $5, version = version + 1,
      state = $6, living = $7, stage = $8, path = $9, age_from = $10, died_at = $11, cause = $12,
      released_at = $13, resurrections = $14
    where id = $1 and version = $2`,
};

const TELL_STAGE: Command = {
  text: 'update creatures set told_stage = $3 where id = $1 and told_stage = $2',
};

export const STATEMENTS = [
  INSERT,
  LIVING,
  FIND,
  FIND_OWN,
  NEWEST,
  LAST_BURIED,
  BURIED_SINCE,
  DUE,
  AFTER,
  HOLD,
  SAVE_MOOD,
  SAVE_FEELINGS,
  SAVE,
  TELL_STAGE,
];
