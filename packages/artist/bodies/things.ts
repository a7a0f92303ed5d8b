import {
  type Canvas,
  drawEach,
  fill,
  flippedPair,
  outlined,
  pair,
  put,
  stroke,
  type Svg,
  times,
  turnAbout,
} from '../drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine, spark, specks } from '../drawing/light.ts';
import { armTurn, footIn } from '../drawing/motion.ts';
import {
  curve,
  formatPoint,
  limb,
  loop,
  mirrored,
  moved,
  n,
  oval,
  ovals,
  type Point,
  pointList,
  polygon,
  pts,
  scaled,
  shaggy,
  symmetricLoop,
} from '../drawing/paths.ts';
import { coatColoursOf } from '../parts/coat-marks.ts';
import { drawEars } from '../parts/ears.ts';
import { drawEye, drawFace, drawMouth } from '../parts/face.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

export function drawBall(canvas: Canvas): Figure {
  const { growth, look, paint, motion } = canvas;
  const r = 146 * (0.72 + 0.28 * growth.body);
  const middle = -r - 8;
  const { ears: colour } = coatColoursOf(look);
  const pricked = drawEars(canvas, { usual: 'round', colour, where: 'behind' });
  const ears = put(pricked, { y: middle - r * 0.36, scale: 1.4 });
  const belly = fill(oval(0, middle + r * 0.5, r * 0.6, r * 0.56), lighter(look.coat, 0.5));
  const ball = paint(oval(0, middle, r), { marks: belly, depth: 20 });
  const face = drawFace(canvas, { apart: 50, y: 0, size: 20, mouth: 26, wide: 24, blush: 0.7 });
  const stub = (line: string, side: 1 | -1) =>
    paint(limb(scaled(pts(line), side * r, r), [32, 30, 26]), { depth: 5 });
  const feet = pair((side) =>
    paint(oval(r * 0.42 * side, -10 - 14 * footIn(motion, side * 0.25).lift, 34, 19), {
      fill: darker(look.coat, 0.08),
      depth: 5,
    }),
  );
  const tail = stub('0.6 -0.41, 1.02 -0.3, 1.12 -0.55', 1);
  const hands = pair((side) =>
    turnAbout(
      stub('0.82 -0.9, 0.66 -0.77, 0.5 -0.78', side),
      armTurn(motion, side) * side,
      0.82 * r * side,
      -0.9 * r,
    ),
  );
  return {
    body: tail + feet + ears + ball + hands + shine(-r * 0.5, middle - r * 0.6, 26, 12),
    head: put(face, { y: middle - r * 0.2 }),
    crown: { x: 0, y: middle - r + 4, width: 84 },
    reach: { left: r * 1.1, right: r * 1.16, top: r * 2 + 40 },
  };
}

export function drawCrystal(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const scale = growth.head * 0.98;
  const edge = darker(mix(look.coat, '#5a92d6', 0.45), 0.3);
  const headY = -150 * size - 66 * scale;
  return {
    body: glow(canvas, [0, -150 * size], 200 * size, '#ffffff') + put(trunk(canvas, edge), { scale: size }),
    head: put(gem(canvas, edge), { y: headY, scale }),
    neck: { x: 0, y: -152 * size, width: 52 * size },
    crown: { x: 0, y: headY - 76 * scale, width: 74 * scale },
    reach: { left: 140 * size, right: 140 * size, top: -headY + 122 * scale },
  };
}

function trunk(canvas: Canvas, edge: string): Svg {
  const { coat } = canvas.look;
  const cells = times(15, (index) => {
    const [column, row] = [index % 5, Math.floor(index / 5)];
    return polygon(moved(HEXAGON, -84 + column * 42 + (row % 2) * 21, -150 + row * 48));
  });
  const tints =
    fill(polygon(pts('0 -190, -64 -160, -98 -90, 0 -100')), '#ffffff', 0.5) +
    fill(polygon(pts('0 -100, 98 -90, 70 -30, 0 -14')), mix(coat, '#8d6cc6', 0.4), 0.4);
  const body = polygon(pts('0 -190, 64 -160, 98 -90, 70 -30, 0 -14, -70 -30, -98 -90, -64 -160'));
  const marks = tints + stroke(cells, edge, 3.5, 0.55);
  return limbs(canvas, edge) + canvas.paint(body, { line: edge, marks, depth: 12 });
}

