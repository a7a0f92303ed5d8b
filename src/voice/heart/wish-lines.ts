import wishLines from '#content/voice/heart/wish-lines.json' with { type: 'json' };

import type { WishKind } from '../../core/heart/wishes-table.ts';
import type { Action } from '../../core/vocabulary.ts';
import type { Lines } from '../engine/pick-line.ts';

export const {
  wishNouns: WISH_NOUNS,
  grantedLines: GRANTED_LINES,
  grantedByAction: GRANTED_BY_ACTION,
  wishSteps: WISH_STEPS,
} = wishLines as {
  /** What it wishes for, in a few words: they follow "wishes for". */
  readonly wishNouns: Readonly<Record<WishKind, string>>;
  /**
   * Its wish has come true, whatever it was. Company reaches those who sleep and a meal may find no room, so that no line says that it
   * is awake or what it made of the care.
   */
  readonly grantedLines: Lines;
  /** The same by what was done; true as well of a wish that anything would have granted. */
  readonly grantedByAction: Readonly<Record<Action, Lines>>;
  /** How the wish is brought up among the next steps, after all that is necessary. */
  readonly wishSteps: Lines;
};
