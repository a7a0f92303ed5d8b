import type { Family } from '../../rules/vocabulary.ts';
import type { Canvas, Svg } from './canvas.ts';

/** A creature on its ground: the middle of its feet is 0 0, up is negative, a grown one is some 380 high. */
export interface Figure {
  readonly body: Svg;
  /** Lies over the body and over what is worn around the neck. */
  readonly head: Svg;
  /** Absent where nothing can be worn around it. */
  readonly neck?: AnchorPoint | undefined;
  /** The top of the head. */
  readonly crown: AnchorPoint;
  readonly reach: Reach;
  /** Where it wears what it keeps, if not on its crown and around its neck: some have their eyes there. */
  readonly places?: { readonly head?: AnchorPoint; readonly front?: AnchorPoint } | undefined;
}

/** How far it reaches from its ground, so that the frame can come as near as it fits. */
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
  /** How wide it is there. */
  readonly width: number;
}

/**
 * How a body lies down: some are drawn so (`own`), what is stiff tips over onto its side, and what is soft or floats sinks
 * into itself.
 */
export type Rest = 'own' | 'side' | 'sink';

export interface BodyPlan {
  readonly draw: (canvas: Canvas, family: Family) => Figure;
  readonly rest: Rest;
}
