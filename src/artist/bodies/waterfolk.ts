import { fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { shine } from '../drawing/light.ts';
import { curve, limb, loop, mirrored, oval, ovals, pts, scaled } from '../drawing/paths.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawFace } from '../parts/face.ts';
import { drawMouth } from '../parts/mouth.ts';

/** A round fish among bubbles, its head to the left. */
export function drawFish(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const lift = canvas.posture === 'lying' ? -88 : -150;
  const second = look.second ?? darker(look.coat, 0.18);
  const fin = (outline: string) =>
    canvas.paint(outline, { fill: second, depth: 6, marks: RAYS(darker(second, 0.3)) });
  const tail = fin(loop(pts('96 0, 150 -74, 196 -86, 178 -10, 198 72, 150 62')));
  const fins =
    fin(loop(pts('-40 -84, 0 -134, 70 -128, 78 -70'))) + fin(loop(pts('-10 82, 20 124, 70 112, 56 70')));
  const scales = stroke(
    'M10 -40q14 14 0 30M10 -10q14 14 0 30M10 20q14 14 0 30M46 -26q14 14 0 30M46 4q14 14 0 30M78 -12q12 12 0 26',
    darker(look.coat, 0.26),
    4,
    0.7,
  );
  const marks =
    fill(oval(-20, 74, 110, 44), lighter(look.coat, 0.5), 0.8) +
    drawCoatMarks(canvas, { x: -40, y: -80, w: 150, h: 130 }) +
    scales;
  const trunk = canvas.paint(
    loop(pts('-134 0, -108 -58, -40 -92, 44 -78, 110 -22, 112 20, 44 76, -40 88, -108 56')),
    {
      marks,
      depth: 17,
    },
  );
  const flap = put(canvas.paint('M0 0Q40 -30 66 0Q50 40 8 34Z', { fill: second, depth: 5 }), {
    x: -16,
    y: 12,
  });
  const eyes =
    put(drawEye(canvas, { size: 21 }), { x: -74, y: -20 }) +
    extraEyes(canvas) +
    put(drawMouth(canvas, { y: 20, width: 22, ink: darker(look.coat, 0.68) }), { x: -102 });
  const bubbles = stroke(ovals(pts('-150 -96, -166 -140'), 10) + oval(-138, -160, 6), '#fffdf6', 4, 0.9);
  return {
    body: put(tail + fins + trunk + flap + bubbles, { y: lift * size, scale: size }),
    head: put(eyes, { y: lift * size, scale: size }),
    crown: { x: -50 * size, y: (lift - 88) * size, width: 70 * size },
    reach: { left: 176 * size, right: 200 * size, top: (-lift + 140) * size },
  };
}

const RAYS = (colour: string): Svg =>
  stroke('M110 0L190 -60M110 0L190 0M110 0L186 56M0 -84L20 -120M40 -84L56 -118', colour, 4, 0.6);

function extraEyes(canvas: Canvas): Svg {
  if (!canvas.look.parts.eyes?.text.startsWith('many')) return '';
  return pts('-40 -50, -96 -48, -30 -22, -58 18')
    .map(([x, y]) => put(drawEye(canvas, { size: 10 }), { x, y }))
    .join('');
}

/** A wide frog that squats on its long feet. */
export function drawFrog(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 0.98 * (0.8 + 0.2 * size);
  const headY = -112 * size - 40 * scale;
  const pale = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.5);
  const thighs = pair((side) =>
    canvas.paint(loop(scaled(pts('40 -4, 50 -76, 104 -96, 142 -50, 132 -4'), side, 1)), { depth: 10 }),
  );
  const feet = flippedPair(() =>
    canvas.paint('M60 0Q96 -26 150 -16Q168 -8 152 0Q166 6 146 8Q120 12 96 6Q70 12 60 0Z', { depth: 5 }),
  );
  const trunk = canvas.paint(loop(mirrored(pts('0 -140, 62 -126, 84 -60, 66 -6, 0 2'))), {
    marks: drawCoatMarks(canvas, { x: -84, y: -130, w: 168, h: 120 }) + fill(oval(0, -44, 54, 58), pale),
    depth: 14,
  });
  const arms = pair((side) =>
    canvas.paint(limb(scaled(pts('52 -90, 62 -44, 50 -6'), side, 1), [30, 24, 30]), { depth: 6 }),
  );
  return {
    body: put(thighs + feet + trunk + arms, { scale: size }),
    head: put(frogHead(canvas, pale), { y: headY, scale, turn: canvas.expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -118 * size, width: 66 * size },
    crown: { x: 0, y: headY - 70 * scale, width: 84 * scale },
    reach: { left: 162 * size, right: 162 * size, top: -headY + 106 * scale },
  };
}

function frogHead(canvas: Canvas, pale: string): Svg {
  const { look } = canvas;
  const bumps = pair((side) => canvas.paint(oval(54 * side, -52, 36), { depth: 8 }));
  const skull = canvas.paint(loop(mirrored(pts('0 -56, 58 -54, 108 -14, 104 30, 60 58, 0 66'))), {
    depth: 13,
    marks: fill(oval(0, 62, 86, 30), pale, 0.9),
  });
  return (
    bumps +
    skull +
    fill(oval(-9, 0, 3) + oval(9, 0, 3), darker(look.coat, 0.6)) +
    drawFace(canvas, { apart: 54, y: -50, size: 21, mouth: 68, wide: 46, blush: 0.45 })
  );
}

/** A bell of jelly that trails ribbons. */
export function drawJellyfish(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const bell = canvas.paint(
    loop(mirrored(pts('0 -320, 74 -304, 128 -236, 140 -172, 110 -156, 70 -166, 34 -154, 0 -164'))),
    {
      depth: 18,
      opacity: 0.94,
      marks:
        fill(oval(0, -200, 92, 66), lighter(look.coat, 0.4), 0.55) +
        drawCoatMarks(canvas, { x: -110, y: -310, w: 220, h: 110 }),
    },
  );
  const ribbon = (line: string, wide: number, opacity: number) =>
    stroke(curve(pts(line)), lighter(look.coat, 0.24), wide, opacity);
  const ribbons =
    ribbon('-84 -160, -104 -110, -78 -64, -100 -8', 15, 0.85) +
    ribbon('-44 -158, -28 -100, -52 -52, -36 0', 22, 0.8) +
    ribbon('0 -160, 14 -104, -8 -58, 8 4', 26, 0.85) +
    ribbon('44 -158, 30 -104, 54 -52, 38 0', 22, 0.8) +
    ribbon('84 -160, 104 -114, 78 -62, 98 -10', 15, 0.85);
  const face = drawFace(canvas, {
    apart: 42,
    y: -220,
    size: 20 * Math.sqrt(growth.eyes),
    mouth: 32,
    wide: 20,
    blush: 0.5,
  });
  return {
    body: put(ribbons + bell + shine(-66, -276, 26, 12), { scale: size }),
    head: put(face, { scale: size }),
    crown: { x: 0, y: -316 * size, width: 90 * size },
    reach: { left: 150 * size, right: 150 * size, top: 336 * size },
  };
}
