import type { Instant } from '../engine/clock.ts';
import type { Family, HappeningKind } from '../vocabulary.ts';

/** The names of what `/live` sends, beside what happened: how many there are, and that a page has missed something. */
export const LIVE_EVENTS = {
  happening: 'happening',
  counts: 'counts',
  more: 'more',
  reload: 'reload',
} as const;

/** Something that happened to a creature, as `/live` tells it. Names are strangers' words: they are shown as plain text. */
export interface LiveHappening {
  /** The same thing has the same key wherever it is told, and whenever it is told again. */
  readonly key: string;
  readonly kind: HappeningKind;
  readonly at: Instant;
  readonly creature: LiveName & { readonly id: string; readonly family: Family; readonly picture: string };
  readonly keeper: LiveName;
  /** A sentence, with `{keeper}` and `{creature}` where their names go. */
  readonly words: string;
}

interface LiveName {
  readonly name: string;
  /** The path of its page. */
  readonly page: string;
}

/** Something that happened to a creature, in a sentence with its name, and the page to read on. */
export interface FavouriteNews {
  readonly at: Instant;
  readonly words: string;
  readonly page: string;
}

/** How many there are in the house. */
export interface LiveCounts {
  readonly totals: Readonly<Record<'alive' | 'eggs' | 'agents' | 'gravestones', number>>;
  /** What went on in the last day, in a sentence. */
  readonly lastDay: string;
}

/** A line in its parts: `{keeper}`, `{creature}`, and what stands between them. */
export function partsOfLine(words: string): string[] {
  return words.split(/(\{keeper\}|\{creature\})/);
}

/** What the script of the first page starts with. */
export interface LiveHouse {
  /** The moment the page was made, by the clock of the house. */
  readonly at: Instant;
  /** How fast that clock runs. */
  readonly scale: number;
}

/** Where a page begins to read `/live` that was made at a moment: no node has told it anything yet. */
export function placeOfPage(at: Instant): string {
  return `${Math.floor(at)}.0.page`;
}
