import {
  type Canvas,
  drawEach,
  fill,
  flippedPair,
  pair,
  put,
  stroke,
  type Svg,
  times,
} from '../drawing/canvas.ts';
import { type Colour, darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine, spark } from '../drawing/light.ts';
import {
  limb,
  loop,
  mirrored,
  moved,
  n,
  oval,
  ovals,
  pointList,
  pts,
  scaled,
  shaggy,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

export function drawBookStack(canvas: Canvas): Figure {
  const { growth, stage, paint } = canvas;
  const count = stage === 'baby' ? 2 : stage === 'child' ? 3 : 4;

  const books = drawEach(BOOK_COLOURS.slice(0, count), (colour, index) =>
    put(book(canvas, colour), { x: index % 2 ? 7 : -5, y: -index * 42 }),
  );
  const top = -count * 42;
  const scale = growth.head * 0.96;
  const headY = top - 66 * scale;
  const bookmark = limb(pts('86 -60, 140 -50, 160 -96'), [26, 24, 22]);
  const tail = paint(bookmark, { fill: '#c0394a', depth: 5 });
  const paws = pair((side) => {
    const marks = fill(oval(44 * side + 10, 2, 13, 9), '#2f3350');
    return paint(oval(44 * side, 0, 27, 14), { depth: 4, marks });
  });
  return {
    body: tail + books + paws,
    head: put(pageFace(canvas), { y: headY, scale }),
    neck: { x: 0, y: top + 4, width: 60 },
    crown: { x: 0, y: headY - 68 * scale, width: 80 * scale },
    reach: { left: 130, right: 170, top: -headY + 84 * scale },
  };
}

const BOOK_COLOURS = ['#a8523f', '#4f7a6b', '#c99c48', '#5b6a94'];

function book({ look, paint }: Canvas, colour: Colour): Svg {
  const pages = stroke('M80 -30H112M80 -21H112M80 -12H112', darker(look.coat, 0.3), 2.5, 0.7);
  const marks =
    stroke('M-96 -42V0M58 -42V0', lighter(colour, 0.35), 5) +
    fill(oval(0, -21, 7), '#c99c48') +
    stroke('M-24 -21H24', darker('#c99c48', 0.35), 3, 0.6);
  return (
    paint('M-110 -38H112V-4H-110Z', { depth: 5, marks: pages }) +
    paint('M-114 -42H76V0H-114Q-124 -21 -114 -42Z', { fill: colour, depth: 7, marks })
  );
}

function pageFace(canvas: Canvas): Svg {
  const { coat } = canvas.look;
  const page = 'M-78 -66Q-40 -78 0 -64Q40 -78 78 -66V58Q40 46 0 60Q-40 46 -78 58Z';
  const lines = stroke('M-62 -40H-20M20 -40H62M-62 34H-30M30 34H62', darker(coat, 0.25), 4, 0.5);
  const cover = canvas.paint('M-90 -56Q-46 -70 0 -54Q46 -70 90 -56V68Q46 56 0 70Q-46 56 -90 68Z', {
    fill: '#8f4a3c',
    depth: 6,
  });
  const spectacles = stroke(
    'M-64 -2a26 26 0 1 0 52 0a26 26 0 1 0 -52 0ZM12 -2a26 26 0 1 0 52 0a26 26 0 1 0 -52 0ZM-12 -4Q0 -12 12 -4',
    '#8a6a32',
    5,
  );
  return (
    cover +
    canvas.paint(page, {
      fill: lighter(coat, 0.3),
      marks: lines + fill('M-3 -64h6V60h-6Z', darker(coat, 0.3), 0.35),
      depth: 10,
    }) +
    drawFace(canvas, { apart: 38, y: -2, size: 14, mouth: 32, wide: 16, blush: 0.4 }) +
    spectacles
  );
}

export function drawPendant(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const pink = look.parts.glow?.colours[0] ?? '#f2a7b3';
  const disc = paint(oval(0, -160, 130, 136), {
    marks: stroke(oval(0, -160, 112, 118), darker(look.coat, 0.25), 6, 0.7),
    depth: 17,
  });
  const body =
    glow(canvas, [0, -160], 226, pink) + chain(look.coat) + trimmings(canvas) + disc + heart(canvas);
  const eyes = 20 * Math.sqrt(growth.eyes);
  const face = drawFace(canvas, { apart: 46, y: -184, size: eyes, mouth: 32, wide: 22, blush: 0.6 });
  const sparkles = fill(spark([96, -262], 20) + spark([-112, -230], 13), '#ffffff');
  return {
    body: put(body + shine(-76, -240, 22, 11), { scale: size, y: -18 }),
    head: put(face + sparkles, { scale: size, y: -18 }),
    crown: { x: 0, y: -340 * size, width: 60 * size },
    reach: { left: 172 * size, right: 172 * size, top: 372 * size },
  };
}

function heart({ paint }: Canvas): Svg {
  const shape = 'M0 -28Q-48 -60 -42 -88Q-30 -112 0 -88Q30 -112 42 -88Q48 -60 0 -28Z';
  const marks = fill('M-34 -92L-10 -82L-18 -54Z', '#ff9fb0', 0.8);
  return paint(shape, { fill: '#d63d57', depth: 8, marks });
}

function chain(gold: Colour): Svg {
  const links = pair((side) =>
    stroke(`M${14 * side} -334Q${60 * side} -380 ${130 * side} -392`, darker(gold, 0.35), 7),
  );
  const eyelet = stroke(oval(0, -316, 24), darker(gold, 0.45), 16) + stroke(oval(0, -316, 24), gold, 8);
  return links.replaceAll('/>', ' stroke-dasharray="1 13"/>') + eyelet;
}

function trimmings({ paint }: Canvas): Svg {
  const bell = () =>
    paint('M-20 14Q-18 -22 0 -22Q18 -22 20 14Z', { fill: '#c4cad3', depth: 5 }) +
    fill(oval(0, 18, 6), '#6d707c');
  const bells = pair(
    (side) =>
      stroke(`M${110 * side} -110L${140 * side} -84`, '#8c8f9a', 5) +
      put(bell(), { x: 144 * side, y: -66, turn: -14 * side }),
  );
  const ribbon = flippedPair(
    () => paint('M0 0Q18 30 10 66L34 50L52 66Q46 24 14 -8Z', { fill: '#c9303c', depth: 5 }),
    { x: 6, y: -32, scale: 0.9 },
  );
  return ribbon + bells;
}

export function drawMushroom(canvas: Canvas): Figure {
  const { growth, stage, paint } = canvas;
  const high = 150 * (0.5 + 0.5 * growth.body);
  const scale = (0.72 + 0.28 * growth.body) * (stage === 'baby' ? 1.04 : 1);
  const eyes = { apart: 28, y: -high * 0.52, size: 15 * growth.eyes, lid: STEM };
  const collar = stage === 'baby' ? '' : put(paint(MOSS, { fill: '#7d9850', depth: 6 }), { y: -high });
  return {
    body:
      glow(canvas, [0, 16 - high], 150, '#ffe9a8') +
      stem(canvas, high) +
      drawFace(canvas, { ...eyes, mouth: 26, wide: 14, blush: 0.55 }) +
      collar,
    head: put(cap(canvas), { y: -high, scale }),
    neck: stage === 'baby' ? undefined : { x: 0, y: -high + 26, width: 54 },
    crown: { x: 0, y: -high - 150 * scale, width: 80 * scale },
    // The mushroom's face is where other bodies have their chest, so keepsakes hang below it.
    places: { front: { x: 0, y: -high * 0.12, width: 46 } },
    reach: { left: 170 * scale, right: 170 * scale, top: high + 164 * scale },
  };
}

const STEM = '#f4e7d2';
const ROOT = pts('34 -24, 52 -10, 70 -2');
const MOSS = shaggy(mirrored(pts('0 -4, 58 2, 64 20, 0 34')), 22, 8);

function stem({ paint }: Canvas, high: number): Svg {
  const roots = pair((side) => paint(limb(scaled(ROOT, side, 1), [34, 26, 14]), { fill: STEM, depth: 4 }));
  const half = pts('0 -1.1, 50 -1, 56 -0.6, 66 -0.2, 52 0, 0 0.02');
  return roots + paint(loop(moved(scaled(mirrored(half), 1, high), 0, -10)), { fill: STEM, depth: 14 });
}

const CAP_SPOTS = [
  [-70, -70, 22],
  [-10, -112, 18],
  [58, -84, 26],
  [112, -30, 15],
  [-118, -22, 15],
  [4, -40, 20],
] as const;

function cap({ look, paint }: Canvas): Svg {
  const lamellae = times(17, (index) => `M${n((index - 8) * 8)} -16L${n((index - 8) * 18)} 34`);
  const gills = paint(symmetricLoop('0 -14, 120 -8, 150 4, 90 24, 0 30'), {
    fill: '#f6dfae',
    depth: 4,
    marks: stroke(lamellae, '#d6b57c', 4),
  });
  const dome = symmetricLoop('0 -150, 80 -132, 140 -66, 162 -4, 120 12, 0 4');
  const spots = drawEach(CAP_SPOTS, ([x, y, r]) => oval(x, y, r, r * 0.86));
  const colour = look.parts.coat?.colours[0] ?? '#d2473a';
  return gills + paint(dome, { fill: colour, marks: fill(spots, '#fbf4e8'), depth: 18 });
}

export function drawPottedCactus(canvas: Canvas): Figure {
  const { growth, stage } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const r = 104 * size;
  const middle = -96 - r * 0.86;
  const blooming = stage !== 'baby';
  const looks = { apart: 34 * size, y: middle - 4, size: 17 * growth.eyes, mouth: 28, wide: 18, blush: 0.55 };
  return {
    body:
      cactusArms(canvas, r, middle) + cactusBody(canvas, r, middle) + drawFace(canvas, looks) + pot(canvas),
    head: blooming ? put(flower(canvas), { y: middle - r * 0.98, scale: 0.5 + 0.5 * growth.extras }) : '',
    neck: { x: 0, y: -112, width: 74 },
    crown: { x: 0, y: middle - r - (blooming ? 30 : 0), width: 70 * size },
    reach: { left: r + 66, right: r + 66, top: -middle + r + (blooming ? 58 : 10) },
  };
}

function cactusBody({ paint, look }: Canvas, r: number, middle: number): Svg {
  const ribs = [-0.7, -0.36, 0, 0.36, 0.7].map((part) => {
    const [end, out] = [n(part * r * 0.5), n(part * r * 1.7)];
    return `M${end} ${n(middle - r)}Q${out} ${n(middle)} ${end} ${n(middle + r)}`;
  });
  const spines = [-0.86, -0.5, 0.5, 0.86, 0.16, -0.2].flatMap((px, column) =>
    [-0.6, -0.24, 0.2, 0.56]
      .filter((_, row) => column < 4 || row === 0)
      .map((py) => `M${n(px * r * 0.9 - 6)} ${n(middle + py * r)}l6 -9l6 9`),
  );
  const marks =
    stroke(ribs.join(''), darker(look.coat, 0.3), 5, 0.55) + stroke(spines.join(''), '#fbf7ea', 4);
  return paint(oval(0, middle, r, r * 1.04), { marks, depth: 17 });
}

function cactusArms({ paint, look }: Canvas, r: number, middle: number): Svg {
  const rib = stroke(`M${n(r * 1.37)} 20v-60`, darker(look.coat, 0.3), 4, 0.5);
  const arm = limb(pointList([r * 0.8, 26], [r * 1.33, 22], [r * 1.38, r * -0.29]), [0.37, 0.37, 0.29], r);
  return flippedPair(() => paint(arm, { depth: 7, marks: rib }), { y: middle });
}

function pot({ look, paint }: Canvas): Svg {
  const clay = look.parts.pot?.colours[0] ?? '#c4714a';
  return (
    paint('M-82 -98H82L62 -8Q60 2 48 2H-48Q-60 2 -62 -8Z', {
      fill: clay,
      depth: 13,
      marks: stroke('M-70 -46q14 -14 28 0t28 0t28 0t28 0t28 0', lighter(clay, 0.4), 6),
    }) + paint('M-98 -124H98V-94Q98 -88 90 -88H-90Q-98 -88 -98 -94Z', { fill: lighter(clay, 0.1), depth: 8 })
  );
}

function flower({ look, paint }: Canvas): Svg {
  const pink = look.parts.flower?.colours[0] ?? '#f2a7b3';
  const petals = drawEach([-72, -36, 0, 36, 72], (turn) =>
    put(paint(loop(pts('0 4, -17 -24, 0 -52, 17 -24')), { fill: pink, depth: 4, width: 4 }), { turn }),
  );
  return petals + fill(oval(0, -2, 14, 11), '#f0c648');
}

export function drawMachine(canvas: Canvas): Figure {
  const { growth, paint, expression } = canvas;
  const high = 120 * (0.5 + 0.5 * growth.body);
  const wide = 0.8 + 0.2 * growth.width;
  const scale = growth.head * 0.98;
  const headY = -56 - high - 62 * scale;
  return {
    body:
      machineArms(canvas, high, wide) +
      treads(canvas, wide) +
      put(trunk(canvas, high), { scale: wide, y: -46 }) +
      paint(limb(moved(pts('0 -40, 0 -60'), 0, -high), [44, 40]), { fill: '#5c6470', depth: 4 }),
    head: put(drawMachineHead(canvas), { y: headY, scale, turn: expression === 'curious' ? 8 : 0 }),
    neck: { x: 0, y: -50 - high, width: 50 },
    crown: { x: 0, y: headY - 66 * scale, width: 84 * scale },
    reach: { left: 150, right: 150, top: -headY + 142 * scale },
  };
}

function treads({ paint }: Canvas, wide: number): Svg {
  return pair((side) => {
    const x = 56 * side * wide;
    const tread = `M${n(x - 46)} -24a24 24 0 0 1 24 -24h44a24 24 0 0 1 0 48h-44a24 24 0 0 1 -24 -24Z`;
    const wheels = drawEach(
      [-26, 0, 26],
      (dx) => fill(oval(x + dx, -24, 11), '#a9b0ba') + fill(oval(x + dx, -24, 4), '#4a4e58'),
    );
    return paint(tread, { fill: '#4c505c', marks: wheels, depth: 7 });
  });
}

function trunk({ look, paint }: Canvas, high: number): Svg {
  const [shoulder, top] = [n(-high + 14), n(-high - 6)];
  const shell = `M-78 ${shoulder}Q-78 ${top} -56 ${top}H56Q78 ${top} 78 ${shoulder}V-12Q78 8 56 8H-56Q-78 8 -78 -12Z`;
  const graph = stroke(`M-40 ${n(-high * 0.62)}h20l9 -22l14 38l10 -28l7 12h24`, '#7ce8d4', 5);
  const display = `M-46 ${n(-high + 16)}h92v${n(high * 0.52)}h-92Z`;
  const screen = paint(display, { fill: '#2f3b4c', depth: 4, width: 4, marks: graph });
  const corners = [...moved(pts('-62 10, 62 10'), 0, -high), ...pts('-62 -10, 62 -10')];
  const rivets = fill(ovals(corners, 4.5), darker(look.coat, 0.4));
  return paint(shell, { marks: rivets, depth: 13 }) + screen;
}

function machineArms({ paint, expression }: Canvas, high: number, wide: number): Svg {
  const up = expression === 'glad' ? -46 : 0;
  const claw = 'M-18 -8Q-20 22 -6 26L-4 10H4L6 26Q20 22 18 -8Q0 -22 -18 -8Z';
  return pair((side) => {
    const [x, y] = [78 * side * wide, -46 - high * 0.7];
    const spine = pointList([x, y], [x + 38 * side, y + 20 + up * 0.4], [x + 48 * side, y + 56 + up * 2]);
    return (
      paint(limb(spine, [24, 22, 20]), { fill: '#7d8794', depth: 5 }) +
      put(paint(claw, { depth: 4 }), { x: x + 48 * side, y: y + 62 + up * 2 })
    );
  });
}

export function drawMachineHead(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const lamp = look.parts.light?.colours[0] ?? '#d2473a';
  const antenna =
    stroke('M0 -64V-106', darker(look.coat, 0.55), 9) +
    stroke('M0 -64V-106', look.coat, 3) +
    glow(canvas, [0, -114], 30, lamp) +
    paint(oval(0, -114, 13), { fill: lamp, depth: 4, width: 4 });
  const bolts = pair((side) =>
    paint(`M${n(94 * side - 12)} -22h24v40h-24Z`, { fill: darker(look.coat, 0.2), depth: 4 }),
  );
  const shell = 'M-92 -34Q-92 -66 -58 -66H58Q92 -66 92 -34V30Q92 62 58 62H-58Q-92 62 -92 30Z';
  const glass = paint('M-72 -26Q-72 -42 -54 -42H54Q72 -42 72 -26V22Q72 40 54 40H-54Q-72 40 -72 22Z', {
    fill: '#273241',
    depth: 6,
    width: 4,
  });
  return (
    antenna +
    bolts +
    paint(shell, { fill: lighter(look.coat, 0.1), depth: 13 }) +
    glass +
    drawFace(canvas, { apart: 34, y: -8, size: 15, lid: '#273241', mouth: 26, wide: 16 }) +
    shine(-56, -52, 16, 6)
  );
}
