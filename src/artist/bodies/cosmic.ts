import { drawEach, fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix, type Colour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, spark, specks } from '../drawing/light.ts';
import { curve, n, oval, polygon, scaled, type Point } from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawFace } from '../parts/face.ts';
import { drawMouth } from '../parts/mouth.ts';

const NIGHT = '#1b1622';

/** A black sphere that bends what is near it. */
export function drawBlackHole(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 104 * (0.62 + 0.38 * growth.body);
  const ring = look.parts.rim?.colours[0] ?? '#ec8e3c';
  const middle: Point = [0, -r - 86];
  const disc = (part: 'behind' | 'before') => {
    const sweep = part === 'behind' ? 1 : 0;
    const half = `M${n(-r * 1.9)} 0A${n(r * 1.9)} ${n(r * 0.5)} 0 0 ${sweep} ${n(r * 1.9)} 0`;
    const rings =
      stroke(half, darker(ring, 0.3), 30) + stroke(half, ring, 22) + stroke(half, lighter(ring, 0.6), 8);
    return put(rings, { y: middle[1], turn: -16 });
  };
  const bentLight = drawEach([1.5, 1.72, 1.96], (far, index) =>
    stroke(oval(0, middle[1], r * far), '#fff6dc', 3, 0.5 - index * 0.1),
  ).replaceAll('/>', ` stroke-dasharray="${n(r * 0.9)} ${n(r * 0.6)}"/>`);
  const dust = specks(canvas, middle, { count: 14, ring: [r * 1.3, r * 2], colour: '#f3d9a8' });
  const sphere = canvas.paint(oval(0, middle[1], r), {
    fill: NIGHT,
    line: lighter(ring, 0.2),
    depth: 0,
    width: 4,
    marks: stroke(oval(0, middle[1], r), ring, 18, 0.45),
  });
  const light = pair((side) => glow(canvas, [36 * side, -20], 40, '#fff6dc'));
  const face = drawFace(canvas, {
    apart: 36,
    y: -20,
    size: 20,
    lid: NIGHT,
    mouth: 40,
    wide: 24,
    blush: 0.45,
  });
  return {
    body: glow(canvas, middle, r * 2, ring) + bentLight + disc('behind') + sphere + disc('before') + dust,
    // Over its ring, so that nothing is drawn across its eyes.
    head: put(light + face, { y: middle[1] - r * 0.18, scale: r / 104 }),
    crown: { x: 0, y: middle[1] - r, width: 80 },
    reach: { left: r * 2, right: r * 2, top: r * 3.1 + 40 },
  };
}

/** A whirl of fragments around a core. */
export function drawParticleSwirl(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const [warm, cold] = [look.coat, look.second ?? '#94949e'];
  const face =
    put(drawEye(canvas, { size: 27, lid: warm }), { x: -34, y: -10 }) +
    put(drawEye(canvas, { side: 1, size: 17, lid: warm }), { x: 36, y: -20 }) +
    drawMouth(canvas, { y: 34, width: 26, ink: darker(warm, 0.7) });
  return {
    body: put(debris(canvas, warm, cold) + core(canvas, warm, cold), { y: -186 * size, scale: size }),
    head: put(face, { y: -186 * size, scale: size }),
    crown: { x: 0, y: -280 * size, width: 80 * size },
    reach: { left: 186 * size, right: 186 * size, top: 346 * size },
  };
}

function debris({ random }: Canvas, warm: Colour, cold: Colour): Svg {
  const bits = Array.from({ length: 46 }, (_, index) => {
    const [angle, far] = [index * 0.62, 70 + index * 2.4];
    const [x, y] = [Math.cos(angle) * far, Math.sin(angle) * far * 0.86];
    const [r, flat] = [random.between(11, 21) * (1 - index / 80), random.between(0.6, 1.1)];
    const corner = (turn: number): Point => [
      x + Math.cos(turn + index) * r,
      y + Math.sin(turn + index) * r * flat,
    ];
    return polygon([0, 1.57, 3.14, 4.71].map(corner));
  });
  return drawEach([cold, warm, lighter(warm, 0.35)], (colour, kind) => {
    const shapes = bits.filter((_, index) => index % 3 === kind).join('');
    return fill(shapes, colour) + stroke(shapes, darker(colour, 0.55), 3);
  });
}

function core(canvas: Canvas, warm: Colour, cold: Colour): Svg {
  const swirl = Array.from({ length: 16 }, (_, index): Point => [
    Math.cos(index * 0.66 + 2) * (96 - index * 5.4),
    Math.sin(index * 0.66 + 2) * (90 - index * 5),
  ]);
  const marks =
    stroke(curve(swirl), lighter(warm, 0.5), 13, 0.75) + stroke(curve(scaled(swirl, -1)), cold, 9, 0.6);
  const sparks = spark([-120, -96], 19) + spark([132, -60], 19) + spark([90, 110], 19);
  return (
    canvas.paint(unevenCircle(88), { fill: mix(warm, cold, 0.15), marks, depth: 14 }) +
    fill(sparks, '#fff1b0')
  );
}

function unevenCircle(r: number): string {
  return polygon(
    Array.from({ length: 26 }, (_, index): Point => {
      const far = r * (1 + 0.1 * Math.sin(index * 2.4) + 0.08 * Math.cos(index * 5.1));
      const angle = (index / 26) * Math.PI * 2;
      return [Math.cos(angle) * far, Math.sin(angle) * far];
    }),
  );
}
