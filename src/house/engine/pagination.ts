import type { OffsetLimit } from '../../store/engine/db.ts';

/** Which page of a long list, and how many to a page. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
}

/** A page of a list, and how long the whole list is. */
export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
}

/** The part of the list that is on the page. */
export function toPageRange({ page, perPage }: Paging): OffsetLimit {
  return { offset: Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER), limit: perPage };
}

/** Reads a page of a list whose length is known; beyond its end there is nothing to ask for. */
export async function readPage<Entry>(
  paging: Paging,
  total: number,
  read: (range: OffsetLimit) => Promise<readonly Entry[]>,
): Promise<EntryPage<Entry>> {
  const range = toPageRange(paging);
  return { total, entries: range.offset < total ? await read(range) : [] };
}
