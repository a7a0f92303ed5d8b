import { TimeZone } from '../../rules/base/local-time.ts';
import type { Instant } from '../../rules/base/clock.ts';
import type { Heart } from '../../rules/heart/heart.ts';
import type { ReadMarks } from '../../rules/heart/unread.ts';
import { isAlive, type CareRecord, type Creature, type Life } from '../../rules/lives/creature.ts';
import type { RankFacts } from '../../rules/lives/stored-facts.ts';
import type { Cause, Family, Path, Stage } from '../../rules/vocabulary.ts';
import type { Db, Value } from '../../db/db.ts';
import { ConstraintViolationError } from '../../db/portable.ts';
import {
  CHOSEN,
  idList,
  command,
  forUpdate,
  instant,
  json,
  mapRows,
  number,
  optional,
  query,
  table,
  text,
  word,
  type RowOf,
} from '../../db/table.ts';

/** A creature as it is kept, with what only the house needs to know. */
export interface StoredCreature extends RankFacts, ReadMarks {
  readonly creature: Creature;
  readonly family: Family;
  /** How often it was written: whoever changes it must have read this one (optimistic locking). */
  readonly version: number;
  readonly nextEventAt: Instant | undefined;
  /** What its keeper's score counts for it. */
  readonly consistencyTenths: number;
  /** The stage its keeper was last told of. */
  readonly toldStage: Stage;
  readonly imagePrompt: string | undefined;
  readonly imageUrl: string | undefined;
  /** How many portraits there are. */
  readonly portraits: number;
  /** Where its log ends: by moment and id, if anything was ever done for it. */
  readonly lastEntryAt: Instant | undefined;
  readonly lastEntryId: string | undefined;
  /** When something was last done for it that it let happen. */
  readonly caredAt: Instant | undefined;
  /** What was last done for it, as JSON; `deeds.ts` reads it. */
  readonly recentDeeds: string | undefined;
}

/** Where a creature is in its life, in the words the database has for it. */
export const CREATURE_STATES = ['egg', 'alive', 'dead', 'released'] as const;
export type CreatureState = (typeof CREATURE_STATES)[number];

interface CreatureBody {
  readonly personality: readonly string[];
  readonly life?: Life | undefined;
  readonly record: CareRecord;
}

// One object per zone, so that its offsets are looked up once; there are about 600 zones.
const zones = new Map<string, TimeZone>();

function zoneNamed(name: string): TimeZone {
  const known = zones.get(name);
  if (known) return known;
  const zone = new TimeZone(name);
  zones.set(name, zone);
  return zone;
}

export const CREATURES = table('creatures', {
  id: text,
  keeperId: text,
  name: text,
  species: text,
  family: word<Family>(),
  seed: number,
  zone: { read: (name: Value) => zoneNamed(String(name)), write: ({ name }: TimeZone) => name },
  adoptedAt: instant,
  stage: word<Stage>(),
  path: optional(word<Path>()),
  diedAt: optional(instant),
  cause: optional(word<Cause>()),
  releasedAt: optional(instant),
  resurrections: number,
  consistencyTenths: number,
  toldStage: word<Stage>(),
  imagePrompt: optional(text),
  imageUrl: optional(text),
  portraits: number,
  body: json<CreatureBody>(),
  nextEventAt: optional(instant),
  version: number,
  lastEntryAt: optional(instant),
  lastEntryId: optional(text),
  caredAt: optional(instant),
  recentDeeds: optional(text),
  lostAt: optional(instant),
  trustStep: optional(number),
  heart: optional(json<Heart>()),
  lettersRead: number,
  keepsakesRead: number,
});

// What is written to be searched by, and never read.
const WRITTEN = table('creatures', {
  ...CREATURES.columns,
  state: word<CreatureState>(),
  living: number,
  ageFrom: optional(instant),
});

/** What is kept of one that was just laid, beside itself and its family. */
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
} as const satisfies Omit<StoredCreature, 'creature' | 'family'>;

/** Optimistic locking: somebody else changed the creature first, and what was read of it no longer holds. */
export class VersionConflictError extends Error {
  override readonly name = 'VersionConflictError';
}

export async function insertCreature(db: Db, stored: StoredCreature): Promise<void> {
  await db.run(INSERT, INSERT.values(rowFrom(stored)));
}

/** The most dead creatures of a keeper that are read at once. */
export const MOST_DEAD = 200;

