import { fill, pair, put, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { shine } from '../drawing/light.ts';
import { limb, oval, pts, scaled } from '../drawing/paths.ts';
import { coatColoursOf } from '../parts/coat-colours.ts';
import { drawEars } from '../parts/ears.ts';
import { drawFace } from '../parts/face.ts';

/** A round body with stubs for limbs. */
export function drawBall(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 146 * (0.72 + 0.28 * growth.body);
  const middle = -r - 8;
  const { ears: colour } = coatColoursOf(look);
  const ears = put(drawEars(canvas, { usual: 'round', colour, where: 'behind' }), {
    y: middle - r * 0.36,
    scale: 1.4,
  });
  const belly = fill(oval(0, middle + r * 0.5, r * 0.6, r * 0.56), lighter(look.coat, 0.5));
  const ball = canvas.paint(oval(0, middle, r), { marks: belly, depth: 20 });
  const face = drawFace(canvas, { apart: 50, y: 0, size: 20, mouth: 26, wide: 24, blush: 0.7 });
  return {
    body:
      stubs(canvas, r, 'behind') +
      ears +
      ball +
      stubs(canvas, r, 'before') +
      shine(-r * 0.5, middle - r * 0.6, 26, 12),
    head: put(face, { y: middle - r * 0.2 }),
    crown: { x: 0, y: middle - r + 4, width: 84 },
    reach: { left: r * 1.1, right: r * 1.16, top: r * 2 + 40 },
  };
}

function stubs({ paint, look }: Canvas, r: number, part: 'behind' | 'before'): Svg {
  const stub = (line: string, wide: number, flip: 1 | -1) =>
    paint(limb(scaled(pts(line), flip * r, r), [wide, wide - 2, wide - 6]), { depth: 5 });
  if (part === 'before') return pair((side) => stub('0.82 -0.9, 0.66 -0.77, 0.5 -0.78', 32, side));
  const feet = pair((side) =>
    paint(oval(r * 0.42 * side, -10, 34, 19), { fill: darker(look.coat, 0.08), depth: 5 }),
  );
  return stub('0.6 -0.41, 1.02 -0.3, 1.12 -0.55', 32, 1) + feet;
}
