import { drawEach, fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import {
  limb,
  loop,
  mirrored,
  n,
  oval,
  ovals,
  pts,
  scaled,
  symmetricLoop,
  type Point,
} from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

/** A wide head between feathery gills, on a short body with a finned tail. */
export function drawAxolotl(canvas: Canvas): Figure {
  const { growth } = canvas;
  const lying = canvas.posture === 'lying';
  const high = 132 * (0.45 + 0.55 * growth.body) * (lying ? 0.5 : 1);
  const scale = growth.head * 1.05;
  const headY = lying ? -66 * scale : -high - 38 * scale;
  return {
    body: finnedTail(canvas, high) + trunk(canvas, high),
    head: put(axolotlHead(canvas), { y: headY, scale, turn: canvas.expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -high + 22, width: 62 },
    crown: { x: 0, y: headY - 66 * scale, width: 92 * scale },
    reach: { left: 176 * scale, right: Math.max(176 * scale, 176), top: -headY + 110 * scale },
  };
}

function axolotlHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const skull = symmetricLoop('0 -66, 58 -60, 104 -20, 108 22, 72 56, 0 66');
  const freckles = fill(
    ovals(pts('-64 -30, -50 -42, 56 -38, 70 -26, -76 0, 78 4'), 4),
    darker(look.coat, 0.25),
    0.6,
  );
  return (
    flippedPair(() => gills(canvas), { x: 88, y: -14 }) +
    canvas.paint(skull, { marks: freckles, depth: 14 }) +
    drawFace(canvas, { apart: 62, y: -2, size: 17, mouth: 14, wide: 46, blush: 0.5 })
  );
}

function gills(canvas: Canvas): Svg {
  const { growth, look } = canvas;
  const colour = look.parts.gills?.colours[0] ?? darker(look.coat, 0.3);
  return drawEach([-58, -26, 10], (turn) => {
    const long = 92 * (0.7 + 0.3 * growth.extras);
    const hairs = Array.from({ length: 6 }, (_, index) => {
      const x = 18 + (index * long) / 7.5;
      return `M${n(x)} 0l12 -17M${n(x)} 0l12 17`;
    });
    const comb = stroke(hairs.join(''), darker(colour, 0.45), 13) + stroke(hairs.join(''), colour, 7.5);
    return put(
      comb +
        canvas.paint(limb(scaled(pts('0 0, 0.5 -2, 1 -6'), long, 1), [22, 18, 10]), {
          fill: lighter(colour, 0.12),
          depth: 4,
          width: 4,
        }),
      { turn },
    );
  });
}

function trunk(canvas: Canvas, high: number): Svg {
  const { look } = canvas;
  const points = scaled(mirrored(pts('0 -1.1, 46 -1, 62 -0.6, 66 -0.2, 44 0, 0 0.02')), 1, high);
  const belly = fill(oval(0, -high * 0.4, 40, high * 0.42), lighter(look.coat, 0.45));
  const foot = (side: 1 | -1, y: number) => {
    const spine: readonly Point[] = [
      [40.6 * side, y],
      [58 * side, y + 10],
      [70 * side, y + 30],
    ];
    const toes = `M${n(62 * side)} ${n(y + 40)}v-9M${n(73 * side)} ${n(y + 40)}v-9`;
    const marks = stroke(toes, darker(look.coat, 0.4), 3);
    return canvas.paint(limb(spine, [30, 27, 24]), { depth: 5, marks });
  };
  return (
    canvas.paint(loop(points), { marks: belly, depth: 13 }) +
    pair((side) => foot(side, -high * 0.7) + foot(side, -34))
  );
}

function finnedTail(canvas: Canvas, high: number): Svg {
  const { look } = canvas;
  const spine: readonly Point[] = [...pts('30 -20, 96 -14, 140 -58'), [150, -high - 4]];
  const fin = limb(spine, [40, 76, 84, 10]);
  return (
    canvas.paint(fin, { fill: lighter(look.parts.gills?.colours[0] ?? look.coat, 0.35), depth: 6 }) +
    canvas.paint(limb(spine, [50, 40, 26, 8]), { depth: 6 })
  );
}