/** All the living ones of a keeper, eggs included, the newest first. */
export function livingOf(db: Db, keeperId: string): Promise<readonly StoredCreature[]> {
  return db.all(LIVING, [keeperId]);
}

/** Has a keeper so many living ones, or more? */
export async function hasLiving(db: Db, keeperId: string, many: number): Promise<boolean> {
  return (await db.one(NTH_LIVING, [keeperId, many - 1])) !== undefined;
}

/** Some of a keeper's living to whom something should have happened by now. */
export function dueOf(db: Db, keeperId: string, now: Instant): Promise<readonly StoredCreature[]> {
  return db.all(DUE_OF, [keeperId, now]);
}

/** What a keeper's living are, however many they are. */
export async function livingSpeciesOf(db: Db, keeperId: string): Promise<readonly string[]> {
  return (await db.all(LIVING_SPECIES, [keeperId])).map(({ species }) => species);
}

/** The living of whoever has the key with this hash. */
export function livingOfKeyHolder(db: Db, keyHash: string): Promise<readonly StoredCreature[]> {
  return db.all(LIVING_OF_KEY_HOLDER, [keyHash]);
}

/** Anybody's creature, whatever became of it. */
export function findCreature(db: Db, id: string): Promise<StoredCreature | undefined> {
  return db.one(FIND, [id]);
}

/** One of a keeper's own creatures, whatever became of it. */
export function findOwnCreature(db: Db, keeperId: string, id: string): Promise<StoredCreature | undefined> {
  return db.one(FIND_OWN, [id, keeperId]);
}

/** A keeper's own creatures of this name that were not released, at most three, living ones first. */
export function ownNamed(db: Db, keeperId: string, name: string): Promise<StoredCreature[]> {
  return db.all(OWN_NAMED, [keeperId, name]);
}

/** The one a keeper adopted last, whatever became of it. */
export function newestCreatureOf(db: Db, keeperId: string): Promise<StoredCreature | undefined> {
  return db.one(NEWEST, [keeperId]);
}

/** The one of a keeper's that died last and is still dead. */
export function lastDeadOf(db: Db, keeperId: string): Promise<StoredCreature | undefined> {
  return db.one(LAST_DEAD, [keeperId]);
}

/** When the last of a keeper's dead died, those brought back not counted. */
export async function lastDeathOf(db: Db, keeperId: string): Promise<Instant | undefined> {
  return (await db.one(LAST_DEATH, [keeperId]))?.diedAt;
}

/** The same for the keeper who holds the key with this hash. */
export async function lastDeathOfKeyHolder(db: Db, keyHash: string): Promise<Instant | undefined> {
  return (await db.one(LAST_DEATH_OF_KEY_HOLDER, [keyHash]))?.diedAt;
}

/** A keeper's dead that died at a moment or later, the last first. */
export function deadSince(db: Db, keeperId: string, since: Instant, most: number): Promise<StoredCreature[]> {
  return db.all(DEAD_SINCE, [keeperId, since, most]);
}

/** A keeper's creatures that may have written since a moment: all but those that were gone by then. */
export function writersOf(db: Db, keeperId: string, since: Instant): Promise<StoredCreature[]> {
  return db.all(WRITERS, [keeperId, since]);
}

/** Those of these ids, in the order of ids. */
export function findCreatures(db: Db, ids: readonly string[]): Promise<StoredCreature[]> {
  return db.all(OF_MANY, [idList(ids)]);
}

/** One of a keeper's own as it is now, locked: until the transaction ends nobody else can change it. */
export function selectOwnCreatureForUpdate(
  db: Db,
  { id, keeperId }: Pick<Creature, 'id' | 'keeperId'>,
): Promise<StoredCreature | undefined> {
  return db.one(FIND_OWN_FOR_UPDATE, [id, keeperId]);
}

/** Anybody's, locked likewise. */
export function selectCreatureForUpdate(db: Db, id: string): Promise<StoredCreature | undefined> {
  return db.one(FIND_FOR_UPDATE, [id]);
}

/** Writes what care or a look changed, since it was as `before`: what it feels, not what it is. */
export async function saveCreatureBody(
  db: Db,
  stored: StoredCreature,
  before: Pick<StoredCreature, 'nextEventAt' | keyof RankFacts>,
): Promise<StoredCreature> {
  const save = saveBodySince(stored, before);
  return nextVersion(stored, await db.run(save, save.values(rowFrom(stored))));
}

