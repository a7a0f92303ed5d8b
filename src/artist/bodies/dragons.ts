import {
  type Canvas,
  drawEach,
  fill,
  flippedPair,
  mirroredPair,
  pair,
  put,
  stroke,
  type Svg,
  times,
} from '../drawing/canvas.ts';
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import {
  limb,
  loop,
  mirrored,
  moved,
  n,
  offset,
  oval,
  type Point,
  polygon,
  pts,
  sampleCurve,
  scaled,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawEyes, drawMouth } from '../parts/face.ts';

export function drawDragon(canvas: Canvas): Figure {
  const { growth, stage, look } = canvas;
  const lying = canvas.posture === 'lying';
  const high = 176 * growth.body * (lying ? 0.52 : 1);
  const wide = growth.width * (lying ? 1.4 : 1);
  const scale = growth.head * 0.98;
  const headY = lying ? -74 * scale : -high - 44 * scale;
  const wings = (0.45 + 0.55 * growth.extras) * (lying ? 0.72 : 1);
  return {
    body:
      mirroredPair(canvas, put(leatherWing(canvas), { x: 44 * wide, y: -high * 0.84, scale: wings })) +
      spikedTail(canvas, 0.5 + 0.5 * growth.extras) +
      dragonTrunk(canvas, high, wide),
    head:
      put(drawHornedHead(canvas), { y: headY, scale, turn: canvas.expression === 'curious' ? 6 : 0 }) +
      (/smoke/.test(look.text) && stage !== 'baby' ? smoke(headY) : ''),
    neck: { x: 0, y: -high + 22, width: 60 * wide },
    crown: { x: 0, y: headY - 66 * scale, width: 74 * scale },
    reach: {
      left: 44 + 190 * wings,
      right: 44 + 190 * wings,
      top: Math.max(-headY + 128 * scale, high * 0.84 + 128 * wings),
    },
  };
}

function leatherWing({ look, paint }: Canvas): Svg {
  const skin = darker(look.coat, 0.25);
  const sheet =
    'M0 40L34 -60Q70 -110 108 -124Q150 -104 188 -34Q168 -36 152 -12Q132 -24 112 12Q92 -2 72 40Q44 24 0 66Z';
  const bones = 'M108 -120Q120 -60 150 -14M108 -120Q104 -50 112 10M108 -120Q80 -40 70 38';
  const marks = stroke(bones, darker(skin, 0.4), 6);
  const arm = limb(pts('0 46, 40 -54, 108 -122'), [26, 20, 12]);
  return (
    paint(sheet, { fill: lighter(look.parts.belly?.colours[0] ?? skin, 0.1), marks, depth: 10 }) +
    paint(arm, { depth: 5 })
  );
}

// Draws a tail to the right with a row of spikes and an arrow at its end.
function spikedTail({ look, paint }: Canvas, size: number): Svg {
  const spine = scaled(pts('40 -24, 110 -8, 164 -40, 164 -96, 138 -132'), size);
  const spiked = sampleCurve(spine, 3).filter((_, index) => index % 2 === 1 && index > 2);
  const spikes = drawEach(spiked, ({ at, across, onward }) =>
    polygon([offset(at, onward, -9), offset(at, across, -30), offset(at, onward, 9)]),
  );
  const [x, y] = spine.at(-1) ?? [0, 0];
  const arrow = paint('M0 -44L26 6Q0 -6 -26 6Z', { fill: lighter(look.coat, 0.15), depth: 5 });
  return (
    fill(spikes, darker(look.coat, 0.35)) +
    put(arrow, { x, y: y + 6, turn: -34, scale: size }) +
    paint(limb(spine, [56, 44, 32, 22, 12], size), { depth: 9 })
  );
}

