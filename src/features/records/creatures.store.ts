import type { Db, Value } from '../../../packages/database/db.ts';
import { ConstraintViolationError, fromJson } from '../../../packages/database/portable.ts';
import * as sql from '../../../packages/database/table.ts';
import { type Instant, TimeZone } from '../../rules/base/clock.ts';
import { type Heart, type PackedHeart, packHeart, unpackHeart } from '../../rules/heart/heart.ts';
import { type Creature, isAlive } from '../../rules/lives/creature.ts';
import type { RankFacts } from '../../rules/lives/live-until.ts';
import type { Species } from '../../rules/species/species.ts';
import {
  type Cause,
  type CreatureState,
  type Family,
  type Path,
  type Stage,
  STATS,
} from '../../rules/vocabulary.ts';
import { VersionConflictError, type LockMode } from '../retry.ts';

/** A row, with the columns of the creature itself as `creature`. */
export interface StoredCreature extends Omit<CreatureRow, keyof Creature | 'diedAt' | 'cause' | 'body'> {
  readonly creature: Creature;
}

// One object per zone, so that its offsets are looked up once; there are about 600 zones.
const zones = new Map<string, TimeZone>();

function zoneNamed(name: string): TimeZone {
  const known = zones.get(name);
  if (known) return known;
  const zone = new TimeZone(name);
  // Throws for an unknown zone.
  zone.spanAt(0);
  zones.set(name, zone);
  return zone;
}

type StoredBody = Pick<Creature, 'personality' | 'life' | 'record'>;

/** Whether nothing is missing that would make its state NaN. */
function isWhole({ personality, life, record }: StoredBody): boolean {
  if (!Array.isArray(personality) || !Number.isFinite(record.careActions)) return false;
  if (life === undefined) return true;
  const { hatchedAt, ageFrom, settledAt, lastFedAt, lastCareAt, lastCheckedAt, stats } = life;
  const moments = [hatchedAt, ageFrom, settledAt, lastFedAt, lastCareAt, lastCheckedAt];
  return moments.every(Number.isFinite) && STATS.every((stat) => Number.isFinite(stats[stat]));
}

export const CREATURES = sql.table('creatures', {
  id: sql.text,
  keeperId: sql.text,
  name: sql.text,
  species: sql.text,
  family: sql.word<Family>(),
  seed: sql.number,
  zone: { read: (name: Value) => zoneNamed(String(name)), write: ({ name }: TimeZone) => name },
  adoptedAt: sql.instant,
  stage: sql.word<Stage>(),
  path: sql.optional(sql.word<Path>()),
  diedAt: sql.optional(sql.instant),
  cause: sql.optional(sql.word<Cause>()),
  releasedAt: sql.optional(sql.instant),
  resurrections: sql.number,
  /** Its share of the keeper's score. */
  consistencyTenths: sql.number,
  toldStage: sql.word<Stage>(),
  imagePrompt: sql.optional(sql.text),
  imageUrl: sql.optional(sql.text),
  portraits: sql.number,
  body: sql.checked(sql.json<StoredBody>(), isWhole),
  nextEventAt: sql.optional(sql.instant),
  /** Optimistic locking: a write fails unless it is based on the stored version. */
  version: sql.number,
  /** The key of its last care log entry. */
  lastEntryAt: sql.optional(sql.instant),
  lastEntryId: sql.optional(sql.text),
  /** The last act that was not refused. */
  caredAt: sql.optional(sql.instant),
  /** JSON, see `recentDeedsOf`. */
  recentDeeds: sql.optional(sql.text),
  lostAt: sql.optional(sql.instant),
  trustStep: sql.optional(sql.number),
  heart: sql.optional({
    read: (value: Value) => unpackHeart(fromJson<PackedHeart | Heart>(String(value))),
    write: (heart: Heart) => JSON.stringify(packHeart(heart)),
  }),
  lettersRead: sql.number,
  keepsakesRead: sql.number,
  milestonesTold: sql.optional(sql.number),
});

