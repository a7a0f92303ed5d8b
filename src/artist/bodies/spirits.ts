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
import { type Colour, darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine, spark, specks } from '../drawing/light.ts';
import {
  curve,
  limb,
  loop,
  mirrored,
  moved,
  n,
  oval,
  type Point,
  pts,
  scaled,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawEars } from '../parts/ears.ts';
import { drawFace } from '../parts/face.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

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

/** Draws a blob of jelly with bubbles in it. */
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
    canvas.paint(limb(scaled(pts('92 -150, 126 -140, 146 -164'), side, 1), [44, 36, 22]), { depth: 6 }),
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

/** Draws a dark silhouette with stars in it and a bright outline. */
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

/** Draws a blurred shape, like a half-erased pencil drawing. */
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
  return spiritFigure(canvas, put(body, { y: -60 }), [206, 318]);
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

/** Draws a soft sitting body with a repeated, doubled or dotted outline. */
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

function repeatedOutline(canvas: Canvas, shape: string): Svg {
  const { coat } = canvas.look;
  const marks =
    drawEach([26, 52, 78], (r) => stroke(oval(0, -66, r, r * 0.86), lighter(coat, 0.5), 5, 0.7)) +
    fill(oval(0, -66, 14, 12), '#fffdf6', 0.8);
  const echoes = drawEach([-3, 3, -2, 2, -1, 1], (far) =>
    put(stroke(shape, coat, 5, 0.65 - Math.abs(far) * 0.15), { x: 24 * far }),
  );
  return echoes + canvas.paint(shape, { fill: lighter(coat, 0.12), marks, depth: 15, opacity: 0.93 });
}

function overlappingShapes(canvas: Canvas, shape: string): Svg {
  const [blue, pink] = [canvas.look.coat, canvas.look.second ?? '#f2a7b3'];
  const sparks = drawEach(pts('-168 -128, 150 -142, -40 -76, 96 -84'), (at) => spark(at, 17));
  const ring = stroke(oval(0, -120, 170, 46), lighter(blue, 0.3), 4, 0.7);
  const orbit = `<g transform="rotate(-18 0 -120)">${ring}${fill(sparks, '#fff3b8')}</g>`;
  const ghost = put(fill(shape, pink, 0.75) + stroke(shape, darker(pink, 0.45), 4, 0.7), { x: 20, y: -8 });
  const tail =
    stroke(curve(pts('80 -20, 136 -10, 160 -60, 140 -96')), pink, 22, 0.55) +
    stroke(curve(pts('72 -16, 124 -4, 146 -54, 128 -88')), blue, 20, 0.8);
  const marks = fill(loop(pts('20 -290, 120 -260, 130 10, 40 10, 60 -120')), pink, 0.55);
  return tail + ghost + canvas.paint(shape, { fill: blue, marks, depth: 13, opacity: 0.9 }) + orbit;
}

function hollowShape(canvas: Canvas, shape: string): Svg {
  const squares = times(12 * 8, (index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    return (column + row) % 2 ? `M${n(-112 + column * 28)} ${n(-290 + row * 28)}h28v28h-28Z` : '';
  });
  const dash = stroke(shape, '#6b6780', 6).replace('/>', ' stroke-dasharray="3 13"/>');
  const question =
    stroke('M112 -70q4 -30 30 -26q28 8 16 34q-16 14 -18 30', '#6b6780', 10) +
    fill(oval(140, -8, 8), '#6b6780');
  const marks = fill(squares, '#dcd9e4');
  return question + canvas.paint(shape, { fill: '#fbfafc', marks, width: 0, depth: 8, opacity: 0.92 }) + dash;
}

export function drawMirror(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.68 + 0.32 * growth.body;
  const gold = look.parts.rim?.colours[0] ?? '#e9b53c';
  const rim = canvas.paint(oval(0, -178, 122, 146), { fill: gold, depth: 10 });
  const streaks =
    fill('M-120 -90L40 -340H84L-110 -40ZM-60 -30L110 -290H132L-30 -20Z', '#ffffff', 0.5) +
    fill(oval(40, -110, 70, 60), mix(look.coat, '#8fb6dc', 0.5), 0.35) +
    fill(oval(-30, -230, 60, 50), mix(look.coat, '#e7b7cf', 0.5), 0.3);
  const glass = canvas.paint(oval(0, -178, 102, 126), { marks: streaks, depth: 13 });
  const curls = flippedPair(
    () => canvas.paint('M0 0Q22 -14 34 4Q40 26 20 30Q6 28 10 14', { fill: gold, depth: 3, width: 4 }),
    { x: 96, y: -290 },
  );
  const feet = pair((side) =>
    canvas.paint(loop(scaled(pts('0 0, 6 -34, 30 -38, 52 -6, 40 4'), side, 1)), { fill: gold, depth: 6 }),
  );
  const crest = put(
    canvas.paint('M-30 14Q-34 -20 0 -34Q34 -20 30 14Z', { fill: gold, depth: 5 }) +
      fill(oval(0, -8, 9), '#d2473a'),
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
