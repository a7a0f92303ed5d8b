import type { Family } from '../../rules/vocabulary.ts';
import type { Canvas, Svg } from './canvas.ts';

/** A creature: 0 0 is between its feet, up is negative, an adult is about 380 high. */
export interface Figure {
  readonly body: Svg;
  /** Drawn over the body and the neckwear. */
  readonly head: Svg;
  /** Absent when nothing can be worn around it. */
  readonly neck?: AnchorPoint | undefined;
  /** The top of the head. */
  readonly crown: AnchorPoint;
  readonly reach: Reach;
  /** Places for keepsakes when crown or neck would cover the face. */
  readonly places?: { readonly head?: AnchorPoint; readonly front?: AnchorPoint } | undefined;
}

/** Extent from 0 0, for fitting into the frame. */
export interface Reach {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

export interface Position {
  readonly x: number;
  readonly y: number;
}

export interface AnchorPoint extends Position {
  readonly width: number;
}

/** How a body lies down: drawn by the body plan itself, turned onto its side, or squashed. */
export type Rest = 'own' | 'side' | 'sink';

export interface BodyPlan {
  readonly draw: (canvas: Canvas, family: Family) => Figure;
  readonly rest: Rest;
}
