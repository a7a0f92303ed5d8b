import { drawEach, fill, flippedPair, pair, put, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { darker, lighter, mix } from '../drawing/colours.ts';
import type { Figure } from '../drawing/figure.ts';
import { glow, spark } from '../drawing/light.ts';
import { curve, loop, mirrored, n, oval, pts, scaled, type Point } from '../drawing/paths.ts';
import { drawEars } from '../parts/ears.ts';
import { drawFace } from '../parts/face.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';

const SITTING = pts('0 -284, 54 -270, 92 -222, 94 -168, 92 -128, 100 -86, 112 -40, 86 0, 0 4');

/** A soft sitting shape with echoes of itself, a second outline, or nothing inside. */
export function drawEcho(canvas: Canvas): Figure {
  const { growth, look } = canvas;
  const size = 0.66 + 0.34 * growth.body;
  const head = growth.head ** 0.5;
  const points = mirrored(SITTING).map(([x, y]): Point =>
    y < -134 ? [x * head, -134 + (y + 134) * head] : [x, y],
  );
  const draw = firstMatch(ECHO_STYLES, look.text) ?? repeatedOutline;
  const eyesAt = -134 - 76 * head;
  const face = drawFace(canvas, {
    apart: 36 * head,
    y: eyesAt,
    size: 18 * Math.sqrt(growth.eyes),
    mouth: 32 * head,
    wide: 18,
    blush: 0.35,
  });
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
  const rings = [26, 52, 78].map((r) => stroke(oval(0, -66, r, r * 0.86), lighter(coat, 0.5), 5, 0.7));
  const echo = (far: number) =>
    `<g transform="translate(${n(24 * far)} 0)">${stroke(shape, coat, 5, 0.65 - Math.abs(far) * 0.15)}</g>`;
  const echoes = drawEach([-3, 3, -2, 2, -1, 1], echo);
  return (
    echoes +
    canvas.paint(shape, {
      fill: lighter(coat, 0.12),
      marks: rings.join('') + fill(oval(0, -66, 14, 12), '#fffdf6', 0.8),
      depth: 15,
      opacity: 0.93,
    })
  );
}

function overlappingShapes(canvas: Canvas, shape: string): Svg {
  const [blue, pink] = [canvas.look.coat, canvas.look.second ?? '#f2a7b3'];
  const orbit =
    '<g transform="rotate(-18 0 -120)">' +
    stroke(oval(0, -120, 170, 46), lighter(blue, 0.3), 4, 0.7) +
    fill(
      drawEach(pts('-168 -128, 150 -142, -40 -76, 96 -84'), ([x, y]) => spark([x, y], 17)),
      '#fff3b8',
    ) +
    '</g>';
  const ghost = `<g transform="translate(20 -8)">${fill(shape, pink, 0.75)}${stroke(shape, darker(pink, 0.45), 4, 0.7)}</g>`;
  const tail =
    stroke(curve(pts('80 -20, 136 -10, 160 -60, 140 -96')), pink, 22, 0.55) +
    stroke(curve(pts('72 -16, 124 -4, 146 -54, 128 -88')), blue, 20, 0.8);
  return (
    tail +
    ghost +
    canvas.paint(shape, {
      fill: blue,
      marks: fill(loop(pts('20 -290, 120 -260, 130 10, 40 10, 60 -120')), pink, 0.55),
      depth: 13,
      opacity: 0.9,
    }) +
    orbit
  );
}

function hollowShape(canvas: Canvas, shape: string): Svg {
  const squares = Array.from({ length: 12 * 8 }, (_, index) => {
    const [column, row] = [index % 8, Math.floor(index / 8)];
    return (column + row) % 2 ? `M${n(-112 + column * 28)} ${n(-290 + row * 28)}h28v28h-28Z` : '';
  });
  const dash = stroke(shape, '#6b6780', 6).replace('/>', ' stroke-dasharray="3 13"/>');
  const question =
    stroke('M112 -70q4 -30 30 -26q28 8 16 34q-16 14 -18 30', '#6b6780', 10) +
    fill(oval(140, -8, 8), '#6b6780');
  return (
    question +
    canvas.paint(shape, {
      fill: '#fbfafc',
      marks: fill(squares.join(''), '#dcd9e4'),
      width: 0,
      depth: 8,
      opacity: 0.92,
    }) +
    dash
  );
}

/** A mirror with a face. */
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
  const looks = drawFace(canvas, {
    apart: 42,
    y: -186,
    size: 23 * Math.sqrt(growth.eyes),
    mouth: 44,
    wide: 24,
    blush: 0.3,
  });
  return {
    body: put(feet + curls + crest + rim + glass + looks, { scale: size }),
    head: glow(canvas, [60, -300 * size], 34, '#ffffff'),
    crown: { x: 0, y: -344 * size, width: 70 * size },
    reach: { left: 150 * size, right: 150 * size, top: 366 * size },
  };
}
