import type { Db } from '../../../packages/database/db.ts';
import { rangeOf, UnreadableRowError } from '../../../packages/database/table.ts';
import { type Instant, TimeZone } from '../../rules/base/clock.ts';
import { applyCare } from '../../rules/care/care.ts';
import { heartAfterReturn, heartAt, type HeartEvent } from '../../rules/heart/feel.ts';
import { type Creature, hasHatched, newEgg } from '../../rules/lives/creature.ts';
import { hatchEgg, liveUntil, markChecked, moveToZone } from '../../rules/lives/live-until.ts';
import { reviveCreature } from '../../rules/lives/resurrection.ts';
import type { Species } from '../../rules/species/species.ts';
import { deathsOfMany, type DeathRecord } from '../creatures/gravestones.store.ts';
import { departedAmong } from '../hidden/departures.store.ts';
import { archivedLogsOfMany, type CareLogEntry, careLogsOfMany } from '../records/care-log.store.ts';
import { examineCreatures, type StoredCreature } from '../records/creatures.store.ts';
import {
  keepsakesOfMany,
  lettersOfMany,
  triedItemsOfMany,
  type TriedItem,
  type LetterRow,
} from '../records/heart.store.ts';
import {
  type KeptMilestone,
  milestonesOfMany,
  type MoveRecord,
  movesOfMany,
  type NoticedLook,
  noticedLooksOfMany,
  type ResurrectionRecord,
  resurrectionsOfMany,
} from '../records/life-log.store.ts';

export type ReplayedMilestone = Readonly<{ what: string; at: Instant }>;

export interface ReplayedLife {
  readonly creature: Creature;
  readonly reached: readonly ReplayedMilestone[];
  readonly felt: readonly HeartEvent[];
  /** Log entries that do not fit. */
  readonly wrong: readonly string[];
}

/** Event sourcing: computes a creature from its egg and its log alone. `wrong` lists log entries that do not fit. */
export function replayLife(stored: Creature, species: Species, log: LifeLog, until: Instant): ReplayedLife {
  const life = new LifeReplay(eggOf(stored, log), species, stored);
  if (stored.life) life.hatch(stored.life.hatchedAt);
  for (const event of eventsInOrder(log)) {
    if ('action' in event) life.applyEntry(event);
    else if ('layer' in event) life.resurrect(event);
    else if ('toZone' in event) life.move(event);
    else life.check(event.at);
  }
  life.advance(stored.releasedAt ?? until);
  const { creature, reached, felt, wrong } = life;
  return { creature: { ...creature, releasedAt: stored.releasedAt }, reached, felt, wrong };
}

/** True if the creature's heart (wishes, keepsakes) was recorded since it hatched; otherwise a replay cannot reproduce it. */
export function knowsItsHeart({ heart, life, record }: Creature): boolean {
  if (!heart) return record.careActions === 0;
  return heart.since === life?.hatchedAt && heart.acts === record.careActions;
}

/** The creature as an egg: without the traits that resurrections added, and in its keeper's time zone at adoption. */
function eggOf(stored: Creature, { moves }: LifeLog): Creature {
  const born = stored.personality.slice(0, stored.personality.length - stored.resurrections);
  const { name } = stored.zone;
  const egg = newEgg({ ...stored, zone: moves[0]?.fromZone ?? name, personality: born }, stored.adoptedAt);
  // The stored zone has cached offsets; looking them up anew takes 4% of an audit.
  return egg.zone.name === name ? { ...egg, zone: stored.zone } : egg;
}

function eventsInOrder({ entries, checks, returns, moves }: LifeLog) {
  const accepted = entries.filter(({ refused }) => refused === undefined);
  const events: LifeLog[keyof LifeLog][number][] = [...accepted, ...checks, ...returns, ...moves];
  return events.toSorted((one, other) => one.version - other.version);
}

