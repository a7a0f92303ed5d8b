import type { Stage } from '../../core/vocabulary.ts';

/** How large the parts of a body are at an age; 1 is a grown one's. */
export interface GrowthScales {
  readonly head: number;
  /** How long it is from the ground to the neck. */
  readonly body: number;
  readonly width: number;
  readonly legs: number;
  readonly eyes: number;
  /** Tails, ears, wings, horns: what comes late. */
  readonly extras: number;
  readonly whole: number;
}

export const GROWTH_SCALES: Readonly<Record<Stage, GrowthScales>> = {
  egg: { head: 1.25, body: 0.5, width: 0.8, legs: 0.5, eyes: 1.3, extras: 0.6, whole: 0.8 },
  baby: { head: 1.24, body: 0.52, width: 0.84, legs: 0.55, eyes: 1.28, extras: 0.66, whole: 0.78 },
  child: { head: 1.12, body: 0.72, width: 0.86, legs: 0.75, eyes: 1.14, extras: 0.84, whole: 0.82 },
  teen: { head: 1.02, body: 0.86, width: 0.72, legs: 1.08, eyes: 1.06, extras: 1.06, whole: 0.86 },
  adult: { head: 1, body: 1.04, width: 1.06, legs: 1, eyes: 0.96, extras: 1, whole: 1 },
};
