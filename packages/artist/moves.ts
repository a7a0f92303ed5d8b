import type { ByExpression, Expression } from './drawing/canvas.ts';
import type { Gait } from './drawing/figure.ts';
import type { Motion, Nod } from './drawing/motion.ts';

/** One picture of a row: how the parts are moved, and the whole. */
export interface Move {
  readonly motion?: Motion;
  readonly nod?: Nod;
  /** How far the feet are off the ground, as a share of the room above the head. */
  readonly lift?: number;
  /** Height as a share of the usual; the width makes up for it. */
  readonly tall?: number;
  /** How far it leans to the right, in degrees; its feet stay. */
  readonly lean?: number;
  /** Sideways, in pixels. */
  readonly x?: number;
}

export interface Row {
  readonly expression?: Expression;
  readonly moves: readonly Move[];
  /** Whether its thought, bowl or tears are drawn. */
  readonly sign?: true;
  /** True if it leaves its place, and what stands beside it. */
  readonly leaves?: true;
}

const SHUT: Motion = { lids: 'shut' };
const wave = (count: number, at: number) => Math.sin((at / count) * Math.PI * 2);
const frames = (count: number, move: (at: number) => Move): readonly Move[] =>
  Array.from({ length: count }, (_, at) => move(at));

/** Breathes and blinks; most of the time nothing moves. */
const CALM: readonly Move[] = [
  { tall: 1 },
  { tall: 1.01, motion: { lids: 'low' }, nod: { y: -1 } },
  { tall: 1.02, motion: { ...SHUT, tail: -4 }, nod: { y: -2 } },
  { tall: 1.03, motion: { tail: -7, ears: 8 }, nod: { y: -3 } },
  { tall: 1.03, motion: { tail: -4 }, nod: { y: -3 } },
  { tall: 1.01, motion: { tail: -2 }, nod: { y: -1 } },
];

const ASLEEP = frames(6, (at) => ({ tall: 1 + 0.035 * Math.sin((at / 5) * Math.PI), motion: { tail: -at } }));

const IDLE: ByExpression<readonly Move[]> = {
  glad: frames(6, (at) => ({
    tall: [1, 0.95, 1.03, 1.04, 1, 0.98][at] ?? 1,
    lift: [0, 0, 0.12, 0.16, 0, 0][at] ?? 0,
    motion: { tail: wave(6, at * 2) * 12, ears: at === 3 ? 10 : 0, wings: at === 3 ? 14 : 0 },
  })),
  curious: frames(6, (at) => ({
    tall: 1 + 0.015 * (at % 3),
    motion: { glance: [at < 3 ? -0.3 : 0.3, -0.1], tail: wave(6, at) * 6, ...(at === 2 ? SHUT : {}) },
    nod: { turn: at < 3 ? -4 : 5 },
  })),
  hungry: frames(6, (at) => ({
    tall: [1, 0.99, 0.97, 0.96, 0.97, 0.99][at] ?? 1,
    motion: { glance: at < 2 ? [0, 0] : [0.32, 0.3], tail: at * 1.5 },
    nod: at < 2 ? {} : { x: 5, y: 5, turn: 5 },
  })),
  wistful: frames(6, (at) => ({
    tall: 1 + 0.012 * wave(6, at),
    motion: { tail: wave(6, at) * 7, ...(at === 3 ? SHUT : {}) },
    nod: { turn: wave(6, at) * 3 },
  })),
  sad: frames(6, (at) => ({
    tall: [1, 0.985, 0.97, 0.96, 0.97, 0.985][at] ?? 1,
    motion: at === 3 ? SHUT : {},
    nod: { y: 6 + 2 * at * (5 - at) * 0.4, turn: -2 },
  })),
  weak: frames(6, (at) => ({
    tall: 0.97 + 0.015 * wave(6, at),
    lean: wave(6, at) * 3,
    motion: at === 2 || at === 3 ? SHUT : {},
    nod: { y: 5, turn: wave(6, at) * 4 },
  })),
  afraid: frames(6, (at) => ({ tall: 0.97, x: at % 2 ? 1.5 : -1.5, nod: { y: 4 } })),
  faint: frames(6, (at) => ({ tall: 1 + 0.02 * Math.sin((at / 5) * Math.PI), x: at === 4 ? 1 : 0 })),
  asleep: ASLEEP,
  restless: ASLEEP.map((move, at) => ({ ...move, x: at % 2 ? 1.5 : -1.5 })),
};