const HEXAGON = pts('20.8 12, 0 24, -20.8 12, -20.8 -12, 0 -24, 20.8 -12');

function limbs({ paint, look }: Canvas, edge: string): Svg {
  const shard = (line: string, side: 1 | -1, colour: string) =>
    paint(polygon(scaled(pts(line), side, 1)), { fill: colour, line: edge, depth: 6 });
  const tail = shard('70 -60, 128 -70, 138 -140, 112 -112, 84 -96', 1, mix(look.coat, '#f2a7b3', 0.35));
  const legs = pair(
    (side) =>
      shard('26 -60, 64 -54, 52 0, 24 0', side, lighter(look.coat, 0.1)) +
      shard('78 -110, 112 -60, 98 0, 76 0, 70 -50', side, look.coat),
  );
  return tail + legs;
}

function gem(canvas: Canvas, edge: string): Svg {
  const { coat } = canvas.look;
  const cuts =
    fill(polygon(pts('0 -78, -58 -60, -88 -8, -30 -30')), '#ffffff', 0.6) +
    fill(polygon(pts('88 -8, 58 46, 0 68, 34 30')), mix(coat, '#8d6cc6', 0.45), 0.4) +
    fill(polygon(pts('0 -78, 58 -60, 30 -32, -30 -30')), mix(coat, '#f2a7b3', 0.4), 0.45) +
    stroke('M-30 -30L30 -32M-30 -30L-88 -8M30 -32L88 -8M-30 -30L0 -78', edge, 3, 0.5);
  const horns = pair((side) => {
    const horn = polygon(scaled(pts('26 -66, 44 -120, 70 -50'), side, 1));
    return canvas.paint(horn, { fill: mix(coat, '#9fdcbc', 0.4), line: edge, depth: 6 });
  });
  const skull = polygon(pts('0 -78, 58 -60, 88 -8, 58 46, 0 68, -58 46, -88 -8, -58 -60'));
  return (
    horns +
    canvas.paint(skull, { fill: lighter(coat, 0.12), line: edge, marks: cuts, depth: 11 }) +
    drawFace(canvas, { apart: 34, y: 0, size: 16, mouth: 30, wide: 16 }) +
    fill(spark([64, -64], 18) + spark([-100, 20], 12), '#ffffff')
  );
}

export function drawCube(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const ink = look.parts.glyphs?.colours[0] ?? look.eye;
  const horns = drawEars(canvas, { usual: 'angular', colour: look.coat, where: 'behind' });
  const ears = put(horns, { x: -4, y: -196, scale: 0.94 });
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
  const [pale, marks] = [lighter(look.coat, 0.14), fill(LOCK, ink)];
  const plate = paint('M-44 -96h74v58h-74Z', { fill: pale, depth: 5, width: 4, marks });
  return feet + sides + front + plate;
}

function glyphs({ random }: Canvas, ink: Colour): Svg {
  const shapes = ['h12', 'v12', 'h10v10', 'l8 12', 'v5m0 5v3', 'h12m-12 8h12', 'q10 6 0 12'] as const;
  const marks = drawEach([-90, -66, -42, 26, 50, 72], (x) =>
    times(9, (row) =>
      random.between(0, 1) < 0.62 ? `M${x} ${n(-218 + row * 22)}${random.pick(shapes)}` : '',
    ),
  );
  return stroke(marks, ink, 3.6, 0.75);
}

