import {
  type Canvas,
  cutBelow,
  drawEach,
  fill,
  flippedPair,
  mirroredPair,
  outlined,
  pair,
  put,
  stroke,
  type Svg,
  times,
  turnAbout,
} from '../drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { glow } from '../drawing/light.ts';
import { armTurn, legTurn } from '../drawing/motion.ts';
import {
  crossLine,
  curve,
  formatPoint,
  limb,
  loop,
  mirrored,
  moved,
  n,
  offset,
  oval,
  ovals,
  type Point,
  pointList,
  polygon,
  pts,
  sampleCurve,
  scaled,
  spiky,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawEye, drawEyes, drawMouth } from '../parts/face.ts';

/** Draws a lizard on a branch, its tail rolled up. */
export function drawLizard(canvas: Canvas): Figure {
  const { growth, posture } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 1.02;
  const drop = posture === 'lying' ? 46 * size : 0;
  const head = { x: -116 * size, y: -150 * size + drop * 1.7 };
  const top = Math.max(250 * size - drop, 104 * scale - head.y);
  const lizard =
    lizardLegs(canvas, size, 26) +
    rolledTail(canvas, size) +
    trunk(canvas, size) +
    lizardLegs(canvas, size, 0);
  return {
    body: (canvas.hasScenery ? BRANCH : TWIG) + put(lizard, { y: drop }),
    head: put(lizardHead(canvas), { ...head, scale }),
    neck: { x: head.x + 44 * scale, y: head.y + 30, width: 48 * scale },
    crown: { x: head.x + 14, y: head.y - 76 * scale, width: 60 * scale },
    reach: { left: 84 * scale - head.x, right: 196 * size, top },
  };
}

const TWIG: Svg = outlined(
  limb(pts('-190 -14, -70 -32, 90 -24, 210 -34'), [18, 30, 28, 16]),
  '#a2714a',
  darker('#8f6040', 0.5),
  5,
);
const WOOD = limb(pts('-420 -18, -80 -34, 90 -24, 420 -42'), [26, 30, 28, 18]);
const BRANCH: Svg =
  outlined(WOOD, '#a2714a', darker('#8f6040', 0.5), 5) +
  outlined('M150 -40q24 -34 52 -26q-8 30 -52 26Z', '#8db061', '#4d5c3a', 4);

function trunk(canvas: Canvas, size: number): Svg {
  const { look, paint } = canvas;
  const colours = look.parts.coat?.colours.slice(1) ?? [];
  const bands = drawEach([-84, -44, -4, 36, 74], (x, index) => {
    const colour = colours[index % Math.max(1, colours.length)] ?? lighter(look.coat, 0.3);
    const band = scaled(pointList([x, -240], [x + 10, -150], [x - 4, -70]), size);
    return fill(limb(band, [14 * size, 22 * size, 8]), colour, 0.85);
  });
  const back = pts('-130 -150, -70 -206, 0 -224, 76 -190, 132 -120, 120 -78, 50 -66, -40 -70, -104 -96');
  const belly = fill(oval(-10, -66 * size, 110 * size, 30 * size), lighter(look.coat, 0.45));
  const ridge = spiky(scaled(pts('-120 -168, -60 -214, 4 -230, 84 -190, 40 -150, -60 -150'), size), 20, 12);
  return (
    paint(ridge, { fill: mix(look.coat, look.mark, 0.4), depth: 0 }) +
    paint(loop(scaled(back, size)), { marks: bands + belly, depth: 16 })
  );
}

function rolledTail(canvas: Canvas, size: number): Svg {
  const { look, paint } = canvas;
  const turns = Array.from({ length: 11 }, (_, index): Point => {
    const [angle, far] = [-1.1 + index * 0.78, 58 - index * 4.6];
    return [(138 + Math.cos(angle) * far) * size, (-60 + Math.sin(angle) * far) * size];
  });
  const spine: readonly Point[] = [[96 * size, -116 * size], ...turns];
  const rings = sampleCurve(spine, 2)
    .filter((_, index) => index % 4 === 2)
    .map((sample) => crossLine(sample, 26, -26));
  return paint(limb(spine, [50, 44, 36, 28, 22, 16, 10], size), {
    marks: stroke(rings.join(''), look.mark, 9, 0.7),
    depth: 7,
  });
}

