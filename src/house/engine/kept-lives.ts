import { careLogsOfMany } from '../../store/care/care-log.ts';
import { triedItemsOfMany } from '../../store/care/tried-items.ts';
import type { Db } from '../../store/engine/db.ts';
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
  readonly milestones: RowsOf<typeof milestonesOfMany>;
  readonly deaths: RowsOf<typeof deathsOfMany>;
  readonly tried: RowsOf<typeof triedItemsOfMany>;
}

// Most have been cared for a few times, and some every few seconds for weeks.
const MOST_CARES_AT_ONCE = 20_000;

/** The lives of these creatures, each table read once for all of them; long lives a few at a time. */
export async function* readLives(db: Db, ids: readonly string[]): AsyncGenerator<KeptLife[]> {
  if (ids.length === 0) return;
  let some: StoredCreature[] = [];
  let cares = 0;
  for (const stored of await findCreatures(db, ids)) {
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
  const [entries, checks, returns, moves, milestones, deaths, tried] = await Promise.all([
    byCreature(careLogsOfMany(db, ids)),
    byCreature(noticedLooksOfMany(db, ids)),
    byCreature(resurrectionsOfMany(db, ids)),
    byCreature(movesOfMany(db, ids)),
    byCreature(milestonesOfMany(db, ids)),
    byCreature(deathsOfMany(db, ids)),
    byCreature(triedItemsOfMany(db, ids)),
  ]);
  return creatures.map((stored) => {
    const { id } = stored.creature;
    return {
      stored,
      log: { entries: entries(id), checks: checks(id), returns: returns(id), moves: moves(id) },
      milestones: milestones(id),
      deaths: deaths(id),
      tried: tried(id),
    };
  });
}

async function byCreature<Row extends { readonly creatureId: string }>(
  reading: Promise<readonly Row[]>,
): Promise<(id: string) => Row[]> {
  const rows = Map.groupBy(await reading, ({ creatureId }) => creatureId);
  return (id) => rows.get(id) ?? [];
}