export function drawNestedCubes(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const wire = look.parts.rim?.colours[0] ?? '#8d6cc6';
  const [outer, inner] = [cube(124), cube(66)];
  const corners = [...outer.front, ...outer.back];
  const innerCorners = [...inner.front, ...inner.back];
  const ties = drawEach(corners, ([x, y], index) => {
    const [ix = 0, iy = 0] = innerCorners[index] ?? [];
    return `M${n(x)} ${n(y)}L${n(ix)} ${n(iy)}`;
  });
  const depthLines = drawEach(outer.front, (corner, index) => {
    return `M${formatPoint(corner)}L${formatPoint(outer.back[index] ?? corner)}`;
  });
  const edges = polygon(outer.front) + polygon(outer.back) + depthLines;
  const smallEye = drawEye(canvas, { size: 8, lid: wire });
  const eyes = drawEach(pts('-100 -76, 66 -78, -84 92, 92 40, 16 -116'), ([x, y]) => put(smallEye, { x, y }));
  const faces =
    fill(polygon(outer.back), lighter(wire, 0.45), 0.4) +
    fill(polygon(outer.front), lighter(wire, 0.3), 0.45) +
    stroke(edges, darker(wire, 0.12), 7) +
    stroke(ties, wire, 4, 0.8);
  const line = darker(wire, 0.3);
  const core =
    glow(canvas, [0, 0], 120, '#fff4cf') +
    paint(polygon(inner.back), { fill: lighter(wire, 0.25), depth: 0, line }) +
    paint(polygon(inner.front), { fill: mix(wire, '#fff4cf', 0.35), depth: 8, line });
  const knobs = fill(ovals(corners, 8), lighter(wire, 0.5));
  const face = drawFace(canvas, { apart: 24, y: -4, size: 13 * growth.eyes, lid: wire, mouth: 24, wide: 13 });
  return {
    body: put(put(faces + core + eyes + knobs, { turn: -7 }), { y: -164 * size, scale: size }),
    head: put(put(face, { x: -9, y: 4 }), { y: -164 * size, scale: size, turn: -7 }),
    crown: { x: 10, y: -290 * size, width: 90 * size },
    reach: { left: 150 * size, right: 150 * size, top: 316 * size },
  };
}

const cube = (r: number) => ({
  front: scaled(pts('-1 -0.8, 0.72 -0.8, 0.72 0.92, -1 0.92'), r),
  back: scaled(pts('-0.56 -1.12, 1.12 -1.12, 1.12 0.56, -0.56 0.56'), r),
});

const NIGHT = '#1b1622';
const BLACK_HOLE_FACE = { apart: 36, y: -20, size: 20, mouth: 40, wide: 24, blush: 0.45 };

export function drawBlackHole(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
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
  const sphere = paint(oval(0, middle[1], r), {
    fill: NIGHT,
    line: lighter(ring, 0.2),
    depth: 0,
    width: 4,
    marks: stroke(oval(0, middle[1], r), ring, 18, 0.45),
  });
  const light = pair((side) => glow(canvas, [36 * side, -20], 40, '#fff6dc'));
  const face = drawFace(canvas, { ...BLACK_HOLE_FACE, lid: NIGHT });
  return {
    body: glow(canvas, middle, r * 2, ring) + bentLight + disc('behind') + sphere + disc('before') + dust,
    // The face is drawn after the ring, so that no line crosses the eyes.
    head: put(light + face, { y: middle[1] - r * 0.18, scale: r / 104 }),
    crown: { x: 0, y: middle[1] - r, width: 80 },
    reach: { left: r * 2, right: r * 2, top: r * 3.1 + 40 },
  };
}

export function drawParticleSwirl(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const [warm, cold] = [look.coat, look.second ?? '#94949e'];
  const face =
    put(drawEye(canvas, { size: 27, lid: warm }), { x: -34, y: -10 }) +
    put(drawEye(canvas, { side: 1, size: 17, lid: warm }), { x: 36, y: -20 }) +
    drawMouth(canvas, { y: 34, width: 26, ink: darker(warm, 0.7) });
  return {
    body: put(debris(canvas, warm, cold) + starCore(canvas, warm, cold), { y: -186 * size, scale: size }),
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
    return polygon(
      [0, 1.57, 3.14, 4.71].map((turn): Point => {
        return [x + Math.cos(turn + index) * r, y + Math.sin(turn + index) * r * flat];
      }),
    );
  });
  return drawEach([cold, warm, lighter(warm, 0.35)], (colour, kind) => {
    const shapes = bits.filter((_, index) => index % 3 === kind).join('');
    return outlined(shapes, colour, darker(colour, 0.55), 3);
  });
}

