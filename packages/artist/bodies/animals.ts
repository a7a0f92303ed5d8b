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
  turnAbout,
} from '../drawing/canvas.ts';
import { brightness, type Colour, darker, lighter } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { shine } from '../drawing/light.ts';
import { armTurn, footIn, legTurn } from '../drawing/motion.ts';
import {
  curve,
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
  pts,
  sampleCurve,
  scaled,
  shaggy,
  spiky,
  symmetricLoop,
} from '../drawing/paths.ts';
import { drawCoatMarks } from '../parts/coat-marks.ts';
import { drawEye, drawFace, drawMouth } from '../parts/face.ts';
import { drawWings } from '../parts/wings.ts';

export function drawMoth(canvas: Canvas): Figure {
  const { growth, look, expression } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const scale = growth.head * 0.92;
  const headY = -170 * size - 44 * scale;
  const wings = (0.5 + 0.5 * growth.extras) * size;
  const side = 22 * size + 190 * wings;
  return {
    body:
      drawWings(canvas, { x: 22 * size, y: -150 * size, scale: wings * 1.06 }) +
      put(mothLegs(canvas), { scale: size }) +
      put(abdomen(canvas), { scale: size }),
    head: put(mothHead(canvas), { y: headY, scale, turn: expression === 'curious' ? 6 : 0 }),
    neck: { x: 0, y: -158 * size, width: 50 * size },
    crown: { x: 0, y: headY - 62 * scale, width: 66 * scale },
    reach: {
      left: side,
      right: side,
      top: Math.max(-headY + (look.parts.feelers ? 140 : 84) * scale, 150 * size + 140 * wings),
    },
  };
}

function abdomen(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const half = mirrored(pts('0 -196, 42 -186, 60 -140, 58 -84, 42 -30, 0 -6'));
  const wideHoops = 'M-70 -126Q0 -106 70 -126M-70 -86Q0 -66 70 -86M-60 -48Q0 -30 60 -48';
  const thinHoops = 'M-60 -110Q0 -96 60 -110M-60 -76Q0 -60 60 -76M-50 -44Q0 -30 50 -44';
  const hoops = /hoops/.test(look.text)
    ? stroke(wideHoops, '#38343f', 17)
    : stroke(thinHoops, darker(look.coat, 0.24), 5, 0.7);
  const ruff = shaggy(mirrored(pts('0 -196, 46 -190, 54 -152, 0 -136')), 18, 8);
  const marks =
    hoops + drawCoatMarks(canvas, { x: -58, y: -130, w: 116, h: 110 }) + fill(ruff, lighter(look.coat, 0.42));
  return paint(isFuzzy(canvas) ? shaggy(half, 26, 8) : loop(half), { marks, depth: 14 });
}

const isFuzzy = ({ look }: Canvas) => /fuzzy|fluffy/.test(look.text);

function mothLegs({ look }: Canvas): Svg {
  const lines = 'M40 -110q40 4 46 34M44 -80q40 12 40 44M36 -50q32 14 26 46';
  return flippedPair(() => stroke(lines, darker(look.coat, 0.5), 12));
}

function mothHead(canvas: Canvas): Svg {
  const half = mirrored(pts('0 -66, 44 -58, 74 -20, 72 20, 44 54, 0 62'));
  const skull = isFuzzy(canvas) ? shaggy(half, 24, 7) : loop(half);
  return (
    canvas.paint(skull, { fill: lighter(canvas.look.coat, 0.12), depth: 12 }) +
    drawFace(canvas, { apart: 36, y: -4, size: 19, mouth: 32, wide: 18, blush: 0.5 })
  );
}

export function drawSpider(canvas: Canvas): Figure {
  const { growth, look, paint } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const scale = (0.74 + 0.26 * growth.head) * size;
  const middle = -112 * size;
  const body = paint(/fluffy|woolly/.test(look.text) ? shaggy(ROUND, 30, 9) : loop(ROUND), {
    marks:
      drawCoatMarks(canvas, { x: -100, y: -90, w: 200, h: 150 }) +
      fill(oval(0, 70, 70, 40), lighter(look.coat, 0.35), 0.7),
    depth: 18,
  });
  const face = drawFace(canvas, { apart: 36, y: 6, size: 20, mouth: 34, wide: 20, blush: 0.5 });
  return {
    body: eightLegs(canvas, size) + put(body, { y: middle, scale: size }),
    head: put(face, { y: middle, scale }),
    crown: { x: 0, y: middle - 96 * size, width: 84 * size },
    reach: { left: 206 * size, right: 206 * size, top: -middle + 116 * size },
  };
}

