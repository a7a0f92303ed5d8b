import { TimeZone } from '../../rules/base/local-time.ts';
import type { Db } from '../../db/db.ts';
import type { Instant } from '../../rules/base/clock.ts';
import { applyCare } from '../../rules/care/care.ts';
import { heartAfterReturn, heartAt, type HeartEvent } from '../../rules/heart/feel.ts';
import { type Creature, hasHatched, newEgg } from '../../rules/lives/creature.ts';
import { hatchEgg, liveUntil, markChecked, moveToZone } from '../../rules/lives/live-until.ts';
import { reviveCreature } from '../../rules/lives/resurrection.ts';
import type { Species } from '../../rules/species/species.ts';
import type { StatChanges } from '../../rules/stats.ts';
import type { Stat } from '../../rules/vocabulary.ts';
import { departedAmong } from '../agents/departures.store.ts';
import { archivedLogsOfMany, type CareLogEntry, careLogsOfMany } from '../care/care-log.store.ts';
import { triedItemsOfMany } from '../care/deeds.store.ts';
import { keepsakesOfMany, lettersOfMany } from '../heart/heart.store.ts';
import { findCreatures, type StoredCreature } from '../lives/creatures.store.ts';
import { deathsOfMany } from '../lives/gravestones.store.ts';
import {
  milestonesOfMany,
  type MoveRecord,
  movesOfMany,
  type NoticedLook,
  noticedLooksOfMany,
  type ResurrectionRecord,
  resurrectionsOfMany,
} from '../lives/life-log.store.ts';

/** What was written down of a life, by which it can be replayed. */
interface LifeLog {
  readonly entries: readonly CareLogEntry[];
  readonly checks: readonly NoticedLook[];
  readonly returns: readonly ResurrectionRecord[];
  readonly moves: readonly MoveRecord[];
}

/** A milestone, in one word, and when. */
export interface ReplayedMilestone {
  readonly what: string;
  readonly at: Instant;
}

/**
 * Event sourcing: replays a life from its egg and its log alone, until a moment. Tells what became of it, what it reached on
 * the way, and where the log does not fit.
 */
export function replayLife(stored: Creature, species: Species, log: LifeLog, until: Instant) {
  const life = new LifeReplay(eggOf(stored, log), species, knowsItsHeart(stored));
  if (stored.life) life.hatch(stored.life.hatchedAt);
  for (const event of inOrder(log)) {
    if ('action' in event) life.receive(event);
    else if ('layer' in event) life.comeBack(event);
    else if ('toZone' in event) life.move(event);
    else life.beChecked(event.at);
  }
  life.goOn(stored.releasedAt ?? until);
  const { creature, reached, felt, wrong } = life;
  return { creature: { ...creature, releasedAt: stored.releasedAt }, reached, felt, wrong };
}

/** Has what it carries with it been written down since it hatched? What an older house did not know cannot be lived again. */
export function knowsItsHeart({ heart, life, record }: Creature): boolean {
  if (!heart) return record.careActions === 0;
  return heart.since === life?.hatchedAt && heart.acts === record.careActions;
}

/** The egg it came from: what it brought back with it was not in it yet, and it lay where its keeper lived then. */
function eggOf(stored: Creature, { moves }: LifeLog): Creature {
  const born = stored.personality.slice(0, stored.personality.length - stored.resurrections);
  const zone = moves[0]?.fromZone ?? stored.zone.name;
  return newEgg({ ...stored, zone, personality: born }, stored.adoptedAt);
}

type LoggedEvent = CareLogEntry | NoticedLook | ResurrectionRecord | MoveRecord;

function inOrder({ entries, checks, returns, moves }: LifeLog): LoggedEvent[] {
  const happened = entries.filter(({ refused }) => refused === undefined);
  return [...happened, ...checks, ...returns, ...moves].toSorted((one, other) => one.version - other.version);
}

class LifeReplay {
  readonly reached: ReplayedMilestone[] = [];
  readonly felt: HeartEvent[] = [];
  readonly wrong: string[] = [];
  readonly #isHeartKnown: boolean;
  readonly #species: Species;
  #creature: Creature;

  constructor(laid: Creature, species: Species, isHeartKnown: boolean) {
    this.#isHeartKnown = isHeartKnown;
    this.#creature = laid;
    this.#species = species;
  }

  get creature(): Creature {
    return this.#creature;
  }

  hatch(at: Instant): void {
    this.#creature = hatchEgg(this.#creature, at);
    this.#reach('stage_transition', this.#creature.stage, at);
  }

