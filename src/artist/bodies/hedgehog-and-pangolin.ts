import { drawEach, fill, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { brightness, darker, lighter, type Colour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import {
  limb,
  loop,
  mirrored,
  n,
  offset,
  oval,
  pts,
  sampleCurve,
  scaled,
  spiky,
  symmetricLoop,
  type Point,
} from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';
import { drawFace } from '../parts/face.ts';
import { drawMouth } from '../parts/mouth.ts';

/** A pale face in a round of spines. */
export function drawHedgehog(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const r = 132 * (0.72 + 0.28 * growth.body);
  const middle = -r - 4;
  const pale = look.second && brightness(look.second) > 0.7 ? '#f3dfc2' : lighter(look.coat, 0.6);
  const scale = 0.86 + 0.14 * growth.head;
  return {
    body: coatOfSpines(canvas, r, middle) + belly(canvas, r, pale),
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
  const ticks = [0.62, 0.76, 0.9].map((ring, row) =>
    Array.from({ length: 22 }, (_, index) => {
      const angle = (index / 22) * Math.PI * 2 + row * 0.14;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      return `M${n(x * r * ring)} ${n(middle + y * r * ring)}l${n(x * 17)} ${n(y * 17)}`;
    }).join(''),
  );
  const tips = look.second ?? lighter(look.coat, 0.5);
  return paint(spiky(round, 34, 26), { depth: 10, marks: stroke(ticks.join(''), tips, 4.5, 0.85) });
}

function belly(canvas: Canvas, r: number, pale: Colour): Svg {
  const feet = pair((side) =>
    canvas.paint(oval(34 * side, -6, 24, 13), { fill: darker(pale, 0.2), depth: 4 }),
  );
  const tummy = canvas.paint(
    loop(
      mirrored([
        [0, -r * 0.94],
        [56, -r * 0.84],
        [72, -r * 0.4],
        [52, -8],
        [0, -2],
      ]),
    ),
    { fill: pale, depth: 10 },
  );
  const hands = pair((side) =>
    canvas.paint(limb(scaled(pts('50 -0.62, 34 -0.46, 16 -0.42'), side, r), [22, 21, 18]), {
      fill: darker(pale, 0.14),
      depth: 4,
    }),
  );
  return tummy + feet + hands;
}

function hedgehogHead(canvas: Canvas, pale: Colour): Svg {
  const ears = pair((side) =>
    canvas.paint(oval(66 * side, -46, 20), {
      fill: darker(pale, 0.22),
      depth: 5,
      marks: fill(oval(66 * side, -44, 10), '#e9a59c'),
    }),
  );
  const mask = symmetricLoop('0 -40, 26 -58, 62 -44, 78 0, 54 44, 0 60');
  const snout = canvas.paint(symmetricLoop('0 -4, 22 6, 26 28, 14 46, 0 48'), {
    fill: lighter(pale, 0.3),
    width: 0,
    depth: 7,
  });
  const nose = fill(oval(0, 14, 13, 10), '#33262c') + fill(oval(-4, 10, 4, 2.5), '#fff7ee', 0.7);
  return (
    ears +
    canvas.paint(mask, { fill: pale, depth: 10 }) +
    drawFace(canvas, { apart: 38, y: -12, size: 17, lid: pale, blush: 0.5 }) +
    snout +
    nose +
    drawMouth(canvas, { y: 30, width: 20, ink: '#5a3a34', kind: 'cat' })
  );
}

/** A walker in a coat of scales, seen from the side. */
export function drawPangolin(canvas: Canvas): Figure {
  const { growth } = canvas;
  const size = 0.58 + 0.42 * growth.body;
  const scale = growth.head * 0.92;
  const lying = canvas.posture === 'lying';
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
  const rows = sampleCurve(spine, 4).map(({ at, across, onward, part }, row) => {
    const wide = from + (to - from) * part;
    const count = Math.max(2, Math.round(wide / 30));
    return Array.from({ length: count }, (_, index) => {
      const place = ((index + (row % 2) * 0.5) / count - 0.5) * wide;
      const point = (aside: number, far: number) => {
        const [x, y] = offset(offset(at, across, place + aside), onward, far);
        return `${n(x)} ${n(y)}`;
      };
      return `M${point(-15, -6)}Q${point(0, 30)} ${point(15, -6)}`;
    }).join('');
  });
  return stroke(rows.join(''), darker(colour, 0.5), 3.6, 0.8);
}

function scalyBack(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
  const spine = scaled(pts('-130 -100, -60 -150, 30 -152, 110 -96'), size);
  const back = pts('-150 -110, -100 -176, -10 -212, 80 -190, 140 -110, 120 -46, 20 -34, -90 -44, -140 -72');
  const under = fill(oval(-20 * size, -34 * size, 120 * size, 26 * size), '#e6c9a0');
  return canvas.paint(loop(scaled(back, size)), {
    marks: scaleRows(spine, [130 * size, 130 * size], look.coat) + under,
    depth: 17,
  });
}

function scalyTail(canvas: Canvas, size: number): Svg {
  const { look } = canvas;
  const spine = scaled(pts('80 -90, 150 -50, 190 -34, 206 -84'), size);
  const marks = scaleRows(spine, [96 * size, 20], look.coat);
  return canvas.paint(limb(spine, [110, 84, 58, 16], size), { marks, depth: 9 });
}

function paws(canvas: Canvas, size: number, shift: number): Svg {
  const skin = darker('#d9b48a', shift ? 0.25 : 0);
  return drawEach([-84, 70], (x) => {
    const at = (x + shift) * size;
    const claws = stroke(`M${n(at - 20)} -2l-7 5M${n(at - 10)} 0l-6 5M${n(at)} 0l-4 5`, '#f1e3c8', 6);
    const spine: readonly Point[] = [
      [at, -64 * size],
      [at - 4, -34],
      [at - 8, -10],
    ];
    return canvas.paint(limb(spine, [48, 38, 34], size), { fill: skin, depth: 6 }) + claws;
  });
}

function pangolinHead(canvas: Canvas): Svg {
  const { look } = canvas;
  const skin = '#dcb68c';
  const skull = loop(pts('-92 30, -60 -2, -20 -36, 30 -44, 58 -8, 44 34, 0 44, -50 44, -88 42'));
  const hood =
    fill(loop(pts('-30 -60, -16 -24, 10 -8, 40 10, 90 40, 90 -80')), look.coat) +
    stroke('M-10 -22q12 14 24 2q10 16 26 6M4 -40q12 12 24 2q10 14 24 8', darker(look.coat, 0.5), 3.6);
  const ear = canvas.paint(oval(30, 2, 12, 15), { fill: darker(skin, 0.12), depth: 3, width: 4 });
  return (
    canvas.paint(skull, { fill: skin, marks: hood, depth: 9 }) +
    ear +
    fill(oval(-88, 34, 8, 7), '#4a3330') +
    put(drawMouth(canvas, { y: 32, width: 15, ink: '#5a3a34' }), { x: -58 }) +
    put(drawEye(canvas, { size: 17, lid: skin }), { x: -20, y: 2 })
  );
}