const ROUND = mirrored(pts('0 -104, 66 -90, 112 -30, 104 40, 58 86, 0 94'));

const SPIDER_LEGS = [
  pts('60 -130, 128 -210, 200 -96, 204 0'),
  pts('70 -110, 120 -166, 168 -70, 166 2'),
  pts('70 -90, 110 -124, 134 -50, 128 4'),
  pts('56 -70, 84 -88, 96 -34, 88 4'),
];

function eightLegs({ look, growth }: Canvas, size: number): Svg {
  const long = 0.7 + 0.3 * growth.legs;
  const colour = look.parts.legs?.colours[0] ?? darker(look.coat, 0.16);
  const legs = pair((side) =>
    drawEach(SPIDER_LEGS, (spine) => {
      const leg = curve(scaled(spine, side * size, size * long));
      return stroke(leg, darker(colour, 0.55), 21) + stroke(leg, colour, 12);
    }),
  );
  const feet = pair((side) =>
    drawEach([204, 166, 128, 88], (x) => fill(oval(x * side * size, 0, 9, 6), darker(colour, 0.5))),
  );
  return legs + feet;
}

/** A coiled snake with its head raised. */
export function drawCoil(canvas: Canvas): Figure {
  const { growth, look, paint, posture } = canvas;
  const size = 0.6 + 0.4 * growth.body;
  const scale = growth.head * 0.9;
  const lying = posture === 'lying';
  const headY = (lying ? -120 : -214) * size - 6;
  const ring = (y: number, wide: number) => {
    const marks =
      stroke(`M${n(-wide)} 8Q0 62 ${n(wide)} 8`, lighter(look.coat, 0.5), 12) +
      drawCoatMarks(canvas, { x: -wide, y: -44, w: wide * 2, h: 70 });
    return put(paint(oval(0, 0, wide, 44), { depth: 11, marks }), { y });
  };
  const top = headY / size + 10;
  const rise = paint(
    loop(pointList([-30, -100], [-38, -150], [-34, top], [34, top], [40, -150], [34, -100])),
    { depth: 10, marks: fill(oval(0, -150, 20, 76), lighter(look.coat, 0.5)) },
  );
  const skull = symmetricLoop('0 -60, 48 -52, 80 -14, 70 28, 34 54, 0 58');
  const head =
    paint(skull, { fill: lighter(look.coat, 0.08), depth: 11 }) +
    drawFace(canvas, { apart: 42, y: -10, size: 17, mouth: 38, wide: 24, blush: 0.35 });
  return {
    body: put(ring(-40, 150) + ring(-84, 112) + (lying ? '' : rise), { scale: size }),
    head: put(head, { y: headY, scale }),
    crown: { x: 0, y: headY - 58 * scale, width: 70 * scale },
    reach: { left: 158 * size, right: 158 * size, top: -headY + 76 * scale },
  };
}

export function drawSnail(canvas: Canvas): Figure {
  const { growth, look, posture } = canvas;
  const shell = 112 * (0.5 + 0.5 * growth.body);
  const skin = look.parts.coat?.colours.length ? lighter(look.coat, 0.25) : '#b9b2ae';
  const scale = growth.head * 0.9;
  const low = posture === 'lying';
  const at: Point = [46, -shell - (low ? 6 : 26)];
  const head = { x: -shell - (low ? 20 : 32), y: low ? -46 : -92 };
  return {
    body:
      stroke('M-60 4Q80 10 214 2', '#e6eef2', 12, 0.9) +
      snailFoot(canvas, skin, shell, head) +
      spiralShell(canvas, at, shell),
    head: put(snailHead(canvas, skin), { ...head, scale }),
    neck: { x: head.x + 14, y: head.y + 44, width: 46 * scale },
    crown: { x: head.x, y: head.y - 120 * scale, width: 54 * scale },
    // The eyes are on stalks at the top of the head, and headwear sits between them.
    places: { head: { x: head.x + 26 * scale, y: head.y - 30 * scale, width: 54 * scale } },
    reach: {
      left: -head.x + 60 * scale,
      right: shell + 70,
      top: Math.max(shell * 2 + (low ? 10 : 34), -head.y + (low ? 80 : 140) * scale),
    },
  };
}

function snailFoot({ paint }: Canvas, skin: Colour, shell: number, head: Position): Svg {
  const neck = pointList([head.x - 34, head.y], [head.x + 30, head.y - 14], [head.x + 62, -56]);
  const sole = pointList([shell + 20, -26], [shell + 72, 0], [20, 4], [head.x, 2], [head.x - 40, -30]);
  const body = loop([...neck, [20, -46], ...sole]);
  const hem = curve(pointList([head.x - 30, -16], [0, -12], [shell + 40, -8]));
  return paint(body, { fill: skin, marks: stroke(hem, darker(skin, 0.35), 4, 0.5), depth: 10 });
}

