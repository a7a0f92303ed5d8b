import { type Canvas, drawEach, fill, outlined, put, stroke, type Svg, times } from '../drawing/canvas.ts';
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import {
  crossLine,
  limb,
  loop,
  moved,
  n,
  oval,
  type Point,
  pointList,
  pts,
  sampleCurve,
  scaled,
  spiky,
} from '../drawing/paths.ts';
import { drawEye, drawMouth } from '../parts/face.ts';

/** Draws a lizard on a branch, its tail rolled up. */
export function drawLizard(canvas: Canvas): Figure {
  const { growth } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 1.02;
  const drop = canvas.posture === 'lying' ? 46 * size : 0;
  const head = { x: -116 * size, y: -150 * size + drop * 1.7 };
  const lizard =
    lizardLegs(canvas, size, 26) +
    rolledTail(canvas, size) +
    trunk(canvas, size) +
    lizardLegs(canvas, size, 0);
  return {
    body: BRANCH + put(lizard, { y: drop }),
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

const WOOD = limb(pts('-420 -18, -80 -34, 90 -24, 420 -42'), [26, 30, 28, 18]);
const BRANCH: Svg =
  outlined(WOOD, '#a2714a', darker('#8f6040', 0.5), 5) +
  outlined('M150 -40q24 -34 52 -26q-8 30 -52 26Z', '#8db061', '#4d5c3a', 4);

function trunk(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
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
    canvas.paint(ridge, { fill: mix(look.coat, look.mark, 0.4), depth: 0 }) +
    canvas.paint(loop(scaled(back, size)), { marks: bands + belly, depth: 16 })
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

function lizardLegs(canvas: Canvas, size: number, shift: number): Svg {
  const colour = darker(canvas.look.coat, shift ? 0.2 : 0);
  return drawEach([-78, 66], (x) => {
    const at = (x + shift) * size;
    const spine = pointList([at + 10, -110 * size], [at - 14, -70 * size], [at - 4, -40]);
    const leg = canvas.paint(limb(spine, [46, 32, 26], size), { fill: colour, depth: 6 });
    const mitten = (dx: number, turn: number) =>
      put(canvas.paint(MITTEN, { fill: colour, depth: 4 }), { x: at + dx, y: -24, turn, scale: 0.8 });
    return leg + mitten(-14, 12) + mitten(8, -10);
  });
}

const MITTEN = 'M-12 0Q-14 -24 0 -26Q14 -24 12 0Q10 16 0 17Q-10 16 -12 0Z';

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

/** Draws a turtle from the side, its head to the left. */
export function drawTurtle(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.56 + 0.44 * growth.body;
  const high = (/high domed/.test(look.text) ? 168 : 118) * size;
  const skin = look.parts.legs?.colours[0] ?? lighter(look.coat, 0.3);
  const scale = growth.head * 0.82;
  const lying = canvas.posture === 'lying';
  const head = { x: -150 * size, y: lying ? -46 * scale : -96 * size - 30 * scale };
  const drop = lying ? 42 * size : 0;
  return {
    body:
      put(tailTip(canvas, skin, size), { y: drop * 0.6 }) +
      (lying ? '' : turtleLegs(canvas, skin, size, 'far')) +
      put(neck(canvas, skin, { ...head, y: head.y - drop }, size), { y: drop }) +
      (lying ? '' : turtleLegs(canvas, skin, size, 'near')) +
      put(dome(canvas, high, size), { y: drop }),
    head: put(turtleHead(canvas, skin), { ...head, scale }),
    neck: { x: head.x + 34, y: head.y + 40 * scale, width: 40 * scale },
    crown: { x: head.x, y: head.y - 52 * scale, width: 60 * scale },
    reach: {
      left: -head.x + 66 * scale,
      right: 172 * size,
      top: Math.max(high + 66 * size - drop, -head.y + 60 * scale),
    },
  };
}

function dome(canvas: Canvas, high: number, size: number): Svg {
  const { look } = canvas;
  const edge = -52 * size;
  const arch = pts('-132 0, -122 -0.42, -74 -0.86, 0 -1.02, 74 -0.86, 122 -0.42, 132 0, 0 0.08');
  const scutes = drawEach([-86, -30, 30, 86], (x, index) => {
    const [up, r] = index % 3 === 0 ? [0.3, 30] : [0.46, 38];
    return scute(canvas, [x * size, edge - high * up], r * size);
  });
  const top = scute(canvas, [0, edge - high * 0.88], 30 * size);
  const rim = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.18);
  const skirt = limb(
    pointList([-128 * size, edge + 2], [0, edge + 12], [128 * size, edge + 2]),
    [26, 30, 26],
    size,
  );
  return (
    canvas.paint(loop(moved(scaled(arch, size, high), 0, edge)), {
      marks: scutes + top,
      depth: 18,
    }) + canvas.paint(skirt, { fill: rim, depth: 7 })
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

function turtleLegs(canvas: Canvas, skin: Colour, size: number, which: 'near' | 'far'): Svg {
  const [shift, shade] = which === 'near' ? [0, 0] : [34, 0.2];
  const colour = darker(skin, shade);
  const webbed = /webbed/.test(canvas.look.text);
  return drawEach([-88, 84], (x) => {
    const at = (x + shift) * size;
    const foot = webbed
      ? limb(pointList([at, -60 * size], [at - 6, -24], [at - 26, -6]), [50, 40, 30], size)
      : limb(pointList([at, -62 * size], [at - 2, -30], [at - 4, -10]), [56, 48, 46], size);
    const claws = stroke(
      `M${n(at - 16)} -2v-7M${n(at - 3)} -1v-7M${n(at + 10)} -2v-7`,
      lighter(colour, 0.6),
      5,
    );
    return (
      canvas.paint(foot, { fill: colour, marks: scales(at - 30, -56 * size, colour), depth: 7 }) +
      (webbed ? '' : claws)
    );
  });
}

function scales(x: number, y: number, colour: Colour): Svg {
  const row = (index: number) =>
    `M${n(x + (index % 2) * 10)} ${n(y + index * 15)}q8 9 16 0q8 9 16 0q8 9 16 0`;
  return stroke(times(3, row), darker(colour, 0.4), 3, 0.55);
}

function tailTip(canvas: Canvas, skin: Colour, size: number): Svg {
  return canvas.paint(limb(scaled(pts('110 -56, 146 -44, 164 -30'), size), [34 * size, 22 * size, 6]), {
    fill: skin,
    depth: 5,
  });
}

function neck(canvas: Canvas, skin: Colour, head: Position, size: number): Svg {
  const spine = pointList([-70 * size, -74 * size], [-112 * size, -82 * size], [head.x, head.y + 8]);
  const folds = sampleCurve(spine, 4)
    .filter(({ part }) => part > 0.3 && part < 0.8)
    .map(({ at }) => `M${n(at[0] - 4)} ${n(at[1] - 26)}q10 26 0 52`);
  return canvas.paint(limb(spine, [78, 64, 58], size), {
    fill: skin,
    marks: stroke(folds.join(''), darker(skin, 0.4), 3, 0.5),
    depth: 8,
  });
}

function turtleHead(canvas: Canvas, skin: Colour): Svg {
  const { look } = canvas;
  const skull = loop(pts('0 -50, 40 -38, 56 0, 38 36, -6 44, -48 34, -62 4, -42 -36'));
  const stripe = look.parts.earStripes
    ? stroke('M14 8Q34 2 62 10', look.parts.earStripes.colours[0] ?? '#d2473a', 15) +
      stroke('M-20 34Q10 30 50 40', '#f0c648', 5)
    : '';
  const smile = put(drawMouth(canvas, { y: 14, width: 20, ink: darker(skin, 0.65) }), { x: -34 });
  return (
    canvas.paint(skull, { fill: skin, marks: stripe, depth: 10 }) +
    smile +
    fill(oval(-52, -4, 3, 3), darker(skin, 0.6)) +
    put(drawEye(canvas, { size: 15, lid: skin }), { x: -16, y: -10 })
  );
}