function saveBodySince(
  { nextEventAt, lostAt, trustStep }: StoredCreature,
  before: Parameters<typeof saveCreatureBody>[2],
) {
  if (trustStep !== before.trustStep) return SAVE_BODY_AND_RANK;
  return nextEventAt === before.nextEventAt && lostAt === before.lostAt ? SAVE_BODY : SAVE_BODY_AND_EVENT;
}

/** Writes what a move to another time zone changed. */
export async function saveCreatureZone(db: Db, stored: StoredCreature): Promise<StoredCreature> {
  return nextVersion(stored, await db.run(SAVE_ZONE, SAVE_ZONE.values(rowFrom(stored))));
}

/** Writes everything that can change about a creature but where its keeper lives. */
export async function saveCreature(db: Db, stored: StoredCreature): Promise<StoredCreature> {
  return nextVersion(stored, await db.run(SAVE, SAVE.values(rowFrom(stored))));
}

/** Writes what came about by itself to creatures that are held: when they change next, and what became of them. */
export async function saveSettled(db: Db, settled: readonly SettledCreature[]): Promise<void> {
  const [same, others] = [settled.filter(isSame), settled.filter((one) => !isSame(one))];
  const sameRows = same.map(({ next }) => SAVE_SETTLED.values(rowFrom(next)));
  const otherRows = others.map(({ next }) => SAVE_GROWN.values(rowFrom(next)));
  const [changed, grown] = await Promise.all([
    db.runEach(SAVE_SETTLED, sameRows),
    db.runEach(SAVE_GROWN, otherRows),
  ]);
  if (changed !== same.length || grown !== others.length) throw new VersionConflictError();
}

/** A creature as it is to be stored, and whether it is still what it was. */
interface SettledCreature {
  readonly next: StoredCreature;
  readonly sameBeing: boolean;
}

function isSame({ sameBeing }: SettledCreature): boolean {
  return sameBeing;
}

/** When a keeper last did something for one of its living creatures, this one left out. */
export async function latestCareOfOthers(db: Db, keeperId: string, id: string): Promise<Instant | undefined> {
  return (await db.one(LATEST_CARE, [keeperId, id]))?.caredAt;
}

/** True for the one call that tells of the stage. */
export async function markStageTold(
  db: Db,
  { id, keeperId }: Pick<Creature, 'id' | 'keeperId'>,
  from: Stage,
  to: Stage,
): Promise<boolean> {
  return (await db.run(MARK_STAGE_TOLD, [id, keeperId, from, to])) === 1;
}

/** Bookkeeping beside the life of a creature: its version stays as it is. */
export async function markLettersRead(
  db: Db,
  { id, keeperId }: Pick<Creature, 'id' | 'keeperId'>,
  count: number,
): Promise<void> {
  await db.run(MARK_LETTERS_READ, [id, keeperId, count]);
}

export async function markKeepsakesRead(
  db: Db,
  { id, keeperId }: Pick<Creature, 'id' | 'keeperId'>,
  count: number,
): Promise<void> {
  await db.run(MARK_KEEPSAKES_READ, [id, keeperId, count]);
}

function nextVersion(stored: StoredCreature, rows: number): StoredCreature {
  if (rows !== 1) throw new VersionConflictError();
  return { ...stored, version: stored.version + 1 };
}

export function stateOf({ died, releasedAt, life }: Creature): CreatureState {
  if (releasedAt !== undefined) return 'released';
  if (died) return 'dead';
  return life ? 'alive' : 'egg';
}

// Read and written with every request: literals, since taking a row apart and putting it together again takes several times as long.

function rowFrom(stored: StoredCreature): RowOf<typeof WRITTEN.columns> {
  const { creature } = stored;
  const { life, died } = creature;
  // Held to in production too: a stat that is none would spread to everything that comes of it.
  if (life && !Object.values(life.stats).every((stat) => stat >= 0 && stat <= 100))
    throw new ConstraintViolationError('a stat is not between 0 and 100');
  return {
    id: creature.id,
    keeperId: creature.keeperId,
    name: creature.name,
    species: creature.species,
    family: stored.family,
    seed: creature.seed,
    zone: creature.zone,
    adoptedAt: creature.adoptedAt,
    stage: creature.stage,
    path: creature.path,
    diedAt: died?.at,
    cause: died?.cause,
    releasedAt: creature.releasedAt,
    resurrections: creature.resurrections,
    consistencyTenths: stored.consistencyTenths,
    toldStage: stored.toldStage,
    imagePrompt: stored.imagePrompt,
    imageUrl: stored.imageUrl,
    portraits: stored.portraits,
    body: { personality: creature.personality, life, record: creature.record },
    nextEventAt: stored.nextEventAt,
    version: stored.version,
    lastEntryAt: stored.lastEntryAt,
    lastEntryId: stored.lastEntryId,
    caredAt: stored.caredAt,
    recentDeeds: stored.recentDeeds,
    lostAt: stored.lostAt,
    trustStep: stored.trustStep,
    heart: creature.heart,
    lettersRead: stored.lettersRead,
    keepsakesRead: stored.keepsakesRead,
    state: stateOf(creature),
    living: isAlive(creature) ? 1 : 0,
    ageFrom: life?.ageFrom,
  };
}

