import type { Pose } from '../facts.ts';
import type { Point } from './paths.ts';

/** How the parts of a figure are moved in one picture of a moving creature. Angles are in degrees. */
export interface Motion {
  /** `open`: also the eyes of a glad creature. */
  readonly lids?: 'shut' | 'low' | 'open';
  /** Where the eyes look, as shares of their size. */
  readonly glance?: Point;
  readonly tail?: number;
  readonly ears?: number;
  /** How far folded wings and flippers are lifted, or spread wings lowered. */
  readonly wings?: number;
  /** How high the right arm or forepaw is raised, from 0 to 1. */
  readonly wave?: number;
  /** The phase of a step, in steps of one leg. */
  readonly step?: number;
}

/** How far a head is moved from its place, with all it wears; in the units of the figure and in degrees. */
export type Nod = Readonly<{ x?: number; y?: number; turn?: number }>;

export const POSE_MOTIONS: Readonly<Record<Pose, Motion>> = {
  blink: { lids: 'shut' },
  left: { lids: 'open', glance: [-0.34, 0] },
  right: { lids: 'open', glance: [0.34, 0] },
  twitch: { tail: -9, ears: 13 },
  breath: {},
};

/** A foot in a step: how far it is ahead, from -1 to 1, and off the ground, from 0 to 1. */
export type FootPlace = Readonly<Record<'ahead' | 'lift', number>>;

const STANDING: FootPlace = { ahead: 0, lift: 0 };

/** Where a foot is that is `behind` by a part of a step. */
export function footIn({ step }: Motion, behind: number): FootPlace {
  if (step === undefined) return STANDING;
  const angle = (step + behind) * Math.PI * 2;
  return { ahead: Math.cos(angle), lift: Math.max(0, -Math.sin(angle)) };
}

/** How far an arm is turned up from its place, in degrees; `side` is 1 for the right one. */
export function armTurn({ wave = 0, step }: Motion, side: 1 | -1): number {
  const swing = step === undefined ? 0 : Math.sin(step * Math.PI * 2) * side;
  return side === 1 && wave > 0 ? 30 + wave * 60 : swing * 16;
}

/** How far a leg seen from the side is turned, in degrees; the near one in front waves. */
export function legTurn(motion: Motion, isFront: boolean, which: 'near' | 'far'): number {
  if (motion.wave && isFront && which === 'near') return 20 + motion.wave * 34;
  return footIn(motion, isFront === (which === 'near') ? 0 : 0.5).ahead * 16;
}
