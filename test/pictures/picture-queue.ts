import type { Db } from '../../src/db/db.ts';
import { readQueueDepths } from '../../src/features/stats/figures.store.ts';

/** Number of pictures that are queued, and that were given up. */
export async function pictureQueue(db: Db): Promise<{ waiting: number; givenUp: number }> {
  const depths = new Map((await readQueueDepths(db, 0)).map(({ name, waiting }) => [name, waiting]));
  return { waiting: depths.get('pictures_waiting') ?? 0, givenUp: depths.get('pictures_given_up') ?? 0 };
}