function starCore({ paint }: Canvas, warm: Colour, cold: Colour): Svg {
  const swirl = Array.from({ length: 16 }, (_, index): Point => [
    Math.cos(index * 0.66 + 2) * (96 - index * 5.4),
    Math.sin(index * 0.66 + 2) * (90 - index * 5),
  ]);
  const marks =
    stroke(curve(swirl), lighter(warm, 0.5), 13, 0.75) + stroke(curve(scaled(swirl, -1)), cold, 9, 0.6);
  const unevenCircle = Array.from({ length: 26 }, (_, index): Point => {
    const far = 88 * (1 + 0.1 * Math.sin(index * 2.4) + 0.08 * Math.cos(index * 5.1));
    const angle = (index / 26) * Math.PI * 2;
    return [Math.cos(angle) * far, Math.sin(angle) * far];
  });
  const sparks = spark([-120, -96], 19) + spark([132, -60], 19) + spark([90, 110], 19);
  const core = paint(polygon(unevenCircle), { fill: mix(warm, cold, 0.15), marks, depth: 14 });
  return core + fill(sparks, '#fff1b0');
}

const eyeScale = ({ growth }: Canvas) => 0.8 + 0.2 * growth.head;

function spiritFigure({ growth }: Canvas, body: Svg, [wide, top]: Point, float = 0): Figure {
  const size = 0.66 + 0.34 * growth.body;
  return {
    body: put(body, { y: -float, scale: size }),
    head: '',
    crown: { x: 0, y: -top * size - float + 6, width: 90 * size },
    reach: { left: wide * size, right: wide * size, top: top * size + float },
  };
}

export function drawJelly(canvas: Canvas): Figure {
  const { coat } = canvas.look;
  const shape = symmetricLoop('0 -226, 70 -214, 124 -150, 150 -60, 146 -12, 96 2, 0 4');
  const bubble = (x: number, y: number, r: number) =>
    fill(oval(x, y, r), lighter(coat, 0.45), 0.55) +
    fill(oval(x - r * 0.3, y - r * 0.3, r * 0.3), '#fffdf6', 0.8);
  const lower = bubble(-70, -60, 15) + bubble(84, -90, 11) + bubble(60, -40, 18);
  const upper = bubble(-40, -150, 9) + bubble(20, -176, 12) + bubble(-96, -24, 9);
  const inner = fill(symmetricLoop('0 -200, 60 -186, 104 -130, 124 -50, 0 -24'), lighter(coat, 0.25), 0.5);
  const body =
    canvas.paint(shape, { marks: inner + lower + upper, depth: 20 }) +
    shine(-70, -168, 30, 15) +
    drawFace(canvas, { apart: 44, y: -110, size: 20 * eyeScale(canvas), mouth: 30, wide: 24, blush: 0.5 });
  return spiritFigure(canvas, body, [160, 234]);
}

export function drawSheetGhost(canvas: Canvas): Figure {
  const { coat } = canvas.look;
  const half = pts('0 -276, 64 -260, 102 -190, 118 -60, 124 -6, 92 -30, 62 4, 30 -24, 0 8');
  const halo = glow(canvas, [0, -150], 210, canvas.look.parts.glow?.colours[0] ?? '#a9cdf0');
  const folds = 'M-60 -70Q-66 -40 -60 -10M0 -80Q4 -44 0 -10M62 -70Q68 -40 60 -10';
  const arms = pair((side) =>
    turnAbout(
      canvas.paint(limb(scaled(pts('92 -150, 126 -140, 146 -164'), side, 1), [44, 36, 22]), { depth: 6 }),
      -armTurn(canvas.motion, side) * side * 0.5,
      92 * side,
      -150,
    ),
  );
  const marks = stroke(folds, mix(coat, '#7f9cc8', 0.5), 5, 0.6) + fill(oval(0, 6, 130, 46), '#a9c6ea', 0.4);
  const body =
    halo +
    arms +
    canvas.paint(loop(mirrored(half), 0.9), { marks, depth: 17, line: mix(coat, '#4d5c86', 0.75) }) +
    stroke('M-138 20q-14 12 -30 2M130 22q16 10 30 -2M-20 30q20 10 40 0', '#dbe9f6', 6, 0.9) +
    drawFace(canvas, { apart: 38, y: -186, size: 19 * eyeScale(canvas), mouth: 40, wide: 18, blush: 0.35 });
  return spiritFigure(canvas, body, [170, 290], 22);
}