/** How a body gets along, its head to the left. */
const RUN: Readonly<Record<Gait, readonly Move[]>> = {
  walk: frames(8, (at) => ({
    tall: 1 - 0.03 * Math.cos((at / 8) * Math.PI * 4),
    lean: -2 + wave(8, at),
    motion: { step: at / 8, glance: [-0.2, 0.05], tail: -8 + wave(8, at) * 10, ears: wave(8, at) * 8 },
    nod: { x: -2, y: Math.cos((at / 8) * Math.PI * 4) * 4, turn: wave(8, at) * 2 },
  })),
  waddle: frames(8, (at) => ({
    tall: 1 - 0.02 * Math.cos((at / 8) * Math.PI * 4),
    lean: 4 * wave(8, at),
    motion: { step: at / 8, glance: [-0.32, 0], wings: 8 + 6 * wave(8, at * 2), tail: wave(8, at) * 8 },
    nod: { x: -2, turn: wave(8, at) * 3 },
  })),
  hop: frames(8, (at) => ({
    tall: [0.9, 1.06, 1.04, 0.97][at % 4] ?? 1,
    lift: [0, 0.42, 0.5, 0.16][at % 4] ?? 0,
    lean: [-2, -4, -3, -1][at % 4] ?? 0,
    motion: { step: at / 8, glance: [-0.32, 0], wings: [0, 24, 14, 4][at % 4] ?? 0, tail: at % 2 ? -10 : 4 },
    nod: { y: [4, -2, -3, 2][at % 4] ?? 0 },
  })),
  float: frames(8, (at) => ({
    tall: 1 + 0.03 * wave(8, at),
    lean: -3 + wave(8, at),
    lift: 0.18 - 0.18 * Math.cos((at / 8) * Math.PI * 2),
    motion: { step: at / 8, glance: [-0.34, 0], wings: 10 * wave(8, at) },
  })),
};

/** The rows of a sheet after the idle one and the two that run. */
export const ROWS: Readonly<Record<'waving' | 'jumping' | 'failed' | 'waiting' | 'running' | 'review', Row>> =
  {
    waving: {
      expression: 'glad',
      moves: frames(4, (at) => ({
        tall: [1, 1.02, 1, 1.02][at] ?? 1,
        lean: [-1, 2, -1, 2][at] ?? 0,
        motion: { wave: [0.45, 1, 0.45, 1][at] ?? 0, wings: at % 2 ? 20 : 4, tail: at % 2 ? 8 : -6 },
        nod: { turn: at % 2 ? 4 : -3 },
      })),
    },
    jumping: {
      expression: 'glad',
      sign: true,
      leaves: true,
      moves: [
        { tall: 0.88, motion: { lids: 'open' }, nod: { y: 5 } },
        { tall: 1.07, lift: 0.55, motion: { wings: 14, tail: -10, ears: 8 } },
        { tall: 1.03, lift: 1, motion: { wings: 24, tail: -16, ears: 14 }, nod: { y: -4 } },
        { tall: 1.05, lift: 0.5, motion: { wings: 10, tail: -8 } },
        { tall: 0.9, motion: { lids: 'open', tail: 4 }, nod: { y: 5 } },
      ],
    },
    failed: {
      expression: 'sad',
      sign: true,
      moves: frames(8, (at) => ({
        tall: 1 - 0.02 * Math.min(at, 3) - (at === 5 ? 0.015 : 0),
        motion: { ...(at === 4 || at === 5 ? SHUT : {}), glance: [0, 0.3], tail: -18 },
        nod: { y: 3 * Math.min(at, 4), turn: at > 5 ? 3 : -3 },
      })),
    },
    waiting: {
      expression: 'wistful',
      sign: true,
      moves: frames(6, (at) => ({
        tall: 1 + 0.012 * wave(6, at),
        motion: { glance: at < 4 ? [0.1, -0.3] : [0, 0.1], tail: wave(6, at) * 12, ears: at === 2 ? 10 : 0 },
        nod: { turn: [0, 5, 7, 7, 3, 0][at] ?? 0 },
      })),
    },
    running: {
      expression: 'calm',
      moves: frames(6, (at) => ({
        tall: at % 2 ? 0.965 : 1,
        lean: wave(6, at) * 2,
        motion: { step: at / 6, glance: [wave(6, at) * 0.2, 0.34], wings: at % 2 ? 12 : 0 },
        nod: { y: at % 2 ? 6 : 3, turn: wave(6, at) * 3 },
      })),
    },
    review: {
      expression: 'curious',
      moves: frames(6, (at) => ({
        tall: [0.99, 0.97, 0.96, 0.96, 0.97, 0.99][at] ?? 1,
        lean: [0, -1, -2, -2, -1, 0][at] ?? 0,
        motion: {
          lids: at === 5 ? 'shut' : 'low',
          glance: [[-0.3, -0.36, -0.1, 0.2, 0.36, 0.1][at] ?? 0, 0.24],
        },
        nod: { x: [-2, -5, -6, -4, -2, 0][at] ?? 0, y: 8, turn: [-3, -5, -5, -2, 0, 0][at] ?? 0 },
      })),
    },
  };

/** Looks into sixteen directions, clockwise from up. */
export const LOOKS: readonly Move[] = frames(16, (at) => {
  const [x, y] = [wave(16, at), -Math.cos((at / 16) * Math.PI * 2)];
  return {
    motion: { lids: 'open', glance: [x * 0.4, y * 0.4] },
    nod: { x: x * 7, y: y * 6, turn: x * 4 },
    lean: x * 2,
  };
});

/** An egg lies still, and rocks a little. */
export const EGG_IDLE: Row = {
  moves: frames(6, (at) => ({ nod: { turn: [0, 0, -4, 5, -3, 1][at] ?? 0 }, tall: at === 3 ? 1.01 : 1 })),
};

export const idleRow = (expression: Expression): Row => ({ moves: IDLE[expression] ?? CALM, sign: true });
export const runRow = (gait: Gait): Row => ({
  expression: 'calm',
  moves: RUN[gait],
  leaves: true,
});
