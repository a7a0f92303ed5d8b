import type { Instant } from '../../core/engine/clock.ts';
import { hasHatched, isAlive } from '../../core/lives/creature.ts';
import { moveToZone } from '../../core/lives/live-until.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { livingOf, saveCreatureZone } from '../../store/lives/creatures.ts';
import { insertMove } from '../../store/lives/moves.ts';
import { lockAndReload, noEarlierThan, type ChangeTarget, type LockMode } from '../engine/optimistic-lock.ts';
import type { House } from '../house.ts';
import type { KnownAgent } from '../keepers/api-keys.ts';
import { speciesOf } from '../species/species-registry.ts';
import { withNextChange } from './save-change.ts';
import { settle } from './settle.ts';

interface MoveRequest {
  readonly agent: KnownAgent;
  readonly zone: string;
  readonly lock: LockMode;
  readonly now: Instant;
}

/** One that is to live by the clock of another zone. */
interface Mover extends ChangeTarget {
  readonly zone: string;
}

/** Those of an agent's living that keep other hours than these, as they are now. */
export async function findMovers(
  house: House,
  { agent, zone, lock, now }: MoveRequest,
): Promise<readonly Mover[]> {
  const living = await Promise.all(
    (await livingOf(house.store, agent.id)).map((stored) => settle(house, stored, now)),
  );
  return Promise.all(
    living
      .filter(({ creature }) => isAlive(creature) && creature.zone !== zone)
      .map(async (stored) => ({
        stored,
        species: await speciesOf(house, stored.creature.species),
        lock,
        zone,
        now: noEarlierThan(stored.creature, now),
      })),
  );
}

/** From now on it sleeps by the clock of this zone. */
export async function moveCreature(db: Transaction, mover: Mover): Promise<void> {
  const { species, zone, now } = mover;
  const stored = await lockAndReload(db, mover);
  const creature = moveToZone(stored.creature, species, zone, now);
  const moved = hasHatched(creature)
    ? withNextChange(stored, creature, species, now)
    : { ...stored, creature };
  const { version } = await saveCreatureZone(db, moved);
  await insertMove(db, creature.id, { version, at: now, fromZone: stored.creature.zone, toZone: zone });
}
