import type { Instant } from '../../core/engine/clock.ts';
import type { Creature } from '../../core/lives/creature.ts';
import type { Transaction } from '../../store/engine/db.ts';
import type { Keeper } from '../../store/keepers/keepers.ts';
import { latestCareOfOthers, type StoredCreature } from '../../store/lives/creatures.ts';

/**
 * When an agent last did something. Care is written down with the creature alone, so that a record is only written when
 * something else in it changes: of the living, each knows when it was cared for, and the record knows the rest.
 */
export async function lastActiveOf(
  db: Transaction,
  keeper: Keeper,
  own: Pick<StoredCreature, 'creature' | 'caredAt'>,
  known?: CareOfOthers,
): Promise<Instant> {
  const others = known ?? (keeper.living > 1 ? await readCareOfOthers(db, own.creature) : undefined);
  return Math.max(keeper.lastActiveAt, own.caredAt ?? 0, others?.latestAt ?? 0);
}

/** When the others of its keeper were last cared for. True only while the keeper's record is held. */
export interface CareOfOthers {
  readonly latestAt: Instant | undefined;
}

export async function readCareOfOthers(
  db: Transaction,
  { keeperId, id }: Pick<Creature, 'keeperId' | 'id'>,
): Promise<CareOfOthers> {
  return { latestAt: await latestCareOfOthers(db, keeperId, id) };
}

/** The record of a keeper one of whose creatures is about to leave the living: it knows then what the creature knew. */
export function rememberingCareOf(keeper: Keeper, { caredAt = 0 }: Pick<StoredCreature, 'caredAt'>): Keeper {
  return caredAt > keeper.lastActiveAt ? { ...keeper, lastActiveAt: caredAt } : keeper;
}
