import type { Instant } from '../engine/clock.ts';
import type { LetterOccasion, Stage } from '../vocabulary.ts';
import type { RecentDigest } from './heart.ts';
import type { MannerKind } from './manners-table.ts';
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
}
