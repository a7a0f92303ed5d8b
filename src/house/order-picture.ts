import type { Agent } from '../core/agent.ts';
import type { Instant } from '../core/clock.ts';
import type { Stage } from '../core/vocabulary.ts';
import type { Kept } from '../store/creatures.ts';
import type { Db } from '../store/db.ts';
import { orderPicture } from '../store/picture-jobs.ts';

/** Has a creature portrayed at the stage it has just reached, unless its keeper gave a picture of its own. */
export async function orderPortrait(db: Db, kept: Kept, stage: Stage, now: Instant): Promise<void> {
  const { creature, imageUrl, portraits } = kept;
  const given = imageUrl !== undefined && portraits === 0;
  if (given || stage === 'egg') return;
  await orderPicture(db, { sitter: creature.id, occasion: stage }, { agentId: creature.keeperId, now });
}

/** Has an agent drawn that brought no picture along. */
export async function orderAvatar(db: Db, { id, avatarUrl }: Agent, now: Instant): Promise<void> {
  if (avatarUrl === undefined)
    await orderPicture(db, { sitter: id, occasion: 'avatar' }, { agentId: id, now });
}