function lizardLegs({ look, paint, motion }: Canvas, size: number, shift: number): Svg {
  const colour = darker(look.coat, shift ? 0.2 : 0);
  return drawEach([-78, 66], (x) => {
    const at = (x + shift) * size;
    const spine = pointList([at + 10, -110 * size], [at - 14, -70 * size], [at - 4, -40]);
    const leg = paint(limb(spine, [46, 32, 26], size), { fill: colour, depth: 6 });
    const mitten = (dx: number, turn: number) =>
      put(paint(MITTEN, { fill: colour, depth: 4 }), { x: at + dx, y: -24, turn, scale: 0.8 });
    const whole = leg + mitten(-14, 12) + mitten(8, -10);
    return turnAbout(whole, legTurn(motion, x < 0, shift ? 'far' : 'near'), at + 10, -110 * size);
  });
}

const MITTEN = 'M-12 0Q-14 -24 0 -26Q14 -24 12 0Q10 16 0 17Q-10 16 -12 0Z';

function lizardHead(canvas: Canvas): Svg {
  const { look, paint, growth, expression } = canvas;
  const casque = loop(pts('-12 -44, 34 -84, 78 -64, 72 -10, 30 10'), 0.6);
  const skull = loop(pts('-76 10, -62 -22, -14 -52, 40 -50, 70 -6, 56 38, 0 48, -56 38'));
  const cone = paint(oval(-4, -10, 33 * Math.sqrt(growth.eyes)), {
    fill: lighter(look.coat, 0.22),
    depth: 7,
    marks: stroke(oval(-4, -10, 24), darker(look.coat, 0.3), 3, 0.5),
  });
  const smile =
    expression === 'calm' || expression === 'curious'
      ? stroke('M-74 16Q-30 34 26 24', darker(look.coat, 0.65), 4.5)
      : put(drawMouth(canvas, { y: 18, width: 24, ink: darker(look.coat, 0.65) }), { x: -40 });
  const nostril = fill(oval(-64, -2, 3), darker(look.coat, 0.6));
  return (
    paint(casque, {
      fill: mix(look.coat, look.mark, 0.35),
      depth: 8,
      marks: stroke('M20 -64L56 -30M40 -76L66 -40', darker(look.coat, 0.3), 4, 0.5),
    }) +
    paint(skull, { depth: 12, marks: fill(oval(-10, 46, 60, 16), lighter(look.coat, 0.5)) }) +
    smile +
    nostril +
    cone +
    put(drawEye(canvas, { size: 12 }), { x: -10, y: -10 })
  );
}

export function drawTurtle(canvas: Canvas): Figure {
  const { growth, look, posture } = canvas;
  const size = 0.56 + 0.44 * growth.body;
  const high = (/high domed/.test(look.text) ? 168 : 118) * size;
  const skin = look.parts.legs?.colours[0] ?? lighter(look.coat, 0.3);
  const scale = growth.head * 0.82;
  const lying = posture === 'lying';
  const head = { x: -150 * size, y: lying ? -46 * scale : -96 * size - 30 * scale };
  const drop = lying ? 42 * size : 0;
  const top = Math.max(high + 66 * size - drop, 60 * scale - head.y);
  return {
    body:
      put(tailTip(canvas, skin, size), { y: drop * 0.6 }) +
      (lying ? '' : turtleLegs(canvas, skin, size, 'far')) +
      put(turtleNeck(canvas, skin, { ...head, y: head.y - drop }, size), { y: drop }) +
      (lying ? '' : turtleLegs(canvas, skin, size, 'near')) +
      put(dome(canvas, high, size), { y: drop }),
    head: put(turtleHead(canvas, skin), { ...head, scale }),
    neck: { x: head.x + 34, y: head.y + 40 * scale, width: 40 * scale },
    crown: { x: head.x, y: head.y - 52 * scale, width: 60 * scale },
    reach: { left: 66 * scale - head.x, right: 172 * size, top },
  };
}

