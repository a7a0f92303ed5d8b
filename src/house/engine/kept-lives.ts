import { archivedLogsOfMany, careLogsOfMany } from '../../store/care/care-log.ts';
import { triedItemsOfMany } from '../../store/care/tried-items.ts';
import type { Db } from '../../store/engine/db.ts';
import { keepsakesOfMany } from '../../store/heart/keepsakes.ts';
import { lettersOfMany } from '../../store/heart/letters.ts';
import { departedAmong } from '../../store/keepers/departures.ts';
import { findCreatures, type StoredCreature } from '../../store/lives/creatures.ts';
import { deathsOfMany } from '../../store/lives/gravestones.ts';
import { milestonesOfMany } from '../../store/lives/milestones.ts';
import { movesOfMany } from '../../store/lives/moves.ts';
import { noticedLooksOfMany } from '../../store/lives/noticed-looks.ts';
import { resurrectionsOfMany } from '../../store/lives/resurrections.ts';
import type { LifeLog } from './replay.ts';

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
