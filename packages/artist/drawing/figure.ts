import type { Family } from '../facts.ts';
import type { Canvas, Svg } from './canvas.ts';

/** A drawn creature: 0 0 is between its feet, up is negative, an adult is about 380 high. */
export interface Figure {
  readonly body: Svg;
  /** The head, drawn over the body and the neckwear. */
  readonly head: Svg;
  /** A raised arm, drawn over the head. */
  readonly arm?: Svg | undefined;
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

type DrawFigure = (canvas: Canvas, family: Family) => Figure;

export interface BodyPlan {
  readonly draw: DrawFigure;
  readonly rest: Rest;
  /** How it is drawn while it runs, its head to the left; like `draw` by default. */
  readonly run?: DrawFigure;
  /** It hops by default. */
  readonly gait?: Gait;
}

/** How a body gets along. */
export type Gait = 'walk' | 'waddle' | 'hop' | 'float';
