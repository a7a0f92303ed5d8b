import type { Instant } from '../base/clock.ts';
import type { Creature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { Cause, FeedingStatus, LetterOccasion, Stage } from '../vocabulary.ts';
import type { RecentDigest } from './heart.ts';
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