// With the columns that only searches use.
const WRITTEN = sql.table('creatures', {
  ...CREATURES.columns,
  state: sql.word<CreatureState>(),
  living: sql.number,
  ageFrom: sql.optional(sql.instant),
});

export const JUST_LAID = {
  version: 1,
  nextEventAt: undefined,
  consistencyTenths: 0,
  toldStage: 'egg',
  imagePrompt: undefined,
  imageUrl: undefined,
  portraits: 0,
  lastEntryAt: undefined,
  lastEntryId: undefined,
  caredAt: undefined,
  recentDeeds: undefined,
  lostAt: undefined,
  trustStep: undefined,
  lettersRead: 0,
  keepsakesRead: 0,
  milestonesTold: 0,
} as const satisfies Omit<StoredCreature, 'creature' | 'family'>;

export async function insertCreature(db: Db, stored: StoredCreature): Promise<void> {
  await db.run(INSERT, INSERT.values(rowFrom(stored)));
}

export const MOST_DEAD = 200;

export async function lastDeadOf(db: Db, keeperId: string): Promise<StoredCreature | undefined> {
  return (await db.all(LAST_DEAD, [keeperId]))[0];
}

export async function raisedBy(
  db: Db,
  keeperId: string,
): Promise<{ readonly adults: number; readonly hasChild: boolean }> {
  const { adults = 0, grown = 0 } = (await db.one(RAISED, [keeperId])) ?? {};
  return { adults, hasChild: grown > 0 };
}

export async function requireLivingReadable(db: Db, keeperId: string): Promise<void> {
  const ids = (await db.all(LIVING_IDS, [keeperId])).map(({ id }) => id);
  for (const found of await examineCreatures(db, ids))
    if (found instanceof sql.UnreadableRowError) throw found;
}

/** After care or a look. Rank and event columns are written only when they differ from `before`. */
export async function saveCreatureBody(
  db: Db,
  stored: StoredCreature,
  before: Pick<StoredCreature, 'nextEventAt' | keyof RankFacts>,
): Promise<StoredCreature> {
  const isSameEvent = stored.nextEventAt === before.nextEventAt && stored.lostAt === before.lostAt;
  const saveChanged = isSameEvent ? SAVE_BODY : SAVE_BODY_AND_EVENT;
  const save = stored.trustStep === before.trustStep ? saveChanged : SAVE_BODY_AND_RANK;
  return nextVersion(stored, await db.run(save, save.values(rowFrom(stored))));
}

export async function saveCreatureZone(db: Db, stored: StoredCreature): Promise<StoredCreature> {
  return nextVersion(stored, await db.run(SAVE_ZONE, SAVE_ZONE.values(rowFrom(stored))));
}

/** Everything that can change but the time zone. */
export async function saveCreature(db: Db, stored: StoredCreature): Promise<StoredCreature> {
  return nextVersion(stored, await db.run(SAVE, SAVE.values(rowFrom(stored))));
}

/** Saves locked creatures after settling; `sameBeing`: neither stage nor state has changed. */
export async function saveSettled(
  db: Db,
  settled: readonly { readonly next: StoredCreature; readonly sameBeing: boolean }[],
): Promise<void> {
  const same = settled.filter(({ sameBeing }) => sameBeing);
  const others = settled.filter(({ sameBeing }) => !sameBeing);
  const sameRows = same.map(({ next }) => SAVE_SETTLED.values(rowFrom(next)));
  const otherRows = others.map(({ next }) => SAVE_GROWN.values(rowFrom(next)));
  const [changed, grown] = await Promise.all([
    db.runEach(SAVE_SETTLED, sameRows),
    db.runEach(SAVE_GROWN, otherRows),
  ]);
  if (changed !== same.length || grown !== others.length) throw new VersionConflictError();
}

type OwnedCreature = Pick<Creature, 'id' | 'keeperId'>;

function nextVersion(stored: StoredCreature, rows: number): StoredCreature {
  if (rows !== 1) throw new VersionConflictError();
  return { ...stored, version: stored.version + 1 };
}

export function stateOf({ died, releasedAt, life }: Creature): CreatureState {
  if (releasedAt !== undefined) return 'released';
  if (died) return 'dead';
  return life ? 'alive' : 'egg';
}

