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
import { darker, lighter } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { shine } from '../drawing/light.ts';
import {
  curve,
  limb,
  loop,
  mirrored,
  n,
  offset,
  oval,
  ovals,
  type Point,
  pointList,
  pts,
  sampleCurve,
  scaled,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawEye, drawFace, drawMouth } from '../parts/face.ts';

export function drawFish(canvas: Canvas): Figure {
  const { growth, look, paint, posture } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const lift = posture === 'lying' ? -88 : -150;
  const second = look.second ?? darker(look.coat, 0.18);
  const rays = stroke(RAYS, darker(second, 0.3), 4, 0.6);
  const fin = (outline: string) => paint(loop(pts(outline)), { fill: second, depth: 6, marks: rays });
  const tail = fin('96 0, 150 -74, 196 -86, 178 -10, 198 72, 150 62');
  const fins = fin('-40 -84, 0 -134, 70 -128, 78 -70') + fin('-10 82, 20 124, 70 112, 56 70');
  const scales = stroke(
    'M10 -40q14 14 0 30M10 -10q14 14 0 30M10 20q14 14 0 30M46 -26q14 14 0 30M46 4q14 14 0 30M78 -12q12 12 0 26',
    darker(look.coat, 0.26),
    4,
    0.7,
  );
  const marks =
    fill(oval(-20, 74, 110, 44), lighter(look.coat, 0.5), 0.8) +
    drawCoatMarks(canvas, { x: -40, y: -80, w: 150, h: 130 }) +
    scales;
  const outline = loop(pts('-134 0, -108 -58, -40 -92, 44 -78, 110 -22, 112 20, 44 76, -40 88, -108 56'));
  const trunk = paint(outline, { marks, depth: 17 });
  const flap = paint('M0 0Q40 -30 66 0Q50 40 8 34Z', { fill: second, depth: 5 });
  const eyes =
    put(drawEye(canvas, { size: 21 }), { x: -74, y: -20 }) +
    extraEyes(canvas) +
    put(drawMouth(canvas, { y: 20, width: 22, ink: darker(look.coat, 0.68) }), { x: -102 });
  const bubbles = stroke(ovals(pts('-150 -96, -166 -140'), 10) + oval(-138, -160, 6), '#fffdf6', 4, 0.9);
  return {
    body: put(tail + fins + trunk + put(flap, { x: -16, y: 12 }) + bubbles, { y: lift * size, scale: size }),
    head: put(eyes, { y: lift * size, scale: size }),
    crown: { x: -50 * size, y: (lift - 88) * size, width: 70 * size },
    reach: { left: 176 * size, right: 200 * size, top: (-lift + 140) * size },
  };
}

const RAYS = 'M110 0L190 -60M110 0L190 0M110 0L186 56M0 -84L20 -120M40 -84L56 -118';

function extraEyes(canvas: Canvas): Svg {
  if (!canvas.look.parts.eyes?.text.startsWith('many')) return '';
  return drawEach(pts('-40 -50, -96 -48, -30 -22, -58 18'), ([x, y]) =>
    put(drawEye(canvas, { size: 10 }), { x, y }),
  );
}

