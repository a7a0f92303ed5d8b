import {
  type Canvas,
  drawEach,
  fill,
  flippedPair,
  pair,
  put,
  stroke,
  type Svg,
  times,
} from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow } from '../drawing/light.ts';
import {
  limb,
  loop,
  mirrored,
  moved,
  n,
  oval,
  pointList,
  pts,
  scaled,
  shaggy,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

export function drawMushroom(canvas: Canvas): Figure {
  const { growth, stage } = canvas;
  const high = 150 * (0.5 + 0.5 * growth.body);
  const scale = (0.72 + 0.28 * growth.body) * (stage === 'baby' ? 1.04 : 1);
  const eyes = { apart: 28, y: -high * 0.52, size: 15 * growth.eyes, lid: STEM };
  const collar = stage === 'baby' ? '' : put(canvas.paint(MOSS, { fill: '#7d9850', depth: 6 }), { y: -high });
  return {
    body:
      glow(canvas, [0, 16 - high], 150, '#ffe9a8') +
      stem(canvas, high) +
      drawFace(canvas, { ...eyes, mouth: 26, wide: 14, blush: 0.55 }) +
      collar,
    head: put(cap(canvas), { y: -high, scale }),
    neck: stage === 'baby' ? undefined : { x: 0, y: -high + 26, width: 54 },
    crown: { x: 0, y: -high - 150 * scale, width: 80 * scale },
    // The mushroom's face is where other bodies have their chest, so keepsakes hang below it.
    places: { front: { x: 0, y: -high * 0.12, width: 46 } },
    reach: { left: 170 * scale, right: 170 * scale, top: high + 164 * scale },
  };
}

const STEM = '#f4e7d2';
const ROOT = pts('34 -24, 52 -10, 70 -2');
const MOSS = shaggy(mirrored(pts('0 -4, 58 2, 64 20, 0 34')), 22, 8);

function stem({ paint }: Canvas, high: number): Svg {
  const roots = pair((side) => paint(limb(scaled(ROOT, side, 1), [34, 26, 14]), { fill: STEM, depth: 4 }));
  const half = pts('0 -1.1, 50 -1, 56 -0.6, 66 -0.2, 52 0, 0 0.02');
  return roots + paint(loop(moved(scaled(mirrored(half), 1, high), 0, -10)), { fill: STEM, depth: 14 });
}

const CAP_SPOTS = [
  [-70, -70, 22],
  [-10, -112, 18],
  [58, -84, 26],
  [112, -30, 15],
  [-118, -22, 15],
  [4, -40, 20],
] as const;

function cap({ look, paint }: Canvas): Svg {
  const lamellae = times(17, (index) => `M${n((index - 8) * 8)} -16L${n((index - 8) * 18)} 34`);
  const gills = paint(symmetricLoop('0 -14, 120 -8, 150 4, 90 24, 0 30'), {
    fill: '#f6dfae',
    depth: 4,
    marks: stroke(lamellae, '#d6b57c', 4),
  });
  const dome = symmetricLoop('0 -150, 80 -132, 140 -66, 162 -4, 120 12, 0 4');
  const spots = drawEach(CAP_SPOTS, ([x, y, r]) => oval(x, y, r, r * 0.86));
  const colour = look.parts.coat?.colours[0] ?? '#d2473a';
  return gills + paint(dome, { fill: colour, marks: fill(spots, '#fbf4e8'), depth: 18 });
}

export function drawPottedCactus(canvas: Canvas): Figure {
  const { growth, stage } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const r = 104 * size;
  const middle = -96 - r * 0.86;
  const blooming = stage !== 'baby';
  const looks = { apart: 34 * size, y: middle - 4, size: 17 * growth.eyes, mouth: 28, wide: 18, blush: 0.55 };
  return {
    body: arms(canvas, r, middle) + cactusBody(canvas, r, middle) + drawFace(canvas, looks) + pot(canvas),
    head: blooming ? put(flower(canvas), { y: middle - r * 0.98, scale: 0.5 + 0.5 * growth.extras }) : '',
    neck: { x: 0, y: -112, width: 74 },
    crown: { x: 0, y: middle - r - (blooming ? 30 : 0), width: 70 * size },
    reach: { left: r + 66, right: r + 66, top: -middle + r + (blooming ? 58 : 10) },
  };
}

function cactusBody({ paint, look }: Canvas, r: number, middle: number): Svg {
  const ribs = [-0.7, -0.36, 0, 0.36, 0.7].map((part) => {
    const [end, out] = [n(part * r * 0.5), n(part * r * 1.7)];
    return `M${end} ${n(middle - r)}Q${out} ${n(middle)} ${end} ${n(middle + r)}`;
  });
  const spines = [-0.86, -0.5, 0.5, 0.86, 0.16, -0.2].flatMap((px, column) =>
    [-0.6, -0.24, 0.2, 0.56]
      .filter((_, row) => column < 4 || row === 0)
      .map((py) => `M${n(px * r * 0.9 - 6)} ${n(middle + py * r)}l6 -9l6 9`),
  );
  const marks =
    stroke(ribs.join(''), darker(look.coat, 0.3), 5, 0.55) + stroke(spines.join(''), '#fbf7ea', 4);
  return paint(oval(0, middle, r, r * 1.04), { marks, depth: 17 });
}

function arms({ paint, look }: Canvas, r: number, middle: number): Svg {
  const rib = stroke(`M${n(r * 1.37)} 20v-60`, darker(look.coat, 0.3), 4, 0.5);
  const arm = limb(pointList([r * 0.8, 26], [r * 1.33, 22], [r * 1.38, r * -0.29]), [0.37, 0.37, 0.29], r);
  return flippedPair(() => paint(arm, { depth: 7, marks: rib }), { y: middle });
}

function pot(canvas: Canvas): Svg {
  const clay = canvas.look.parts.pot?.colours[0] ?? '#c4714a';
  return (
    canvas.paint('M-82 -98H82L62 -8Q60 2 48 2H-48Q-60 2 -62 -8Z', {
      fill: clay,
      depth: 13,
      marks: stroke('M-70 -46q14 -14 28 0t28 0t28 0t28 0t28 0', lighter(clay, 0.4), 6),
    }) +
    canvas.paint('M-98 -124H98V-94Q98 -88 90 -88H-90Q-98 -88 -98 -94Z', {
      fill: lighter(clay, 0.1),
      depth: 8,
    })
  );
}

function flower(canvas: Canvas): Svg {
  const pink = canvas.look.parts.flower?.colours[0] ?? '#f2a7b3';
  const petals = drawEach([-72, -36, 0, 36, 72], (turn) =>
    put(canvas.paint(loop(pts('0 4, -17 -24, 0 -52, 17 -24')), { fill: pink, depth: 4, width: 4 }), { turn }),
  );
  return petals + fill(oval(0, -2, 14, 11), '#f0c648');
}
