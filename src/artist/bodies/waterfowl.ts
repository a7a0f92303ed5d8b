import { fill, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, type Colour } from '../drawing/colours.ts';
import type { Figure, Position } from '../drawing/figure.ts';
import { limb, loop, moved, oval, pts, scaled, type Point } from '../drawing/paths.ts';
import { drawEye } from '../parts/eyes.ts';

/** A bird of ponds, seen from the side, its bill to the left. */
export function drawWaterfowl(canvas: Canvas): Figure {
  const { growth, stage, look } = canvas;
  const size = 0.5 + 0.5 * growth.body;
  const necked = /long curving neck|long neck/.test(look.text);
  const lying = canvas.posture === 'lying';
  const neck = (lying ? -6 : necked ? 128 : 44) * (0.25 + 0.75 * growth.body);
  const bodyY = (lying ? -54 : -118) * size;
  const scale = growth.head * (necked ? 0.74 : 0.86);
  const head = { x: -80 * size - (necked ? 26 : 0), y: bodyY - neck - (lying ? 8 : 46) * scale };
  const chick = stage === 'baby' ? '#f4d774' : look.coat;
  return {
    body:
      (lying ? '' : webbedFeet(canvas, size)) +
      put(curl(canvas, size, chick), { y: bodyY + 118 * size }) +
      hull(canvas, { size, bodyY, head, colour: chick }) +
      put(wing(canvas, size, chick), { y: bodyY + 118 * size }),
    head: put(waterfowlHead(canvas, chick), {
      ...head,
      scale,
      turn: canvas.expression === 'curious' ? -10 : 0,
    }),
    neck: { x: head.x + 18 * scale, y: head.y + 66 * scale, width: 42 * scale },
    // Its neck is folded then, and below the ground.
    places: lying ? { front: { x: head.x + 34 * scale, y: -26 * size, width: 42 * scale } } : undefined,
    reach: {
      left: Math.max(-head.x + 124 * scale, 130 * size),
      right: 160 * size,
      top: -head.y + 66 * scale,
    },
    crown: { x: head.x + 6, y: head.y - 54 * scale, width: 64 * scale },
  };
}

interface WaterfowlHull {
  readonly size: number;
  readonly bodyY: number;
  readonly head: Position;
  readonly colour: Colour;
}

function hull(canvas: Canvas, { size, bodyY, head, colour }: WaterfowlHull): Svg {
  const back = pts('-20 -54, 54 -54, 120 -84, 150 -90, 138 -24, 86 36, 0 56, -76 44, -120 6');
  const front: readonly Point[] = [
    [-104 * size, bodyY - 46 * size],
    [head.x - 10, head.y + 56],
    [head.x - 14, head.y],
    [head.x + 34, head.y],
    [head.x + 40, head.y + 56],
    [-52 * size, bodyY - 58 * size],
  ];
  const pale = fill(oval(0, bodyY + 60 * size, 120 * size, 26 * size), lighter(colour, 0.4), 0.6);
  return canvas.paint(loop([...moved(scaled(back, size), 0, bodyY), ...front]), {
    fill: colour,
    marks: pale,
    depth: 16,
  });
}

function wing(canvas: Canvas, size: number, colour: Colour): Svg {
  const up = canvas.expression === 'glad' || /wide wings/.test(canvas.look.text) ? -20 : 0;
  const marks = stroke('M-10 16Q30 30 86 -2M0 34Q40 44 92 18', darker(colour, 0.3), 4, 0.6);
  const shape = loop(pts('-62 -14, 0 -44, 70 -34, 128 -40, 112 6, 60 42, -10 46, -54 24'));
  return put(canvas.paint(shape, { fill: darker(colour, 0.04), marks, depth: 11 }), {
    x: 14 * size,
    y: -112 * size,
    scale: size * 0.92,
    turn: up * 0.8,
  });
}

function curl({ look, paint }: Canvas, size: number, colour: Colour): Svg {
  if (!/curled tail feather/.test(look.text)) return '';
  return put(
    paint(limb(pts('0 0, 26 -22, 20 -50, -4 -46, 0 -30'), [18, 20, 16, 12, 6]), { fill: colour, depth: 4 }),
    { x: 124 * size, y: -196 * size, scale: size },
  );
}

const WEBBED_FOOT = 'M14 -14Q20 0 16 4Q4 8 -6 2Q-18 10 -28 2Q-38 6 -44 -2Q-30 -18 14 -14Z';

function webbedFeet({ look, paint }: Canvas, size: number): Svg {
  const colour = look.parts.paws?.colours[0] ?? '#ec8e3c';
  const foot = (x: number, shade: number) => {
    const tone = darker(colour, shade);
    const leg = `M${x} -6V${-84 * size}`;
    return (
      stroke(leg, darker(tone, 0.5), 19) +
      stroke(leg, tone, 10) +
      put(paint(WEBBED_FOOT, { fill: tone, depth: 4 }), { x: x - 2, scale: 0.75 + 0.35 * size })
    );
  };
  return foot(46 * size, 0.2) + foot(-14 * size, 0);
}

function waterfowlHead(canvas: Canvas, colour: Colour): Svg {
  const { look, expression } = canvas;
  const bill = look.parts.beak?.colours[0] ?? '#ec8e3c';
  const skull = canvas.paint(loop(pts('4 -62, 46 -46, 62 0, 44 46, 2 58, -42 44, -56 2, -40 -44')), {
    fill: colour,
    depth: 11,
    marks: fill(oval(-26, 28, 14, 9), '#ee9a8e', 0.5),
  });
  const opens = expression === 'glad' || expression === 'hungry';
  const lower = opens
    ? canvas.paint('M-50 26Q-90 44 -112 50Q-100 64 -46 44Z', { fill: darker(bill, 0.15), depth: 3 })
    : '';
  const teeth = /serrated/.test(look.text)
    ? stroke('M-102 24l6 6l6 -6l6 6l6 -6l6 6l6 -6', darker(bill, 0.5), 3)
    : '';
  const upper = canvas.paint('M-48 -16Q-66 -4 -96 6Q-124 12 -118 24Q-108 34 -50 32Z', {
    fill: bill,
    depth: 6,
  });
  const nostril = fill(oval(-78, 10, 5, 3), darker(bill, 0.55));
  return (
    skull +
    lower +
    upper +
    teeth +
    nostril +
    put(drawEye(canvas, { size: 15, lid: colour }), { x: -16, y: -12 })
  );
}
