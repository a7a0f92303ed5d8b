import type { Instant } from '../base/clock.ts';
import type { Creature } from '../lives/creature.ts';
import type { Species } from '../species/species.ts';
import type { Cause, FeedingStatus, LetterOccasion, Stage } from '../vocabulary.ts';
import type { RecentDigest } from './heart.ts';
import type { MannerKind } from './manner.ts';
import type { WishKind } from './wishes-table.ts';

/** What a creature tells in a letter: the facts of its time since the last one. The words are made of them when it is read. */
export interface Letter {
  /** Its first letter is the first. */
  readonly number: number;
  readonly occasion: LetterOccasion;
  readonly at: Instant;
  readonly stage: Stage;
  /** How old it was, in whole days. */
  readonly ageDays: number;
  /** Its meals on time in a row. */
  readonly streak: number;
  readonly manner: MannerKind | undefined;
  /** What it wished for as it wrote. */
  readonly wish: WishKind | undefined;
  readonly page: RecentDigest;
  /** What it died of, in a last letter. */
  readonly cause?: Cause | undefined;
  /** How it was waiting as it wrote. Missing in letters of older versions, and when it has just come back. */
  readonly waiting?: LetterWait | undefined;
}

export interface LetterWait {
  readonly careHours: number;
  readonly feeding: FeedingStatus;
  /** It has been fed at least once since it hatched. */
  readonly everFed: boolean;
}

/** A letter beside the creature that wrote it. */
export interface HouseholdLetter {
  readonly letter: Letter;
  readonly creature: Pick<Creature, 'name' | 'seed' | 'zone'>;
  readonly species: Species;
}

/** A letter as it is read, with those that its household wrote before it on the same day (UTC), in order. */
export interface ReadLetter extends Letter {
  readonly earlier: readonly HouseholdLetter[];
}