function spiralShell({ look, paint }: Canvas, [x, y]: Point, r: number): Svg {
  const shell = look.parts.shell?.colours[0] ?? look.coat;
  const turns = Array.from({ length: 30 }, (_, index): Point => {
    const [angle, far] = [index * 0.5 + 1.9, r * (0.94 - index * 0.031)];
    return [x + Math.cos(angle) * far, y + Math.sin(angle) * far];
  });
  const lip = loop(moved(scaled(pts('-0.98 0.3, -0.5 0.5, -0.4 1, -0.86 0.9'), r), x, y));
  const line = curve(turns.filter((_, index) => index % 2 === 0 || index < 20));
  const marks = stroke(line, lighter(shell, 0.3), 20, 0.55) + stroke(line, darker(shell, 0.5), 6);
  const spiral = paint(oval(x, y, r), { fill: shell, marks, depth: 17 });
  return spiral + paint(lip, { fill: darker(shell, 0.12), depth: 5 });
}

function snailHead(canvas: Canvas, skin: Colour): Svg {
  const height = canvas.posture === 'lying' ? 0.42 : canvas.expression === 'weak' ? 0.6 : 1;
  const stalks = pair((side) => {
    const [x, y] = [30 * side - 6, -104 * height];
    const stalk = limb(pointList([12 * side, 0], [20 * side, y * 0.5], [x, y]), [22, 16, 16]);
    return (
      canvas.paint(stalk, { fill: skin, depth: 4 }) +
      canvas.paint(oval(x, y - 8, 24 * canvas.growth.eyes), { fill: lighter(skin, 0.4), depth: 5 }) +
      put(drawEye(canvas, { side, size: 13, lid: skin }), { x, y: y - 8 })
    );
  });
  const feelers = 'M-34 6q-16 4 -22 18M-18 16q-14 8 -16 20';
  return (
    stalks +
    fill(oval(2, 10, 40, 34), skin) +
    stroke(feelers, darker(skin, 0.6), 12) +
    stroke(feelers, skin, 6) +
    fill(oval(20, 22, 12, 8), '#ee8f96', 0.5) +
    put(drawMouth(canvas, { y: 14, width: 18, ink: darker(skin, 0.65) }), { x: -4 }) +
    stroke('M-40 -6Q-30 -28 0 -28', darker(skin, 0.62), 0.1)
  );
}

export function drawHedgehog(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 132 * (0.72 + 0.28 * growth.body);
  const middle = -r - 4;
  const pale = look.second && brightness(look.second) > 0.7 ? '#f3dfc2' : lighter(look.coat, 0.6);
  const scale = 0.86 + 0.14 * growth.head;
  return {
    body: coatOfSpines(canvas, r, middle) + hedgehogBelly(canvas, r, pale),
    head: put(hedgehogHead(canvas, pale), { y: middle - 10, scale }),
    neck: { x: 0, y: -r * 0.62, width: 62 },
    crown: { x: 0, y: middle - 84 * scale, width: 70 * scale },
    reach: { left: r + 40, right: r + 40, top: r * 2 + 44 },
  };
}

function coatOfSpines({ look, paint }: Canvas, r: number, middle: number): Svg {
  const round = Array.from({ length: 8 }, (_, index): Point => {
    const angle = (index / 8) * Math.PI * 2 + 0.2;
    return [Math.cos(angle) * r, middle + Math.sin(angle) * r * 0.98];
  });
  const ticks = drawEach([0.62, 0.76, 0.9], (ring, row) =>
    times(22, (index) => {
      const angle = (index / 22) * Math.PI * 2 + row * 0.14;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      return `M${n(x * r * ring)} ${n(middle + y * r * ring)}l${n(x * 17)} ${n(y * 17)}`;
    }),
  );
  const tips = look.second ?? lighter(look.coat, 0.5);
  return paint(spiky(round, 34, 26), { depth: 10, marks: stroke(ticks, tips, 4.5, 0.85) });
}

