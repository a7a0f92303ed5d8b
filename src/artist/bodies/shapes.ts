import {
  type Canvas,
  drawEach,
  fill,
  outlined,
  pair,
  put,
  stroke,
  type Svg,
  times,
} from '../drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine, spark, specks } from '../drawing/light.ts';
import {
  curve,
  formatPoint,
  limb,
  moved,
  n,
  oval,
  ovals,
  type Point,
  polygon,
  pts,
  scaled,
} from '../drawing/paths.ts';
import { coatColoursOf } from '../parts/coat-marks.ts';
import { drawEars } from '../parts/ears.ts';
import { drawEye, drawFace, drawMouth } from '../parts/face.ts';

export function drawBall(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 146 * (0.72 + 0.28 * growth.body);
  const middle = -r - 8;
  const { ears: colour } = coatColoursOf(look);
  const ears = put(drawEars(canvas, { usual: 'round', colour, where: 'behind' }), {
    y: middle - r * 0.36,
    scale: 1.4,
  });
  const belly = fill(oval(0, middle + r * 0.5, r * 0.6, r * 0.56), lighter(look.coat, 0.5));
  const ball = canvas.paint(oval(0, middle, r), { marks: belly, depth: 20 });
  const face = drawFace(canvas, { apart: 50, y: 0, size: 20, mouth: 26, wide: 24, blush: 0.7 });
  const stub = (line: string, side: 1 | -1) =>
    canvas.paint(limb(scaled(pts(line), side * r, r), [32, 30, 26]), { depth: 5 });
  const feet = pair((side) =>
    canvas.paint(oval(r * 0.42 * side, -10, 34, 19), { fill: darker(look.coat, 0.08), depth: 5 }),
  );
  const tail = stub('0.6 -0.41, 1.02 -0.3, 1.12 -0.55', 1);
  const hands = pair((side) => stub('0.82 -0.9, 0.66 -0.77, 0.5 -0.78', side));
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
  const marks = drawEach([-90, -66, -42, 26, 50, 72], (x) =>
    times(9, (row) =>
      random.between(0, 1) < 0.62 ? `M${x} ${n(-218 + row * 22)}${random.pick(shapes)}` : '',
    ),
  );
  return stroke(marks, ink, 3.6, 0.75);
}

/** Draws a cube inside a cube, with eyes on all sides. */
export function drawNestedCubes(canvas: Canvas): Figure {
  const { growth, look } = canvas;
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
    canvas.paint(polygon(inner.back), { fill: lighter(wire, 0.25), depth: 0, line }) +
    canvas.paint(polygon(inner.front), { fill: mix(wire, '#fff4cf', 0.35), depth: 8, line });
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

/** Draws a black sphere that distorts the picture around it. */
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
  const face = drawFace(canvas, { ...BLACK_HOLE_FACE, lid: NIGHT });
  return {
    body: glow(canvas, middle, r * 2, ring) + bentLight + disc('behind') + sphere + disc('before') + dust,
    // The face is drawn after the ring, so that no line crosses the eyes.
    head: put(light + face, { y: middle[1] - r * 0.18, scale: r / 104 }),
    crown: { x: 0, y: middle[1] - r, width: 80 },
    reach: { left: r * 2, right: r * 2, top: r * 3.1 + 40 },
  };
}

/** Draws fragments that circle a core. */
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

function starCore(canvas: Canvas, warm: Colour, cold: Colour): Svg {
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
  return (
    canvas.paint(polygon(unevenCircle), { fill: mix(warm, cold, 0.15), marks, depth: 14 }) +
    fill(sparks, '#fff1b0')
  );
}
