import { drawEach, fill, flippedPair, pair, stroke, type Canvas, type Svg } from '../drawing/canvas.ts';
import { brightness, darker, type Colour } from '../drawing/colours.ts';
import { loop, oval, ovals, pts, symmetricLoop } from '../drawing/paths.ts';
import type { WordTable } from '../words/word-table.ts';
import type { CoatColours } from './coat-colours.ts';
import { coatPattern, drawCoatMarks, markColour, type CoatPattern } from './coat-marks.ts';

/** What lies on a furred face, under eyes and nose. */
export function drawFaceMarks(canvas: Canvas, colours: CoatColours): Svg {
  const marks = MARKS.filter(([words]) => words.test(canvas.look.text));
  return coatOnFace(canvas, colours) + drawEach(marks, ([, draw]) => draw(canvas, colours));
}

function coatOnFace(canvas: Canvas, { blotch }: CoatColours): Svg {
  const patch = blotch
    ? fill(loop(pts('6 -96, 100 -80, 104 20, 56 34, 22 10, 16 -40')), blotch) +
      fill(loop(pts('-26 -96, -100 -80, -104 10, -62 26, -30 4')), blotch)
    : '';
  return patch + ON_FACE[coatPattern(canvas)](canvas);
}

const FLECKS = ovals(pts('-66 26, -76 6, -58 44, 66 26, 76 6, 58 44'), 5, 4);
const flecks = (canvas: Canvas) => forehead(markColour(canvas), 7) + fill(FLECKS, markColour(canvas));

const ON_FACE: Readonly<Record<CoatPattern, (canvas: Canvas) => Svg>> = {
  plain: () => '',
  stripes: (canvas) => forehead(markColour(canvas)) + cheekStripes(markColour(canvas)),
  spots: flecks,
  rosettes: flecks,
  patches: (canvas) => drawCoatMarks(canvas, { x: -98, y: -92, w: 196, h: 100 }),
};

function forehead(mark: Colour, width = 10): Svg {
  return stroke(
    'M0 -84V-48M-24 -84Q-22 -62 -12 -46M24 -84Q22 -62 12 -46M-46 -78Q-44 -58 -34 -44M46 -78Q44 -58 34 -44',
    mark,
    width,
  );
}

function cheekStripes(mark: Colour): Svg {
  return flippedPair(() => stroke('M100 4Q80 6 64 0M98 26Q78 28 62 22M88 46Q76 46 64 40', mark, 9));
}

const WHITE = '#f8f3ea';
const lower = (colour: Colour) =>
  fill(symmetricLoop('0 -26, 14 -10, 40 -22, 62 -10, 78 4, 104 0, 84 80, 0 100'), colour);

// All whose words fit, in this order.
const MARKS: WordTable<(canvas: Canvas, colours: CoatColours) => Svg> = [
  [/half-(\w+) face/, ({ look }) => fill('M0 -110H-120V110H-6Q8 0 0 -110Z', look.second ?? look.mark)],
  [
    /white face mask|face disc/,
    () => lower(WHITE) + pair((side) => fill(oval(34 * side, -34, 12, 9), WHITE)),
  ],
  [/(?:dark brown|dark) mask/, darkMask],
  [/black mask/, () => fill(symmetricLoop('0 0, 30 -12, 48 12, 56 50, 40 90, 0 100'), '#3b343c')],
  [
    /cream cheeks|white cheek|and white coat|white throat/,
    (_, { muzzle }) =>
      brightness(muzzle) > 0.75 ? fill(symmetricLoop('0 18, 24 8, 58 14, 100 2, 84 80, 0 100'), muzzle) : '',
  ],
  [/blaze|black white and tan/, () => fill(symmetricLoop('0 -90, 12 -80, 9 -30, 14 20, 0 40'), WHITE)],
  [/pale muzzle|white muzzle|pale furry face/, (_, { muzzle }) => fill(oval(0, 44, 54, 42), muzzle)],
  [
    /tear marks|black face lines/,
    () => flippedPair(() => stroke('M21 12Q15 28 21 46M30 -34Q28 -46 22 -56', '#38343f', 7)),
  ],
  [
    /wrinkle/,
    (_, { head }) =>
      stroke('M-30 -50Q0 -40 30 -50M-24 -36Q0 -28 24 -36M-18 -63Q0 -56 18 -63', darker(head, 0.36), 4),
  ],
  [/back stripe/, ({ look }) => fill(symmetricLoop('0 -96, 12 -86, 14 -46, 0 -14'), darker(look.coat, 0.5))],
  [/rosy cheeks/, () => pair((side) => fill(oval(56 * side, 34, 17, 11), '#ee8f96', 0.6))],
];

function darkMask({ look }: Canvas): Svg {
  const colour = look.parts.mask?.colours[0] ?? darker(look.coat, 0.55);
  const band = /fur/.test(look.text) && !/coat/.test(look.text);
  if (band) return fill(symmetricLoop('0 -20, 36 -28, 76 -8, 72 18, 34 22, 0 10'), colour);
  return fill(symmetricLoop('0 -50, 34 -40, 58 -4, 54 44, 30 84, 0 90'), colour, 0.92);
}