function dragonTrunk(canvas: Canvas, high: number, wide: number): Svg {
  const { look } = canvas;
  const gold = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.5);
  const plate = (row: number) =>
    `M${n(-44 * wide)} ${n(-high * (0.92 - row * 0.16))}q${n(44 * wide)} 14 ${n(88 * wide)} 0`;
  const front =
    fill(symmetricLoop('0 -1.05, 34 -0.96, 44 -0.5, 36 -0.1, 0 0', wide, high), gold) +
    stroke(times(6, plate), darker(gold, 0.35), 4);
  const half = pts('0 -1.08, 42 -1, 60 -0.7, 74 -0.36, 78 -0.1, 58 0, 0 0.02');
  const thigh = pts('30 0, 28 -48, 56 -72, 88 -52, 94 -12, 74 0');
  const tall = Math.max(0.6, canvas.growth.body);
  const thighs = pair(
    (side) =>
      canvas.paint(loop(scaled(thigh, side * wide, tall)), { depth: 10 }) + claws(canvas, 76 * side * wide),
  );
  const arms = pair((side) =>
    canvas.paint(limb(scaled(pts('50 -0.66, 52 -0.4, 32 -0.3'), side * wide, high), [32, 26, 20]), {
      depth: 6,
    }),
  );
  return thighs + canvas.paint(loop(scaled(mirrored(half), wide, high)), { marks: front, depth: 15 }) + arms;
}

function claws({ paint }: Canvas, x: number): Svg {
  return put(
    paint(loop(pts('-26 0, -22 -18, 0 -25, 22 -18, 26 0, 0 4')), { depth: 5 }) +
      fill('M-24 4l4 -12l6 12ZM-6 6l6 -13l6 13ZM14 4l6 -12l4 12Z', '#f5e7c6'),
    { x, scale: 0.95 },
  );
}

export function drawHornedHead(canvas: Canvas): Svg {
  const { look, growth, paint } = canvas;
  const horn = limb(pts('0 10, 14 -30, 40 -54, 50 -84'), [32, 26, 17, 5]);
  const marks = stroke('M-10 -8q16 8 30 -4M2 -30q14 6 26 -8M22 -48q10 4 18 -8', '#b39b6d', 4);
  const horns = flippedPair(() => paint(horn, { fill: '#ead9b4', depth: 6, marks }), {
    x: 42,
    y: -56,
    scale: 0.45 + 0.55 * growth.extras,
  });
  const frill = 'M0 -20L46 -26L34 -4L50 14L26 16L30 38L0 26Z';
  const frills = flippedPair(() => paint(frill, { fill: darker(look.coat, 0.22), depth: 5 }), { x: 66 });
  return horns + frills + reptileFace(canvas);
}

// Draws the face of a reptile from the front, with a broad snout.
function reptileFace(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const skull = symmetricLoop('0 -70, 44 -64, 74 -26, 72 10, 56 44, 40 70, 0 78');
  const snoutShape = symmetricLoop('0 8, 34 14, 48 42, 36 68, 0 74');
  const snout = paint(snoutShape, { fill: lighter(look.coat, 0.22), width: 0, depth: 8 });
  const ridge = stroke('M0 -64V-30M-14 -60V-40M14 -60V-40', darker(look.coat, 0.3), 6, 0.7);
  const fangs =
    canvas.expression === 'calm' ? fill('M-24 51l5 13l6 -11ZM24 51l-5 13l-6 -11Z', '#fffaf0') : '';
  return (
    paint(skull, { marks: ridge, depth: 13 }) +
    snout +
    pair((side) => fill(oval(16 * side, 28, 6, 4), darker(look.coat, 0.65))) +
    drawMouth(canvas, { y: 49, width: 32, ink: darker(look.coat, 0.7) }) +
    fangs +
    drawEyes(canvas, { apart: 38, y: -10, size: 16, pupil: 'slit' })
  );
}

function smoke(headY: number): Svg {
  const curl = 'M0 0q14 -10 10 -24q-4 -14 8 -22q16 -6 18 8';
  return put(stroke(curl, '#f7f2ee', 9, 0.85) + stroke(curl, '#9c8f98', 3, 0.7), { x: 74, y: headY + 18 });
}

