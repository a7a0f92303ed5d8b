import type { Db, Transaction } from '../../../packages/database/db.ts';
import { allReadable } from '../../../packages/database/table.ts';
import { DAY, SECOND, type Instant } from '../../rules/base/clock.ts';
import { hasHatched, isAlive } from '../../rules/lives/creature.ts';
import { moveToZone } from '../../rules/lives/live-until.ts';
import { ProblemError } from '../../rules/problem.ts';
import type { KnownAgent } from '../identity/api-keys.ts';
import {
  type ChangeTarget,
  livingOf,
  lockAndReload,
  noEarlierThan,
  saveCreatureZone,
} from '../records/creatures.store.ts';
import { insertMove, lastMoveOf, type MoveRecord } from '../records/life-log.store.ts';
import { speciesOf } from '../species/species-registry.ts';
import { withNextChange } from './save-change.ts';
import { type CreaturesHouse, settle } from './settle.ts';

type Mover = ChangeTarget & { readonly zone: string };

export async function findMovers(
  house: CreaturesHouse,
  { agent, zone, lock, now }: Pick<Mover, 'zone' | 'lock' | 'now'> & { readonly agent: KnownAgent },
): Promise<readonly Mover[]> {
  const living = await allReadable(
    (await livingOf(house.store, agent.id)).map((stored) => settle(house, stored, now)),
  );
  const moving = living.filter(({ creature }) => isAlive(creature) && creature.zone.name !== zone);
  if (moving.some(({ creature }) => hasHatched(creature))) await requireNoRecentMove(house.store, agent, now);
  return allReadable(
    moving.map(async (stored) => ({
      stored,
      species: await speciesOf(house, stored.creature.species),
      lock,
      zone,
      now: noEarlierThan(stored.creature, now),
    })),
  );
}

export function wordsOfMoves(movers: readonly Mover[]): readonly string[] {
  return movers.flatMap(({ stored: { creature }, zone }) =>
    hasHatched(creature) ? [creature.zone.name, zone] : [],
  );
}

type NewMove = MoveRecord & { readonly creatureId: string };

export async function moveCreatures(db: Transaction, movers: readonly Mover[]): Promise<readonly NewMove[]> {
  const moves: NewMove[] = [];
  for (const mover of movers) moves.push(...(await moveCreature(db, mover)));
  return moves;
}

/** To be called while the agent's row is locked: of two concurrent requests the second is refused. */
export async function logMoves(
  db: Transaction,
  agent: KnownAgent,
  moves: readonly NewMove[],
  now: Instant,
): Promise<void> {
  if (moves.length > 0) await requireNoRecentMove(db, agent, now);
  for (const move of moves) await insertMove(db, move);
}

/** Least time between two time zone changes: keepers must not choose when creatures sleep, nor fill the log. */
const BETWEEN_MOVES = DAY;

async function requireNoRecentMove(db: Db, { id }: KnownAgent, now: Instant): Promise<void> {
  const last = await lastMoveOf(db, id, now - BETWEEN_MOVES);
  if (last === undefined) return;
  const retryAfterSeconds = Math.ceil((last + BETWEEN_MOVES - now) / SECOND);
  throw new ProblemError('moved_recently', { retryAfterSeconds });
}

/** Changes the time zone of a creature. For an egg this has no effect on its life and is not logged. */
async function moveCreature(db: Transaction, mover: Mover): Promise<readonly NewMove[]> {
  const { species, zone, now } = mover;
  const stored = await lockAndReload(db, mover);
  const { id: creatureId } = stored.creature;
  const fromZone = stored.creature.zone.name;
  if (fromZone === zone) return [];
  const creature = moveToZone(stored.creature, species, zone, now);
  if (!hasHatched(creature)) {
    await saveCreatureZone(db, { ...stored, creature });
    return [];
  }
  const { version } = await saveCreatureZone(db, withNextChange(stored, creature, species, now));
  return [{ creatureId, version, at: now, fromZone, toZone: zone }];
}