function rowFrom(stored: StoredCreature): sql.RowOf<typeof WRITTEN.columns> {
  const { creature } = stored;
  const { personality, life, record, died } = creature;
  // Also checked in production: a NaN would spread to every later state.
  if (life && !Object.values(life.stats).every((stat) => stat >= 0 && stat <= 100))
    throw new ConstraintViolationError('a stat is not between 0 and 100');
  return {
    ...stored,
    ...creature,
    heart: creature.heart,
    diedAt: died?.at,
    cause: died?.cause,
    body: { personality, life, record },
    state: stateOf(creature),
    living: isAlive(creature) ? 1 : 0,
    ageFrom: life?.ageFrom,
  };
}

type CreatureRow = sql.RowOf<typeof CREATURES.columns>;

// Reading a row by rest destructuring takes 20 µs instead of 3 µs: both functions name every field.

export function storedCreatureFrom(row: CreatureRow): StoredCreature {
  return {
    creature: creatureFrom(row),
    family: row.family,
    version: row.version,
    nextEventAt: row.nextEventAt,
    consistencyTenths: row.consistencyTenths,
    toldStage: row.toldStage,
    imagePrompt: row.imagePrompt,
    imageUrl: row.imageUrl,
    portraits: row.portraits,
    lastEntryAt: row.lastEntryAt,
    lastEntryId: row.lastEntryId,
    caredAt: row.caredAt,
    recentDeeds: row.recentDeeds,
    lostAt: row.lostAt,
    trustStep: row.trustStep,
    lettersRead: row.lettersRead,
    keepsakesRead: row.keepsakesRead,
    milestonesTold: row.milestonesTold,
  };
}

function creatureFrom(row: CreatureRow): Creature {
  const { diedAt, cause } = row;
  return {
    id: row.id,
    keeperId: row.keeperId,
    name: row.name,
    species: row.species,
    seed: row.seed,
    zone: row.zone,
    personality: row.body.personality,
    adoptedAt: row.adoptedAt,
    stage: row.stage,
    path: row.path,
    life: row.body.life,
    record: row.body.record,
    died: diedAt === undefined || cause === undefined ? undefined : { at: diedAt, cause },
    releasedAt: row.releasedAt,
    resurrections: row.resurrections,
    heart: row.heart,
  };
}

const INSERT = WRITTEN.insert();

/** About 6 KB each: those of the last visits, which look, care and look again. */
const KEPT_DECODED = 2000;
const decodedOnce = sql.decodedOnce(KEPT_DECODED);
const select = (rest: string) =>
  sql.skipUnreadable(decodedOnce(sql.mapRows(CREATURES.select(rest), storedCreatureFrom)));
const selectLivingOf = (keeper: string) =>
  select(`where keeper_id = ${keeper} and living = 1 order by adopted_at desc, id desc`);
/** With eggs, the newest first. */
export const livingOf = sql.all(selectLivingOf('$1'), sql.byKey);
export const newestLivingOf = sql.all(
  select('where keeper_id = $1 and living = 1 order by adopted_at desc, id desc limit $2'),
  (keeperId: string, most: number) => [keeperId, most],
);
export const hasLiving = sql.exists(
  sql.query(
    { id: sql.text },
    'select id from creatures where keeper_id = $1 and living = 1 limit 1 offset $2',
  ),
  (keeperId: string, many: number) => [keeperId, many - 1],
);
/** At most 100. */
export const dueOf = sql.all(
  select(`where keeper_id = $1 and living = 1 and next_event_at <= $2 limit 100`),
  (keeperId: string, now: Instant) => [keeperId, now],
);
export const livingSpeciesOf = sql.selectValues(
  { species: sql.text },
  'select distinct species from creatures where keeper_id = $1 and living = 1',
  sql.byKey,
);
const KEY_HOLDER = '(select agents.id from agents where key_hash = $1)';
export const livingOfKeyHolder = sql.all(selectLivingOf(KEY_HOLDER), sql.byKey);
const selectLastDeathOf = (keeper: string) =>
  sql.query(
    { diedAt: sql.optional(sql.instant) },
    `select max(died_at) as died_at from creatures where keeper_id = ${keeper} and state = 'dead'`,
  );
