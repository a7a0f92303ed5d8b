import { type Canvas, drawEach, fill, put, stroke, type Svg } from '../drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { glow } from '../drawing/light.ts';
import {
  crossLine,
  curve,
  formatPoint,
  limb,
  loop,
  moved,
  n,
  offset,
  oval,
  ovals,
  type Point,
  pts,
  sampleCurve,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawEye, drawEyes, drawMouth } from '../parts/face.ts';

/** Draws a sea serpent whose long body rises from the water in humps. */
export function drawSeaSerpent(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const coat = look.parts.coat?.colours.length ? look.coat : mix('#3f6a6c', '#2c3a52', 0.3);
  const scale = growth.head * 1.04;
  const lying = canvas.posture === 'lying';
  const head = { x: (lying ? -128 : -92) * size, y: (lying ? -52 : -214) * size };
  return {
    body: humps(canvas, coat, size) + neck(canvas, coat, head, size),
    head: put(seaSerpentHead(canvas, coat), { ...head, scale }) + water(),
    crown: { x: head.x + 20, y: head.y - 60 * scale, width: 80 * scale },
    reach: {
      left: Math.max(190, -head.x + 106 * scale),
      right: 226 * size,
      top: Math.max(150 * size, -head.y + 76 * scale),
    },
  };
}

function humps(canvas: Canvas, coat: Colour, size: number): Svg {
  const hump = (x: number, r: number) => {
    const points: readonly Point[] = [
      [(x - r) * size, 20],
      [(x - r * 0.7) * size, -r * 1.1 * size],
      [x * size, -r * 1.7 * size],
      [(x + r * 0.7) * size, -r * 1.1 * size],
      [(x + r) * size, 20],
    ];
    const shape = limb(points, [62, 66, 70, 62, 54], size);
    return (
      canvas.paint(shape, { fill: coat, marks: belly(x * size, r * size, coat), depth: 10 }) +
      overgrowth(x * size, -r * 1.7 * size - 30 * size, size)
    );
  };
  const fluke = canvas.paint(FLUKE, { fill: coat, depth: 7 });
  return put(fluke, { x: 204 * size, y: -20, scale: size, turn: 10 }) + hump(122, 44) + hump(40, 58);
}

const FLUKE = 'M0 60Q-8 20 -4 0Q-40 -6 -52 -44Q-18 -48 2 -22Q22 -50 56 -44Q46 -6 10 2Q10 30 16 60Z';

const belly = (x: number, r: number, coat: Colour): Svg =>
  stroke(`M${n(x - r * 0.5)} 10Q${n(x)} ${n(-r * 1.5)} ${n(x + r * 0.5)} 10`, lighter(coat, 0.35), 16);

function overgrowth(x: number, y: number, size: number): Svg {
  const moss: readonly Point[] = [
    [x - 32 * size, y + 12],
    [x - 14 * size, y - 8],
    [x + 8 * size, y - 4],
    [x + 30 * size, y + 10],
    [x, y + 16],
  ];
  const coral = stroke(`M${n(x)} ${n(y)}v-22m0 10l-12 -12m12 6l12 -14`, '#ee7461', 7);
  return coral + fill(loop(moss), '#7d9850');
}

function neck(canvas: Canvas, coat: Colour, head: Position, size: number): Svg {
  const spine: readonly Point[] = [
    [-40 * size, 26],
    [-60 * size, head.y * 0.28],
    [-30 * size, head.y * 0.65],
    [head.x + 30, head.y + 10],
  ];
  const stripe = stroke(curve(moved(spine, -24 * size, 0)), lighter(coat, 0.35), 26 * size);
  const fin = canvas.paint('M0 0Q40 -30 74 -14Q60 0 66 20Q46 18 40 40Q20 30 0 40Z', {
    fill: mix(coat, '#8fe0b0', 0.4),
    depth: 5,
  });
  return (
    put(fin, { x: -18 * size, y: head.y * 0.8, scale: size }) +
    canvas.paint(limb(spine, [92, 88, 82, 84], size), { fill: coat, marks: stripe, depth: 12 }) +
    overgrowth(14 * size, head.y * 0.7, size * 0.8)
  );
}