export function drawHydra(canvas: Canvas): Figure {
  const { growth } = canvas;
  const size = 0.5 + 0.5 * growth.body;
  const scale = growth.head * 0.62;
  const tall = size * (canvas.posture === 'lying' ? 0.42 : 1);
  const tips = moved(
    scaled(pts('-128 -226, 128 -214, 0 -286'), (0.6 + 0.4 * size) * (size / tall) ** 0.4, tall),
    0,
    -20,
  );
  const top = tips[2]?.[1] ?? 0;
  const necks = drawEach(tips, ([x, y]) => hydraNeck(canvas, [x * 0.28, -88 * size], [x, y], size));
  // The second and third head are `<use>` references to the first.
  const id = canvas.uniqueId();
  const heads = drawEach(tips, ([x, y], index) => {
    const one = index === 0 ? `<g id="${id}">${hydraHead(canvas)}</g>` : `<use href="#${id}"/>`;
    return put(one, { x, y: y - 6, scale, turn: index === 2 ? 0 : x * 0.07 });
  });
  return {
    body: spikedTail(canvas, 0.62 + 0.38 * growth.extras) + necks + hydraTrunk(canvas, size),
    head: heads,
    neck: { x: 0, y: -116 * size, width: 70 * size },
    crown: { x: 0, y: top - 50 * scale, width: 74 * scale },
    reach: { left: 130 + 74 * scale, right: 130 + 74 * scale, top: -top + 122 * scale },
  };
}

function hydraNeck({ look, paint }: Canvas, from: Point, to: Point, size: number): Svg {
  const spine: readonly Point[] = [
    from,
    [to[0] * 0.9 + from[0] * 0.1, (from[1] * 2 + to[1]) / 3],
    [to[0] * 0.86, (from[1] + to[1] * 2) / 3 + 10],
    to,
  ];
  const samples = sampleCurve(spine, 4).filter(({ part }) => part > 0.15);
  const folds = drawEach(samples, ({ at: [x, y] }) => `M${n(x - 14)} ${n(y)}q14 8 28 0`);
  const marks = stroke(folds, lighter(look.coat, 0.4), 6, 0.8);
  return paint(limb(spine, [70, 56, 46, 44], size), { marks, depth: 9 });
}

function hydraHead(canvas: Canvas): Svg {
  const { look, expression } = canvas;
  const outline = 'M-34 -52L-30 -100L-10 -76L0 -118L10 -76L30 -100L34 -52Z';
  const crest = canvas.paint(outline, { fill: darker(look.coat, 0.3), depth: 5 });
  const tongue = expression === 'calm' ? stroke('M0 62V86M0 86l-9 12M0 86l9 12', '#d2473a', 6) : '';
  return crest + reptileFace(canvas) + tongue;
}

function hydraTrunk(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
  const half = pts('0 -150, 70 -136, 104 -80, 100 -24, 72 0, 0 4');
  const pale = lighter(look.coat, 0.5);
  const plate = (row: number) =>
    `M${n(-46 * size)} ${n((-116 + row * 28) * size)}q${n(46 * size)} 14 ${n(92 * size)} 0`;
  const marks =
    fill(symmetricLoop('0 -150, 52 -130, 56 -60, 40 -4, 0 2', size), pale) +
    stroke(times(4, plate), darker(pale, 0.35), 4);
  const foot = loop(pts('-30 0, -26 -22, 0 -30, 26 -22, 30 0, 0 4'));
  const toes = fill('M-26 4l4 -14l7 14ZM-7 6l7 -15l7 15ZM16 4l6 -14l4 14Z', '#f5e7c6');
  const feet = pair((side) => put(canvas.paint(foot, { depth: 5, marks: toes }), { x: 70 * side * size }));
  return canvas.paint(loop(scaled(mirrored(half), size)), { marks, depth: 16 }) + feet;
}
