import type { Family } from '../../rules/vocabulary.ts';
import type { Canvas, Svg } from './canvas.ts';

/** A drawn creature: 0 0 is between its feet, up is negative, an adult is about 380 high. */
export interface Figure {
  readonly body: Svg;
  /** The head, drawn over the body and the neckwear. */
  readonly head: Svg;
  /** Where neckwear sits; absent if the figure has no neck. */
  readonly neck?: AnchorPoint | undefined;
  readonly crown: AnchorPoint;
  readonly reach: Reach;
  /** Where keepsakes sit if the crown or the neck would cover the face. */
  readonly places?: { readonly head?: AnchorPoint; readonly front?: AnchorPoint } | undefined;
}

/** Extent of a figure from 0 0 to each side, for fitting it into the frame. */
export type Reach = Readonly<Record<'left' | 'right' | 'top', number>>;
export type Position = Readonly<Record<'x' | 'y', number>>;
export type AnchorPoint = Position & { readonly width: number };

/** How a body is drawn lying: `own`, drawn by its body plan; `side`, turned onto its side; `sink`, squashed. */
export type Rest = 'own' | 'side' | 'sink';

export type BodyPlan = Readonly<{ draw: (canvas: Canvas, family: Family) => Figure; rest: Rest }>;