type CreatureRow = RowOf<typeof CREATURES.columns>;

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

const select = (rest: string) => mapRows(CREATURES.select(rest), storedCreatureFrom);
const selectLivingOf = (keeper: string) =>
  select(`where keeper_id = ${keeper} and living = 1 order by adopted_at desc, id desc`);
const LIVING = selectLivingOf('$1');
const NTH_LIVING = query(
  { id: text },
  'select id from creatures where keeper_id = $1 and living = 1 limit 1 offset $2',
);
const DUE_OF = select(`where keeper_id = $1 and living = 1 and next_event_at <= $2 limit 100`);
const LIVING_SPECIES = query(
  { species: text },
  'select distinct species from creatures where keeper_id = $1 and living = 1',
);
const KEY_HOLDER = '(select agents.id from agents where key_hash = $1)';
const LIVING_OF_KEY_HOLDER = selectLivingOf(KEY_HOLDER);
const selectLastDeathOf = (keeper: string) =>
  query(
    { diedAt: optional(instant) },
    `select max(died_at) as died_at from creatures where keeper_id = ${keeper} and state = 'dead'`,
  );
const LAST_DEATH = selectLastDeathOf('$1');
const LAST_DEATH_OF_KEY_HOLDER = selectLastDeathOf(KEY_HOLDER);
const FIND = select('where id = $1');
const FIND_OWN = select('where id = $1 and keeper_id = $2');
const FIND_FOR_UPDATE = forUpdate(FIND);
const FIND_OWN_FOR_UPDATE = forUpdate(FIND_OWN);
const OWN_NAMED = select(
  `where keeper_id = $1 and lower(name) = lower($2) and state <> 'released' order by living desc, adopted_at desc, id desc limit 3`,
);
const NEWEST = select('where keeper_id = $1 order by adopted_at desc, id desc limit 1');
const LAST_DEAD = select(`where keeper_id = $1 and state = 'dead' order by died_at desc, id desc limit 1`);
const DEAD_SINCE = select(
  `where keeper_id = $1 and state = 'dead' and died_at >= $2 order by died_at desc, id desc limit $3`,
);
const WRITERS = select('where keeper_id = $1 and (living = 1 or died_at >= $2 or released_at >= $2)');
const LATEST_CARE = query(
  { caredAt: optional(instant) },
  'select max(cared_at) as cared_at from creatures where keeper_id = $1 and living = 1 and id <> $2',
);
const OF_MANY = mapRows(
  query(
    CREATURES.columns,
    `select ${CREATURES.list()} from ${CHOSEN} cross join creatures where id = chosen.key order by id`,
  ),
  storedCreatureFrom,
);

// Few columns where few will do: a column that is written has its indexes written too, changed or not.
const BODY = [
  'body',
  'heart',
  'consistencyTenths',
  'lastEntryAt',
  'lastEntryId',
  'caredAt',
  'recentDeeds',
  'keepsakesRead',
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

// What comes about by itself leaves its body as it is.
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
  return WRITTEN.update({
    key: ['id', 'version', 'keeperId'],
    set,
    also: 'version = version + 1',
  });
}

const MARK_STAGE_TOLD = command(
  'update creatures set told_stage = $4 where id = $1 and keeper_id = $2 and told_stage = $3',
);
const MARK_LETTERS_READ = command(
  'update creatures set letters_read = $3 where id = $1 and keeper_id = $2 and letters_read < $3',
);
const MARK_KEEPSAKES_READ = command(
  'update creatures set keepsakes_read = $3 where id = $1 and keeper_id = $2 and keepsakes_read < $3',
);
