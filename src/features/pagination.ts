import type { Instant } from '../rules/base/clock.ts';
import type { KeysetRange, Value } from '../db/db.ts';

// Two ways lead through a long list. A page has a number, as everybody expects; what comes before it has to be passed by.
// A cursor says after which entry to read on, and costs the same however far down that is.

/** Which page of a long list, and how many to a page. */
export interface Paging {
  readonly page: number;
  readonly perPage: number;
  /** Where to read on, as the page before told it; it says more than the number. */
  readonly cursor?: string | undefined;
}

/** A page of a list, and how long the whole list is. */
export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  /** The number of the page. */
  readonly page: number;
  /** Where the next page begins, if there is one. */
  readonly nextCursor: string | undefined;
}

type SortKey = readonly Value[];

/** A place between two entries of a list: how many come before it, and the key of the last of them. */
export interface ListPlace {
  readonly passed: number;
  readonly key: SortKey;
}

/** A list that is sorted by a key that no two entries share. */
export interface KeysetList<Entry> {
  /** Before all keys, and an example of one. */
  readonly first: SortKey;
  keyOf(entry: Entry): SortKey;
  /** `passed` is how many entries come before the first that is read. */
  read(range: KeysetRange, passed: number): Promise<readonly Entry[]>;
  /** Remembers places on the way, where anybody may ask for any page. */
  readonly marks?: PageMarks;
}

/** Reads a page of a list whose length is known; beyond its end there is nothing to ask for. */
export async function readPage<Entry>(
  paging: Paging,
  total: number,
  list: KeysetList<Entry>,
): Promise<EntryPage<Entry>> {
  const { perPage } = paging;
  const reached = paging.cursor === undefined ? undefined : placeIn(paging.cursor, list.first);
  const passed = reached?.passed ?? Math.min((paging.page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const page = reached ? Math.floor(passed / perPage) + 1 : paging.page;
  if (!reached && passed >= total) return { entries: [], total, page, nextCursor: undefined };
  const from = reached ?? (await placeBefore(list, passed));
  const range = { after: from.key, offset: passed - from.passed, limit: perPage + 1 };
  const found = await list.read(range, passed);
  const entries = found.slice(0, perPage);
  const last = entries.at(-1);
  const nextCursor =
    last && found.length > perPage
      ? cursorAt({ passed: passed + entries.length, key: list.keyOf(last) })
      : undefined;
  return { entries, total, page, nextCursor };
}

function cursorAt({ passed, key }: ListPlace): string {
  return Buffer.from(JSON.stringify([passed, ...key])).toString('base64url');
}

/** Anything may be sent as a cursor: what leads nowhere in this list is none. */
function placeIn(cursor: string, first: SortKey): ListPlace | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(read) || read.length !== first.length + 1) return undefined;
    const [passed, ...key] = read as Value[];
    const fits = key.every((part, at) => isLike(part, first[at]));
    return typeof passed === 'number' && Number.isSafeInteger(passed) && passed >= 0 && fits
      ? { passed, key }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Can this stand in the same column? A number whose example has a fraction may have one. */
function isLike(part: unknown, example: Value | undefined): boolean {
  if (typeof part === 'string')
    return typeof example === 'string' && part.isWellFormed() && !part.includes('\0');
  if (typeof part !== 'number' || typeof example !== 'number') return false;
  return Math.abs(part) <= Math.abs(example) && (Number.isInteger(part) || !Number.isInteger(example));
}

function placeBefore<Entry>(list: KeysetList<Entry>, passed: number): ListPlace | Promise<ListPlace> {
  const start = { passed: 0, key: list.first };
  return (
    list.marks?.nearest(passed, start, async (from) => {
      const range = { after: from.key, offset: STRIDE - 1, limit: 1 };
      const [entry] = await list.read(range, from.passed + STRIDE - 1);
      // A list that ends before goes on nowhere.
      return entry ? { passed: from.passed + STRIDE, key: list.keyOf(entry) } : from;
    }) ?? start
  );
}

/** Nobody passes by more than so many entries to come to a page. */
const STRIDE = 5000;

/** As long as the caches on the way may show what they have. */
const FRESH_MS = 60_000;

/**
 * Every so many entries of one list a place is remembered, so that a page far down does not cost the walk to it each time.
 * Within that minute it may stand a little beside where it would now.
 */
export class PageMarks {
  #since: Instant = -Infinity;
  #places: Promise<ListPlace>[] = [];

  /** As they are known at a moment: what is too old is forgotten. */
  at(now: Instant): this {
    if (Math.abs(now - this.#since) < FRESH_MS) return this;
    this.#since = now;
    this.#places = [];
    return this;
  }

  /** The last place before so many entries; whoever comes meanwhile waits for the same walk. */
  nearest(passed: number, start: ListPlace, stride: Stride): Promise<ListPlace> {
    const places = this.#places;
    let reached = places.at(-1) ?? Promise.resolve(start);
    if (places.length === 0) places.push(reached);
    while (places.length * STRIDE <= passed) {
      reached = walkOn(reached, stride);
      places.push(reached);
    }
    // What was not found is looked for anew by the next.
    reached.catch(() => this.at(-Infinity));
    return places[Math.floor(passed / STRIDE)] ?? reached;
  }
}

/** Finds the next place to remember. */
type Stride = (from: ListPlace) => Promise<ListPlace>;

async function walkOn(from: Promise<ListPlace>, stride: Stride): Promise<ListPlace> {
  return stride(await from);
}