function hedgehogBelly({ paint, motion }: Canvas, r: number, pale: Colour): Svg {
  const feet = pair((side) =>
    paint(oval(34 * side, -6 - 14 * footIn(motion, side * 0.25).lift, 24, 13), {
      fill: darker(pale, 0.2),
      depth: 4,
    }),
  );
  const half = pointList([0, -r * 0.94], [56, -r * 0.84], [72, -r * 0.4], [52, -8], [0, -2]);
  const tummy = paint(loop(mirrored(half)), { fill: pale, depth: 10 });
  const hands = pair((side) => {
    const arm = limb(scaled(pts('50 -0.62, 34 -0.46, 16 -0.42'), side, r), [22, 21, 18]);
    return turnAbout(
      paint(arm, { fill: darker(pale, 0.14), depth: 4 }),
      -armTurn(motion, side) * side,
      50 * side,
      -r * 0.62,
    );
  });
  return tummy + feet + hands;
}

function hedgehogHead(canvas: Canvas, pale: Colour): Svg {
  const ears = pair((side) => {
    const marks = fill(oval(66 * side, -44, 10), '#e9a59c');
    return canvas.paint(oval(66 * side, -46, 20), { fill: darker(pale, 0.22), depth: 5, marks });
  });
  const mask = symmetricLoop('0 -40, 26 -58, 62 -44, 78 0, 54 44, 0 60');
  const snout = symmetricLoop('0 -4, 22 6, 26 28, 14 46, 0 48');
  const nose = canvas.paint(snout, { fill: lighter(pale, 0.3), width: 0, depth: 7 });
  return (
    ears +
    canvas.paint(mask, { fill: pale, depth: 10 }) +
    drawFace(canvas, { apart: 38, y: -12, size: 17, lid: pale, blush: 0.5 }) +
    nose +
    fill(oval(0, 14, 13, 10), '#33262c') +
    fill(oval(-4, 10, 4, 2.5), '#fff7ee', 0.7) +
    drawMouth(canvas, { y: 30, width: 20, ink: '#5a3a34', kind: 'cat' })
  );
}

export function drawPangolin(canvas: Canvas): Figure {
  const { growth, posture } = canvas;
  const size = 0.58 + 0.42 * growth.body;
  const scale = growth.head * 0.92;
  const lying = posture === 'lying';
  const head = { x: -128 * size, y: lying ? -40 * scale : -104 * size - 12 };
  return {
    body: lying
      ? put(scalyTail(canvas, size) + scalyBack(canvas, size), { y: 36 * size })
      : scalyTail(canvas, size) + paws(canvas, size, 24) + scalyBack(canvas, size) + paws(canvas, size, 0),
    head: put(pangolinHead(canvas), { ...head, scale }),
    neck: { x: head.x + 40 * scale, y: head.y + 34, width: 44 * scale },
    crown: { x: head.x + 8, y: head.y - 48 * scale, width: 54 * scale },
    reach: { left: -head.x + 92 * scale, right: 220 * size, top: (lying ? 180 : 216) * size },
  };
}

function scaleRows(spine: readonly Point[], [from, to]: Point, colour: Colour): Svg {
  const rows = drawEach(sampleCurve(spine, 4), ({ at, across, onward, part }, row) => {
    const wide = from + (to - from) * part;
    const count = Math.max(2, Math.round(wide / 30));
    return times(count, (index) => {
      const place = ((index + (row % 2) * 0.5) / count - 0.5) * wide;
      const point = (aside: number, far: number) => {
        const [x, y] = offset(offset(at, across, place + aside), onward, far);
        return `${n(x)} ${n(y)}`;
      };
      return `M${point(-15, -6)}Q${point(0, 30)} ${point(15, -6)}`;
    });
  });
  return stroke(rows, darker(colour, 0.5), 3.6, 0.8);
}

function scalyBack(canvas: Canvas, size: number): Svg {
  const { look, paint } = canvas;
  const spine = scaled(pts('-130 -100, -60 -150, 30 -152, 110 -96'), size);
  const back = pts('-150 -110, -100 -176, -10 -212, 80 -190, 140 -110, 120 -46, 20 -34, -90 -44, -140 -72');
  const under = fill(oval(-20 * size, -34 * size, 120 * size, 26 * size), '#e6c9a0');
  const marks = scaleRows(spine, [130 * size, 130 * size], look.coat) + under;
  return paint(loop(scaled(back, size)), { marks, depth: 17 });
}

function scalyTail(canvas: Canvas, size: number): Svg {
  const { look, paint } = canvas;
  const spine = scaled(pts('80 -90, 150 -50, 190 -34, 206 -84'), size);
  const marks = scaleRows(spine, [96 * size, 20], look.coat);
  return paint(limb(spine, [110, 84, 58, 16], size), { marks, depth: 9 });
}

