import { drawEach, fill, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import {
  crossLine,
  limb,
  loop,
  oval,
  pts,
  sampleCurve,
  scaled,
  spiky,
  type Point,
} from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawMouth } from '../parts/mouth.ts';

/** A climber on its branch, its tail rolled up. */
export function drawLizard(canvas: Canvas): Figure {
  const { growth } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 1.02;
  const drop = canvas.posture === 'lying' ? 46 * size : 0;
  const head = { x: -116 * size, y: -150 * size + drop * 1.7 };
  return {
    body:
      branch() +
      put(legs(canvas, size, 26) + rolledTail(canvas, size) + trunk(canvas, size) + legs(canvas, size, 0), {
        y: drop,
      }),
    head: put(lizardHead(canvas), { ...head, scale }),
    neck: { x: head.x + 44 * scale, y: head.y + 30, width: 48 * scale },
    crown: { x: head.x + 14, y: head.y - 76 * scale, width: 60 * scale },
    reach: {
      left: -head.x + 84 * scale,
      right: 196 * size,
      top: Math.max(250 * size - drop, -head.y + 104 * scale),
    },
  };
}

function branch(): Svg {
  const line = darker('#8f6040', 0.5);
  const wood = limb(pts('-420 -18, -80 -34, 90 -24, 420 -42'), [26, 30, 28, 18]);
  const leaf = 'M150 -40q24 -34 52 -26q-8 30 -52 26Z';
  return fill(wood, '#a2714a') + stroke(wood, line, 5) + fill(leaf, '#8db061') + stroke(leaf, '#4d5c3a', 4);
}

function trunk(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
  const colours = look.parts.coat?.colours.slice(1) ?? [];
  const bands = [-84, -44, -4, 36, 74].map((x, index) => {
    const colour = colours[index % Math.max(1, colours.length)] ?? lighter(look.coat, 0.3);
    const band = scaled(
      [
        [x, -240],
        [x + 10, -150],
        [x - 4, -70],
      ],
      size,
    );
    return fill(limb(band, [14 * size, 22 * size, 8]), colour, 0.85);
  });
  const back = pts('-130 -150, -70 -206, 0 -224, 76 -190, 132 -120, 120 -78, 50 -66, -40 -70, -104 -96');
  const belly = fill(oval(-10, -66 * size, 110 * size, 30 * size), lighter(look.coat, 0.45));
  const ridge = spiky(scaled(pts('-120 -168, -60 -214, 4 -230, 84 -190, 40 -150, -60 -150'), size), 20, 12);
  return (
    canvas.paint(ridge, { fill: mix(look.coat, look.mark, 0.4), depth: 0 }) +
    canvas.paint(loop(scaled(back, size)), { marks: bands.join('') + belly, depth: 16 })
  );
}

function rolledTail(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
  const turns = Array.from({ length: 11 }, (_, index): Point => {
    const [angle, far] = [-1.1 + index * 0.78, 58 - index * 4.6];
    return [(138 + Math.cos(angle) * far) * size, (-60 + Math.sin(angle) * far) * size];
  });
  const spine: readonly Point[] = [[96 * size, -116 * size], ...turns];
  const rings = sampleCurve(spine, 2)
    .filter((_, index) => index % 4 === 2)
    .map((sample) => crossLine(sample, 26, -26));
  return canvas.paint(limb(spine, [50, 44, 36, 28, 22, 16, 10], size), {
    marks: stroke(rings.join(''), look.mark, 9, 0.7),
    depth: 7,
  });
}

function legs(canvas: Canvas, size: number, shift: number): Svg {
  const colour = darker(canvas.look.coat, shift ? 0.2 : 0);
  return drawEach([-78, 66], (x) => {
    const at = (x + shift) * size;
    const spine: readonly Point[] = [
      [at + 10, -110 * size],
      [at - 14, -70 * size],
      [at - 4, -40],
    ];
    const leg = canvas.paint(limb(spine, [46, 32, 26], size), { fill: colour, depth: 6 });
    const mitten = (dx: number, turn: number) =>
      put(
        canvas.paint('M-12 0Q-14 -24 0 -26Q14 -24 12 0Q10 16 0 17Q-10 16 -12 0Z', { fill: colour, depth: 4 }),
        { x: at + dx, y: -24, turn, scale: 0.8 },
      );
    return leg + mitten(-14, 12) + mitten(8, -10);
  });
}

function lizardHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const casque = loop(pts('-12 -44, 34 -84, 78 -64, 72 -10, 30 10'), 0.6);
  const skull = loop(pts('-76 10, -62 -22, -14 -52, 40 -50, 70 -6, 56 38, 0 48, -56 38'));
  const cone = canvas.paint(oval(-4, -10, 33 * Math.sqrt(canvas.growth.eyes)), {
    fill: lighter(look.coat, 0.22),
    depth: 7,
    marks: stroke(oval(-4, -10, 24), darker(look.coat, 0.3), 3, 0.5),
  });
  const smile =
    canvas.expression === 'calm' || canvas.expression === 'curious'
      ? stroke('M-74 16Q-30 34 26 24', darker(look.coat, 0.65), 4.5)
      : put(drawMouth(canvas, { y: 18, width: 24, ink: darker(look.coat, 0.65) }), { x: -40 });
  const nostril = fill(oval(-64, -2, 3), darker(look.coat, 0.6));
  return (
    canvas.paint(casque, {
      fill: mix(look.coat, look.mark, 0.35),
      depth: 8,
      marks: stroke('M20 -64L56 -30M40 -76L66 -40', darker(look.coat, 0.3), 4, 0.5),
    }) +
    canvas.paint(skull, { depth: 12, marks: fill(oval(-10, 46, 60, 16), lighter(look.coat, 0.5)) }) +
    smile +
    nostril +
    cone +
    put(drawEye(canvas, { size: 12 }), { x: -10, y: -10 })
  );
}