export function drawStarryShadow(canvas: Canvas): Figure {
  const rim = canvas.look.parts.rim?.colours[0] ?? '#a98be0';
  const night = mix(canvas.look.coat, '#120e1e', 0.62);
  const marks =
    specks(canvas, [0, -120], { count: 22, ring: [20, 118], colour: '#f5efff' }) +
    fill(oval(-60, -60, 40, 16), '#5a4790', 0.4) +
    stroke(SHADOW_SHAPE, rim, 16, 0.6);
  const body =
    glow(canvas, [0, -130], 220, rim) +
    canvas.paint(SHADOW_SHAPE, { fill: night, marks, line: rim, depth: 0, width: 4 }) +
    drawFace(canvas, { apart: 40, y: -168, size: 17 * eyeScale(canvas), lid: night });
  return spiritFigure(canvas, body, [166, 276]);
}

const SHADOW_SHAPE = loop(
  pts(
    '-20 -262, 50 -250, 92 -190, 138 -140, 122 -70, 152 -14, 60 2, -30 -2, -150 -8, -126 -80, -142 -150, -86 -196',
  ),
);

const pixel = (at: string, colour: Colour): Svg => fill(`M${at}h14v14h-14Z`, colour);

export function drawSmudge(canvas: Canvas): Figure {
  const { coat } = canvas.look;
  const shape = symmetricLoop('0 -224, 66 -206, 104 -140, 112 -60, 80 -8, 0 2');
  const dust = stroke(shape, darker(coat, 0.45), 5, 0.8).replace('/>', ' stroke-dasharray="2 13 18 9"/>');
  const pixels =
    pixel('-128 -96', '#59d7e6') +
    pixel('118 -150', '#f2a7b3') +
    pixel('136 -60', '#f0c648') +
    pixel('-108 -190', '#9fdcbc') +
    pixel('88 -218', '#8d6cc6');
  const strokes = 'M-84 -40q40 14 80 4M-90 -150q24 -34 60 -44M20 -30q40 4 66 -16';
  const body =
    stroke('M96 -24l14 -14l6 18l14 -20l8 16l14 -18l6 14', darker(coat, 0.4), 5, 0.7) +
    fill(shape, lighter(coat, 0.25), 0.55) +
    fill(oval(0, -110, 84, 92), coat, 0.6) +
    fill(oval(-10, -130, 52, 62), darker(coat, 0.08), 0.45) +
    stroke(strokes, lighter(coat, 0.5), 9, 0.6) +
    dust +
    pixels +
    drawFace(canvas, { apart: 36, y: -136, size: 18 * eyeScale(canvas), mouth: 36, wide: 16 });
  return spiritFigure(canvas, body, [158, 236]);
}

export function drawMist(canvas: Canvas): Figure {
  const { coat } = canvas.look;
  const deep = mix(coat, '#4d7fc0', 0.5);
  const train = limb(pts('0 -70, 14 -10, -8 40, 26 84'), [128, 84, 46, 6]);
  const shape = symmetricLoop('0 -252, 70 -238, 118 -172, 110 -96, 66 -48, 0 -34');
  const light = glow(canvas, [0, -110], 90, '#fffbe8');
  const cloud = canvas.paint(shape, { line: deep, width: 4, marks: light, depth: 16 });
  const eyes = 20 * eyeScale(canvas);
  const face = drawFace(canvas, { apart: 42, y: -158, size: eyes, mouth: 34, wide: 16, blush: 0.35 });
  const body = ribbons(canvas, deep) + fill(train, coat, 0.7) + veil(coat) + cloud + face;
  return spiritFigure(canvas, put(body, { y: canvas.hasScenery ? -60 : -78 }), [206, 318]);
}

function ribbons({ paint }: Canvas, deep: Colour): Svg {
  const ribbon = (line: string, side: 1 | -1, pale: number) =>
    paint(limb(scaled(pts(line), side, 1), [26, 48, 40, 6]), {
      fill: lighter(deep, pale),
      line: deep,
      width: 4,
      depth: 6,
      opacity: 0.75,
    });
  return pair(
    (side) =>
      ribbon('70 -170, 130 -200, 164 -140, 200 -150', side, 0.2) +
      ribbon('70 -120, 130 -130, 164 -76, 200 -66', side, 0.4),
  );
}

