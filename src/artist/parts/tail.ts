import { type Canvas, drawEach, type Expression, fill, put, stroke, type Svg } from '../drawing/canvas.ts';
import { type Colour, darker } from '../drawing/colours.ts';
import { crossLine, limb, limbSides, oval, type Point, pts, sampleCurve, shaggy } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';
import { coatPattern, markColour } from './coat-marks.ts';

interface TailKind {
  readonly spine: readonly Point[];
  readonly widths: readonly number[];
  readonly tufts?: number;
}

// Tail shapes by words of the look, drawn from the root to the right.
const TAIL_KINDS: WordTable<TailKind> = [
  [/cotton/, { spine: pts('14 -4, 34 -12, 50 -22'), widths: [40, 52, 36], tufts: 12 }],
  [
    /bobbed|stub|tiny|short black tail/,
    { spine: pts('0 0, 16 -8, 26 -20'), widths: [34, 38, 24], tufts: 12 },
  ],
  [
    /curled/,
    {
      spine: pts('0 0, 40 -30, 62 -78, 44 -118, 8 -114, 4 -82, 28 -78'),
      widths: [30, 40, 44, 42, 38, 30, 14],
      tufts: 26,
    },
  ],
  [
    /plumed|huge brush|enormous/,
    { spine: pts('0 0, 54 -10, 96 -58, 98 -120, 70 -166'), widths: [30, 58, 78, 72, 16], tufts: 26 },
  ],
  [
    /fluffy|bushy|feathered|plume/,
    { spine: pts('0 0, 50 -8, 90 -46, 96 -100, 78 -140'), widths: [26, 44, 56, 50, 12], tufts: 22 },
  ],
  [
    /very long thick/,
    { spine: pts('0 0, 60 4, 108 -36, 104 -100, 64 -140, 82 -182'), widths: [34, 40, 42, 40, 38, 26] },
  ],
  [
    /prehensile/,
    {
      spine: pts('0 0, 64 0, 104 -50, 88 -116, 100 -160, 130 -160, 128 -132'),
      widths: [24, 22, 20, 18, 16, 14, 10],
    },
  ],
  [/otter|thick/, { spine: pts('0 0, 50 0, 88 -34, 100 -88'), widths: [34, 34, 30, 16] }],
  [/upright/, { spine: pts('0 0, 32 -24, 44 -74, 36 -122'), widths: [24, 22, 19, 13] }],
  [
    /long|whip|thin|curved/,
    { spine: pts('0 0, 56 2, 98 -34, 92 -92, 66 -128, 80 -164'), widths: [20, 18, 17, 15, 13, 10] },
  ],
  [/short/, { spine: pts('0 0, 34 -8, 56 -42'), widths: [24, 22, 14] }],
];
const USUAL_TAIL: TailKind = {
  spine: pts('0 0, 52 0, 92 -34, 90 -92, 76 -128'),
  widths: [22, 21, 19, 17, 12],
};

const tailText = ({ look }: Canvas) => look.parts.tail?.text ?? '';
const tailKind = (canvas: Canvas) => firstMatch(TAIL_KINDS, tailText(canvas)) ?? USUAL_TAIL;
const tailScale = ({ growth }: Canvas) => 0.5 + growth.extras * 0.5;

/** True if the tail is drawn: a look with a coat always has one. */
export const hasTail = ({ look }: Canvas): boolean =>
  look.parts.tail !== undefined || / coat/.test(look.text);

/** Extent of the tail from its root, to the right and up. */
export function tailReach(canvas: Canvas): Point {
  const { spine, widths } = tailKind(canvas);
  const far = Math.max(...spine.map(([x]) => x)) + Math.max(...widths) / 2;
  const high = Math.max(...spine.map(([, y]) => -y)) + 10;
  return [far * tailScale(canvas), high * tailScale(canvas)];
}

/** A tail that grows from 0 0 to the right. */
export function drawTail(canvas: Canvas, colour: Colour): Svg {
  const kind = tailKind(canvas);
  const tail = canvas.paint(tailOutline(kind), {
    fill: /cotton/.test(tailText(canvas)) ? '#fbf7f0' : colour,
    marks: tailMarks(canvas, kind.spine, Math.max(...kind.widths) * 0.6),
    depth: 9,
  });
  const droop = DROOPING_TAILS.has(canvas.expression) ? 30 : 0;
  const turn = droop - (canvas.pose === 'twitch' ? 9 : 0);
  return put(tail, { scale: tailScale(canvas), turn });
}

function tailOutline({ spine, widths, tufts }: TailKind): string {
  if (!tufts) return limb(spine, widths);
  const { left, right } = limbSides(spine, widths);
  return shaggy([...right, ...left.toReversed()], tufts, -8);
}

const DROOPING_TAILS: ReadonlySet<Expression> = new Set(['weak', 'sad', 'afraid']);

function tailMarks(canvas: Canvas, spine: readonly Point[], wide: number): Svg {
  const text = tailText(canvas);
  const pattern = coatPattern(canvas);
  const steps = sampleCurve(spine, 5);
  const every = (count: number) => steps.filter((_, index) => index % count === 1);
  const ringed = /ringed/.test(text) || (pattern === 'stripes' && text === '');
  const [, tip] = /(black|white|dark)-tipped/.exec(text) ?? [];
  const tipShape = drawEach(steps.slice(-4), ({ at: [x, y] }) => oval(x, y, wide * 0.62));
  const flecks = drawEach(every(2), ({ at: [x, y] }) => oval(x, y, 6, 5));
  const rings = drawEach(every(3), (sample) => crossLine(sample, wide, -wide));
  const mark = darker(markColour(canvas), 0.08);
  return (
    (ringed ? stroke(rings, mark, 9) : '') +
    (pattern === 'rosettes' ? fill(flecks, mark) : '') +
    (tip ? fill(tipShape, tip === 'white' ? '#f8f3ea' : '#38343f') : '')
  );
}