function dome(canvas: Canvas, high: number, size: number): Svg {
  const { look, paint } = canvas;
  const edge = -52 * size;
  const arch = pts('-132 0, -122 -0.42, -74 -0.86, 0 -1.02, 74 -0.86, 122 -0.42, 132 0, 0 0.08');
  const scutes = drawEach([-86, -30, 30, 86], (x, index) => {
    const [up, r] = index % 3 === 0 ? [0.3, 30] : [0.46, 38];
    return scute(canvas, [x * size, edge - high * up], r * size);
  });
  const top = scute(canvas, [0, edge - high * 0.88], 30 * size);
  const rim = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.18);
  const skirt = limb(moved(scaled(pts('-128 2, 0 12, 128 2'), size, 1), 0, edge), [26, 30, 26], size);
  return (
    paint(loop(moved(scaled(arch, size, high), 0, edge)), {
      marks: scutes + top,
      depth: 18,
    }) + paint(skirt, { fill: rim, depth: 7 })
  );
}

// Draws one plate of a turtle shell.
function scute({ look }: Canvas, [x, y]: Point, r: number): Svg {
  const { coat } = look;
  const hexagon = (far: number) =>
    loop(
      Array.from({ length: 6 }, (_, index): Point => {
        const angle = (index * Math.PI) / 3;
        return [x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.9];
      }),
      0.35,
    );
  const pattern = look.parts.pattern?.colours[0];
  return (
    outlined(hexagon(r), lighter(coat, 0.12), darker(coat, 0.42), 4) +
    (pattern ? stroke(hexagon(r * 0.66), pattern, 6) : '') +
    fill(hexagon(r * 0.36), darker(coat, 0.2))
  );
}

function turtleLegs({ look, paint, motion }: Canvas, skin: Colour, size: number, which: 'near' | 'far'): Svg {
  const [shift, shade] = which === 'near' ? [0, 0] : [34, 0.2];
  const colour = darker(skin, shade);
  const webbed = /webbed/.test(look.text);
  return drawEach([-88, 84], (x) => {
    const at = (x + shift) * size;
    const foot = webbed
      ? limb(pointList([at, -60 * size], [at - 6, -24], [at - 26, -6]), [50, 40, 30], size)
      : limb(pointList([at, -62 * size], [at - 2, -30], [at - 4, -10]), [56, 48, 46], size);
    const claws = `M${n(at - 16)} -2v-7M${n(at - 3)} -1v-7M${n(at + 10)} -2v-7`;
    const leg =
      paint(foot, { fill: colour, marks: scales(at - 30, -56 * size, colour), depth: 7 }) +
      (webbed ? '' : stroke(claws, lighter(colour, 0.6), 5));
    return turnAbout(leg, legTurn(motion, x < 0, which), at, -60 * size);
  });
}

function scales(x: number, y: number, colour: Colour): Svg {
  const row = (index: number) =>
    `M${n(x + (index % 2) * 10)} ${n(y + index * 15)}q8 9 16 0q8 9 16 0q8 9 16 0`;
  return stroke(times(3, row), darker(colour, 0.4), 3, 0.55);
}

function tailTip({ paint }: Canvas, skin: Colour, size: number): Svg {
  const spine = scaled(pts('110 -56, 146 -44, 164 -30'), size);
  return paint(limb(spine, [34 * size, 22 * size, 6]), { fill: skin, depth: 5 });
}