/** Resurrected creatures do not count. */
export const lastDeathOf = sql.oneValue(selectLastDeathOf('$1'), 'diedAt', sql.byKey);
export const lastDeathOfKeyHolder = sql.oneValue(selectLastDeathOf(KEY_HOLDER), 'diedAt', sql.byKey);
const FIND = select('where id = $1');

export const findCreature = sql.one(FIND, sql.byKey);
const FIND_OWN = select('where id = $1 and keeper_id = $2');

export const findOwnCreature = sql.one(FIND_OWN, (keeperId: string, id: string) => [id, keeperId]);
export const selectCreatureForUpdate = sql.one(sql.forUpdate(FIND), sql.byKey);
export const selectOwnCreatureForUpdate = sql.one(
  sql.forUpdate(FIND_OWN),
  ({ id, keeperId }: OwnedCreature) => [id, keeperId],
);
/** At most three that were not released, living ones first. */
export const ownNamed = sql.all(
  select(
    `where keeper_id = $1 and lower(name) = lower($2) and state <> 'released' order by living desc, adopted_at desc, id desc limit 3`,
  ),
  (keeperId: string, name: string) => [keeperId, name],
);
/** The names of those that were not released, the newest first. */
export const ownNames = sql.selectValues(
  { name: sql.text },
  `select name from creatures where keeper_id = $1 and state <> 'released' order by adopted_at desc, id desc limit 500`,
  sql.byKey,
);
export const newestCreatureOf = sql.one(
  select('where keeper_id = $1 order by adopted_at desc, id desc limit 1'),
  sql.byKey,
);
const LAST_DEAD = select(`where keeper_id = $1 and state = 'dead' order by died_at desc, id desc limit 1`);
/** The last death first. */
export const deadSince = sql.all(
  select(`where keeper_id = $1 and state = 'dead' and died_at >= $2 order by died_at desc, id desc limit $3`),
  (keeperId: string, since: Instant, most: number) => [keeperId, since, most],
);
export const countDeadSince = sql.oneValue(
  sql.query(
    { deaths: sql.number },
    `select count(*) as deaths from creatures where keeper_id = $1 and state = 'dead' and died_at >= $2`,
  ),
  'deaths',
  (keeperId: string, since: Instant) => [keeperId, since],
);
/** Ids of the dead whose death is within the span, both moments included, in the order of ids. */
export const deadBetween = sql.selectValues(
  { id: sql.text },
  `select id from creatures where state = 'dead' and died_at >= $1 and died_at <= $2 and id > $3 order by id limit $4`,
  ({ since, until }: { readonly since: Instant; readonly until: Instant }, after: string, most: number) => [
    since,
    until,
    after,
    most,
  ],
);
const RAISED = sql.query(
  { adults: sql.number, grown: sql.number },
  `select count(case when stage = 'adult' then 1 end) as adults, count(*) as grown
  from creatures where keeper_id = $1 and stage in ('child', 'teen', 'adult')`,
);
export const writersOf = sql.all(
  select('where keeper_id = $1 and (living = 1 or died_at >= $2 or released_at >= $2)'),
  (keeperId: string, since: Instant) => [keeperId, since],
);
export const latestCareOfOthers = sql.selectValue(
  { caredAt: sql.optional(sql.instant) },
  'select max(cared_at) as cared_at from creatures where keeper_id = $1 and living = 1 and id <> $2',
  (keeperId: string, id: string) => [keeperId, id],
);
/** In the order of ids, with the errors of those that cannot be read. */
export const examineCreatures = sql.allChosen(({ from, where }) => {
  const statement = `select ${CREATURES.list()} from ${from} creatures where ${where('id')} order by id`;
  return sql.returnUnreadable(sql.mapRows(sql.query(CREATURES.columns, statement), storedCreatureFrom));
});
const LIVING_IDS = sql.query(
  { id: sql.text },
  'select id from creatures where keeper_id = $1 and living = 1',
);