function paws({ paint, motion }: Canvas, size: number, shift: number): Svg {
  const skin = darker('#d9b48a', shift ? 0.25 : 0);
  return drawEach([-84, 70], (x) => {
    const at = (x + shift) * size;
    const claws = stroke(`M${n(at - 20)} -2l-7 5M${n(at - 10)} 0l-6 5M${n(at)} 0l-4 5`, '#f1e3c8', 6);
    const spine = pointList([at, -64 * size], [at - 4, -34], [at - 8, -10]);
    const leg = paint(limb(spine, [48, 38, 34], size), { fill: skin, depth: 6 }) + claws;
    return turnAbout(leg, legTurn(motion, x < 0, shift ? 'far' : 'near'), at, -64 * size);
  });
}

function pangolinHead(canvas: Canvas): Svg {
  const { look, paint } = canvas;
  const skin = '#dcb68c';
  const skull = loop(pts('-92 30, -60 -2, -20 -36, 30 -44, 58 -8, 44 34, 0 44, -50 44, -88 42'));
  const hood =
    fill(loop(pts('-30 -60, -16 -24, 10 -8, 40 10, 90 40, 90 -80')), look.coat) +
    stroke('M-10 -22q12 14 24 2q10 16 26 6M4 -40q12 12 24 2q10 14 24 8', darker(look.coat, 0.5), 3.6);
  const ear = paint(oval(30, 2, 12, 15), { fill: darker(skin, 0.12), depth: 3, width: 4 });
  return (
    paint(skull, { fill: skin, marks: hood, depth: 9 }) +
    ear +
    fill(oval(-88, 34, 8, 7), '#4a3330') +
    put(drawMouth(canvas, { y: 32, width: 15, ink: '#5a3a34' }), { x: -58 }) +
    put(drawEye(canvas, { size: 17, lid: skin }), { x: -20, y: 2 })
  );
}

export function drawFish(canvas: Canvas): Figure {
  const { growth, look, paint, posture } = canvas;
  const size = 0.62 + 0.38 * growth.body;
  const lift = posture === 'lying' ? -88 : -150;
  const second = look.second ?? darker(look.coat, 0.18);
  const rays = stroke(RAYS, darker(second, 0.3), 4, 0.6);
  const fin = (outline: string) => paint(loop(pts(outline)), { fill: second, depth: 6, marks: rays });
  const tail = fin('96 0, 150 -74, 196 -86, 178 -10, 198 72, 150 62');
  const fins = fin('-40 -84, 0 -134, 70 -128, 78 -70') + fin('-10 82, 20 124, 70 112, 56 70');
  const scales =
    'M10 -40q14 14 0 30M10 -10q14 14 0 30M10 20q14 14 0 30M46 -26q14 14 0 30M46 4q14 14 0 30M78 -12q12 12 0 26';
  const marks =
    fill(oval(-20, 74, 110, 44), lighter(look.coat, 0.5), 0.8) +
    drawCoatMarks(canvas, { x: -40, y: -80, w: 150, h: 130 }) +
    stroke(scales, darker(look.coat, 0.26), 4, 0.7);
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
  const places = pts('-40 -50, -96 -48, -30 -22, -58 18');
  return drawEach(places, ([x, y]) => put(drawEye(canvas, { size: 10 }), { x, y }));
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
  const { look, paint, motion } = canvas;
  const suckers = look.parts.suckers?.colours[0] ?? lighter(look.coat, 0.62);
  const fromMiddle = (index: number) => Math.abs(index - (count - 1) / 2);
  return Array.from({ length: count }, (_, index) => index)
    .toSorted((one, other) => fromMiddle(other) - fromMiddle(one))
    .map((index) => {
      const part = index / (count - 1) - 0.5;
      const side = part < 0 ? -1 : 1;
      const far = part * 2 * reach;
      const curl = (index % 2 ? 30 : 40) * side;
      const curled =
        16 * footIn(motion, index / 4).lift + (index === count - 1 ? 90 * (motion.wave ?? 0) : 0);
      const high = Math.abs(part) * 70 + (index % 2) * 20 + curled;
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
    body:
      (canvas.hasScenery ? finnedTail(canvas, high) : put(finnedTail(canvas, high), { y: -16 })) +
      axolotlTrunk(canvas, high),
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
    const arm = paint(limb(spine, [30, 27, 24]), { depth: 5, marks });
    return y > -40 ? arm : turnAbout(arm, -armTurn(canvas.motion, side) * side, 40.6 * side, y);
  };
  const trunk = paint(loop(points), { marks: belly, depth: 13 });
  return trunk + pair((side) => foot(side, -high * 0.7) + foot(side, -34));
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