class LifeReplay {
  readonly reached: ReplayedMilestone[] = [];
  readonly felt: HeartEvent[] = [];
  readonly wrong: string[] = [];
  creature: Creature;
  readonly #species: Species;
  readonly #isHeartKnown: boolean;
  /** The last write by a version without ambitions; of creatures that hatched since, none. */
  readonly #withoutAmbitionsUntil: Instant;

  constructor(egg: Creature, species: Species, stored: Creature) {
    this.creature = egg;
    this.#species = species;
    this.#isHeartKnown = knowsItsHeart(stored);
    const { since = Infinity } = stored.heart?.ambition ?? {};
    this.#withoutAmbitionsUntil = since === stored.heart?.since ? -Infinity : since;
  }

  hatch(at: Instant): void {
    this.creature = hatchEgg(this.creature, at);
    this.#reach('stage_transition', this.creature.stage, at);
  }

  advance(until: Instant): void {
    const { creature, happened } = liveUntil(this.creature, this.#species, until);
    this.creature = creature;
    for (const each of happened) if (each.kind === 'grew') this.#reach('stage_transition', each.to, each.at);
  }

  check(at: Instant): void {
    this.advance(at);
    if (hasHatched(this.creature)) this.creature = markChecked(this.creature, this.#species, at);
  }

  resurrect({ layer, at }: ResurrectionRecord): void {
    this.advance(at);
    if (!hasHatched(this.creature)) return;
    this.felt.push(...heartAfterReturn(this.creature, this.#species, at).happened);
    this.creature = this.#asWritten(reviveCreature(this.creature, this.#species, layer, at), at);
  }

  move({ at, toZone }: MoveRecord): void {
    const { life } = this.creature;
    // The replay hatches the egg first: a move before hatching changes only the time zone.
    if (life && at < life.hatchedAt) this.creature = { ...this.creature, zone: new TimeZone(toZone) };
    else {
      this.advance(at);
      this.creature = moveToZone(this.creature, this.#species, toZone, at);
    }
  }

  applyEntry(entry: CareLogEntry): void {
    const { action, item, category, granted, at } = entry;
    this.advance(at);
    if (!hasHatched(this.creature) || this.creature.died) return this.#object(entry, 'it was not alive');
    const felt = heartAt(this.creature, this.#species, at);
    const wished = felt.heart.wish.open?.kind;
    if (granted !== undefined && granted !== wished && this.#isHeartKnown)
      this.#object(entry, `it wished for ${wished ?? 'nothing'}`);
    const care = {
      action,
      item: item !== undefined && category ? { name: item, category } : undefined,
      granted,
    };
    const outcome = applyCare(this.creature, this.#species, care, at, felt);
    if ('refused' in outcome) return this.#object(entry, `it would have refused: ${outcome.refused}`);
    const { before, after } = outcome.shown;
    if (LOGGED_STATS.some((stat) => entry.before[stat] !== before[stat] || entry.after[stat] !== after[stat]))
      this.#object(entry, 'it felt otherwise');
    if ((entry.timing ?? undefined) !== outcome.timing) this.#object(entry, 'the timing was another');
    this.creature = this.#asWritten(outcome.creature, at);
    this.felt.push(...outcome.felt);
    for (const { type, threshold } of outcome.milestones) this.#reach(type, threshold, at);
  }

  #asWritten(creature: Creature, at: Instant): Creature {
    if (!creature.heart || at > this.#withoutAmbitionsUntil) return creature;
    return { ...creature, heart: { ...creature.heart, ambition: undefined } };
  }

  #reach(type: string, threshold: string | number, at: Instant): void {
    this.reached.push({ what: `${type} ${threshold}`, at });
  }

  #object({ id }: CareLogEntry, why: string): void {
    this.wrong.push(`entry ${id}: ${why}`);
  }
}

const LOGGED_STATS = ['hunger', 'happiness', 'health'] as const;

/** A creature with everything that was written about its life. */
export interface KeptLife {
  readonly stored: StoredCreature;
  /** True if `arkhouse archive` of 1.0.0 moved the older part of the creature's log to files. */
  readonly isArchived: boolean;
  readonly log: LifeLog;
  readonly milestones: readonly KeptMilestone[];
  readonly deaths: readonly DeathRecord[];
  readonly tried: readonly (TriedItem & { readonly creatureId: string })[];
  /** True if the keeper's account was deleted, and with it the creature's tried items. */
  readonly forsaken: boolean;
  readonly keepsakes: readonly string[];
  readonly letters: readonly LetterRow[];
}
interface LifeLog {
  readonly entries: readonly CareLogEntry[];
  readonly checks: readonly NoticedLook[];
  readonly returns: readonly ResurrectionRecord[];
  readonly moves: readonly MoveRecord[];
}

// Bounds the memory of one batch of log entries: a few creatures were cared for every few seconds for weeks.
const BATCH_CARES = 20_000;

/** `range`: the ids leave out no creature, so each table is read by one range scan; a function also reads care logs up to an id. */
type Choice = 'listed' | 'range' | ((lastId: string) => Promise<CareLogEntry[]>);

/** Reads lives in the order of their ids, in batches that long logs make smaller. Unreadable creatures come as errors. */
export async function* readLives(
  db: Db,
  ids: readonly string[],
  choice: Choice = 'listed',
): AsyncGenerator<KeptLife | UnreadableRowError> {
  if (ids.length === 0) return;
  let batch: StoredCreature[] = [];
  let cares = 0;
  for (const stored of await examineCreatures(db, choice === 'listed' ? ids : rangeOf(ids))) {
    if (stored instanceof UnreadableRowError) {
      yield stored;
      continue;
    }
    batch.push(stored);
    cares += stored.creature.record.careActions;
    if (cares < BATCH_CARES) continue;
    yield* await withLogs(db, batch, choice);
    batch = [];
    cares = 0;
  }
  yield* await withLogs(db, batch, choice);
}

export async function withLogs(
  db: Db,
  creatures: readonly StoredCreature[],
  choice: Choice = 'listed',
): Promise<KeptLife[]> {
  const listed = creatures.map(({ creature }) => creature.id);
  const ids = choice === 'listed' ? listed : rangeOf(listed);
  const keepers = new Set(creatures.map(({ creature }) => creature.keeperId));
  const [departed, archived, entries, checks, returns, moves, milestones, deaths, tried, keepsakes, letters] =
    await Promise.all([
      departedAmong(db, [...keepers]),
      byCreature(archivedLogsOfMany(db, ids)),
      byCreature(typeof choice === 'string' ? careLogsOfMany(db, ids) : choice(listed.at(-1) ?? '')),
      byCreature(noticedLooksOfMany(db, ids)),
      byCreature(resurrectionsOfMany(db, ids)),
      byCreature(movesOfMany(db, ids)),
      byCreature(milestonesOfMany(db, ids)),
      byCreature(deathsOfMany(db, ids)),
      byCreature(triedItemsOfMany(db, ids)),
      byCreature(keepsakesOfMany(db, ids)),
      byCreature(lettersOfMany(db, ids)),
    ]);
  return creatures.map((stored) => {
    const { id, keeperId } = stored.creature;
    return {
      stored,
      isArchived: archived(id).length > 0,
      log: { entries: entries(id), checks: checks(id), returns: returns(id), moves: moves(id) },
      milestones: milestones(id),
      deaths: deaths(id),
      tried: tried(id),
      forsaken: departed.has(keeperId),
      keepsakes: keepsakes(id).flatMap(({ kept }) => kept.split(',')),
      letters: letters(id),
    };
  });
}

async function byCreature<Row extends { readonly creatureId: string }>(
  reading: Promise<readonly Row[]>,
): Promise<(id: string) => Row[]> {
  const rows = Map.groupBy(await reading, ({ creatureId }) => creatureId);
  return (id) => rows.get(id) ?? [];
}