function veil(coat: Colour): Svg {
  const round = mirrored(pts('0 -108, 76 -92, 122 -24, 110 50, 62 92, 0 104'));
  return drawEach([1.16, 1.08], (scale) =>
    fill(loop(moved(scaled(round, scale), 0, -144)), lighter(coat, 0.3), 0.4),
  );
}

const SITTING = pts('0 -284, 54 -270, 92 -222, 94 -168, 92 -128, 100 -86, 112 -40, 86 0, 0 4');

export function drawEcho(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const head = growth.head ** 0.5;
  const points = mirrored(SITTING).map(([x, y]): Point =>
    y < -134 ? [x * head, -134 + (y + 134) * head] : [x, y],
  );
  const draw = firstMatch(ECHO_STYLES, look.text) ?? repeatedOutline;
  const eyesAt = -134 - 76 * head;
  const eyes = { apart: 36 * head, y: eyesAt, size: 18 * Math.sqrt(growth.eyes) };
  const face = drawFace(canvas, { ...eyes, mouth: 32 * head, wide: 18, blush: 0.35 });
  const colour = /checkered/.test(look.text) ? '#efedf3' : look.coat;
  const body = put(draw(canvas, loop(points)), { scale: size });
  const ears = drawEars(canvas, { usual: 'round', colour, where: 'behind' });
  return {
    body: put(put(ears, { y: eyesAt + 12, scale: head }), { scale: size }) + body,
    head: put(face, { scale: size }),
    neck: { x: 0, y: -136 * size, width: 60 * size },
    crown: { x: 0, y: -262 * size * head, width: 74 * size },
    reach: { left: 178 * size, right: 178 * size, top: 330 * size },
  };
}

const ECHO_STYLES: WordTable<(canvas: Canvas, shape: string) => Svg> = [
  [/checkered|dotted empty/, hollowShape],
  [/double outline|orbiting/, overlappingShapes],
];

function repeatedOutline({ look, paint }: Canvas, shape: string): Svg {
  const { coat } = look;
  const marks =
    drawEach([26, 52, 78], (r) => stroke(oval(0, -66, r, r * 0.86), lighter(coat, 0.5), 5, 0.7)) +
    fill(oval(0, -66, 14, 12), '#fffdf6', 0.8);
  const echoes = drawEach([-3, 3, -2, 2, -1, 1], (far) =>
    put(stroke(shape, coat, 5, 0.65 - Math.abs(far) * 0.15), { x: 24 * far }),
  );
  return echoes + paint(shape, { fill: lighter(coat, 0.12), marks, depth: 15, opacity: 0.93 });
}

function overlappingShapes({ look, paint }: Canvas, shape: string): Svg {
  const [blue, pink] = [look.coat, look.second ?? '#f2a7b3'];
  const sparks = drawEach(pts('-168 -128, 150 -142, -40 -76, 96 -84'), (at) => spark(at, 17));
  const ring = stroke(oval(0, -120, 170, 46), lighter(blue, 0.3), 4, 0.7);
  const orbit = `<g transform="rotate(-18 0 -120)">${ring}${fill(sparks, '#fff3b8')}</g>`;
  const ghost = put(fill(shape, pink, 0.75) + stroke(shape, darker(pink, 0.45), 4, 0.7), { x: 20, y: -8 });
  const tail =
    stroke(curve(pts('80 -20, 136 -10, 160 -60, 140 -96')), pink, 22, 0.55) +
    stroke(curve(pts('72 -16, 124 -4, 146 -54, 128 -88')), blue, 20, 0.8);
  const marks = fill(loop(pts('20 -290, 120 -260, 130 10, 40 10, 60 -120')), pink, 0.55);
  return tail + ghost + paint(shape, { fill: blue, marks, depth: 13, opacity: 0.9 }) + orbit;
}

