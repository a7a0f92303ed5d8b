import { type Canvas, drawEach, fill, flippedPair, pair, put, stroke, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, type Colour } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, shine, spark } from '../drawing/light.ts';
import { limb, oval, pts } from '../drawing/paths.ts';
import { drawFace } from '../parts/face.ts';

export function drawBookStack(canvas: Canvas): Figure {
  const { growth, stage } = canvas;
  const count = stage === 'baby' ? 2 : stage === 'child' ? 3 : 4;

  const books = drawEach(BOOK_COLOURS.slice(0, count), (colour, index) =>
    put(book(canvas, colour), { x: index % 2 ? 7 : -5, y: -index * 42 }),
  );
  const top = -count * 42;
  const scale = growth.head * 0.96;
  const headY = top - 66 * scale;
  const bookmark = limb(pts('86 -60, 140 -50, 160 -96'), [26, 24, 22]);
  const tail = canvas.paint(bookmark, { fill: '#c0394a', depth: 5 });
  const paws = pair((side) => {
    const marks = fill(oval(44 * side + 10, 2, 13, 9), '#2f3350');
    return canvas.paint(oval(44 * side, 0, 27, 14), { depth: 4, marks });
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

function book(canvas: Canvas, colour: Colour): Svg {
  const pages = stroke('M80 -30H112M80 -21H112M80 -12H112', darker(canvas.look.coat, 0.3), 2.5, 0.7);
  const marks =
    stroke('M-96 -42V0M58 -42V0', lighter(colour, 0.35), 5) +
    fill(oval(0, -21, 7), '#c99c48') +
    stroke('M-24 -21H24', darker('#c99c48', 0.35), 3, 0.6);
  return (
    canvas.paint('M-110 -38H112V-4H-110Z', { depth: 5, marks: pages }) +
    canvas.paint('M-114 -42H76V0H-114Q-124 -21 -114 -42Z', { fill: colour, depth: 7, marks })
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
  const { growth, look } = canvas;
  const size = 0.7 + 0.3 * growth.body;
  const pink = look.parts.glow?.colours[0] ?? '#f2a7b3';
  const disc = canvas.paint(oval(0, -160, 130, 136), {
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
