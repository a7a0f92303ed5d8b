import { drawEach, fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix, type Colour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow } from '../drawing/light.ts';
import { formatPoint, n, oval, ovals, polygon, pts, scaled, type Point } from '../drawing/paths.ts';
import { drawEars } from '../parts/ears.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawFace } from '../parts/face.ts';

/** A box with glyphs running down it. */
export function drawCube(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const ink = look.parts.glyphs?.colours[0] ?? look.eye;
  const ears = put(drawEars(canvas, { usual: 'angular', colour: look.coat, where: 'behind' }), {
    x: -4,
    y: -196,
    scale: 0.94,
  });
  const key = stroke('M120 -70H172M158 -70v18M172 -70v14', ink, 10) + stroke(oval(192, -70, 17), ink, 10);
  const eyes = 19 * Math.sqrt(growth.eyes);
  const face = drawFace(canvas, { apart: 46, y: -160, size: eyes, mouth: 34, wide: 20 });
  return {
    body: put(key + ears + box(canvas, ink), { scale: size }),
    head: put(face, { x: -7 * size, scale: size }),
    crown: { x: 10, y: -262 * size, width: 90 * size },
    reach: { left: 130 * size, right: 210 * size, top: 330 * size },
  };
}

const FRONT = 'M-104 -218Q-104 -232 -90 -232H76Q90 -232 90 -218V-34Q90 -20 76 -20H-90Q-104 -20 -104 -34Z';
const SIDE = 'M84 -230L124 -254Q132 -254 132 -244V-62L88 -24Z';
const TOP = 'M-98 -230L-56 -258Q-50 -262 -42 -262H126L88 -231Z';
const LOCK = `${oval(-7, -74, 9)}M-12 -72h10l5 24h-20Z`;

function box(canvas: Canvas, ink: Colour): Svg {
  const { paint, look } = canvas;
  const feet = pair((side) =>
    paint(`M${n(60 * side - 34)} 0q0 -24 27 -24t27 24Z`, { fill: darker(look.coat, 0.1), depth: 4 }),
  );
  const sides =
    paint(SIDE, { fill: darker(look.coat, 0.35), depth: 0 }) +
    paint(TOP, { fill: lighter(look.coat, 0.22), depth: 0 });
  const front = paint(FRONT, { marks: glyphs(canvas, ink), depth: 12 });
  const plate = paint('M-44 -96h74v58h-74Z', {
    fill: lighter(look.coat, 0.14),
    depth: 5,
    width: 4,
    marks: fill(LOCK, ink),
  });
  return feet + sides + front + plate;
}

function glyphs({ random }: Canvas, ink: Colour): Svg {
  const shapes = ['h12', 'v12', 'h10v10', 'l8 12', 'v5m0 5v3', 'h12m-12 8h12', 'q10 6 0 12'] as const;
  const marks = [-90, -66, -42, 26, 50, 72].flatMap((x) =>
    Array.from({ length: 9 }, (_, row) =>
      random.between(0, 1) < 0.62 ? `M${x} ${n(-218 + row * 22)}${random.pick(shapes)}` : '',
    ),
  );
  return stroke(marks.join(''), ink, 3.6, 0.75);
}

/** A cube in a cube, with eyes on all sides. */
export function drawNestedCubes(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const wire = look.parts.rim?.colours[0] ?? '#8d6cc6';
  const [outer, inner] = [cube(124), cube(66)];
  const [outside, inside] = [
    [...outer.front, ...outer.back],
    [...inner.front, ...inner.back],
  ];
  const ties = outside.map(([x, y], index) => {
    const [ix = 0, iy = 0] = inside[index] ?? [];
    return `M${n(x)} ${n(y)}L${n(ix)} ${n(iy)}`;
  });
  const corners = fill(ovals(outside, 8), lighter(wire, 0.5));
  const smallEye = drawEye(canvas, { size: 8, lid: wire });
  const eyes = pts('-100 -76, 66 -78, -84 92, 92 40, 16 -116').map(([x, y]) => put(smallEye, { x, y }));
  const faces =
    fill(polygon(outer.back), lighter(wire, 0.45), 0.4) +
    fill(polygon(outer.front), lighter(wire, 0.3), 0.45) +
    stroke(edges(outer), darker(wire, 0.12), 7) +
    stroke(ties.join(''), wire, 4, 0.8);
  const core =
    glow(canvas, [0, 0], 120, '#fff4cf') +
    canvas.paint(polygon(inner.back), { fill: lighter(wire, 0.25), depth: 0, line: darker(wire, 0.3) }) +
    canvas.paint(polygon(inner.front), {
      fill: mix(wire, '#fff4cf', 0.35),
      depth: 8,
      line: darker(wire, 0.3),
    });
  const face = drawFace(canvas, { apart: 24, y: -4, size: 13 * growth.eyes, lid: wire, mouth: 24, wide: 13 });
  return {
    body: put(put(faces + core + eyes.join('') + corners, { turn: -7 }), { y: -164 * size, scale: size }),
    head: put(put(face, { x: -9, y: 4 }), { y: -164 * size, scale: size, turn: -7 }),
    crown: { x: 10, y: -290 * size, width: 90 * size },
    reach: { left: 150 * size, right: 150 * size, top: 316 * size },
  };
}

interface Cube {
  readonly front: readonly Point[];
  readonly back: readonly Point[];
}

const cube = (r: number): Cube => ({
  front: scaled(pts('-1 -0.8, 0.72 -0.8, 0.72 0.92, -1 0.92'), r),
  back: scaled(pts('-0.56 -1.12, 1.12 -1.12, 1.12 0.56, -0.56 0.56'), r),
});

const edges = ({ front, back }: Cube): string =>
  polygon(front) +
  polygon(back) +
  drawEach(front, (corner, index) => `M${formatPoint(corner)}L${formatPoint(back[index] ?? corner)}`);