export function drawFrog(canvas: Canvas): Figure {
  const { growth, look, paint, expression } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 0.98 * (0.8 + 0.2 * size);
  const headY = -112 * size - 40 * scale;
  const pale = look.parts.belly?.colours[0] ?? lighter(look.coat, 0.5);
  const thighs = pair((side) =>
    paint(loop(scaled(pts('40 -4, 50 -76, 104 -96, 142 -50, 132 -4'), side, 1)), { depth: 10 }),
  );
  const feet = flippedPair(() =>
    paint('M60 0Q96 -26 150 -16Q168 -8 152 0Q166 6 146 8Q120 12 96 6Q70 12 60 0Z', { depth: 5 }),
  );
  const trunk = paint(symmetricLoop('0 -140, 62 -126, 84 -60, 66 -6, 0 2'), {
    marks: drawCoatMarks(canvas, { x: -84, y: -130, w: 168, h: 120 }) + fill(oval(0, -44, 54, 58), pale),
    depth: 14,
  });
  const arms = pair((side) =>
    paint(limb(scaled(pts('52 -90, 62 -44, 50 -6'), side, 1), [30, 24, 30]), { depth: 6 }),
  );
  return {
    body: put(thighs + feet + trunk + arms, { scale: size }),
    head: put(frogHead(canvas, pale), { y: headY, scale, turn: expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -118 * size, width: 66 * size },
    crown: { x: 0, y: headY - 70 * scale, width: 84 * scale },
    reach: { left: 162 * size, right: 162 * size, top: -headY + 106 * scale },
  };
}

function frogHead(canvas: Canvas, pale: string): Svg {
  const bumps = pair((side) => canvas.paint(oval(54 * side, -52, 36), { depth: 8 }));
  const skull = canvas.paint(symmetricLoop('0 -56, 58 -54, 108 -14, 104 30, 60 58, 0 66'), {
    depth: 13,
    marks: fill(oval(0, 62, 86, 30), pale, 0.9),
  });
  return (
    bumps +
    skull +
    fill(ovals(pts('-9 0, 9 0'), 3), darker(canvas.look.coat, 0.6)) +
    drawFace(canvas, { apart: 54, y: -50, size: 21, mouth: 68, wide: 46, blush: 0.45 })
  );
}

export function drawJellyfish(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const half = '0 -320, 74 -304, 128 -236, 140 -172, 110 -156, 70 -166, 34 -154, 0 -164';
  const marks =
    fill(oval(0, -200, 92, 66), lighter(look.coat, 0.4), 0.55) +
    drawCoatMarks(canvas, { x: -110, y: -310, w: 220, h: 110 });
  const bell = paint(symmetricLoop(half), { depth: 18, opacity: 0.94, marks });
  const ribbons = drawEach(RIBBONS, ({ line, wide, opacity }) =>
    stroke(curve(pts(line)), lighter(look.coat, 0.24), wide, opacity),
  );
  const eyes = 20 * Math.sqrt(growth.eyes);
  const face = drawFace(canvas, { apart: 42, y: -220, size: eyes, mouth: 32, wide: 20, blush: 0.5 });
  return {
    body: put(ribbons + bell + shine(-66, -276, 26, 12), { scale: size }),
    head: put(face, { scale: size }),
    crown: { x: 0, y: -316 * size, width: 90 * size },
    reach: { left: 150 * size, right: 150 * size, top: 336 * size },
  };
}

const RIBBONS = [
  { line: '-84 -160, -104 -110, -78 -64, -100 -8', wide: 15, opacity: 0.85 },
  { line: '-44 -158, -28 -100, -52 -52, -36 0', wide: 22, opacity: 0.8 },
  { line: '0 -160, 14 -104, -8 -58, 8 4', wide: 26, opacity: 0.85 },
  { line: '44 -158, 30 -104, 54 -52, 38 0', wide: 22, opacity: 0.8 },
  { line: '84 -160, 104 -114, 78 -62, 98 -10', wide: 15, opacity: 0.85 },
];

export function drawOctopus(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const great = /vast|ten long/.test(look.text);
  const low = -104 * (0.55 + 0.45 * growth.body);
  const scale = (great ? 1.06 : 1) * (0.7 + 0.3 * growth.head);
  const headY = low - 76 * scale;
  const reach = (great ? 196 : 176) * (0.6 + 0.4 * growth.body);
  return {
    body: tentacles(canvas, great ? 10 : 8, low, reach),
    head: put(octopusHead(canvas), { y: headY, scale }),
    crown: { x: 0, y: headY - 112 * scale, width: 84 * scale },
    reach: { left: reach + 26, right: reach + 26, top: -headY + 124 * scale },
  };
}

function tentacles(canvas: Canvas, count: number, low: number, reach: number): Svg {
  const { look, paint } = canvas;
  const suckers = look.parts.suckers?.colours[0] ?? lighter(look.coat, 0.62);
  const fromMiddle = (index: number) => Math.abs(index - (count - 1) / 2);
  return Array.from({ length: count }, (_, index) => index)
    .toSorted((one, other) => fromMiddle(other) - fromMiddle(one))
    .map((index) => {
      const part = index / (count - 1) - 0.5;
      const side = part < 0 ? -1 : 1;
      const far = part * 2 * reach;
      const curl = (index % 2 ? 30 : 40) * side;
      const high = Math.abs(part) * 70 + (index % 2) * 20;
      const spine: readonly Point[] = [
        [part * 96, low - 6],
        [far * 0.62, -22 - high * 0.2],
        [far * 0.94, -16 - high * 0.5],
        [far + curl * 0.5, -34 - high],
        [far + curl * 0.1, -52 - high],
        [far - curl * 0.3, -38 - high],
      ];
      const samples = sampleCurve(spine, 2).filter((sample) => sample.part > 0.26);
      const dots = drawEach(samples, ({ at, across, part: along }) => {
        const [x, y] = offset(at, across, -5 * side);
        return oval(x, y, 6 - along * 3);
      });
      return paint(limb(spine, [50, 40, 30, 21, 14, 9]), {
        fill: index % 2 ? darker(look.coat, 0.1) : look.coat,
        marks: fill(dots, suckers),
        depth: 7,
      });
    })
    .join('');
}

function octopusHead(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const skull = symmetricLoop('0 -112, 58 -98, 96 -44, 86 14, 62 58, 72 96, 0 108');
  const marks = /barnacled/.test(look.text)
    ? drawEach(
        pts('-60 -60, -40 -84, 58 -64, 74 -20'),
        ([x, y]) => fill(oval(x, y, 13, 11), '#b9b3a2') + fill(oval(x, y - 2, 6, 4), '#5b5a58'),
      )
    : fill(OCTOPUS_SPOTS, lighter(look.coat, 0.25), 0.7);
  const head = paint(skull, { marks, depth: 17 });
  if (!/one great/.test(look.parts.eyes?.text ?? ''))
    return head + drawFace(canvas, { apart: 40, y: 26, size: 19, mouth: 26, wide: 18, blush: 0.4 });
  return (
    head +
    put(drawEye(canvas, { size: 32, pupil: 'slit' }), { y: 4 }) +
    drawMouth(canvas, { y: 66, width: 26, ink: lighter(look.coat, 0.5) }) +
    stroke('M-44 -34Q0 -56 44 -34', darker(look.coat, 0.4), 7, 0.7)
  );
}

const OCTOPUS_SPOTS =
  oval(-52, -66, 11) + oval(-32, -86, 7) + oval(54, -56, 9) + oval(36, -82, 6) + oval(66, -26, 6);

export function drawAxolotl(canvas: Canvas): Figure {
  const { growth, expression, posture } = canvas;
  const lying = posture === 'lying';
  const high = 132 * (0.45 + 0.55 * growth.body) * (lying ? 0.5 : 1);
  const scale = growth.head * 1.05;
  const headY = lying ? -66 * scale : -high - 38 * scale;
  return {
    body: finnedTail(canvas, high) + axolotlTrunk(canvas, high),
    head: put(axolotlHead(canvas), { y: headY, scale, turn: expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -high + 22, width: 62 },
    crown: { x: 0, y: headY - 66 * scale, width: 92 * scale },
    reach: { left: 176 * scale, right: Math.max(176 * scale, 176), top: -headY + 110 * scale },
  };
}

function axolotlHead(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const skull = symmetricLoop('0 -66, 58 -60, 104 -20, 108 22, 72 56, 0 66');
  const freckles = ovals(pts('-64 -30, -50 -42, 56 -38, 70 -26, -76 0, 78 4'), 4);
  return (
    flippedPair(() => gills(canvas), { x: 88, y: -14 }) +
    paint(skull, { marks: fill(freckles, darker(look.coat, 0.25), 0.6), depth: 14 }) +
    drawFace(canvas, { apart: 62, y: -2, size: 17, mouth: 14, wide: 46, blush: 0.5 })
  );
}

function gills(canvas: Canvas): Svg {
  const { growth, look, paint } = canvas;
  const colour = look.parts.gills?.colours[0] ?? darker(look.coat, 0.3);
  const long = 92 * (0.7 + 0.3 * growth.extras);
  const hairs = times(6, (index) => {
    const x = n(18 + (index * long) / 7.5);
    return `M${x} 0l12 -17M${x} 0l12 17`;
  });
  const comb = stroke(hairs, darker(colour, 0.45), 13) + stroke(hairs, colour, 7.5);
  const stalk = limb(scaled(pts('0 0, 0.5 -2, 1 -6'), long, 1), [22, 18, 10]);
  return drawEach([-58, -26, 10], (turn) =>
    put(comb + paint(stalk, { fill: lighter(colour, 0.12), depth: 4, width: 4 }), { turn }),
  );
}

function axolotlTrunk(canvas: Canvas, high: number): Svg {
  const { look, paint } = canvas;
  const points = scaled(mirrored(pts('0 -1.1, 46 -1, 62 -0.6, 66 -0.2, 44 0, 0 0.02')), 1, high);
  const belly = fill(oval(0, -high * 0.4, 40, high * 0.42), lighter(look.coat, 0.45));
  const foot = (side: 1 | -1, y: number) => {
    const spine = pointList([40.6 * side, y], [58 * side, y + 10], [70 * side, y + 30]);
    const toes = `M${n(62 * side)} ${n(y + 40)}v-9M${n(73 * side)} ${n(y + 40)}v-9`;
    const marks = stroke(toes, darker(look.coat, 0.4), 3);
    return paint(limb(spine, [30, 27, 24]), { depth: 5, marks });
  };
  return (
    paint(loop(points), { marks: belly, depth: 13 }) +
    pair((side) => foot(side, -high * 0.7) + foot(side, -34))
  );
}

function finnedTail(canvas: Canvas, high: number): Svg {
  const { look, paint } = canvas;
  const spine: readonly Point[] = [...pts('30 -20, 96 -14, 140 -58'), [150, -high - 4]];
  const fin = limb(spine, [40, 76, 84, 10]);
  return (
    paint(fin, { fill: lighter(look.parts.gills?.colours[0] ?? look.coat, 0.35), depth: 6 }) +
    paint(limb(spine, [50, 40, 26, 8]), { depth: 6 })
  );
}
