import { drawEach, fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { curve, loop, mirrored, n, oval, pts, scaled, shaggy, type Point } from '../drawing/paths.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawFace } from '../parts/face.ts';
import { drawWings } from '../parts/wings.ts';

/** A winged insect that stands upright: a round head, a soft body, wings behind it. */
export function drawMoth(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const scale = growth.head * 0.92;
  const headY = -170 * size - 44 * scale;
  const wings = (0.5 + 0.5 * growth.extras) * size;
  return {
    body:
      drawWings(canvas, { x: 22 * size, y: -150 * size, scale: wings * 1.06 }) +
      legs(canvas, size) +
      put(abdomen(canvas), { scale: size }),
    head: put(mothHead(canvas), { y: headY, scale, turn: canvas.expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -158 * size, width: 50 * size },
    crown: { x: 0, y: headY - 62 * scale, width: 66 * scale },
    reach: {
      left: 22 * size + 190 * wings,
      right: 22 * size + 190 * wings,
      top: Math.max(-headY + (look.parts.feelers ? 140 : 84) * scale, 150 * size + 140 * wings),
    },
  };
}

function abdomen(canvas: Canvas): Svg {
  const { look } = canvas;
  const half = pts('0 -196, 42 -186, 60 -140, 58 -84, 42 -30, 0 -6');
  const hoops = /hoops/.test(look.text)
    ? stroke('M-70 -126Q0 -106 70 -126M-70 -86Q0 -66 70 -86M-60 -48Q0 -30 60 -48', '#38343f', 17)
    : stroke(
        'M-60 -110Q0 -96 60 -110M-60 -76Q0 -60 60 -76M-50 -44Q0 -30 50 -44',
        darker(look.coat, 0.24),
        5,
        0.7,
      );
  const ruff = fill(
    shaggy(mirrored(pts('0 -196, 46 -190, 54 -152, 0 -136')), 18, 8),
    lighter(look.coat, 0.42),
  );
  const marks = hoops + drawCoatMarks(canvas, { x: -58, y: -130, w: 116, h: 110 }) + ruff;
  const outline = /fuzzy|fluffy/.test(look.text) ? shaggy(mirrored(half), 26, 8) : loop(mirrored(half));
  return canvas.paint(outline, { marks, depth: 14 });
}

function legs({ look }: Canvas, size: number): Svg {
  const line = 'M40 -110q40 4 46 34M44 -80q40 12 40 44M36 -50q32 14 26 46';
  const dark = darker(look.coat, 0.5);
  return put(
    flippedPair(() => stroke(line, dark, 12)),
    { scale: size },
  );
}

function mothHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const half = pts('0 -66, 44 -58, 74 -20, 72 20, 44 54, 0 62');
  const skull = /fuzzy|fluffy/.test(look.text) ? shaggy(mirrored(half), 24, 7) : loop(mirrored(half));
  return (
    canvas.paint(skull, { fill: lighter(look.coat, 0.12), depth: 12 }) +
    drawFace(canvas, { apart: 36, y: -4, size: 19, mouth: 32, wide: 18, blush: 0.5 })
  );
}

/** A round body on eight arched legs. */
export function drawSpider(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const scale = (0.74 + 0.26 * growth.head) * size;
  const middle = -112 * size;
  const body = canvas.paint(/fluffy|woolly/.test(look.text) ? shaggy(ROUND, 30, 9) : loop(ROUND), {
    marks:
      drawCoatMarks(canvas, { x: -100, y: -90, w: 200, h: 150 }) +
      fill(oval(0, 70, 70, 40), lighter(look.coat, 0.35), 0.7),
    depth: 18,
  });
  const face = drawFace(canvas, { apart: 36, y: 6, size: 20, mouth: 34, wide: 20, blush: 0.5 });
  return {
    body: eightLegs(canvas, size) + put(body, { y: middle, scale: size }),
    head: put(face, { y: middle, scale }),
    crown: { x: 0, y: middle - 96 * size, width: 84 * size },
    reach: { left: 206 * size, right: 206 * size, top: -middle + 116 * size },
  };
}

const ROUND = mirrored(pts('0 -104, 66 -90, 112 -30, 104 40, 58 86, 0 94'));

function eightLegs({ look, growth }: Canvas, size: number): Svg {
  const long = 0.7 + 0.3 * growth.legs;
  const colour = look.parts.legs?.colours[0] ?? darker(look.coat, 0.16);
  const spines = [
    '60 -130, 128 -210, 200 -96, 204 0',
    '70 -110, 120 -166, 168 -70, 166 2',
    '70 -90, 110 -124, 134 -50, 128 4',
    '56 -70, 84 -88, 96 -34, 88 4',
  ];
  const one = (side: 1 | -1) =>
    drawEach(spines, (spine) => {
      const points: readonly Point[] = scaled(pts(spine), side * size, size * long);
      return stroke(curve(points), darker(colour, 0.55), 21) + stroke(curve(points), colour, 12);
    });
  const feet = pair((side) =>
    drawEach([204, 166, 128, 88], (x) => fill(oval(x * side * size, 0, 9, 6), darker(colour, 0.5))),
  );
  return pair(one) + feet;
}

/** A coiled snake with its head raised. */
export function drawCoil(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 0.9;
  const lying = canvas.posture === 'lying';
  const headY = (lying ? -120 : -214) * size - 6;
  const ring = (y: number, wide: number) =>
    put(
      canvas.paint(oval(0, 0, wide, 44), {
        depth: 11,
        marks:
          stroke(`M${n(-wide)} 8Q0 62 ${n(wide)} 8`, lighter(look.coat, 0.5), 12) +
          drawCoatMarks(canvas, { x: -wide, y: -44, w: wide * 2, h: 70 }),
      }),
      { y },
    );
  const rise = canvas.paint(
    loop([
      [-30, -100],
      [-38, -150],
      [-34, headY / size + 10],
      [34, headY / size + 10],
      [40, -150],
      [34, -100],
    ]),
    { depth: 10, marks: fill(oval(0, -150, 20, 76), lighter(look.coat, 0.5)) },
  );
  const skull = loop(mirrored(pts('0 -60, 48 -52, 80 -14, 70 28, 34 54, 0 58')));
  const head =
    canvas.paint(skull, { fill: lighter(look.coat, 0.08), depth: 11 }) +
    drawFace(canvas, { apart: 42, y: -10, size: 17, mouth: 38, wide: 24, blush: 0.35 });
  return {
    body: put(ring(-40, 150) + ring(-84, 112) + (lying ? '' : rise), { scale: size }),
    head: put(head, { y: headY, scale }),
    crown: { x: 0, y: headY - 58 * scale, width: 70 * scale },
    reach: { left: 158 * size, right: 158 * size, top: -headY + 76 * scale },
  };
}
