import { drawEach, fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, type Colour } from '../drawing/colours.ts';
import type { AnchorPoint } from '../drawing/figure.ts';
import { limb, loop, oval, ovals, pts, star } from '../drawing/paths.ts';
import type { Headwear, Neckwear } from '../words/prompt-style.ts';

export function drawHeadwear(
  canvas: Canvas,
  what: Headwear,
  { x, y, width }: AnchorPoint,
  colour: Colour,
): string {
  return put(HEADWEAR[what](canvas, colour), { x, y: y + 6, scale: width / 84 });
}

const HEADWEAR: Readonly<Record<Headwear, (canvas: Canvas, colour: Colour) => Svg>> = {
  hat: ({ paint }, colour) =>
    paint('M-34 6Q-20 -50 8 -96Q18 -90 16 -76Q30 -40 36 6Z', {
      fill: colour,
      depth: 9,
      marks: stroke('M-40 -8Q0 4 40 -8', lighter(colour, 0.55), 12),
    }) +
    paint(loop(pts('-70 8, -30 -4, 30 -4, 70 8, 30 18, -30 18')), { fill: darker(colour, 0.1), depth: 5 }),
  crown: ({ paint }) =>
    paint('M-42 10L-48 -44L-22 -20L0 -56L22 -20L48 -44L42 10Z', {
      fill: '#e9b53c',
      depth: 7,
      marks: fill(oval(-24, -2, 5) + oval(24, -2, 5), '#5a92d6') + fill(oval(0, -4, 7), '#d2473a'),
    }),
  bow: ({ paint }, colour) =>
    put(
      flippedPair(() => paint('M0 0Q24 -34 46 -24Q54 4 44 22Q20 28 0 0Z', { fill: colour, depth: 5 })) +
        paint(oval(0, 0, 12), { fill: lighter(colour, 0.2), depth: 3 }),
      { x: 36, y: 2, turn: 18, scale: 0.86 },
    ),
  flower: ({ paint }, colour) =>
    put(
      drawEach([0, 72, 144, 216, 288], (turn) =>
        put(paint(oval(0, -17, 12, 15), { fill: lighter(colour, 0.4), depth: 3, width: 3.5 }), { turn }),
      ) + fill(oval(0, 0, 10), '#f0c648'),
      { x: 44, y: 10 },
    ),
  leaf: ({ paint }) =>
    put(
      paint('M0 10Q-34 -14 -8 -52Q32 -40 20 -4Q14 10 0 10Z', {
        fill: '#8db061',
        depth: 5,
        marks: stroke('M2 8Q-2 -18 -6 -46', '#5d7a3f', 4),
      }),
      { x: 6, y: 2, turn: 12 },
    ),
  star: ({ paint }) =>
    put(paint(star(24), { fill: '#f5cd48', depth: 4, width: 4 }), { x: 42, y: 10, turn: 12 }),
  phones: ({ paint }, colour) =>
    stroke('M-78 62Q-84 -18 0 -20Q84 -18 78 62', '#3f3a48', 13) +
    stroke('M-78 62Q-84 -18 0 -20Q84 -18 78 62', '#6d6678', 5) +
    pair((side) => paint(oval(82 * side, 74, 19, 28), { fill: colour, depth: 6 })),
};

export function drawNeckwear(
  canvas: Canvas,
  what: Neckwear,
  { x, y, width }: AnchorPoint,
  colour: Colour,
): string {
  return put(NECKWEAR[what](canvas, colour), { x, y, scale: width / 66 });
}

const band = limb(pts('-60 -14, -30 4, 0 9, 30 4, 60 -14'), [22, 26, 28, 26, 22]);

const NECKWEAR: Readonly<Record<Neckwear, (canvas: Canvas, colour: Colour) => Svg>> = {
  scarf: ({ paint }, colour) => {
    const knit = stroke('M-44 -16v26M-22 -8v26M0 -4v28M22 -8v26M44 -16v26', lighter(colour, 0.45), 6);
    const end = paint('M14 8L44 2L58 74L26 80Z', {
      fill: colour,
      depth: 6,
      marks: stroke('M22 42L56 34M25 60L60 52', lighter(colour, 0.45), 6),
    });
    const fringe = stroke('M30 80l2 10M40 78l2 10M50 76l2 10', darker(colour, 0.3), 4);
    return fringe + end + paint(band, { fill: colour, depth: 7, marks: knit });
  },
  kerchief: ({ paint }, colour) =>
    paint('M-58 -14Q0 20 58 -14Q40 30 4 56Q0 60 -4 56Q-40 30 -58 -14Z', {
      fill: colour,
      depth: 8,
      marks: fill(ovals(pts('-20 12, 20 12, 0 34, 0 8'), 5), lighter(colour, 0.6)),
    }),
  bell: ({ paint }, colour) =>
    paint(limb(pts('-54 -12, 0 8, 54 -12'), [13, 14, 13]), { fill: colour, depth: 4 }) +
    paint(oval(0, 18, 14), {
      fill: '#e9b53c',
      depth: 5,
      marks: stroke('M-14 20H14', '#8a6420', 4) + fill(oval(0, 25, 3.5), '#5b4318'),
    }),
  tie: ({ paint }, colour) =>
    paint(limb(pts('-54 -12, 0 8, 54 -12'), [12, 13, 12]), { fill: '#f8f3ea', depth: 4 }) +
    flippedPair(() => paint('M0 0L32 -17V17Z', { fill: colour, depth: 4 }), { y: 14 }) +
    paint(oval(0, 14, 9), { fill: darker(colour, 0.15), depth: 3 }),
};