function hollowShape({ paint }: Canvas, shape: string): Svg {
  const squares = times(12 * 8, (index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    return (column + row) % 2 ? `M${n(-112 + column * 28)} ${n(-290 + row * 28)}h28v28h-28Z` : '';
  });
  const dash = stroke(shape, '#6b6780', 6).replace('/>', ' stroke-dasharray="3 13"/>');
  const question =
    stroke('M112 -70q4 -30 30 -26q28 8 16 34q-16 14 -18 30', '#6b6780', 10) +
    fill(oval(140, -8, 8), '#6b6780');
  const marks = fill(squares, '#dcd9e4');
  return question + paint(shape, { fill: '#fbfafc', marks, width: 0, depth: 8, opacity: 0.92 }) + dash;
}

export function drawMirror(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
  const size = 0.68 + 0.32 * growth.body;
  const gold = look.parts.rim?.colours[0] ?? '#e9b53c';
  const rim = paint(oval(0, -178, 122, 146), { fill: gold, depth: 10 });
  const streaks =
    fill('M-120 -90L40 -340H84L-110 -40ZM-60 -30L110 -290H132L-30 -20Z', '#ffffff', 0.5) +
    fill(oval(40, -110, 70, 60), mix(look.coat, '#8fb6dc', 0.5), 0.35) +
    fill(oval(-30, -230, 60, 50), mix(look.coat, '#e7b7cf', 0.5), 0.3);
  const glass = paint(oval(0, -178, 102, 126), { marks: streaks, depth: 13 });
  const curls = flippedPair(
    () => paint('M0 0Q22 -14 34 4Q40 26 20 30Q6 28 10 14', { fill: gold, depth: 3, width: 4 }),
    { x: 96, y: -290 },
  );
  const feet = pair((side) =>
    paint(loop(scaled(pts('0 0, 6 -34, 30 -38, 52 -6, 40 4'), side, 1)), { fill: gold, depth: 6 }),
  );
  const crest = put(
    paint('M-30 14Q-34 -20 0 -34Q34 -20 30 14Z', { fill: gold, depth: 5 }) + fill(oval(0, -8, 9), '#d2473a'),
    { y: -326 },
  );
  const eyes = 23 * Math.sqrt(growth.eyes);
  const face = drawFace(canvas, { apart: 42, y: -186, size: eyes, mouth: 44, wide: 24, blush: 0.3 });
  return {
    body: put(feet + curls + crest + rim + glass + face, { scale: size }),
    head: glow(canvas, [60, -300 * size], 34, '#ffffff'),
    crown: { x: 0, y: -344 * size, width: 70 * size },
    reach: { left: 150 * size, right: 150 * size, top: 366 * size },
  };
}

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
    reach: { left: 172 * size, right: 172 * size, top: (canvas.hasScenery ? 372 : 416) * size },
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
      put(machineTrunk(canvas, high), { scale: wide, y: -46 }) +
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

function machineTrunk({ look, paint }: Canvas, high: number): Svg {
  const [shoulder, top] = [n(-high + 14), n(-high - 6)];
  const shell = `M-78 ${shoulder}Q-78 ${top} -56 ${top}H56Q78 ${top} 78 ${shoulder}V-12Q78 8 56 8H-56Q-78 8 -78 -12Z`;
  const graph = stroke(`M-40 ${n(-high * 0.62)}h20l9 -22l14 38l10 -28l7 12h24`, '#7ce8d4', 5);
  const display = `M-46 ${n(-high + 16)}h92v${n(high * 0.52)}h-92Z`;
  const screen = paint(display, { fill: '#2f3b4c', depth: 4, width: 4, marks: graph });
  const corners = [...moved(pts('-62 10, 62 10'), 0, -high), ...pts('-62 -10, 62 -10')];
  const rivets = fill(ovals(corners, 4.5), darker(look.coat, 0.4));
  return paint(shell, { marks: rivets, depth: 13 }) + screen;
}

function machineArms({ paint, expression, motion }: Canvas, high: number, wide: number): Svg {
  const raised = expression === 'glad' ? -46 : 0;
  const claw = 'M-18 -8Q-20 22 -6 26L-4 10H4L6 26Q20 22 18 -8Q0 -22 -18 -8Z';
  return pair((side) => {
    const up =
      motion.wave === undefined ? raised - armTurn(motion, side) : side === 1 ? -70 * motion.wave : 0;
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
