import type { Instant } from '../base/clock.ts';
import type { Creature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { Cause, FeedingStatus, LetterOccasion, Stage } from '../vocabulary.ts';
import type { Heart, RecentDigest } from './heart.ts';
import type { MannerKind } from './manner.ts';
import type { WishKind } from './wishes-table.ts';

/** The facts of a letter; its words are made when it is read. */
export interface Letter {
  /** From 1. */
  readonly number: number;
  readonly occasion: LetterOccasion;
  readonly at: Instant;
  readonly stage: Stage;
  /** Whole days. */
  readonly ageDays: number;
  readonly streak: number;
  readonly manner: MannerKind | undefined;
  readonly wish: WishKind | undefined;
  readonly page: RecentDigest;
  /** Only in a last letter. */
  readonly cause?: Cause | undefined;
  /** Absent in letters of older versions and after a resurrection. */
  readonly waiting?: LetterWait | undefined;
}

export interface LetterWait {
  readonly careHours: number;
  readonly feeding: FeedingStatus;
  readonly everFed: boolean;
}

export interface HouseholdLetter {
  readonly letter: Letter;
  readonly creature: Pick<Creature, 'name' | 'seed' | 'zone'>;
  readonly species: Species;
}

/** With the letters its household wrote before it on the same day (UTC), in order. */
export interface ReadLetter extends Letter {
  readonly earlier: readonly HouseholdLetter[];
}

export interface ReadMarks {
  readonly lettersRead: number;
  readonly keepsakesRead: number;
}

export interface Unread {
  readonly letters: number;
  readonly keepsakes: number;
  /** The newest letter. */
  readonly writtenAt: Instant;
}

export function unreadOf(heart: Heart, { lettersRead, keepsakesRead }: ReadMarks): Unread {
  return {
    letters: Math.max(0, heart.letters - lettersRead),
    keepsakes: Math.max(0, heart.keepsakes.length - keepsakesRead),
    writtenAt: heart.lately.from,
  };
}

interface UnreadCreature {
  readonly creature: Pick<Creature, 'id' | 'name'>;
  readonly unread: Unread;
}

/** Totals, and whose to read first: the longest waiting letter, the most keepsakes. */
export interface HouseholdUnread extends Pick<Unread, 'letters' | 'keepsakes'> {
  readonly lettersOf: UnreadCreature | undefined;
  readonly keepsakesOf: UnreadCreature | undefined;
}

type MaybeUnread = Pick<UnreadCreature, 'creature'> & { readonly unread?: Unread | undefined };

export function unreadIn(household: readonly MaybeUnread[]): HouseholdUnread {
  let letters = 0;
  let keepsakes = 0;
  let lettersOf: UnreadCreature | undefined;
  let keepsakesOf: UnreadCreature | undefined;
  for (const { creature, unread } of household) {
    if (!unread) continue;
    letters += unread.letters;
    keepsakes += unread.keepsakes;
    if (unread.letters > 0 && unread.writtenAt < (lettersOf?.unread.writtenAt ?? Infinity))
      lettersOf = { creature, unread };
    if (unread.keepsakes > (keepsakesOf?.unread.keepsakes ?? 0)) keepsakesOf = { creature, unread };
  }
  return { letters, keepsakes, lettersOf, keepsakesOf };
}

/** The mark after a page of letters, newest first, was read; it moves only if no unread letter remains below the page. */
export function lettersReadAfter(mark: number, page: readonly { readonly number: number }[]): number {
  const oldest = page.at(-1)?.number ?? Infinity;
  return oldest <= mark + 1 ? Math.max(mark, page[0]?.number ?? mark) : mark;
}
