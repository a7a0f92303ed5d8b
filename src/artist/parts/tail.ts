import { put, type Svg, type Canvas } from '../drawing/canvas.ts';
import type { Colour } from '../drawing/colours.ts';
import { sampleCurve, limb, pts, shaggy, type Point } from '../drawing/paths.ts';
import { drawTailMarks } from './coat-marks.ts';

interface TailKind {
  readonly words: RegExp;
  readonly spine: readonly Point[];
  readonly widths: readonly number[];
  readonly tufts?: number;
}

// From its root to the right, the first whose words fit.
const TAIL_KINDS: readonly TailKind[] = [
  { words: /cotton/, spine: pts('14 -4, 34 -12, 50 -22'), widths: [40, 52, 36], tufts: 12 },
  {
    words: /bobbed|stub|tiny|short black tail/,
    spine: pts('0 0, 16 -8, 26 -20'),
    widths: [34, 38, 24],
    tufts: 12,
  },
  {
    words: /curled/,
    spine: pts('0 0, 40 -30, 62 -78, 44 -118, 8 -114, 4 -82, 28 -78'),
    widths: [30, 40, 44, 42, 38, 30, 14],
    tufts: 26,
  },
  {
    words: /plumed|huge brush|enormous/,
    spine: pts('0 0, 54 -10, 96 -58, 98 -120, 70 -166'),
    widths: [30, 58, 78, 72, 16],
    tufts: 26,
  },
  {
    words: /fluffy|bushy|feathered|plume/,
    spine: pts('0 0, 50 -8, 90 -46, 96 -100, 78 -140'),
    widths: [26, 44, 56, 50, 12],
    tufts: 22,
  },
  {
    words: /very long thick/,
    spine: pts('0 0, 60 4, 108 -36, 104 -100, 64 -140, 82 -182'),
    widths: [34, 40, 42, 40, 38, 26],
  },
  {
    words: /prehensile/,
    spine: pts('0 0, 64 0, 104 -50, 88 -116, 100 -160, 130 -160, 128 -132'),
    widths: [24, 22, 20, 18, 16, 14, 10],
  },
  { words: /otter|thick/, spine: pts('0 0, 50 0, 88 -34, 100 -88'), widths: [34, 34, 30, 16] },
  { words: /upright/, spine: pts('0 0, 32 -24, 44 -74, 36 -122'), widths: [24, 22, 19, 13] },
  {
    words: /long|whip|thin|curved/,
    spine: pts('0 0, 56 2, 98 -34, 92 -92, 66 -128, 80 -164'),
    widths: [20, 18, 17, 15, 13, 10],
  },
  { words: /short/, spine: pts('0 0, 34 -8, 56 -42'), widths: [24, 22, 14] },
  { words: /(?:)/, spine: pts('0 0, 52 0, 92 -34, 90 -92, 76 -128'), widths: [22, 21, 19, 17, 12] },
];

/** How far a tail reaches to the right and up. */
export function tailReach({ look, growth }: Canvas): Point {
  const text = look.parts.tail?.text ?? '';
  const kind = TAIL_KINDS.find(({ words }) => words.test(text));
  const spine = kind?.spine ?? [];
  const far = Math.max(...spine.map(([x]) => x)) + Math.max(...(kind?.widths ?? [0])) / 2;
  const high = Math.max(...spine.map(([, y]) => -y)) + 10;
  return [far * (0.5 + growth.extras * 0.5), high * (0.5 + growth.extras * 0.5)];
}

/** A tail that grows from 0 0 to the right. */
export function drawTail(canvas: Canvas, colour: Colour): Svg {
  const { look, growth } = canvas;
  const text = look.parts.tail?.text ?? '';
  const kind = TAIL_KINDS.find(({ words }) => words.test(text)) ?? TAIL_KINDS.at(-1);
  if (!kind) return '';
  const white = /cotton/.test(text) ? '#fbf7f0' : colour;
  const marks = drawTailMarks(canvas, kind.spine, Math.max(...kind.widths) * 0.6);
  const art = canvas.paint(tailOutline(kind), { fill: white, marks, depth: 9 });
  const slack = canvas.expression === 'weak' || canvas.expression === 'asleep' ? 30 : 0;
  return put(art, { scale: 0.5 + growth.extras * 0.5, turn: slack });
}

function tailOutline({ spine, widths, tufts }: TailKind): string {
  if (!tufts) return limb(spine, widths);
  const steps = sampleCurve(spine, 2);
  const wide = (part: number) => {
    const place = part * (widths.length - 1);
    const low = Math.floor(place);
    const [from = 0, to = from] = [widths[low], widths[low + 1]];
    return (from + (to - from) * (place - low)) / 2;
  };
  const left = steps.map(({ at, across, part }): Point => [
    at[0] + across[0] * wide(part),
    at[1] + across[1] * wide(part),
  ]);
  const right = steps.map(({ at, across, part }): Point => [
    at[0] - across[0] * wide(part),
    at[1] - across[1] * wide(part),
  ]);
  return shaggy([...right, ...left.toReversed()], tufts, -8);
}