function seaSerpentHead(canvas: Canvas, coat: Colour): Svg {
  const skull = loop(pts('-104 4, -82 -34, -20 -56, 44 -50, 76 -8, 60 40, 0 56, -70 50, -102 30'));
  const throat =
    fill(loop(pts('-110 16, -40 24, 50 20, 70 70, -100 70')), lighter(coat, 0.42)) +
    stroke('M-90 34Q-30 40 40 34M-80 46Q-30 50 30 46', darker(coat, 0.2), 3.5, 0.6);
  const lip =
    canvas.expression === 'calm' || canvas.expression === 'curious'
      ? stroke('M-104 14Q-40 30 20 12', darker(coat, 0.65), 5)
      : put(drawMouth(canvas, { y: 18, width: 30, ink: lighter(coat, 0.6) }), { x: -50 });
  const spots = /glow/.test(canvas.look.text)
    ? fill(ovals(pts('-60 -24, -38 -36, 40 -20, 52 0'), 5), '#b8f2c4')
    : '';
  return (
    canvas.paint(skull, { fill: coat, marks: throat, depth: 12 }) +
    lip +
    spots +
    put(drawEye(canvas, { size: 16, lid: coat }), { x: -2, y: -12 })
  );
}

function water(): Svg {
  const wave = `M-500 2q21 -18 42 0${'t42 0'.repeat(23)}V160H-500Z`;
  return (
    fill(wave, '#8cc4cf', 0.92) +
    stroke('M-230 30q20 -12 40 0t40 0M40 40q20 -12 40 0t40 0M-60 56q20 -12 40 0', '#e9f7f5', 5, 0.8)
  );
}

/** A serpent that bites its own tail. */
export function drawSerpentRing(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 118 * (0.66 + 0.34 * growth.body);
  const thick = 54 * (0.8 + 0.2 * growth.width);
  const middle: Point = [0, -r - thick * 0.6];
  const spine = Array.from({ length: 15 }, (_, index): Point => {
    const angle = -1.12 + (index / 14) * 5.86;
    return [middle[0] + Math.cos(angle) * r, middle[1] + Math.sin(angle) * r];
  });
  const inner = look.parts.coat?.colours[0] ?? '#2f9d6d';
  const gold = look.parts.rim?.colours[0] ?? look.coat;
  const samples = sampleCurve(spine, 2);
  const inside = samples.map(({ at, across }) => offset(at, across, thick * 0.34));
  const runes = drawEach(samples, (sample, index) => {
    const end = offset(offset(sample.at, sample.across, -4), sample.onward, 9);
    return index % 4 === 2 ? `${crossLine(sample, -12, 6)}L${formatPoint(end)}` : '';
  });
  const rings = drawEach(samples, (sample, index) =>
    index % 2 === 0 ? crossLine(sample, thick * 0.16, thick * 0.6) : '',
  );
  const marks =
    stroke(`M${inside.map(formatPoint).join('L')}`, inner, thick * 0.42) +
    stroke(rings, darker(inner, 0.35), 4, 0.7) +
    stroke(runes, darker(gold, 0.45), 4.5);
  const widths = [0.3, 0.62, 0.86, 1, 1, 1, 1, 0.96];
  const body = canvas.paint(limb(spine, widths, thick), { fill: gold, marks, depth: 10 });
  const scale = 0.72 * growth.head;
  const head = { x: 4, y: middle[1] - r };
  return {
    body: glow(canvas, middle, r * 1.7, '#ffe9a0') + body,
    head: put(serpentRingHead(canvas, gold), { ...head, scale }),
    crown: { x: head.x, y: head.y - 50 * scale, width: 70 * scale },
    reach: { left: r + thick, right: r + thick, top: -head.y + 70 * scale },
  };
}

function serpentRingHead(canvas: Canvas, gold: Colour): Svg {
  const skull = symmetricLoop('0 -62, 48 -52, 78 -10, 66 34, 30 56, 0 60');
  const tip = canvas.paint(limb(pts('62 62, 30 52, 0 40'), [26, 20, 10]), { fill: gold, depth: 4 });
  const lip = stroke('M-50 26Q0 50 50 26', darker(gold, 0.7), 5);
  const crown = stroke('M-18 -40L0 -54L18 -40M-30 -28L0 -46L30 -28', darker(gold, 0.4), 4.5);
  return (
    canvas.paint(skull, { fill: lighter(gold, 0.08), marks: crown, depth: 10 }) +
    tip +
    lip +
    fill(oval(-12, 16, 3) + oval(12, 16, 3), darker(gold, 0.6)) +
    drawEyes(canvas, { apart: 38, y: -6, size: 16, pupil: 'slit', lid: gold })
  );
}