  goOn(until: Instant): void {
    const { creature, happened } = liveUntil(this.#creature, this.#species, until);
    this.#creature = creature;
    for (const each of happened) if (each.kind === 'grew') this.#reach('stage_transition', each.to, each.at);
  }

  beChecked(at: Instant): void {
    this.goOn(at);
    if (hasHatched(this.#creature)) this.#creature = markChecked(this.#creature, this.#species, at);
  }

  comeBack({ layer, at }: ResurrectionRecord): void {
    this.goOn(at);
    if (!hasHatched(this.#creature)) return;
    this.felt.push(...heartAfterReturn(this.#creature, this.#species, at).happened);
    this.#creature = reviveCreature(this.#creature, this.#species, layer, at);
  }

  move({ at, toZone }: MoveRecord): void {
    const { life } = this.#creature;
    // Eggs are hatched before anything else here, and one that lay still felt nothing of its move.
    if (life && at < life.hatchedAt) this.#creature = { ...this.#creature, zone: new TimeZone(toZone) };
    else {
      this.goOn(at);
      this.#creature = moveToZone(this.#creature, this.#species, toZone, at);
    }
  }

  receive(entry: CareLogEntry): void {
    const { action, item, category, at } = entry;
    this.goOn(at);
    if (!hasHatched(this.#creature) || this.#creature.died) return this.#object(entry, 'it was not alive');
    const wish = {
      action,
      item: item !== undefined && category ? { name: item, category } : undefined,
      granted: entry.granted,
    };
    const wished = heartAt(this.#creature, this.#species, at).heart.wish.open?.kind;
    if (entry.granted !== undefined && entry.granted !== wished && this.#isHeartKnown)
      this.#object(entry, `it wished for ${wished ?? 'nothing'}`);
    const outcome = applyCare(this.#creature, this.#species, wish, at);
    if ('refused' in outcome) return this.#object(entry, `it would have refused: ${outcome.refused}`);
    if (!isAlike(entry.before, outcome.shown.before) || !isAlike(entry.after, outcome.shown.after))
      this.#object(entry, 'it felt otherwise');
    if ((entry.timing ?? undefined) !== outcome.timing) this.#object(entry, 'the timing was another');
    this.#creature = outcome.creature;
    this.felt.push(...outcome.felt);
    for (const { type, threshold } of outcome.milestones) this.#reach(type, threshold, at);
    this.goOn(at);
  }

  #reach(type: string, threshold: string | number, at: Instant): void {
    this.reached.push({ what: `${type} ${threshold}`, at });
  }

  #object({ id }: CareLogEntry, why: string): void {
    this.wrong.push(`entry ${id}: ${why}`);
  }
}

const WRITTEN: readonly Stat[] = ['hunger', 'happiness', 'health'];

function isAlike(one: StatChanges, other: StatChanges): boolean {
  return WRITTEN.every((stat) => one[stat] === other[stat]);
}

type RowsOf<Read extends (...given: never[]) => Promise<readonly unknown[]>> = Awaited<ReturnType<Read>>;

/** A creature, and all that was ever written down of it. */
export interface KeptLife {
  readonly stored: StoredCreature;
  readonly log: LifeLog;
  /** The older part of its log was moved to files by `arkhouse archive` of 1.0.0. */
  readonly isArchived: boolean;
  readonly milestones: RowsOf<typeof milestonesOfMany>;
  readonly deaths: RowsOf<typeof deathsOfMany>;
  readonly tried: RowsOf<typeof triedItemsOfMany>;
  /** True when its keeper has left and taken along what it was tried with. */
  readonly forsaken: boolean;
  readonly keepsakes: RowsOf<typeof keepsakesOfMany>;
  readonly letters: RowsOf<typeof lettersOfMany>;
}

// Most have been cared for a few times, and some every few seconds for weeks.
const MOST_CARES_AT_ONCE = 20_000;

/**
 * The lives of these creatures in the order of their ids, each table read once for all of them; long lives a few at a time.
 */
export async function* readLives(db: Db, ids: readonly string[]): AsyncGenerator<KeptLife[]> {
  if (ids.length === 0) return;
  let some: StoredCreature[] = [];
  let cares = 0;
  const found = await findCreatures(db, ids);
  for (const stored of found.toSorted((one, other) => (one.creature.id < other.creature.id ? -1 : 1))) {
    some.push(stored);
    cares += stored.creature.record.careActions;
    if (cares < MOST_CARES_AT_ONCE) continue;
    yield await withLogs(db, some);
    some = [];
    cares = 0;
  }
  yield await withLogs(db, some);
}

async function withLogs(db: Db, creatures: readonly StoredCreature[]): Promise<KeptLife[]> {
  const ids = creatures.map(({ creature }) => creature.id);
  const keepers = new Set(creatures.map(({ creature }) => creature.keeperId));
  const [departed, archived, entries, checks, returns, moves, milestones, deaths, tried, keepsakes, letters] =
    await Promise.all([
      departedAmong(db, [...keepers]),
      byCreature(archivedLogsOfMany(db, ids)),
      byCreature(careLogsOfMany(db, ids)),
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
      keepsakes: keepsakes(id),
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