function turtleNeck({ paint }: Canvas, skin: Colour, head: Position, size: number): Svg {
  const spine = pointList([-70 * size, -74 * size], [-112 * size, -82 * size], [head.x, head.y + 8]);
  const folds = sampleCurve(spine, 4)
    .filter(({ part }) => part > 0.3 && part < 0.8)
    .map(({ at }) => `M${n(at[0] - 4)} ${n(at[1] - 26)}q10 26 0 52`);
  return paint(limb(spine, [78, 64, 58], size), {
    fill: skin,
    marks: stroke(folds.join(''), darker(skin, 0.4), 3, 0.5),
    depth: 8,
  });
}

function turtleHead(canvas: Canvas, skin: Colour): Svg {
  const { look, paint } = canvas;
  const skull = loop(pts('0 -50, 40 -38, 56 0, 38 36, -6 44, -48 34, -62 4, -42 -36'));
  const stripe = look.parts.earStripes
    ? stroke('M14 8Q34 2 62 10', look.parts.earStripes.colours[0] ?? '#d2473a', 15) +
      stroke('M-20 34Q10 30 50 40', '#f0c648', 5)
    : '';
  const smile = put(drawMouth(canvas, { y: 14, width: 20, ink: darker(skin, 0.65) }), { x: -34 });
  return (
    paint(skull, { fill: skin, marks: stripe, depth: 10 }) +
    smile +
    fill(oval(-52, -4, 3, 3), darker(skin, 0.6)) +
    put(drawEye(canvas, { size: 15, lid: skin }), { x: -16, y: -10 })
  );
}

export function drawDragon(canvas: Canvas): Figure {
  const { growth, stage, look, expression, posture, motion } = canvas;
  const lying = posture === 'lying';
  const high = 176 * growth.body * (lying ? 0.52 : 1);
  const wide = growth.width * (lying ? 1.4 : 1);
  const scale = growth.head * 0.98;
  const headY = lying ? -74 * scale : -high - 44 * scale;
  const wings = (0.45 + 0.55 * growth.extras) * (lying ? 0.72 : 1);
  const side = 44 + 190 * wings;
  const shoulder = { x: 44 * wide, y: -high * 0.84 };
  return {
    body:
      mirroredPair(canvas, put(leatherWing(canvas), { ...shoulder, scale: wings, turn: motion.wings ?? 0 })) +
      spikedTail(canvas, 0.5 + 0.5 * growth.extras) +
      dragonTrunk(canvas, high, wide),
    head:
      put(drawHornedHead(canvas), { y: headY, scale, turn: expression === 'curious' ? 6 : 0 }) +
      (/smoke/.test(look.text) && stage !== 'baby' ? smoke(headY) : ''),
    neck: { x: 0, y: -high + 22, width: 60 * wide },
    crown: { x: 0, y: headY - 66 * scale, width: 74 * scale },
    reach: { left: side, right: side, top: Math.max(-headY + 128 * scale, high * 0.84 + 128 * wings) },
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
  const { look, paint, growth } = canvas;
  const gold = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.5);
  const plate = (row: number) =>
    `M${n(-44 * wide)} ${n(-high * (0.92 - row * 0.16))}q${n(44 * wide)} 14 ${n(88 * wide)} 0`;
  const front =
    fill(symmetricLoop('0 -1.05, 34 -0.96, 44 -0.5, 36 -0.1, 0 0', wide, high), gold) +
    stroke(times(6, plate), darker(gold, 0.35), 4);
  const half = pts('0 -1.08, 42 -1, 60 -0.7, 74 -0.36, 78 -0.1, 58 0, 0 0.02');
  const thigh = pts('30 0, 28 -48, 56 -72, 88 -52, 94 -12, 74 0');
  const tall = Math.max(0.6, growth.body);
  const thighs = pair(
    (side) =>
      paint(loop(scaled(thigh, side * wide, tall)), { depth: 10 }) + dragonClaws(canvas, 76 * side * wide),
  );
  const arms = pair((side) =>
    turnAbout(
      paint(limb(scaled(pts('50 -0.66, 52 -0.4, 32 -0.3'), side * wide, high), [32, 26, 20]), { depth: 6 }),
      -armTurn(canvas.motion, side) * side,
      50 * side * wide,
      -high * 0.66,
    ),
  );
  return thighs + paint(loop(scaled(mirrored(half), wide, high)), { marks: front, depth: 15 }) + arms;
}

