import type { Instant } from '../../core/engine/clock.ts';
import type { Agent } from '../../core/keepers/agent.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { Db } from '../../store/engine/db.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import { orderPictures, type PictureOrder } from '../../store/pictures/picture-jobs.ts';

/** Has a creature portrayed at the stage it has just reached. */
export async function orderPortrait(
  db: Db,
  stored: StoredCreature,
  stage: Stage,
  now: Instant,
): Promise<void> {
  await orderPictures(db, portraitOrders(stored, stage, now));
}

/** The portrait of a creature at a stage it has just reached; none when its keeper gave a picture of its own. */
export function portraitOrders(stored: StoredCreature, stage: Stage, now: Instant): readonly PictureOrder[] {
  const { creature, imageUrl, portraits } = stored;
  const given = imageUrl !== undefined && portraits === 0;
  if (given || stage === 'egg') return [];
  return [{ sitter: creature.id, occasion: stage, agentId: creature.keeperId, dueAt: now }];
}

/** Has an agent drawn that brought no picture along. */
export async function orderAvatar(db: Db, { id, avatarUrl }: Agent, now: Instant): Promise<void> {
  if (avatarUrl === undefined)
    await orderPictures(db, [{ sitter: id, occasion: 'avatar', agentId: id, dueAt: now }]);
}
