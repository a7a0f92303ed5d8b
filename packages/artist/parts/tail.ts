import shapes from '#content/pictures/shapes.json' with { type: 'json' };

import { type Canvas, drawEach, type Expression, fill, put, stroke, type Svg } from '../drawing/canvas.ts';
import { type Colour, darker } from '../drawing/colours.ts';
import { crossLine, limb, limbSides, oval, type Point, pts, sampleCurve, shaggy } from '../drawing/paths.ts';
import { firstMatch, type WordTable } from '../words/word-table.ts';
import { coatPattern, markColour } from './coat-marks.ts';

type TailKind = Readonly<{ spine: string; widths: readonly number[]; tufts?: number }>;

// Tail shapes by words of the look, drawn from the root to the right.
const TAIL_KINDS: WordTable<TailKind> = shapes.tails.map((kind) => [new RegExp(kind.words), kind]);

const tailText = ({ look }: Canvas) => look.parts.tail?.text ?? '';
const tailKind = (canvas: Canvas) => firstMatch(TAIL_KINDS, tailText(canvas)) ?? shapes.usualTail;
const tailScale = ({ growth }: Canvas) => 0.5 + growth.extras * 0.5;

/** True if the tail is drawn: a look with a coat always has one. */
export const hasTail = ({ look }: Canvas): boolean =>
  look.parts.tail !== undefined || / coat/.test(look.text);

export function tailReach(canvas: Canvas): Point {
  const { widths, ...kind } = tailKind(canvas);
  const spine = pts(kind.spine);
  const far = Math.max(...spine.map(([x]) => x)) + Math.max(...widths) / 2;
  const high = Math.max(...spine.map(([, y]) => -y)) + 10;
  return [far * tailScale(canvas), high * tailScale(canvas)];
}

export function drawTail(canvas: Canvas, colour: Colour): Svg {
  const kind = tailKind(canvas);
  const tail = canvas.paint(tailOutline(kind), {
    fill: /cotton/.test(tailText(canvas)) ? '#fbf7f0' : colour,
    marks: tailMarks(canvas, pts(kind.spine), Math.max(...kind.widths) * 0.6),
    depth: 9,
  });
  const droop = DROOPING_TAILS.has(canvas.expression) ? 30 : 0;
  const turn = droop + (canvas.motion.tail ?? 0);
  return put(tail, { scale: tailScale(canvas), turn });
}

function tailOutline({ widths, tufts, ...kind }: TailKind): string {
  const spine = pts(kind.spine);
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