// Statements with few columns: an updated column has its indexes updated too, changed or not.
const BODY = [
  'body',
  'heart',
  'consistencyTenths',
  'lastEntryAt',
  'lastEntryId',
  'caredAt',
  'recentDeeds',
] as const;
const SAVE_BODY = saveStatement(BODY);
const EVENT = ['nextEventAt', 'lostAt'] as const;
const SAVE_BODY_AND_EVENT = saveStatement([...BODY, ...EVENT]);
const SAVE_BODY_AND_RANK = saveStatement([...BODY, ...EVENT, 'trustStep']);
const SAVE_ZONE = saveStatement([...BODY, ...EVENT, 'trustStep', 'zone']);
const SAVE = saveStatement([
  ...BODY,
  ...EVENT,
  'trustStep',
  'state',
  'living',
  'stage',
  'path',
  'ageFrom',
  'diedAt',
  'cause',
  'releasedAt',
  'resurrections',
]);

// Settling does not change the body.
const SETTLED = ['consistencyTenths', ...EVENT] as const;
const SAVE_SETTLED = saveStatement(SETTLED);
const SAVE_GROWN = saveStatement([
  ...SETTLED,
  'trustStep',
  'state',
  'living',
  'stage',
  'path',
  'diedAt',
  'cause',
]);

function saveStatement<Field extends keyof typeof WRITTEN.columns>(set: readonly Field[]) {
  return WRITTEN.update({ key: ['id', 'version', 'keeperId'], set, also: 'version = version + 1' });
}

/** True for one caller only, which presents the stage. The version stays the same, here and below. */
export const markStageTold = sql.changes(
  'update creatures set told_stage = $4 where id = $1 and keeper_id = $2 and told_stage = $3',
  ({ id, keeperId }: OwnedCreature, from: Stage, to: Stage) => [id, keeperId, from, to],
);
/** True for one caller only, which presents the milestones. */
export const markMilestonesTold = sql.changes(
  'update creatures set milestones_told = $4 where id = $1 and keeper_id = $2 and milestones_told = $3',
  ({ id, keeperId }: OwnedCreature, from: number, to: number) => [id, keeperId, from, to],
);
/** Sets the first mark of a creature that an older node has stored. */
export const startMilestonesTold = sql.run(
  'update creatures set milestones_told = $3 where id = $1 and keeper_id = $2 and milestones_told is null',
  ({ id, keeperId }: OwnedCreature, count: number) => [id, keeperId, count],
);
export const markLettersRead = sql.run(
  'update creatures set letters_read = $3 where id = $1 and keeper_id = $2 and letters_read < $3',
  ({ id, keeperId }: OwnedCreature, count: number) => [id, keeperId, count],
);
export const markKeepsakesRead = sql.run(
  'update creatures set keepsakes_read = $3 where id = $1 and keeper_id = $2 and keepsakes_read < $3',
  ({ id, keeperId }: OwnedCreature, count: number) => [id, keeperId, count],
);

export interface ChangeTarget {
  readonly stored: StoredCreature;
  readonly species: Species;
  readonly lock: LockMode;
  readonly now: Instant;
}

/** Throws VersionConflictError when the creature is not alive any more or has become due. */
export async function lockAndReload(db: Db, { stored, lock, now }: ChangeTarget): Promise<StoredCreature> {
  if (lock === 'optimistic') return stored;
  const current = await selectOwnCreatureForUpdate(db, stored.creature);
  if (!current || !isAlive(current.creature) || isDue(current, now)) throw new VersionConflictError();
  return current;
}

export function isDue({ nextEventAt }: StoredCreature, now: Instant): boolean {
  return nextEventAt !== undefined && nextEventAt <= now;
}

/** The stored state may be later: the clock may have been set back, or another node's clock may be ahead. */
export function noEarlierThan({ adoptedAt, life, died }: Creature, now: Instant): Instant {
  return Math.max(now, died?.at ?? life?.settledAt ?? adoptedAt);
}
