import type { Instant } from '../../core/engine/clock.ts';
import type { Agent } from '../../core/keepers/agent.ts';
import type { Stage } from '../../core/vocabulary.ts';
import type { Db } from '../../store/engine/db.ts';
import type { StoredCreature } from '../../store/lives/creatures.ts';
import { orderPicture } from '../../store/pictures/picture-jobs.ts';

/** Has a creature portrayed at the stage it has just reached, unless its keeper gave a picture of its own. */
export async function orderPortrait(
  db: Db,
  stored: StoredCreature,
  stage: Stage,
  now: Instant,
): Promise<void> {
  const { creature, imageUrl, portraits } = stored;
  const given = imageUrl !== undefined && portraits === 0;
  if (given || stage === 'egg') return;
  await orderPicture(db, { sitter: creature.id, occasion: stage }, { agentId: creature.keeperId, now });
}

/** Has an agent drawn that brought no picture along. */
export async function orderAvatar(db: Db, { id, avatarUrl }: Agent, now: Instant): Promise<void> {
  if (avatarUrl === undefined)
    await orderPicture(db, { sitter: id, occasion: 'avatar' }, { agentId: id, now });
}