function dragonClaws({ paint }: Canvas, x: number): Svg {
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

function reptileFace(canvas: Canvas): Svg {
  const { look, paint, expression } = canvas;
  const skull = symmetricLoop('0 -70, 44 -64, 74 -26, 72 10, 56 44, 40 70, 0 78');
  const snoutShape = symmetricLoop('0 8, 34 14, 48 42, 36 68, 0 74');
  const snout = paint(snoutShape, { fill: lighter(look.coat, 0.22), width: 0, depth: 8 });
  const ridge = stroke('M0 -64V-30M-14 -60V-40M14 -60V-40', darker(look.coat, 0.3), 6, 0.7);
  const fangs = expression === 'calm' ? fill('M-24 51l5 13l6 -11ZM24 51l-5 13l-6 -11Z', '#fffaf0') : '';
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
  const { growth, posture } = canvas;
  const size = 0.5 + 0.5 * growth.body;
  const scale = growth.head * 0.62;
  const tall = size * (posture === 'lying' ? 0.42 : 1);
  const spread = (0.6 + 0.4 * size) * (size / tall) ** 0.4;
  const tips = moved(scaled(pts('-128 -226, 128 -214, 0 -286'), spread, tall), 0, -20);
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
  const { look, expression, paint } = canvas;
  const outline = 'M-34 -52L-30 -100L-10 -76L0 -118L10 -76L30 -100L34 -52Z';
  const crest = paint(outline, { fill: darker(look.coat, 0.3), depth: 5 });
  const tongue = expression === 'calm' ? stroke('M0 62V86M0 86l-9 12M0 86l9 12', '#d2473a', 6) : '';
  return crest + reptileFace(canvas) + tongue;
}

function hydraTrunk(canvas: Canvas, size: number): Svg {
  const { look, paint } = canvas;
  const half = pts('0 -150, 70 -136, 104 -80, 100 -24, 72 0, 0 4');
  const pale = lighter(look.coat, 0.5);
  const plate = (row: number) =>
    `M${n(-46 * size)} ${n((-116 + row * 28) * size)}q${n(46 * size)} 14 ${n(92 * size)} 0`;
  const marks =
    fill(symmetricLoop('0 -150, 52 -130, 56 -60, 40 -4, 0 2', size), pale) +
    stroke(times(4, plate), darker(pale, 0.35), 4);
  const foot = loop(pts('-30 0, -26 -22, 0 -30, 26 -22, 30 0, 0 4'));
  const toes = fill('M-26 4l4 -14l7 14ZM-7 6l7 -15l7 15ZM16 4l6 -14l4 14Z', '#f5e7c6');
  const feet = pair((side) => put(paint(foot, { depth: 5, marks: toes }), { x: 70 * side * size }));
  return paint(loop(scaled(mirrored(half), size)), { marks, depth: 16 }) + feet;
}

export function drawSeaSerpent(canvas: Canvas): Figure {
  const { growth, look, posture } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const coat = look.parts.coat?.colours.length ? look.coat : mix('#3f6a6c', '#2c3a52', 0.3);
  const scale = growth.head * 1.04;
  const lying = posture === 'lying';
  const head = { x: (lying ? -128 : -92) * size, y: (lying ? -52 : -214) * size };
  const top = Math.max(150 * size, 76 * scale - head.y);
  return {
    body: aboveWater(canvas, humps(canvas, coat, size) + seaSerpentNeck(canvas, coat, head, size)),
    head: put(seaSerpentHead(canvas, coat), { ...head, scale }),
    arm: canvas.hasScenery ? water() : pool(size),
    crown: { x: head.x + 20, y: head.y - 60 * scale, width: 80 * scale },
    reach: {
      left: Math.max(190, 106 * scale - head.x),
      right: (canvas.hasScenery ? 226 : 262) * size,
      top,
    },
  };
}

function humps({ paint }: Canvas, coat: Colour, size: number): Svg {
  const hump = (x: number, r: number) => {
    const arch = moved(scaled(pts('-0.7 -1.1, 0 -1.7, 0.7 -1.1'), r * size), x * size, 0);
    const points = pointList([(x - r) * size, 20], ...arch, [(x + r) * size, 20]);
    const shape = limb(points, [62, 66, 70, 62, 54], size);
    return (
      paint(shape, { fill: coat, marks: belly(x * size, r * size, coat), depth: 10 }) +
      overgrowth(x * size, -r * 1.7 * size - 30 * size, size)
    );
  };
  const fluke = paint(FLUKE, { fill: coat, depth: 7 });
  return put(fluke, { x: 204 * size, y: -20, scale: size, turn: 10 }) + hump(122, 44) + hump(40, 58);
}

const FLUKE = 'M0 60Q-8 20 -4 0Q-40 -6 -52 -44Q-18 -48 2 -22Q22 -50 56 -44Q46 -6 10 2Q10 30 16 60Z';

const belly = (x: number, r: number, coat: Colour): Svg =>
  stroke(`M${n(x - r * 0.5)} 10Q${n(x)} ${n(-r * 1.5)} ${n(x + r * 0.5)} 10`, lighter(coat, 0.35), 16);

function overgrowth(x: number, y: number, size: number): Svg {
  const moss = moved(scaled(pts('-32 12, -14 -8, 8 -4, 30 10, 0 16'), size, 1), x, y);
  const coral = stroke(`M${n(x)} ${n(y)}v-22m0 10l-12 -12m12 6l12 -14`, '#ee7461', 7);
  return coral + fill(loop(moss), '#7d9850');
}

function seaSerpentNeck({ paint }: Canvas, coat: Colour, head: Position, size: number): Svg {
  const spine: readonly Point[] = [
    [-40 * size, 26],
    [-60 * size, head.y * 0.28],
    [-30 * size, head.y * 0.65],
    [head.x + 30, head.y + 10],
  ];
  const stripe = stroke(curve(moved(spine, -24 * size, 0)), lighter(coat, 0.35), 26 * size);
  const outline = 'M0 0Q40 -30 74 -14Q60 0 66 20Q46 18 40 40Q20 30 0 40Z';
  const fin = paint(outline, { fill: mix(coat, '#8fe0b0', 0.4), depth: 5 });
  return (
    put(fin, { x: -18 * size, y: head.y * 0.8, scale: size }) +
    paint(limb(spine, [92, 88, 82, 84], size), { fill: coat, marks: stripe, depth: 12 }) +
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

/** Without scenery no sea covers what is below its surface. */
const aboveWater = (canvas: Canvas, svg: Svg): Svg => (canvas.hasScenery ? svg : cutBelow(canvas, svg, 2));

function pool(size: number): Svg {
  const edge = oval(16 * size, 2, 212 * size, 13);
  return fill(edge, '#8cc4cf') + stroke('M-110 2q20 -8 40 0t40 0M20 6q20 -8 40 0t40 0', '#e9f7f5', 5, 0.8);
}

function water(): Svg {
  const wave = `M-500 2q21 -18 42 0${'t42 0'.repeat(23)}V160H-500Z`;
  return (
    fill(wave, '#8cc4cf', 0.92) +
    stroke('M-230 30q20 -12 40 0t40 0M40 40q20 -12 40 0t40 0M-60 56q20 -12 40 0', '#e9f7f5', 5, 0.8)
  );
}

export function drawSerpentRing(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
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
  const body = paint(limb(spine, widths, thick), { fill: gold, marks, depth: 10 });
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
