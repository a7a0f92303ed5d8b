import type { Instant } from '../../core/engine/clock.ts';
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
  own?: Pick<StoredCreature, 'creature' | 'caredAt'>,
): Promise<Instant> {
  const others = keeper.living - (own ? 1 : 0);
  const elsewhere = others > 0 ? await latestCareOfOthers(db, keeper.id, own?.creature.id ?? '') : undefined;
  return Math.max(keeper.lastActiveAt, own?.caredAt ?? 0, elsewhere ?? 0);
}

/** The record of a keeper one of whose creatures is about to leave the living: it knows then what the creature knew. */
export function rememberingCareOf(keeper: Keeper, { caredAt = 0 }: Pick<StoredCreature, 'caredAt'>): Keeper {
  return caredAt > keeper.lastActiveAt ? { ...keeper, lastActiveAt: caredAt } : keeper;
}
