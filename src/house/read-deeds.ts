import { latestDeeds, type NotedDeed } from '../store/operator-log.ts';
import type { House } from './house.ts';

export type { NotedDeed };

const PER_PAGE = 100;

/** A page of what the operator did, the newest first, and whether there is more. */
export async function readDeeds(
  { store }: House,
  page: number,
): Promise<{ readonly deeds: readonly NotedDeed[]; readonly hasNext: boolean }> {
  const found = await latestDeeds(store, { offset: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 });
  return { deeds: found.slice(0, PER_PAGE), hasNext: found.length > PER_PAGE };
}
