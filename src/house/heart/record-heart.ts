import type { HeartEvent } from '../../core/heart/feel.ts';
import type { Transaction } from '../../store/engine/db.ts';
import { insertKeepsakes } from '../../store/heart/keepsakes.ts';
import { insertLetters } from '../../store/heart/letters.ts';
import type { Keeper } from '../../store/keepers/keepers.ts';
import { countKeepsakes } from '../figures/counting.ts';

/** Writes down what came of a creature's heart, with the heart that knows of it. */
export async function recordHeart(
  db: Transaction,
  creatureId: string,
  keeper: Pick<Keeper, 'counts'>,
  happened: readonly HeartEvent[],
): Promise<void> {
  // Most care leaves nothing behind, and asking the database for nothing costs as much as asking it.
  if (happened.length === 0) return;
  const kept = happened.filter((each) => each.kind === 'kept');
  const letters = happened.flatMap((each) => (each.kind === 'letter' ? [each.letter] : []));
  countKeepsakes(
    db,
    keeper,
    kept.map(({ keepsake }) => keepsake),
  );
  const rows = kept.map(({ keepsake, at }) => ({ kind: keepsake, keptAt: at }));
  if (rows.length > 0) await insertKeepsakes(db.posted, creatureId, rows);
  if (letters.length > 0) await insertLetters(db.posted, creatureId, letters);
}
