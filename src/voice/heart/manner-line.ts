import type { MANNERS, MannerKind, VarietyBand } from '../../core/heart/manners-table.ts';

/** What there is to say of a manner. None of it says how a creature is just now, which may be hidden. */
export interface MannerLine {
  /** What it is called: `a connoisseur`. */
  readonly name: string;
  /** What its keeper should know, for a prompt. */
  readonly trait: string;
  /** What it can be seen doing: a pair, like everything that may follow a first sentence of its behaviour. */
  readonly behavior: readonly [string, string];
}

/** The manners of those whose care was so varied. */
export type MannersOfBand<Band extends VarietyBand> = Readonly<
  Record<
    { [Kind in MannerKind]: (typeof MANNERS)[Kind]['band'] extends Band ? Kind : never }[MannerKind],
    MannerLine
  >
>;
