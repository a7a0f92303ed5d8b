import type { KeysetRange, Value } from '../../packages/database/db.ts';
import type { Instant } from '../rules/base/clock.ts';

// Pages are found by number, which skips all entries before them, or by cursor, which costs the same at any depth.

export interface Paging {
  readonly page: number;
  readonly perPage: number;
  readonly cursor?: string | undefined;
}

export interface EntryPage<Entry> {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly page: number;
  readonly nextCursor: string | undefined;
}

type SortKey = readonly Value[];

/** A place between two entries of a list: how many entries come before it, and the key of the last of them. */
interface ListPlace {
  readonly passed: number;
  readonly key: SortKey;
}

export interface KeysetList<Entry> {
  /** A key before all others; its values also show the types of a cursor's parts. */
  readonly first: SortKey;
  keyOf(entry: Entry): SortKey;
  read(range: KeysetRange, passed: number): Promise<readonly Entry[]>;
  /** Cached places for public lists, where any page may be requested. */
  readonly marks?: PageMarks;
}

/** Reads a page of a list; one beyond `total` is empty without a query. */
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
  const isLast = !last || found.length <= perPage;
  const nextCursor = isLast ? undefined : cursorOf([passed + entries.length, ...list.keyOf(last)]);
  return { entries, total, page, nextCursor };
}

function cursorOf(parts: readonly Value[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

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

/** True if a cursor's part has the type of the example. A fraction fits if the example has one. */
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
      // The list ends before the next cached place.
      return entry ? { passed: from.passed + STRIDE, key: list.keyOf(entry) } : from;
    }) ?? start
  );
}

/** Number of entries between cached places: a page by number skips fewer entries than this. */
const STRIDE = 5000;

/** Cached places are kept as long as HTTP caches keep public lists. */
const FRESH_MS = 60_000;

/** A cache of every 5000th place of a list. Cached places may be off by the changes of the last minute. */
export class PageMarks {
  #since: Instant = -Infinity;
  #places: Promise<ListPlace>[] = [];

  at(now: Instant): this {
    if (Math.abs(now - this.#since) < FRESH_MS) return this;
    this.#since = now;
    this.#places = [];
    return this;
  }

  /** The last cached place before an entry. Concurrent callers share the search for it. */
  nearest(passed: number, start: ListPlace, stride: Stride): Promise<ListPlace> {
    const places = this.#places;
    let reached = places.at(-1) ?? Promise.resolve(start);
    if (places.length === 0) places.push(reached);
    while (places.length * STRIDE <= passed) {
      reached = reached.then(stride);
      places.push(reached);
    }
    // A failed search is repeated by the next call.
    reached.catch(() => this.at(-Infinity));
    return places[Math.floor(passed / STRIDE)] ?? reached;
  }
}

type Stride = (from: ListPlace) => Promise<ListPlace>;
